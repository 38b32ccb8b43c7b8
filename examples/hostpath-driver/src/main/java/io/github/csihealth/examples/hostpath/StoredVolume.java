package io.github.csihealth.examples.hostpath;

/**
 * A volume as it was made.
 *
 * @param name that the caller gave it, and finds it by
 * @param capacityBytes above which it is full; nothing stops a pod from writing more
 */
record StoredVolume(VolumeId id, String name, long capacityBytes, ContentSource source) {

  StoredVolume withCapacity(long bytes) {
    return new StoredVolume(id, name, bytes, source);
  }
}
