package io.github.csihealth.examples.hostpath;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** Names a snapshot and its folder. */
record SnapshotId(@JsonValue String text) implements Comparable<SnapshotId> {

  @JsonCreator
  SnapshotId {
    IdForm.SNAPSHOT.checked(text);
  }

  static SnapshotId random() {
    return new SnapshotId(IdForm.SNAPSHOT.newId());
  }

  /** What a caller wrote; empty if that names no snapshot of this driver. */
  static Optional<SnapshotId> parse(String text) {
    return IdForm.SNAPSHOT.fits(text) ? Optional.of(new SnapshotId(text)) : Optional.empty();
  }

  @Override
  public int compareTo(SnapshotId other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
