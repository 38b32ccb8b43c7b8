package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.VolumeCapability;
import io.grpc.Status;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a call demands of its request and of the driver's state. Where it does not hold, the call
 * fails with the code that the CSI specification names for it.
 */
final class Demand {

  private Demand() {}

  static void that(boolean holds, Status.Code code, String otherwise) {
    if (!holds) {
      throw code.toStatus().withDescription(otherwise).asRuntimeException();
    }
  }

  /** A field that the specification marks REQUIRED. */
  static void field(boolean present, String name) {
    that(present, Status.Code.INVALID_ARGUMENT, name + " is required");
  }

  static void field(String value, String name) {
    field(!value.isEmpty(), name);
  }

  static Path absolutePath(String text, String field) {
    field(text, field);
    that(
        text.startsWith("/"),
        Status.Code.INVALID_ARGUMENT,
        field + " is no absolute path: " + text);
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw Status.INVALID_ARGUMENT.withDescription(field + " is no path").asRuntimeException();
    }
  }

  /** Never named in full: mount flags may be sensitive. */
  static void capability(VolumeCapability capability, String field) {
    field(
        capability.getAccessTypeCase() != VolumeCapability.AccessTypeCase.ACCESSTYPE_NOT_SET,
        field + ".access_type");
    field(capability.getAccessMode().getModeValue() != 0, field + ".access_mode");
  }

  static void capabilities(List<VolumeCapability> capabilities, String field) {
    field(!capabilities.isEmpty(), field);
    capabilities.forEach(capability -> capability(capability, field));
  }

  /** A path that may be left out, and otherwise is absolute. */
  static void absolutePathIfAny(String text, String field) {
    if (!text.isEmpty()) {
      Path unused = absolutePath(text, field);
    }
  }
}
