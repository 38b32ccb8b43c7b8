package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.reconcile.StorageIntent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** The engine decides for the backends of a node as the contract says, and the laws hold there. */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE)
class NodeProofTest {

  @Provide
  Arbitrary<List<NodeStep>> longHistories() {
    return NodeHistories.any();
  }

  @Provide
  Arbitrary<List<NodeStep>> histories() {
    return NodeHistories.some();
  }

  @Provide
  Arbitrary<List<NodeStep>> failures() {
    return NodeHistories.ofFailures();
  }

  @Provide
  Arbitrary<Choices> choices() {
    return Histories.choices();
  }

  @Provide
  Arbitrary<List<StorageHealthCondition>> conditions() {
    return NodeHistories.conditions();
  }

  /** Also that the entries of other drivers stay as they are (rule C19). */
  @Property
  void everyDecisionAndWhatIsStoredAreThoseOfTheContract(
      @ForAll("longHistories") List<NodeStep> history, @ForAll("choices") Choices choices) {
    NodeWorld world = new NodeWorld(choices);
    history.forEach(world::play);
  }

  @Property
  void decidingTwiceOnUnchangedInputWritesOnce(
      @ForAll("histories") List<NodeStep> history, @ForAll("choices") Choices choices) {
    NodeWorld world = new NodeWorld(choices);
    for (NodeStep step : history) {
      if (step instanceof NodeStep.Probe probe && world.server().gate()) {
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
      @ForAll("histories") List<NodeStep> history,
      @ForAll("failures") List<NodeStep> failures,
      @ForAll("choices") Choices choices) {
    NodeWorld world = new NodeWorld(choices);
    history.forEach(world::play);
    int decided = world.events().size();
    failures.forEach(world::play);
    assertThat(since(world, decided)).allMatch(event -> event.sent().isEmpty());
  }

  /** Rule C24: whatever joins or leaves beside it. */
  @Property
  void eachConditionKeepsItsTimeAsLongAsItStays(
      @ForAll("histories") List<NodeStep> history, @ForAll("choices") Choices choices) {
    NodeWorld world = new NodeWorld(choices);
    for (NodeStep step : history) {
      int decided = world.events().size();
      // A conflict has other health before it, and a new node none.
      world.play(step instanceof NodeStep.Probe probe ? probe.undisturbed() : step);
      for (NodeWorld.Event event : since(world, decided)) {
        if (event.before().equals(event.after())) {
          continue;
        }
        event
            .after()
            .conditions()
            .forEach(
                (key, condition) -> {
                  Instant now = Instant.ofEpochSecond(event.now().getEpochSecond());
                  Optional<Instant> was =
                      Optional.ofNullable(event.before().conditions().get(key))
                          .flatMap(ReferenceBackend.Condition::since);
                  assertThat(condition.since()).contains(was.orElse(now));
                });
      }
    }
  }

  @Property
  void whatIsWrittenIsValid(
      @ForAll("histories") List<NodeStep> history, @ForAll("choices") Choices choices) {
    NodeWorld world = new NodeWorld(choices);
    history.forEach(world::play);
    for (NodeWorld.Event event : world.events()) {
      event
          .sent()
          .flatMap(StorageIntent::desired)
          .ifPresent(
              desired ->
                  assertThat(HealthValidation.ofCsiNode(MapList.of(desired)))
                      .as("%s", desired)
                      .isEmpty());
    }
  }

  @Property
  void steadyInputMeansNoWrites(
      @ForAll("histories") List<NodeStep> history,
      @ForAll("conditions") List<StorageHealthCondition> conditions,
      @ForAll("choices") Choices choices) {
    NodeWorld world = new NodeWorld(choices);
    history.forEach(world::play);
    world.play(new NodeStep.Recreate());
    world.play(new NodeStep.Gate(true));
    List<StorageHealthCondition> reversed = new ArrayList<>(conditions);
    Collections.reverse(reversed);
    world.play(probe(conditions));
    int decided = world.events().size();
    for (int i = 0; i < 5; i++) {
      world.play(new NodeStep.Clock(Duration.ofMinutes(7).toMillis()));
      world.play(probe(reversed));
    }
    assertThat(since(world, decided)).hasSize(5).allMatch(event -> event.sent().isEmpty());
  }

  private static NodeStep probe(List<StorageHealthCondition> conditions) {
    return new NodeStep.Probe(
        NodeWorld.OURS.get(0),
        new NodeAnswer(conditions, false, Optional.empty()),
        List.of(Fate.of(Fate.Kind.NONE)));
  }

  private static List<NodeWorld.Event> since(NodeWorld world, int decided) {
    return world.events().subList(decided, world.events().size());
  }
}
