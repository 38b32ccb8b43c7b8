package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.testkit.conformance.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one call told of a volume or of the storage, and what may be wrong with any such report.
 *
 * @param call that told it
 * @param volumeId as told; empty for the storage
 */
record Report(HealthCall call, String volumeId, List<Condition> conditions) {

  /** Kubernetes takes no more. */
  private static final int MOST_CONDITIONS = 16;

  private static final int MOST_BYTES = 128;

  static Report of(HealthCall call, VolumeHealth health) {
    return new Report(
        call,
        health.getVolumeId(),
        health.getHealthStatusesList().stream().map(Condition::of).toList());
  }

  static Report of(NodeGetStorageHealthResponse answer) {
    return new Report(
        HealthCall.STORAGE, "", answer.getBackendHealthList().stream().map(Condition::of).toList());
  }

  /** Passes if no report has the fault. */
  static Outcome none(List<Report> reports, Function<Report, Optional<String>> fault) {
    for (Report report : reports) {
      Optional<String> found = fault.apply(report);
      if (found.isPresent()) {
        return Outcome.fail(report.call + " tells " + found.get());
      }
    }
    return Outcome.pass();
  }

  Set<Condition.Key> keys() {
    return conditions.stream().map(Condition::key).collect(Collectors.toSet());
  }

  // ---- Faults

  Optional<String> keyTwice() {
    Set<Condition.Key> keys = new HashSet<>();
    return first(condition -> !keys.add(condition.key()), "twice");
  }

  Optional<String> tooMany() {
    return conditions.size() <= MOST_CONDITIONS
        ? Optional.empty()
        : Optional.of(conditions.size() + " conditions, over " + MOST_CONDITIONS);
  }

  Optional<String> illegalReason() {
    return first(
        condition -> !isLegal(condition.reason()),
        "whose reason is no letter, then letters, digits, '_', ',' or ':', not ending in ',' or"
            + " ':'");
  }

  Optional<String> reasonNotInCamelCase() {
    return first(
        condition ->
            isLegal(condition.reason()) && !condition.reason().matches("[A-Z][A-Za-z0-9]*"),
        "whose reason is not in CamelCase");
  }

  private static boolean isLegal(String reason) {
    return reason.matches("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
  }

  Optional<String> tooLong() {
    if (bytes(volumeId) > MOST_BYTES) {
      return Optional.of("a volume_id of " + bytes(volumeId) + " bytes, over " + MOST_BYTES);
    }
    return first(
        condition ->
            bytes(condition.reason()) > MOST_BYTES || bytes(condition.message()) > MOST_BYTES,
        "with a reason or message over " + MOST_BYTES + " bytes");
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  Optional<String> unknownStatus() {
    return first(condition -> !condition.statusIsKnown(), "whose status is 0 or none of CSI v1.13");
  }

  Optional<String> unusableCapability() {
    return first(
        condition -> condition.capability().filter(Report::isUnusable).isPresent(),
        "whose volume_capability has no access type, or no known access mode");
  }

  private static boolean isUnusable(VolumeCapability capability) {
    int mode = capability.getAccessMode().getModeValue();
    return capability.getAccessTypeCase() == VolumeCapability.AccessTypeCase.ACCESSTYPE_NOT_SET
        || mode == 0
        || VolumeCapability.AccessMode.Mode.forNumber(mode) == null;
  }

  private Optional<String> first(Predicate<Condition> fault, String words) {
    return conditions.stream()
        .filter(fault)
        .findFirst()
        .map(condition -> "the condition " + condition + " " + words);
  }
}
