package io.github.csihealth.proof;

import io.github.csihealth.proof.PodWorld.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random histories of one pod, whose volumes share claims more often than not. */
final class PodHistories {

  private static final List<String> NAMES = List.of("a", "b", "c", "d");

  private PodHistories() {}

  static Arbitrary<List<PodStep>> any() {
    return Histories.of(Histories.MAX_STEPS, steps());
  }

  /** Short ones, for what shows in few steps. */
  static Arbitrary<List<PodStep>> some() {
    return Histories.of(Histories.MAX_STEPS / 4, steps());
  }

  private static Arbitrary<PodStep> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(40, probes(answers())),
        Tuple.of(12, Histories.millis().map(PodStep.Clock::new)),
        Tuple.of(10, entries().map(PodStep.OtherWriter::new)),
        Tuple.of(1, Arbitraries.of(true, true, false).map(PodStep.Gate::new)),
        Tuple.of(1, Arbitraries.just(new PodStep.Restart())),
        Tuple.of(1, volumes().map(PodStep.Recreate::new)));
  }

  /** Nothing but failed calls, and what goes on around them but for other writers. */
  static Arbitrary<List<PodStep>> ofFailures() {
    return Histories.of(
        Histories.MAX_STEPS / 4,
        Arbitraries.frequencyOf(
            Tuple.of(4, probes(Histories.failedAnswers())),
            Tuple.of(2, Histories.millis().map(PodStep.Clock::new)),
            Tuple.of(1, Arbitraries.just(new PodStep.Restart()))));
  }

  static Arbitrary<Map<String, Source>> volumes() {
    return Arbitraries.maps(
            Arbitraries.of(NAMES),
            Arbitraries.frequency(
                Tuple.of(5, Source.ORDERS),
                Tuple.of(2, Source.LOGS),
                Tuple.of(1, Source.GENERIC),
                Tuple.of(1, Source.INLINE)))
        .ofMinSize(1);
  }

  private static Arbitrary<PodStep> probes(Arbitrary<Answer> answers) {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(5, "orders"),
                Tuple.of(2, "logs"),
                Tuple.of(1, "web-a"),
                Tuple.of(1, "web-b")),
            answers,
            Histories.fates(entries()))
        .as(PodStep.Probe::new);
  }

  private static Arbitrary<Answer> answers() {
    return Arbitraries.frequencyOf(
        Tuple.of(5, Histories.conditions().map(c -> new Answer(c, Optional.empty()))),
        Tuple.of(1, Histories.failedAnswers()));
  }

  private static Arbitrary<PodEntry> entries() {
    return Combinators.combine(Arbitraries.of(NAMES), Histories.otherHealth()).as(PodEntry::new);
  }
}
