package io.github.csihealth.reconcile;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.HealthLimits;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.Decision.Cause;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is decided alike for a claim and for the volumes of a pod, whose healths are of one type
 * (rules C10 to C14).
 *
 * @param <T> where the report is to be stored
 */
abstract class VolumeKernel<T> extends Kernel<T, VolumeHealthCondition.Key, VolumeHealthCondition> {

  /** Consecutive complete cycles without the volume that clear it where Get is of no help. */
  private static final int ABSENT_CYCLES_TO_CLEAR = 2;

  /** A stored time further ahead than this is a wrong one, not a clock that is a little fast. */
  private static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(5);

  VolumeKernel(ReconcileOptions options) {
    super(options);
  }

  /** The conditions stored in the target; where it has several places, those of all of them. */
  abstract MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored(T target);

  final Decision decide(T target, Observation observation, Memory memory, Instant now) {
    return switch (observation.kind()) {
      case REPORTED ->
          onReport(target, observation.requireReport(), memory.withAbsentCycles(0), now);
      case PARTLY_REPORTED ->
          onPartlyReported(target, observation, memory.withAbsentCycles(0), now);
      case ABSENT ->
          stored(target).isEmpty()
              ? memory.withAbsentCycles(0).unchanged()
              : Decision.confirm(memory);
      case ABSENT_AND_UNCONFIRMED -> onUnconfirmed(target, observation, memory, now);
      case FAILED -> Decision.keep(Cause.PROBE_FAILED, memory.withAbsentCycles(0));
    };
  }

  @Override
  final @Nullable HealthEvent transition(
      T target, MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions, Cause cause) {
    if (cause == Cause.RECOVERED) {
      return HealthEvent.recovered();
    }
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored = stored(target);
    return conditions.stream().allMatch(condition -> stored.get(condition.key()).isPresent())
        ? null
        : HealthEvent.abnormal(conditions);
  }

  /** What a failed cycle listed is added to what is stored, as far as there is room. */
  private Decision onPartlyReported(T target, Observation observation, Memory memory, Instant now) {
    List<String> unknown =
        UnknownStatuses.distinct(
            Stream.concat(
                    memory.unknownStatuses().stream(),
                    observation.requireReport().unknownStatuses().stream())
                .toList());
    return addPart(target, observation, memory.withUnknownStatuses(unknown), now)
        .surfacing(UnknownStatuses.added(memory.unknownStatuses(), unknown));
  }

  private Decision addPart(T target, Observation observation, Memory memory, Instant now) {
    List<Finding> findings = new ArrayList<>(observation.requireReport().findings());
    Map<VolumeHealthCondition.Key, VolumeHealthCondition> union = new LinkedHashMap<>();
    stored(target).forEach(stored -> union.put(stored.key(), stored));
    for (VolumeHealthCondition reported : observation.requireReport().conditions()) {
      if (union.size() < HealthLimits.MAX_CONDITIONS || union.containsKey(reported.key())) {
        union.put(reported.key(), reported);
      } else {
        findings.add(
            Finding.of(
                FindingKind.CONDITION_CUT,
                reported.key().toString(),
                "no room beside the stored conditions until a cycle is complete"));
      }
    }
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> kept = MapList.copyOf(union.values());
    return change(target, kept) == Change.NONE
        ? Decision.keep(Cause.CYCLE_FAILED, memory).with(findings)
        : replace(target, kept, findings, memory, now);
  }

  private Decision onUnconfirmed(T target, Observation observation, Memory memory, Instant now) {
    if (stored(target).isEmpty()) {
      return memory.withAbsentCycles(0).unchanged();
    }
    if (observation.requireFailure().kind() == FailureKind.NOT_FOUND) {
      return Decision.keep(Cause.VOLUME_NOT_FOUND, memory.withAbsentCycles(0));
    }
    int cycles = memory.absentCycles() + 1;
    return cycles < ABSENT_CYCLES_TO_CLEAR
        ? Decision.keep(Cause.ABSENT_ONCE, memory.withAbsentCycles(cycles))
        : replace(target, MapList.of(), List.of(), memory, now);
  }

  static Change change(
      VolumeHealthStatus stored,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions) {
    return Change.between(stored.conditions(), conditions, VolumeHealthCondition::message);
  }

  /**
   * What a stored health becomes with these conditions.
   *
   * @param keepEmpty whether one that recovers stays, without conditions and with the time
   * @param path of the stored health, for findings
   */
  static VolumeHealthStatus desired(
      VolumeHealthStatus stored,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions,
      Instant now,
      boolean keepEmpty,
      String path,
      List<Finding> findings) {
    return switch (change(stored, conditions)) {
      case NONE -> stored;
      case MESSAGES ->
          VolumeHealthStatus.of(
              reusing(stored.conditions(), conditions), stored.lastTransitionTime().orElse(null));
      case KEYS ->
          conditions.isEmpty() && !keepEmpty
              ? VolumeHealthStatus.absent()
              : VolumeHealthStatus.of(
                  reusing(stored.conditions(), conditions),
                  transitionTime(stored.lastTransitionTime(), now, path, findings));
    };
  }

  /** Now, but never before the stored time, unless that is one that no clock skew explains. */
  private static Instant transitionTime(
      Optional<Instant> stored, Instant now, String path, List<Finding> findings) {
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    if (stored.isEmpty() || !stored.get().isAfter(second)) {
      return second;
    }
    if (stored.get().isAfter(second.plus(MAX_CLOCK_SKEW))) {
      findings.add(
          Finding.of(
              FindingKind.TIME_IN_FUTURE,
              path + ".lastTransitionTime",
              "stored time " + stored.get() + " is over 5 minutes ahead; replaced by " + second));
      return second;
    }
    return stored.get();
  }

  /** The stored condition where it is unchanged, so that fields unknown to us survive. */
  private static MapList<VolumeHealthCondition.Key, VolumeHealthCondition> reusing(
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions) {
    return MapList.copyOf(
        conditions.stream()
            .map(
                condition ->
                    stored
                        .get(condition.key())
                        .filter(old -> old.message().equals(condition.message()))
                        .orElse(condition))
            .toList());
  }
}
