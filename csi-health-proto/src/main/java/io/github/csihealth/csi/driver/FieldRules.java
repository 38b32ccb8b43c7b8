package io.github.csihealth.csi.driver;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.HealthLimits;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the CSI spec asks of single fields. No refusal quotes a value. */
final class FieldRules {

  private static final String SIZE_LIMITS = "Size Limits";

  private FieldRules() {}

  static void volumeId(String place, String volumeId) {
    required(place, volumeId, "VolumeHealth.volume_id is REQUIRED");
    atMost(HealthLimits.MAX_CSI_STRING_BYTES, place, volumeId);
  }

  /**
   * Refuses a status, reason or message that may not be in a condition.
   *
   * @param place of the condition
   * @param message name of the condition's message in the spec
   */
  static void condition(
      String place, String message, boolean statusIsKnown, String reason, String text) {
    if (!statusIsKnown) {
      throw new SpecViolationException(
          place + ".status",
          "is not set, or none that this version of the spec has",
          message + ".status is REQUIRED");
    }
    required(place + ".reason", reason, message + ".reason is REQUIRED");
    atMost(HealthLimits.MAX_CSI_STRING_BYTES, place + ".reason", reason);
    if (!hasLegalForm(reason)) {
      throw new SpecViolationException(
          place + ".reason",
          "is not a letter, then letters, digits, '_', ',' or ':', not ending in ',' or ':', which"
              + " is all that Kubernetes takes",
          message + ".reason is a CamelCase string");
    }
    atMost(HealthLimits.MAX_CSI_STRING_BYTES, place + ".message", text);
  }

  static void atMost(int bytes, String place, String value) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new SpecViolationException(
          place, "holds half of a surrogate pair", "a string of proto3 is UTF-8");
    }
    int length = value.getBytes(StandardCharsets.UTF_8).length;
    if (length > bytes) {
      throw new SpecViolationException(
          place, "has " + length + " bytes, over " + bytes, SIZE_LIMITS);
    }
  }

  private static void required(String place, String value, String clause) {
    if (value.isEmpty()) {
      throw new SpecViolationException(place, "is empty", clause);
    }
  }

  /** The model alone knows the form (rule C5): it rewrites no legal reason. */
  private static boolean hasLegalForm(String reason) {
    return Conformed.ofVolume(
            List.of(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, reason)))
        .findings()
        .stream()
        .noneMatch(finding -> finding.kind() == FindingKind.REASON_REWRITTEN);
  }
}
