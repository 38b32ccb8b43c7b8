package io.github.csihealth.reconcile;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.HealthLimits;
import io.github.csihealth.model.HealthState;
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
import java.util.Objects;
import java.util.Optional;

/**
 * Decides what a claim's health should become. A pure function: the same arguments give an equal
 * decision, and time comes in as an argument.
 *
 * <p>Source: KEP-1432, "Reconciliation contract"; rules C3 and C9 to C14.
 */
public final class ClaimReconciler {

  /** Consecutive complete cycles without the volume that clear it where Get is of no help. */
  private static final int ABSENT_CYCLES_TO_CLEAR = 2;

  /** A stored time further ahead than this is a wrong one, not a clock that is a little fast. */
  private static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(5);

  private final ReconcileOptions options;

  private ClaimReconciler(ReconcileOptions options) {
    this.options = Objects.requireNonNull(options, "options");
  }

  /** With the defaults of the KEP. */
  public static ClaimReconciler create() {
    return new ClaimReconciler(ReconcileOptions.defaults());
  }

  /** With these options. */
  public static ClaimReconciler with(ReconcileOptions options) {
    return new ClaimReconciler(options);
  }

  /**
   * Decides.
   *
   * @param claim as stored, with its identity
   * @param observation what was learned of the volume bound to it
   * @param memory from the last decision on this claim, or {@link Memory#EMPTY}
   * @param now wall time; fractions of a second are dropped (rule C10)
   */
  public Decision decide(Claim claim, Observation observation, Memory memory, Instant now) {
    return switch (observation.kind()) {
      case REPORTED -> onReport(claim, observation, memory.withAbsentCycles(0), now);
      case PARTLY_REPORTED -> onPartlyReported(claim, observation, memory.withAbsentCycles(0), now);
      case ABSENT ->
          claim.health().state() == HealthState.ADVERSE
              ? Decision.confirm(memory)
              : memory.withAbsentCycles(0).unchanged();
      case ABSENT_AND_UNCONFIRMED -> onUnconfirmed(claim, observation, memory, now);
      case FAILED -> Decision.keep(Cause.PROBE_FAILED, memory.withAbsentCycles(0));
    };
  }

  private Decision onReport(Claim claim, Observation observation, Memory memory, Instant now) {
    Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> report =
        observation.requireReport();
    if (report.onlyUnwritable() && !options.clearOnOnlyUnknown()) {
      return Decision.keep(Cause.ONLY_UNKNOWN, memory).with(report.findings());
    }
    return replace(claim, report.conditions(), report.findings(), memory, now);
  }

  /** What a failed cycle listed is added to what is stored, as far as there is room. */
  private Decision onPartlyReported(
      Claim claim, Observation observation, Memory memory, Instant now) {
    List<Finding> findings = new ArrayList<>(observation.requireReport().findings());
    Map<VolumeHealthCondition.Key, VolumeHealthCondition> union = new LinkedHashMap<>();
    claim.health().conditions().forEach(stored -> union.put(stored.key(), stored));
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
    return Change.between(claim.health().conditions(), kept) == Change.NONE
        ? Decision.keep(Cause.CYCLE_FAILED, memory).with(findings)
        : replace(claim, kept, findings, memory, now);
  }

  private Decision onUnconfirmed(Claim claim, Observation observation, Memory memory, Instant now) {
    if (claim.health().state() != HealthState.ADVERSE) {
      return memory.withAbsentCycles(0).unchanged();
    }
    if (observation.requireFailure().kind() == FailureKind.NOT_FOUND) {
      return Decision.keep(Cause.VOLUME_NOT_FOUND, memory.withAbsentCycles(0));
    }
    int cycles = memory.absentCycles() + 1;
    return cycles < ABSENT_CYCLES_TO_CLEAR
        ? Decision.keep(Cause.ABSENT_ONCE, memory.withAbsentCycles(cycles))
        : replace(claim, MapList.of(), List.of(), memory.withAbsentCycles(0), now);
  }

