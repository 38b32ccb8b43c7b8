package io.github.csihealth.csi;

import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one mapping between the health messages of CSI v1.13 and the model. Mapping from the wire
 * never throws: an enum number that is not known, and number 0, becomes an unknown status that
 * carries the number (rule C3).
 */
public final class HealthMapping {

  private HealthMapping() {}

  /** What a driver said of one volume, as reported: in its order, repeats and unknowns included. */
  public static VolumeHealthReport toReport(VolumeHealth health) {
    List<VolumeHealthCondition> conditions = new ArrayList<>(health.getHealthStatusesCount());
    for (VolumeHealthEntry entry : health.getHealthStatusesList()) {
      conditions.add(
          VolumeHealthCondition.of(
              toStatus(entry.getStatusValue()), entry.getReason(), entry.getMessage()));
    }
    return VolumeHealthReport.of(health.getVolumeId(), conditions);
  }

  /**
   * What a driver said of its storage backend, as reported, in its order (rule C24).
   *
   * <ul>
   *   <li>Without a capability a condition affects all volumes.
   *   <li>A capability without a known access mode, or without block or mount, is not usable: the
   *       entry is left out, and a finding.
   *   <li>An entry whose status, reason and capability one before it has is a finding. Entries that
   *       only the mapping of access modes makes alike are not.
   * </ul>
   */
  public static StorageHealthReport toReport(NodeGetStorageHealthResponse response) {
    List<StorageHealthCondition> conditions = new ArrayList<>(response.getBackendHealthCount());
    List<Finding> findings = new ArrayList<>();
    Set<StorageBackendHealth> seen = new HashSet<>();
    for (int i = 0; i < response.getBackendHealthCount(); i++) {
      StorageBackendHealth entry = response.getBackendHealth(i);
      String path = "backend_health[" + i + "]";
      StorageHealthStatusType status = toStorageStatus(entry.getStatusValue());
      if (!status.isKnown()) {
        // Left out for its status later on, so that the number is seen whatever the capability is.
        conditions.add(StorageHealthCondition.of(status, entry.getReason(), entry.getMessage()));
        continue;
      }
      if (!seen.add(entry.toBuilder().clearMessage().build())) {
        findings.add(
            Finding.of(
                FindingKind.DUPLICATE_KEY,
                path,
                "status, reason and volume_capability of an entry before it"));
      }
      toCondition(status, entry)
          .ifPresentOrElse(
              conditions::add,
              () ->
                  findings.add(
                      Finding.of(
                          FindingKind.UNUSABLE_CAPABILITY,
                          path + ".volume_capability",
                          "no known access mode, or neither block nor mount; not written")));
    }
    return StorageHealthReport.of(conditions).withFindings(findings);
  }

  /** The condition; empty where its capability is not usable. */
  private static Optional<StorageHealthCondition> toCondition(
      StorageHealthStatusType status, StorageBackendHealth entry) {
    if (!entry.hasVolumeCapability()) {
      return Optional.of(StorageHealthCondition.of(status, entry.getReason(), entry.getMessage()));
    }
    VolumeCapability capability = entry.getVolumeCapability();
    PersistentVolumeAccessMode accessMode = toAccessMode(capability.getAccessMode().getMode());
    PersistentVolumeMode volumeMode = toVolumeMode(capability);
    return accessMode == null || volumeMode == null
        ? Optional.empty()
        : Optional.of(
            StorageHealthCondition.of(
                new StorageHealthCondition.Key(status, entry.getReason(), accessMode, volumeMode),
                entry.getMessage()));
  }

  private static @Nullable PersistentVolumeAccessMode toAccessMode(Mode mode) {
    return switch (mode) {
      case SINGLE_NODE_WRITER, SINGLE_NODE_READER_ONLY, SINGLE_NODE_MULTI_WRITER ->
          PersistentVolumeAccessMode.READ_WRITE_ONCE;
      case SINGLE_NODE_SINGLE_WRITER -> PersistentVolumeAccessMode.READ_WRITE_ONCE_POD;
      case MULTI_NODE_READER_ONLY -> PersistentVolumeAccessMode.READ_ONLY_MANY;
      case MULTI_NODE_SINGLE_WRITER, MULTI_NODE_MULTI_WRITER ->
          PersistentVolumeAccessMode.READ_WRITE_MANY;
      case UNKNOWN, UNRECOGNIZED -> null;
    };
  }

