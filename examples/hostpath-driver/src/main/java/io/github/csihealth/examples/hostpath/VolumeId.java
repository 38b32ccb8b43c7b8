package io.github.csihealth.examples.hostpath;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/** Names a volume and its folder. */
record VolumeId(@JsonValue String text) implements Comparable<VolumeId> {

  @JsonCreator
  VolumeId {
    IdForm.VOLUME.checked(text);
  }

  static VolumeId random() {
    return new VolumeId(IdForm.VOLUME.newId());
  }

  /** What a caller wrote; empty if that names no volume of this driver. */
  static Optional<VolumeId> parse(String text) {
    return IdForm.VOLUME.fits(text) ? Optional.of(new VolumeId(text)) : Optional.empty();
  }

  @Override
  public int compareTo(VolumeId other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
