package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeCapability.AccessTypeCase;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** What a request must have; INVALID_ARGUMENT if it lacks that. */
final class Required {

  private Required() {}

  /** A text that is not empty. */
  static String text(String field, String value) {
    if (value.isEmpty()) {
      throw Refusal.invalid(field + " is required");
    }
    return value;
  }

  /** An absolute path, without {@code .} and {@code ..} in it. */
  static Path path(String field, String value) {
    Path path;
    try {
      path = Path.of(text(field, value));
    } catch (InvalidPathException e) {
      throw Refusal.invalid(field + " is no path: " + e.getReason());
    }
    if (!path.isAbsolute()) {
      throw Refusal.invalid(field + " must be absolute, and is " + value);
    }
    return path.normalize();
  }

  /** At least one whole capability. */
  static void capabilities(String field, List<VolumeCapability> values) {
    if (values.isEmpty()) {
      throw Refusal.invalid(field + " is required");
    }
    for (VolumeCapability value : values) {
      capability(field, value);
    }
  }

  /** A whole capability: for block or mount, and with an access mode that we know. */
  static void capability(String field, VolumeCapability value) {
    if (value.getAccessTypeCase() == AccessTypeCase.ACCESSTYPE_NOT_SET) {
      throw Refusal.invalid(field + " is required, and must be block or mount");
    }
    Mode mode = value.getAccessMode().getMode();
    if (mode == Mode.UNKNOWN || mode == Mode.UNRECOGNIZED) {
      throw Refusal.invalid(field + ".access_mode is required, and must be one of CSI v1.13");
    }
  }
}
