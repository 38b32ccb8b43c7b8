package io.github.csihealth.examples.hostpath;

/**
 * A copy of a volume, independent of it from then on.
 *
 * @param name that the caller gave it, and finds it by
 * @param sizeBytes capacity of the volume, and so the least of one made from this
 * @param createdMillis when it was complete, since the epoch
 */
record StoredSnapshot(
    SnapshotId id, String name, VolumeId sourceVolumeId, long sizeBytes, long createdMillis) {}
