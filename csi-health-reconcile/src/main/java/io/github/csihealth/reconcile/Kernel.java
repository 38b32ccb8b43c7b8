package io.github.csihealth.reconcile;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.MapListEntry;
import io.github.csihealth.reconcile.Decision.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is decided alike for all three health fields once a report is there (rules C3, C9, C20): the
 * report is authoritative, and nothing is written that is stored already.
 *
 * @param <T> where the report is to be stored
 * @param <K> the key of a condition
 * @param <E> the condition
 */
abstract class Kernel<T, K extends Comparable<? super K>, E extends MapListEntry<K>> {

  private final ReconcileOptions options;

  Kernel(ReconcileOptions options) {
    this.options = Objects.requireNonNull(options, "options");
  }

  final ReconcileOptions options() {
    return options;
  }

  /** How these conditions differ from those stored in the target. */
  abstract Change change(T target, MapList<K, E> conditions);

  /**
   * The intent to store these conditions, with the times that belong to them (rule C10); none of
   * them is a recovery (rule C20).
   *
   * @param findings takes what is odd about the stored times
   */
  abstract WriteIntent intent(
      T target, MapList<K, E> conditions, Instant now, List<Finding> findings);

  /**
   * What there is to tell once these conditions replace others; null for nothing.
   *
   * @param cause of the write
   */
  abstract @Nullable HealthEvent transition(T target, MapList<K, E> conditions, Cause cause);

  final Decision onReport(T target, Conformed<K, E> report, Memory memory, Instant now) {
    if (report.unknown().isEmpty() && memory.unknownStatuses().isEmpty()) {
      return decide(target, report, memory, now); // the usual case must cost nothing
    }
    List<String> unknown = UnknownStatuses.distinct(report.unknownStatuses());
    return decide(target, report, memory.withUnknownStatuses(unknown), now)
        .surfacing(UnknownStatuses.added(memory.unknownStatuses(), unknown));
  }

  private Decision decide(T target, Conformed<K, E> report, Memory memory, Instant now) {
    if (!report.onlyUnwritable()) {
      return replace(target, report.conditions(), report.findings(), memory, now);
    }
    return options.clearOnOnlyUnknown() && hasOnlyUnknownStatuses(report)
        ? replace(target, report.conditions(), report.findings(), memory, now)
            .causedBy(Cause.UNKNOWN_CLEARED)
        : Decision.keep(Cause.ONLY_UNKNOWN, memory).with(report.findings());
  }

  private static boolean hasOnlyUnknownStatuses(Conformed<?, ?> report) {
    return report.findings().stream()
        .noneMatch(finding -> finding.kind() == FindingKind.UNUSABLE_CAPABILITY);
  }

  /** These conditions are to replace the stored ones (rule C9). */
  final Decision replace(
      T target, MapList<K, E> conditions, List<Finding> findings, Memory memory, Instant now) {
    return switch (change(target, conditions)) {
      case NONE -> memory.unchanged().with(findings);
      case MESSAGES -> onMessages(target, conditions, findings, memory, now);
      case KEYS ->
          write(
              conditions.isEmpty() ? Cause.RECOVERED : Cause.CONDITIONS_CHANGED,
              target,
              conditions,
              findings,
              memory.withAbsentCycles(0),
              memory,
              now);
    };
  }

  private Decision onMessages(
      T target, MapList<K, E> conditions, List<Finding> findings, Memory memory, Instant now) {
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
    return next.isPresent()
        ? Decision.paced(next.get(), memory).with(findings)
        : write(
            Cause.MESSAGE_CHANGED,
            target,
            conditions,
            findings,
            memory.withLastMessageWrite(now),
            memory,
            now);
  }

  private Decision write(
      Cause cause,
      T target,
      MapList<K, E> conditions,
      List<Finding> findings,
      Memory memory,
      Memory memoryUnlessStored,
      Instant now) {
    List<Finding> found = new ArrayList<>(findings);
    WriteIntent intent = intent(target, conditions, now, found);
    return Decision.write(
        cause, intent, found, memory, memoryUnlessStored, transition(target, conditions, cause));
  }
}
