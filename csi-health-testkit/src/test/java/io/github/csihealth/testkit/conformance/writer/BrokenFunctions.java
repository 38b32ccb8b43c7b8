package io.github.csihealth.testkit.conformance.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ReconcileOptions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Functions that break one rule each, by the number of the rule. */
final class BrokenFunctions {

  private BrokenFunctions() {}

  /** What a function is given, and what the good one answers to that. */
  private record Step(byte[] stored, ProbeResult<VolumeHealthReport> answer, ClaimPatch good) {

    JsonNode health() {
      return HealthJson.tree(stored).at("/status/healthStatus");
    }

    ObjectNode body() {
      return (ObjectNode) HealthJson.tree(good.body().getBytes(UTF_8));
    }

    ObjectNode written() {
      return body().at("/status/healthStatus") instanceof ObjectNode health ? health : null;
    }

    List<VolumeHealthCondition> reported() {
      return answer.answer().map(VolumeHealthReport::conditions).orElse(List.of());
    }

    String uid() {
      return HealthJson.tree(stored).at("/metadata/uid").asText();
    }

    /** The good patch with another body, which a change of it makes. */
    Optional<ClaimPatch> with(java.util.function.Consumer<ObjectNode> change) {
      ObjectNode body = body();
      change.accept(body);
      return Optional.of(new ClaimPatch(good.contentType(), body.toString()));
    }

    /** A patch that writes what is stored, or nothing if nothing is. */
    Optional<ClaimPatch> again() {
      return health().isMissingNode()
          ? Optional.empty()
          : Optional.of(
              new ClaimPatch(
                  "application/merge-patch+json",
                  "{\"metadata\":{\"uid\":\"%s\"},\"status\":{\"healthStatus\":%s}}"
                      .formatted(uid(), health())));
    }
  }

  /** Changes what the good function answers; {@code good} is null where it writes nothing. */
  private interface Change {
    Optional<ClaimPatch> of(Step step);
  }

  private static ClaimFunction changed(Change change) {
    ReferenceFunction reference = new ReferenceFunction();
    return (stored, answer) ->
        change.of(new Step(stored, answer, reference.patch(stored, answer).orElse(null)));
  }

  /** Changes what the good function writes. */
  private static ClaimFunction rewritten(Change change) {
    return changed(step -> step.good == null ? Optional.empty() : change.of(step));
  }

  /** Gives up on reports of a kind. */
  private static ClaimFunction notCoping(Predicate<List<VolumeHealthCondition>> with) {
    return changed(
        step -> with.test(step.reported()) ? Optional.empty() : Optional.ofNullable(step.good));
  }

  /** Takes some failures for a healthy volume. */
  private static ClaimFunction trusting(FailureKind first, FailureKind... others) {
    Set<FailureKind> kinds = EnumSet.of(first, others);
    ReferenceFunction reference = new ReferenceFunction();
    return (stored, answer) ->
        reference.patch(
            stored,
            answer.failure().filter(failure -> kinds.contains(failure.kind())).isPresent()
                ? ProbeResult.answered(VolumeHealthReport.of("vol", List.of()))
                : answer);
  }

  private static ClaimFunction with(ReconcileOptions.Builder options) {
    return new ReferenceFunction(options.build());
  }

  private static Set<String> keys(JsonNode health) {
    Set<String> keys = new HashSet<>();
    health
        .path("healthConditions")
        .forEach(c -> keys.add(c.path("status").asText() + c.path("reason").asText()));
    return keys;
  }

  private static boolean changesKeys(Step step) {
    return step.written() != null && !keys(step.written()).equals(keys(step.health()));
  }

  private static Optional<ClaimPatch> timed(Step step, String time) {
    return step.with(
        body -> ((ObjectNode) body.at("/status/healthStatus")).put("lastTransitionTime", time));
  }

