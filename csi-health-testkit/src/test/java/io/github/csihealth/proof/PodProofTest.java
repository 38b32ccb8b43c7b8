package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.proof.PodWorld.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/**
 * The engine decides for the volumes of a pod as the contract says, and the laws hold there too.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE)
class PodProofTest {

  @Provide
  Arbitrary<List<PodStep>> longHistories() {
    return PodHistories.any();
  }

  @Provide
  Arbitrary<List<PodStep>> histories() {
    return PodHistories.some();
  }

  @Provide
  Arbitrary<List<PodStep>> failures() {
    return PodHistories.ofFailures();
  }

  @Provide
  Arbitrary<Map<String, Source>> volumes() {
    return PodHistories.volumes();
  }

  @Provide
  Arbitrary<Choices> choices() {
    return Histories.choices();
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> conditions() {
    return Histories.conditions();
  }

  /** Also that the entries of other volumes stay as they are (rule C24). */
  @Property
  void everyDecisionAndWhatIsStoredAreThoseOfTheContract(
      @ForAll("volumes") Map<String, Source> volumes,
      @ForAll("longHistories") List<PodStep> history,
      @ForAll("choices") Choices choices) {
    PodWorld world = new PodWorld(choices, volumes);
    history.forEach(world::play);
  }

  @Property
  void decidingTwiceOnUnchangedInputWritesOnce(
      @ForAll("volumes") Map<String, Source> volumes,
      @ForAll("histories") List<PodStep> history,
      @ForAll("choices") Choices choices) {
    PodWorld world = new PodWorld(choices, volumes);
    for (PodStep step : history) {
      if (step instanceof PodStep.Probe probe && world.server().gate()) {
        world.play(probe.undisturbed());
        int decided = world.events().size();
        world.play(probe.undisturbed());
        assertThat(since(world, decided)).allMatch(event -> event.sent().isEmpty());
      } else {
        world.play(step);
      }
    }
  }

  @Property
  void noHistoryOfFailedProbesWrites(
      @ForAll("volumes") Map<String, Source> volumes,
      @ForAll("histories") List<PodStep> history,
      @ForAll("failures") List<PodStep> failures,
      @ForAll("choices") Choices choices) {
    PodWorld world = new PodWorld(choices, volumes);
    history.forEach(world::play);
    int decided = world.events().size();
    failures.forEach(world::play);
    assertThat(since(world, decided)).allMatch(event -> event.sent().isEmpty());
  }

  /** Rules C9, C10: for each name by itself. */
  @Property
  void theTimeOfEachNameStaysWithItsKeysAndNeverRunsBackwards(
      @ForAll("volumes") Map<String, Source> volumes,
      @ForAll("histories") List<PodStep> history,
      @ForAll("choices") Choices choices) {
    PodWorld world = new PodWorld(choices, volumes);
    for (PodStep step : history) {
      int decided = world.events().size();
      // A conflict has other health before it, and a new pod none.
      world.play(step instanceof PodStep.Probe probe ? probe.undisturbed() : step);
      for (PodWorld.Event event : since(world, decided)) {
        event.after().forEach((name, is) -> assertTime(event.before().get(name), is, event.now()));
      }
    }
  }

  private static void assertTime(Stored was, Stored is, Instant now) {
    if (!is.present()) {
      return;
    }
    if (was.messages().keySet().equals(is.messages().keySet())) {
      assertThat(is.since()).isEqualTo(was.since());
    } else {
      assertThat(is.since().orElseThrow().getNano()).isZero();
      boolean farAhead =
          was.since().filter(time -> time.isAfter(now.plus(Duration.ofMinutes(5)))).isPresent();
      assertThat(was.since().isPresent() && is.since().get().isBefore(was.since().get()))
          .isEqualTo(farAhead);
    }
  }

  /** But for unknown statuses that the server holds already, which it leaves alone. */
  @Property
  void whatIsStoredIsValid(
      @ForAll("volumes") Map<String, Source> volumes,
      @ForAll("histories") List<PodStep> history,
      @ForAll("choices") Choices choices) {
    PodWorld world = new PodWorld(choices, volumes);
    for (PodStep step : history) {
      world.play(step);
      assertThat(
              HealthValidation.ofPod(
                  world.pod().volumeHealth(),
                  world.pod().volumes().stream().map(volume -> volume.name()).toList()))
          .noneMatch(violation -> !violation.path().endsWith(".status"));
    }
  }

  @Property
  void steadyInputMeansNoWrites(
      @ForAll("volumes") Map<String, Source> volumes,
      @ForAll("histories") List<PodStep> history,
      @ForAll("conditions") List<VolumeHealthCondition> conditions,
      @ForAll("choices") Choices choices) {
    PodWorld world = new PodWorld(choices, volumes);
    history.forEach(world::play);
    world.play(new PodStep.Recreate(Map.of("a", Source.ORDERS, "b", Source.ORDERS)));
    world.play(new PodStep.Gate(true));
    PodStep probe =
        new PodStep.Probe(
            "orders", new Answer(conditions, Optional.empty()), List.of(Fate.of(Fate.Kind.NONE)));
    world.play(probe);
    int decided = world.events().size();
    for (int i = 0; i < 5; i++) {
      world.play(new PodStep.Clock(Duration.ofMinutes(7).toMillis()));
      world.play(probe);
    }
    assertThat(since(world, decided)).hasSize(5).allMatch(event -> event.sent().isEmpty());
  }

  private static List<PodWorld.Event> since(PodWorld world, int decided) {
    return world.events().subList(decided, world.events().size());
  }
}
