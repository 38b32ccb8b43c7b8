package io.github.csihealth.proof;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.proof.Step.ChangeVolume.Part;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Random histories over so few names, keys and messages that much of it meets. */
final class Histories {

  /** Most writes are stored; a step makes at most one for each claim, and one more to confirm. */
  private static final int MAX_WRITES = 4;

  static final int MAX_STEPS = 200;

  private Histories() {}

  /** Every history begins with two claims, each bound to a volume of its own. */
  static List<Step> beginning() {
    return List.of(new Step.Bind("a", "pv-1", "h1"), new Step.Bind("b", "pv-2", "h2"));
  }

  static Arbitrary<List<Step>> any() {
    return of(MAX_STEPS, steps());
  }

  /** Short ones, for what shows in few steps. */
  static Arbitrary<List<Step>> some() {
    return of(MAX_STEPS / 4, steps());
  }

  private static Arbitrary<Step> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(30, cycles()),
        Tuple.of(16, gets(answers())),
        Tuple.of(12, clock()),
        Tuple.of(4, otherWriters()),
        Tuple.of(4, bindings()),
        Tuple.of(4, changes()),
        Tuple.of(3, around()));
  }

  /** Nothing but failed calls, and what goes on around them but for other writers. */
  static Arbitrary<List<Step>> ofFailures() {
    return of(
        MAX_STEPS / 4,
        Arbitraries.frequencyOf(
            Tuple.of(4, cycles().map(Histories::failed)),
            Tuple.of(4, gets(failedAnswers())),
            Tuple.of(2, clock()),
            Tuple.of(1, Arbitraries.of(new Step.Restart(), new Step.Relist()))));
  }

  static <S> Arbitrary<List<S>> of(int maxSteps, Arbitrary<S> steps) {
    return steps
        .list()
        .ofMinSize(1)
        .ofMaxSize(maxSteps)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  static Arbitrary<Choices> choices() {
    return Arbitraries.frequencyOf(
        Tuple.of(2, Arbitraries.just(Choices.DEFAULTS)),
        Tuple.of(
            1,
            Combinators.combine(
                    Arbitraries.of(true, true, false),
                    Arbitraries.of(Duration.ZERO, Duration.ofMinutes(5), Duration.ofMinutes(20)),
                    Arbitraries.of(true, false).optional(),
                    Arbitraries.of(true, false))
                .as(Choices::new)));
  }

  // What the driver says

  private static Arbitrary<VolumeHealthCondition> condition() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(3, "Degraded"),
                Tuple.of(2, "Inaccessible"),
                Tuple.of(1, "DataLoss"),
                Tuple.of(1, "99"),
                Tuple.of(1, "7")),
            Arbitraries.frequency(Tuple.of(8, "A"), Tuple.of(3, "B"), Tuple.of(1, "not legal")),
            Arbitraries.frequency(
                Tuple.of(4, "m"), Tuple.of(2, ""), Tuple.of(1, "é"), Tuple.of(1, "<m>")))
        .as(
            (status, reason, message) ->
                VolumeHealthCondition.of(VolumeHealthStatusType.of(status), reason, message));
  }

  /** So that reports often differ in their messages alone. */
  private static Arbitrary<VolumeHealthCondition> sameKey() {
    return Arbitraries.of("m", "n", "")
        .map(message -> VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "A", message));
  }

  /**
   * Enough of them to meet the limit of 16, as often as not over it.
   *
   * @param condition of a reason
   */
  static <C> Arbitrary<List<C>> many(Function<String, C> condition) {
    return Combinators.combine(
            Arbitraries.integers().between(0, 6), Arbitraries.integers().between(8, 20))
        .as(
            (from, size) ->
                IntStream.range(from, from + size)
                    .mapToObj(i -> condition.apply("R" + (10 + i)))
                    .toList());
  }

  static Arbitrary<List<VolumeHealthCondition>> conditions() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.just(List.of())),
        Tuple.of(9, sameKey().list().ofSize(1)),
        Tuple.of(9, condition().list().ofMinSize(1).ofMaxSize(2)),
        Tuple.of(2, condition().list().ofMinSize(3).ofMaxSize(5)),
        Tuple.of(
            1,
            many(reason -> VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, reason, ""))));
  }

  private static Arbitrary<FailureKind> failures() {
    return Arbitraries.of(FailureKind.class);
  }

  private static Arbitrary<Answer> answers() {
    return Arbitraries.frequencyOf(
        Tuple.of(2, conditions().map(c -> new Answer(c, Optional.empty()))),
        Tuple.of(3, failedAnswers()));
  }

  static Arbitrary<Answer> failedAnswers() {
    return failures().map(kind -> new Answer(List.of(), Optional.of(kind)));
  }

  private static Arbitrary<Step> gets(Arbitrary<Answer> answers) {
    return Combinators.combine(handles(), answers, fates()).as(Step.Get::new);
  }

  private static Arbitrary<Step> cycles() {
    Arbitrary<VolumeHealthReport> entry =
        Combinators.combine(
                Arbitraries.frequency(Tuple.of(4, "h1"), Tuple.of(4, "h2"), Tuple.of(1, "h9")),
                conditions())
            .as(VolumeHealthReport::of);
    Arbitrary<List<List<VolumeHealthReport>>> pages = entry.list().ofMaxSize(2).list().ofMaxSize(2);
    return Combinators.combine(
            Arbitraries.frequencyOf(
                Tuple.of(5, pages.list().ofSize(1)), Tuple.of(1, pages.list().ofSize(2))),
            failures().optional(0.2),
            answers(),
            answers(),
            fates())
        .as(
            (attempts, failure, one, two, fates) ->
                new Step.Cycle(attempts, failure, Map.of("h1", one, "h2", two), fates));
  }

  private static Step failed(Step cycle) {
    Step.Cycle c = (Step.Cycle) cycle;
    return new Step.Cycle(c.attempts(), Optional.of(FailureKind.RETRYABLE), c.answers(), c.fates());
  }

  // What happens around it

  private static Arbitrary<Step> clock() {
    return millis().map(Step.Clock::new);
  }

  /** By how much the wall clock moves: often around what is waited for, and sometimes back. */
  static Arbitrary<Long> millis() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.longs().between(0, 120_000)),
        Tuple.of(3, Arbitraries.of(299_000L, 300_000L, 301_000L)),
        Tuple.of(1, Arbitraries.longs().between(-120_000, 0)),
        Tuple.of(1, Arbitraries.of(-299_750L, -300_000L, -301_000L, -3_600_000L)));
  }

  static Arbitrary<OtherHealth> otherHealth() {
    Arbitrary<List<VolumeHealthCondition>> legal =
        condition()
            .filter(c -> !c.reason().contains(" "))
            .list()
            .ofMaxSize(3)
            .uniqueElements(VolumeHealthCondition::key);
    return Combinators.combine(
            legal,
            Arbitraries.of(-60, 0, 1, 299, 300, 301, 3600).optional(0.8),
            Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)))
        .as(OtherHealth::new);
  }

  private static Arbitrary<Step> otherWriters() {
    return Combinators.combine(claims(), otherHealth()).as(Step.OtherWriter::new);
  }

  private static Arbitrary<Step> bindings() {
    return Combinators.combine(claims(), volumes(), handles()).as(Step.Bind::new);
  }

  private static Arbitrary<Step> changes() {
    Arbitrary<Step> deleted =
        Combinators.combine(claims(), Arbitraries.of(true, false)).as(Step.DeleteClaim::new);
    Arbitrary<Step> claim =
        Combinators.combine(
                claims(),
                Arbitraries.of("pv-1", "pv-2", ""),
                Arbitraries.of("Bound", "Lost", "Pending"))
            .as(Step.ChangeClaim::new);
    Arbitrary<Step> volume =
        Combinators.combine(
                volumes(),
                Arbitraries.of(
                    Tuple.of(Part.DRIVER, ""),
                    Tuple.of(Part.DRIVER, "other.example.com"),
                    Tuple.of(Part.HANDLE, ""),
                    Tuple.of(Part.HANDLE, "h1"),
                    Tuple.of(Part.HANDLE, "h2"),
                    Tuple.of(Part.CLAIM_NAMESPACE, "elsewhere"),
                    Tuple.of(Part.CLAIM_NAME, "a"),
                    Tuple.of(Part.CLAIM_NAME, "b"),
                    Tuple.of(Part.CLAIM_UID, ""),
                    Tuple.of(Part.CLAIM_UID, "uid-1"),
                    Tuple.of(Part.PHASE, "Released"),
                    Tuple.of(Part.PHASE, "Failed"),
                    Tuple.of(Part.DELETING, "")))
            .as((name, part) -> new Step.ChangeVolume(name, part.get1(), part.get2()));
    return Arbitraries.frequencyOf(
        Tuple.of(3, deleted),
        Tuple.of(2, claim),
        Tuple.of(4, volume),
        Tuple.of(1, volumes().map(Step.DeleteVolume::new)));
  }

  private static Arbitrary<Step> around() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.of(new Step.Restart(), new Step.Relist())),
        Tuple.of(1, claims().map(Step.OlderCopy::new)),
        Tuple.of(1, Arbitraries.of(true, true, false).map(Step.Gate::new)));
  }

  private static Arbitrary<List<Fate<OtherHealth>>> fates() {
    Arbitrary<Fate<OtherHealth>> fate =
        Arbitraries.frequencyOf(
            Tuple.of(24, Arbitraries.just(Fate.of(Fate.Kind.NONE))),
            Tuple.of(4, otherHealth().map(Fate::conflict)),
            Tuple.of(2, Arbitraries.just(Fate.of(Fate.Kind.LOST))),
            Tuple.of(1, Arbitraries.just(Fate.of(Fate.Kind.UNBOUND))),
            Tuple.of(1, Arbitraries.just(Fate.of(Fate.Kind.RECREATED))));
    return fate.list().ofSize(MAX_WRITES);
  }

  /**
   * For one decision on an object of a node: at most one write, and one more after a conflict.
   *
   * @param others what other writers store
   */
  static <T> Arbitrary<List<Fate<T>>> fates(Arbitrary<T> others) {
    Arbitrary<Fate<T>> fate =
        Arbitraries.frequencyOf(
            Tuple.of(12, Arbitraries.just(Fate.of(Fate.Kind.NONE))),
            Tuple.of(3, others.map(Fate::conflict)),
            Tuple.of(1, Arbitraries.just(Fate.of(Fate.Kind.LOST))),
            Tuple.of(1, Arbitraries.just(Fate.of(Fate.Kind.RECREATED))));
    return fate.list().ofSize(2);
  }

  private static Arbitrary<String> handles() {
    return Arbitraries.of("h1", "h2");
  }

  private static Arbitrary<String> claims() {
    return Arbitraries.of("a", "b");
  }

  private static Arbitrary<String> volumes() {
    return Arbitraries.of("pv-1", "pv-2");
  }

  static Stream<Step> from(List<Step> history) {
    return Stream.concat(beginning().stream(), history.stream());
  }
}
