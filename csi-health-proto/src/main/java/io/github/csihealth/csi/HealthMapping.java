package io.github.csihealth.csi;

import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

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
    try {
      return Integer.parseInt(status.value());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "status '" + status + "' has no number in the CSI spec v1.13", e);
    }
  }

  /** protobuf logs a stack trace for a lone surrogate before it replaces it; Java just replaces. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
