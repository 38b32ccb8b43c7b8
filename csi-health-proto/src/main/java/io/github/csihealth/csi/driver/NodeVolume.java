package io.github.csihealth.csi.driver;

import java.util.Objects;

/**
 * A volume that a node service is asked about, with the places where it is, or was to be, on the
 * node: the request may come after staging or publishing has failed.
 *
 * <p>Immutable. Source: CSI spec v1.13, {@code NodeGetVolumeHealthRequest}; rule C24.
 */
public final class NodeVolume {

  private final String volumeId;
  private final String volumePublishPath;
  private final String stagingTargetPath;

  private NodeVolume(String volumeId, String volumePublishPath, String stagingTargetPath) {
    this.volumeId = volumeId;
    this.volumePublishPath = volumePublishPath;
    this.stagingTargetPath = stagingTargetPath;
  }

  /**
   * A volume on a node.
   *
   * @param volumePublishPath absolute, or empty
   * @param stagingTargetPath absolute, or empty
   * @throws SpecViolationException if the id is empty or over 128 bytes, or a path is relative
   */
  public static NodeVolume of(String volumeId, String volumePublishPath, String stagingTargetPath) {
    FieldRules.volumeId("volume_id", volumeId);
    requireAbsolute("volume_publish_path", volumePublishPath);
    requireAbsolute("staging_target_path", stagingTargetPath);
    return new NodeVolume(volumeId, volumePublishPath, stagingTargetPath);
  }

  private static void requireAbsolute(String field, String path) {
    if (!path.isEmpty() && !path.startsWith("/")) {
      throw new SpecViolationException(
          field,
          "is neither absolute nor empty",
          "NodeGetVolumeHealthRequest." + field + ": if not empty, an absolute path");
    }
  }

  /** Its id; never empty. */
  public String volumeId() {
    return volumeId;
  }

  /** Where it is, or was to be, published: absolute, or empty if the caller does not say. */
  public String volumePublishPath() {
    return volumePublishPath;
  }

  /** Where it is, or was to be, staged: absolute, or empty if the driver does not stage. */
  public String stagingTargetPath() {
    return stagingTargetPath;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof NodeVolume that
            && volumeId.equals(that.volumeId)
            && volumePublishPath.equals(that.volumePublishPath)
            && stagingTargetPath.equals(that.stagingTargetPath));
  }

  @Override
  public int hashCode() {
    return Objects.hash(volumeId, volumePublishPath, stagingTargetPath);
  }

  /** Reads {@code vol-1 at /var/lib/kubelet/…}. */
  @Override
  public String toString() {
    return volumePublishPath.isEmpty() ? volumeId : volumeId + " at " + volumePublishPath;
  }
}
