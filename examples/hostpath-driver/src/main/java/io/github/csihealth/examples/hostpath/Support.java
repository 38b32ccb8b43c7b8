package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeCapability.MountVolume;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What folders can do. A driver that only links to them can be asked for no block device, no file
 * system, no mount flags and no read-only view.
 */
final class Support {

  private static final Set<Mode> MODES =
      EnumSet.of(
          Mode.SINGLE_NODE_WRITER, Mode.SINGLE_NODE_SINGLE_WRITER, Mode.SINGLE_NODE_MULTI_WRITER);

  /** Said of every volume by Kubernetes' own sidecar, if told to. */
  private static final String KUBERNETES_PARAMETERS = "csi.storage.k8s.io/";

  private Support() {}

  /** Why the first of these that is not supported is not; empty if all are. */
  static Optional<String> missing(List<VolumeCapability> capabilities) {
    return capabilities.stream().map(Support::missing).flatMap(Optional::stream).findFirst();
  }

  /** Why this is not supported; empty if it is. */
  static Optional<String> missing(VolumeCapability capability) {
    MountVolume mount = capability.getMount();
    String missing = null;
    if (!capability.hasMount()) {
      missing = "block volumes are not supported: volumes are folders";
    } else if (!MODES.contains(capability.getAccessMode().getMode())) {
      missing =
          "access mode "
              + capability.getAccessMode().getMode()
              + " is not supported, only "
              + MODES;
    } else if (!mount.getFsType().isEmpty()) {
      missing = "a file system cannot be chosen: volumes are folders";
    } else if (mount.getMountFlagsCount() > 0 || !mount.getVolumeMountGroup().isEmpty()) {
      missing = "mount flags and groups are not supported: nothing is mounted";
    }
    return Optional.ofNullable(missing);
  }

  /** Why these parameters of a volume or snapshot are not supported; empty if they are. */
  static Optional<String> unknown(Map<String, String> parameters) {
    return parameters.keySet().stream()
        .filter(name -> !name.startsWith(KUBERNETES_PARAMETERS))
        .sorted()
        .findFirst()
        .map(name -> "parameter " + Objects.requireNonNull(name) + " is not known");
  }
}
