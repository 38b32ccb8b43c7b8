package io.github.csihealth.examples.hostpath;

/**
 * What a volume was made from.
 *
 * @param id of a volume or snapshot of this driver, perhaps deleted since
 */
record ContentSource(Kind kind, String id) {

  enum Kind {
    /** Made empty. */
    NONE,
    VOLUME,
    SNAPSHOT
  }

  static final ContentSource NONE = new ContentSource(Kind.NONE, "");

  static ContentSource of(VolumeId volume) {
    return new ContentSource(Kind.VOLUME, volume.text());
  }

  static ContentSource of(SnapshotId snapshot) {
    return new ContentSource(Kind.SNAPSHOT, snapshot.text());
  }
}
