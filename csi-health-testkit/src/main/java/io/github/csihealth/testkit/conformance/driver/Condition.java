package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import java.util.Optional;

/**
 * One condition of a volume or of the storage.
 *
 * @param statusIsKnown whether the spec of this version has the number, and it is not 0
 * @param capability the volumes that it is about; empty for all, and for conditions of a volume
 */
record Condition(
    int status,
    boolean statusIsKnown,
    String reason,
    String message,
    Optional<VolumeCapability> capability) {

  /** What makes it the same condition as another. */
  record Key(int status, String reason, Optional<VolumeCapability> capability) {}

  static Condition of(VolumeHealthEntry entry) {
    int status = entry.getStatusValue();
    return new Condition(
        status,
        status != 0 && VolumeHealthErrorType.forNumber(status) != null,
        entry.getReason(),
        entry.getMessage(),
        Optional.empty());
  }

  static Condition of(StorageBackendHealth entry) {
    int status = entry.getStatusValue();
    return new Condition(
        status,
        status != 0 && StorageHealthErrorType.forNumber(status) != null,
        entry.getReason(),
        entry.getMessage(),
        entry.hasVolumeCapability() ? Optional.of(entry.getVolumeCapability()) : Optional.empty());
  }

  Key key() {
    return new Key(status, reason, capability);
  }

  /** Reads {@code status 1 "DiskSlow"}. */
  @Override
  public String toString() {
    return "status " + status + " \"" + reason + "\"";
  }
}
