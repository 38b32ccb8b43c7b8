package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeCapability.AccessTypeCase;
import io.github.csihealth.csi.v1.VolumeCapability.MountVolume;
import io.github.csihealth.model.HealthLimits;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthStatusType;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All adverse conditions of a driver's storage backends that it knows of on its node now, as the
 * CSI spec lets it say them. None means that nothing wrong is known.
 *
 * <p>As for {@link VolumeConditions}, a value of this type is an answer that cannot be wrong: known
 * statuses, well-formed reasons, strings of at most 128 bytes, and each (status, reason,
 * volume_capability) once. A capability has an access mode, and is for block or for mounted
 * volumes.
 *
 * <p>Immutable. Source: CSI spec v1.13, {@code NodeGetStorageHealthResponse}; rule C24.
 */
public final class StorageConditions {

  private static final StorageConditions HEALTHY =
      new StorageConditions(NodeGetStorageHealthResponse.getDefaultInstance());

  private final NodeGetStorageHealthResponse answer;

  private StorageConditions(NodeGetStorageHealthResponse answer) {
    this.answer = answer;
  }

  /** Nothing wrong is known. */
  public static StorageConditions healthy() {
    return HEALTHY;
  }

  /** A builder without conditions. */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether nothing wrong is known. */
  public boolean isHealthy() {
    return answer.getBackendHealthCount() == 0;
  }

  /** The answer to NodeGetStorageHealth. */
  public NodeGetStorageHealthResponse toAnswer() {
    return answer;
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof StorageConditions that && answer.equals(that.answer));
  }

  @Override
  public int hashCode() {
    return answer.hashCode();
  }

  /** Reads {@code healthy} or {@code [StorageDegraded/PathLost[ReadWriteMany,Block]]}. */
  @Override
  public String toString() {
    return isHealthy() ? "healthy" : HealthMapping.toReport(answer).toString();
  }

  /** Collects conditions; refuses what the spec forbids as it is added. Not thread-safe. */
  public static final class Builder {

    private final NodeGetStorageHealthResponse.Builder answer =
        NodeGetStorageHealthResponse.newBuilder();
    private final Map<StorageBackendHealth, String> places = new HashMap<>();

    private Builder() {}

    /**
     * Adds a condition of all volumes, however they are used.
     *
     * @param message for people; empty means none
     * @throws SpecViolationException if the spec forbids it
     */
    public Builder add(StorageHealthStatusType status, String reason, String message) {
      return add(HealthMapping.toMessage(checked(status, reason, message)));
    }

    /**
     * Adds a condition of the volumes that are used in this way. Kubernetes stores its access mode,
     * and whether it is block or mount; the rest need not be set. Mount flags may be sensitive.
     *
     * @param message for people; empty means none
     * @throws SpecViolationException if the spec forbids it
     */
    public Builder add(
        StorageHealthStatusType status,
        String reason,
        String message,
        VolumeCapability capability) {
      StorageHealthCondition condition = checked(status, reason, message);
      check(capability, place() + ".volume_capability");
      return add(
          HealthMapping.toMessage(condition).toBuilder().setVolumeCapability(capability).build());
    }

    /** The conditions added. */
    public StorageConditions build() {
      return answer.getBackendHealthCount() == 0 ? HEALTHY : new StorageConditions(answer.build());
    }

    private Builder add(StorageBackendHealth entry) {
      String place = place();
      String before = places.putIfAbsent(entry.toBuilder().clearMessage().build(), place);
      if (before != null) {
        throw new SpecViolationException(
            place,
            "has the status, reason and capability of " + before,
            "StorageBackendHealth.reason: each (status, reason, volume_capability) is there once");
      }
      answer.addBackendHealth(entry);
      return this;
    }

    private String place() {
      return "backend_health[" + answer.getBackendHealthCount() + "]";
    }

    private StorageHealthCondition checked(
        StorageHealthStatusType status, String reason, String message) {
      FieldRules.condition(place(), "StorageBackendHealth", status.isKnown(), reason, message);
      return StorageHealthCondition.of(status, reason, message);
    }

    private static void check(VolumeCapability capability, String place) {
      if (capability.getAccessTypeCase() == AccessTypeCase.ACCESSTYPE_NOT_SET) {
        throw new SpecViolationException(
            place, "is neither block nor mount", "VolumeCapability.access_type: one is required");
      }
      Mode mode = capability.getAccessMode().getMode();
      if (mode == Mode.UNKNOWN || mode == Mode.UNRECOGNIZED) {
        throw new SpecViolationException(
            place + ".access_mode",
            "is not set, or none that this version of the spec has",
            "VolumeCapability.AccessMode.mode is REQUIRED");
      }
      MountVolume mount = capability.getMount();
      int limit = HealthLimits.MAX_CSI_STRING_BYTES;
      FieldRules.atMost(limit, place + ".mount.fs_type", mount.getFsType());
      FieldRules.atMost(limit, place + ".mount.volume_mount_group", mount.getVolumeMountGroup());
      checkFlags(mount.getMountFlagsList(), place + ".mount.mount_flags");
    }

    private static void checkFlags(List<String> flags, String place) {
      int bytes = 0;
      for (String flag : flags) {
        bytes += flag.getBytes(StandardCharsets.UTF_8).length;
      }
      if (bytes > HealthLimits.MAX_CSI_MAP_BYTES) {
        throw new SpecViolationException(
            place,
            "have " + bytes + " bytes, over " + HealthLimits.MAX_CSI_MAP_BYTES,
            "MountVolume.mount_flags: 4 KiB in all");
      }
    }
  }
}