  /** The report is authoritative: these conditions are to replace the stored ones (rule C9). */
  private Decision replace(
      Claim claim,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> reported,
      List<Finding> findings,
      Memory memory,
      Instant now) {
    VolumeHealthStatus stored = claim.health();
    Change change = Change.between(stored.conditions(), reported);
    return switch (change) {
      case NONE -> memory.unchanged().with(findings);
      case MESSAGES -> onMessages(claim, reported, findings, memory, now);
      case KEYS -> onKeys(claim, reported, findings, memory, now);
    };
  }

  private Decision onKeys(
      Claim claim,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> reported,
      List<Finding> findings,
      Memory memory,
      Instant now) {
    List<Finding> found = new ArrayList<>(findings);
    Instant time = transitionTime(claim.health().lastTransitionTime(), now, found);
    if (reported.isEmpty()) {
      VolumeHealthStatus recovered =
          options.keepFieldOnRecovery()
              ? VolumeHealthStatus.of(MapList.of(), time)
              : VolumeHealthStatus.absent();
      return Decision.write(Cause.RECOVERED, new WriteIntent(claim, recovered), found, memory);
    }
    VolumeHealthStatus desired =
        VolumeHealthStatus.of(reusing(claim.health().conditions(), reported), time);
    return Decision.write(Cause.CONDITIONS_CHANGED, new WriteIntent(claim, desired), found, memory);
  }

  private Decision onMessages(
      Claim claim,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> reported,
      List<Finding> findings,
      Memory memory,
      Instant now) {
    if (!options.writeMessages()) {
      return Decision.keep(Cause.MESSAGE_IGNORED, memory).with(findings);
    }
    Optional<Instant> next =
        memory
            .lastMessageWrite()
            // A last write in the future was made by a clock that has since been set back.
            .filter(last -> !last.isAfter(now))
            .map(last -> last.plus(options.messageInterval()))
            .filter(now::isBefore);
    if (next.isPresent()) {
      return Decision.paced(next.get(), memory).with(findings);
    }
    VolumeHealthStatus desired =
        VolumeHealthStatus.of(
            reusing(claim.health().conditions(), reported),
            claim.health().lastTransitionTime().orElse(null));
    return Decision.write(
        Cause.MESSAGE_CHANGED,
        new WriteIntent(claim, desired),
        findings,
        memory.withLastMessageWrite(now));
  }

  /** Now, but never before the stored time, unless that is one that no clock skew explains. */
  private static Instant transitionTime(
      Optional<Instant> stored, Instant now, List<Finding> findings) {
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    if (stored.isEmpty() || !stored.get().isAfter(second)) {
      return second;
    }
    if (stored.get().isAfter(second.plus(MAX_CLOCK_SKEW))) {
      findings.add(
          Finding.of(
              FindingKind.TIME_IN_FUTURE,
              "status.healthStatus.lastTransitionTime",
              "stored time " + stored.get() + " is over 5 minutes ahead; replaced by " + second));
      return second;
    }
    return stored.get();
  }

  /** The stored condition where it is unchanged, so that fields unknown to us survive. */
  private static MapList<VolumeHealthCondition.Key, VolumeHealthCondition> reusing(
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> reported) {
    return MapList.copyOf(
        reported.stream()
            .map(
                condition ->
                    stored
                        .get(condition.key())
                        .filter(old -> old.message().equals(condition.message()))
                        .orElse(condition))
            .toList());
  }

  /** How a list of conditions differs from the stored one. */
  private enum Change {
    NONE,
    MESSAGES,
    KEYS;

    /** One pass over both lists, which are in the same order; allocates nothing. */
    static Change between(
        MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored,
        MapList<VolumeHealthCondition.Key, VolumeHealthCondition> reported) {
      List<VolumeHealthCondition> a = stored.entries();
      List<VolumeHealthCondition> b = reported.entries();
      if (a.size() != b.size() || !stored.duplicates().isEmpty()) {
        return KEYS;
      }
      Change change = NONE;
      for (int i = 0; i < a.size(); i++) {
        if (!a.get(i).key().equals(b.get(i).key())) {
          return KEYS;
        }
        if (!a.get(i).message().equals(b.get(i).message())) {
          change = MESSAGES;
        }
      }
      return change;
    }
  }
}
