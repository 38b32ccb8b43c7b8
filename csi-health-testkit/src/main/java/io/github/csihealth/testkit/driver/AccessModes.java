package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.VolumeCapability;

/** How many may use a volume at once, by its access mode. */
final class AccessModes {

  private AccessModes() {}

  static boolean isMultiNode(VolumeCapability capability) {
    return switch (capability.getAccessMode().getMode()) {
      case MULTI_NODE_READER_ONLY, MULTI_NODE_SINGLE_WRITER, MULTI_NODE_MULTI_WRITER -> true;
      default -> false;
    };
  }

  /** Whether one node may publish the volume at several target paths. */
  static boolean isMultiTarget(VolumeCapability capability) {
    return isMultiNode(capability)
        || capability.getAccessMode().getMode()
            == VolumeCapability.AccessMode.Mode.SINGLE_NODE_MULTI_WRITER;
  }
}