  private static @Nullable PersistentVolumeMode toVolumeMode(VolumeCapability capability) {
    return switch (capability.getAccessTypeCase()) {
      case BLOCK -> PersistentVolumeMode.BLOCK;
      case MOUNT -> PersistentVolumeMode.FILESYSTEM;
      case ACCESSTYPE_NOT_SET -> null;
    };
  }

  /**
   * The status of an enum number of {@code StorageHealthErrorType}; unknown ones keep the number.
   */
  public static StorageHealthStatusType toStorageStatus(int number) {
    return switch (number) {
      case StorageHealthErrorType.STORAGE_UNREACHABLE_VALUE ->
          StorageHealthStatusType.STORAGE_UNREACHABLE;
      case StorageHealthErrorType.STORAGE_DEGRADED_VALUE ->
          StorageHealthStatusType.STORAGE_DEGRADED;
      default -> StorageHealthStatusType.of(Integer.toString(number));
    };
  }

  /**
   * The message that says what the report says. A lone surrogate becomes a question mark.
   *
   * @throws IllegalArgumentException if a status is neither known nor an enum number
   */
  public static VolumeHealth toMessage(VolumeHealthReport report) {
    VolumeHealth.Builder health =
        VolumeHealth.newBuilder().setVolumeId(wellFormed(report.volumeId()));
    for (VolumeHealthCondition condition : report.conditions()) {
      health.addHealthStatuses(
          VolumeHealthEntry.newBuilder()
              .setStatusValue(toNumber(condition.status()))
              .setReason(wellFormed(condition.reason()))
              .setMessage(wellFormed(condition.message())));
    }
    return health.build();
  }

  /**
   * The status of an enum number of {@code VolumeHealthErrorType}; unknown ones keep the number.
   */
  public static VolumeHealthStatusType toStatus(int number) {
    return switch (number) {
      case VolumeHealthErrorType.DATA_LOSS_VALUE -> VolumeHealthStatusType.DATA_LOSS;
      case VolumeHealthErrorType.INACCESSIBLE_VALUE -> VolumeHealthStatusType.INACCESSIBLE;
      case VolumeHealthErrorType.DEGRADED_VALUE -> VolumeHealthStatusType.DEGRADED;
      default -> VolumeHealthStatusType.of(Integer.toString(number));
    };
  }

  private static int toNumber(VolumeHealthStatusType status) {
    if (status.equals(VolumeHealthStatusType.DATA_LOSS)) {
      return VolumeHealthErrorType.DATA_LOSS_VALUE;
    }
    if (status.equals(VolumeHealthStatusType.INACCESSIBLE)) {
      return VolumeHealthErrorType.INACCESSIBLE_VALUE;
    }
    if (status.equals(VolumeHealthStatusType.DEGRADED)) {
      return VolumeHealthErrorType.DEGRADED_VALUE;
    }
    return toNumber(status.value());
  }

  private static int toNumber(String status) {
    try {
      return Integer.parseInt(status);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "status '" + status + "' has no number in the CSI spec v1.13", e);
    }
  }

  /**
   * The entry that says what the condition says, without a capability: modes and time are not said.
   * A lone surrogate becomes a question mark.
   *
   * @throws IllegalArgumentException if the status is neither known nor an enum number
   */
  public static StorageBackendHealth toMessage(StorageHealthCondition condition) {
    return StorageBackendHealth.newBuilder()
        .setStatusValue(toNumber(condition.status()))
        .setReason(wellFormed(condition.reason()))
        .setMessage(wellFormed(condition.message()))
        .build();
  }

  private static int toNumber(StorageHealthStatusType status) {
    if (status.equals(StorageHealthStatusType.STORAGE_UNREACHABLE)) {
      return StorageHealthErrorType.STORAGE_UNREACHABLE_VALUE;
    }
    return status.equals(StorageHealthStatusType.STORAGE_DEGRADED)
        ? StorageHealthErrorType.STORAGE_DEGRADED_VALUE
        : toNumber(status.value());
  }

  /** protobuf logs a stack trace for a lone surrogate before it replaces it; Java just replaces. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
