package io.github.csihealth.proof;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthStatusType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random histories of one CSINode, over so few keys that much of it meets. */
final class NodeHistories {

  private NodeHistories() {}

  static Arbitrary<List<NodeStep>> any() {
    return Histories.of(Histories.MAX_STEPS, steps());
  }

  /** Short ones, for what shows in few steps. */
  static Arbitrary<List<NodeStep>> some() {
    return Histories.of(Histories.MAX_STEPS / 4, steps());
  }

  private static Arbitrary<NodeStep> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(40, probes(answers())),
        Tuple.of(12, Histories.millis().map(NodeStep.Clock::new)),
        Tuple.of(8, entries().map(NodeStep.OtherWriter::new)),
        Tuple.of(1, Arbitraries.of(true, true, false).map(NodeStep.Gate::new)),
        Tuple.of(1, Arbitraries.of(new NodeStep.Restart(), new NodeStep.Recreate())));
  }

  /** Nothing but failed calls, and what goes on around them but for other writers. */
  static Arbitrary<List<NodeStep>> ofFailures() {
    return Histories.of(
        Histories.MAX_STEPS / 4,
        Arbitraries.frequencyOf(
            Tuple.of(4, probes(failed())),
            Tuple.of(2, Histories.millis().map(NodeStep.Clock::new)),
            Tuple.of(1, Arbitraries.just(new NodeStep.Restart()))));
  }

  private static Arbitrary<NodeStep> probes(Arbitrary<NodeAnswer> answers) {
    return Combinators.combine(Arbitraries.of(NodeWorld.OURS), answers, Histories.fates(entries()))
        .as(NodeStep.Probe::new);
  }

  private static Arbitrary<NodeAnswer> failed() {
    return Arbitraries.of(FailureKind.class)
        .map(kind -> new NodeAnswer(List.of(), false, Optional.of(kind)));
  }

  private static Arbitrary<NodeAnswer> answers() {
    Arbitrary<Boolean> unusable = Arbitraries.frequency(Tuple.of(6, false), Tuple.of(1, true));
    return Arbitraries.frequencyOf(
        Tuple.of(
            6,
            Combinators.combine(conditions(), unusable)
                .as((list, left) -> new NodeAnswer(list, left, Optional.empty()))),
        Tuple.of(1, failed()));
  }

  static Arbitrary<List<StorageHealthCondition>> conditions() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.just(List.of())),
        Tuple.of(6, sameKey().list().ofSize(1)),
        Tuple.of(8, condition().list().ofMinSize(1).ofMaxSize(3)),
        Tuple.of(2, condition().list().ofMinSize(3).ofMaxSize(6)),
        Tuple.of(
            1,
            Histories.many(
                reason ->
                    StorageHealthCondition.of(
                        StorageHealthStatusType.STORAGE_DEGRADED, reason, ""))));
  }

  private static Arbitrary<StorageHealthCondition> condition() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(4, "StorageDegraded"),
                Tuple.of(2, "StorageUnreachable"),
                Tuple.of(1, "7"),
                Tuple.of(1, "99")),
            Arbitraries.frequency(Tuple.of(8, "A"), Tuple.of(2, "B"), Tuple.of(1, "not legal")),
            Arbitraries.of("ReadWriteOnce", "ReadWriteMany").optional(0.4),
            Arbitraries.of("Block", "Filesystem").optional(0.4),
            Arbitraries.of("m", "", "é"))
        .as(
            (status, reason, access, volume, message) ->
                StorageHealthCondition.of(
                    new StorageHealthCondition.Key(
                        StorageHealthStatusType.of(status),
                        reason,
                        access.map(PersistentVolumeAccessMode::of).orElse(null),
                        volume.map(PersistentVolumeMode::of).orElse(null)),
                    message));
  }

  /** So that reports often differ in their messages alone. */
  private static Arbitrary<StorageHealthCondition> sameKey() {
    return Arbitraries.of("m", "n", "")
        .map(m -> StorageHealthCondition.of(StorageHealthStatusType.STORAGE_DEGRADED, "A", m));
  }

  private static Arbitrary<NodeEntry> entries() {
    Arbitrary<List<StorageHealthCondition>> legal =
        condition()
            .filter(c -> !c.reason().contains(" "))
            .list()
            .ofMaxSize(3)
            .uniqueElements(StorageHealthCondition::key);
    Arbitrary<List<StorageHealthCondition>> stored =
        Combinators.combine(legal, Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true)))
            .as((list, again) -> again ? twice(list) : list);
    return Combinators.combine(
            Arbitraries.of(NodeWorld.OURS.get(0), NodeWorld.OURS.get(1), NodeWorld.OTHER),
            stored,
            Arbitraries.of(-60, 0, 1, 299, 301, 3600).optional(0.7),
            Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)))
        .as(NodeEntry::new);
  }

  /** The list is atomic: a server takes one that repeats itself. */
  private static List<StorageHealthCondition> twice(List<StorageHealthCondition> list) {
    List<StorageHealthCondition> twice = new ArrayList<>(list);
    list.forEach(c -> twice.add(StorageHealthCondition.of(c.key(), c.message() + "!")));
    return twice;
  }
}