  private static boolean isAhead(JsonNode health) {
    return health.path("lastTransitionTime").asText().compareTo(now()) > 0;
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static Map<String, ClaimFunction> all() {
    Map<String, ClaimFunction> broken = new LinkedHashMap<>();
    // Messages lose their blanks.
    broken.put(
        "W01",
        rewritten(
            step ->
                Optional.of(
                    new ClaimPatch(
                        step.good.contentType(), step.good.body().replace("0 ms", "0ms")))));
    // No comparison with what is stored.
    broken.put("W02", changed(step -> step.good == null ? step.again() : Optional.of(step.good)));
    Map<String, List<VolumeHealthCondition.Key>> orders = new ConcurrentHashMap<>();
    // A comparison that goes by the order.
    broken.put(
        "W03",
        changed(
            step -> {
              List<VolumeHealthCondition.Key> order =
                  step.reported().stream().map(VolumeHealthCondition::key).toList();
              List<VolumeHealthCondition.Key> before = orders.put(step.uid(), order);
              boolean moved =
                  before != null && !before.equals(order) && Set.copyOf(before).containsAll(order);
              return step.good == null && moved ? step.again() : Optional.ofNullable(step.good);
            }));
    // The time of the first condition for ever, unless it cannot be.
    broken.put(
        "W04",
        rewritten(
            step ->
                changesKeys(step)
                        && step.health().has("lastTransitionTime")
                        && !isAhead(step.health())
                    ? timed(step, step.health().path("lastTransitionTime").asText())
                    : Optional.of(step.good)));
    // A new time for each write.
    broken.put(
        "W05",
        rewritten(
            step ->
                step.written() != null && !changesKeys(step)
                    ? timed(step, now())
                    : Optional.of(step.good)));
    broken.put("W06", with(ReconcileOptions.builder().messageInterval(java.time.Duration.ZERO)));
    // Fractions of seconds.
    broken.put(
        "W07",
        rewritten(
            step ->
                Optional.of(
                    new ClaimPatch(
                        step.good.contentType(),
                        step.good.body().replaceAll("(\\d\\d:\\d\\d)Z", "$1.5Z")))));
    // The clock is always right.
    broken.put(
        "W08", rewritten(step -> changesKeys(step) ? timed(step, now()) : Optional.of(step.good)));
    broken.put("W09", with(ReconcileOptions.builder().keepFieldOnRecovery()));
    // Conditions come, and go only all together.
    broken.put(
        "W10",
        rewritten(
            step ->
                changesKeys(step) && keys(step.health()).containsAll(keys(step.written()))
                    ? Optional.empty()
                    : Optional.of(step.good)));
    // No time goes back, however wrong.
    broken.put(
        "W13",
        rewritten(
            step ->
                changesKeys(step) && isAhead(step.health())
                    ? timed(step, step.health().path("lastTransitionTime").asText())
                    : Optional.of(step.good)));
    broken.put("W21", trusting(FailureKind.RETRYABLE, FailureKind.PENDING));
    broken.put("W22", trusting(FailureKind.NOT_FOUND));
    broken.put("W23", trusting(FailureKind.REFUSED));
    broken.put("W24", trusting(FailureKind.UNIMPLEMENTED));
    broken.put("W25", trusting(FailureKind.DRIVER_FAULT));
    broken.put("W26", with(ReconcileOptions.builder().clearOnOnlyUnknown()));
    broken.put(
        "W31",
        notCoping(
            report ->
                report.stream().map(VolumeHealthCondition::key).collect(toSet()).size()
                    < report.size()));
    broken.put(
        "W32",
        notCoping(report -> report.stream().anyMatch(c -> !c.reason().matches("[A-Za-z0-9]+"))));
    broken.put(
        "W33", notCoping(report -> report.stream().anyMatch(c -> c.message().length() > 1024)));
    // The first sixteen, whatever they are.
    ReferenceFunction first = new ReferenceFunction();
    broken.put(
        "W34",
        (stored, answer) ->
            first.patch(
                stored,
                answer.map(
                    report ->
                        VolumeHealthReport.of(
                            report.volumeId(), report.conditions().stream().limit(16).toList()))));
    broken.put("W35", notCoping(report -> report.stream().anyMatch(c -> !c.status().isKnown())));
    // Goes well as long as there is nothing to merge with.
    broken.put(
        "W62",
        rewritten(
            step ->
                Optional.of(
                    step.health().isMissingNode()
                        ? new ClaimPatch("application/strategic-merge-patch+json", step.good.body())
                        : step.good)));
    broken.put("W63", rewritten(step -> step.with(body -> body.remove("metadata"))));
    broken.put(
        "W64",
        rewritten(
            step -> step.with(body -> ((ObjectNode) body.get("status")).put("phase", "Bound"))));
    return broken;
  }
}
