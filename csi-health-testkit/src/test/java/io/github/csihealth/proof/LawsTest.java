package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthCondition.Key;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.Decision.Cause;
import io.github.csihealth.reconcile.HealthEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** What holds in every history, each said by itself and without the reference. */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE)
class LawsTest {

  private static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(5);

  @Provide
  Arbitrary<List<Step>> histories() {
    return Histories.some();
  }

  @Provide
  Arbitrary<List<Step>> failures() {
    return Histories.ofFailures();
  }

  @Provide
  Arbitrary<Choices> choices() {
    return Histories.choices();
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> conditions() {
    return Histories.conditions();
  }

  @Property
  void decidingTwiceOnUnchangedInputWritesOnce(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    World world = begin(choices);
    for (Step step : history) {
      if (step instanceof Step.Get get && world.cluster().server.gate()) {
        world.play(get.undisturbed());
        int decided = world.events().size();
        world.play(get.undisturbed());
        assertThat(since(world, decided)).allMatch(event -> event.sent().isEmpty());
      } else {
        world.play(step);
      }
    }
  }

  @Property
  void noHistoryOfFailedCallsClearsACondition(
      @ForAll("histories") List<Step> history,
      @ForAll("failures") List<Step> failures,
      @ForAll("choices") Choices choices) {
    World world = begin(choices);
    history.forEach(world::play);
    int decided = world.events().size();
    failures.forEach(world::play);
    for (Event event : since(world, decided)) {
      assertThat(Event.keys(event.after())).containsAll(Event.keys(event.before()));
    }
  }

  /** Rules C3, C12, C13. */
  @Property
  void aRecoveryIsWrittenAfterAnEmptyReportOrTwoCyclesWhereGetGivesNoAnswer(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    Map<String, Event> last = new HashMap<>();
    for (Event event : play(history, choices)) {
      if (event.clears()) {
        Event before = last.get(event.uid());
        boolean absentTwice =
            event.seen().countsAsAbsence()
                && before != null
                && before.seen().countsAsAbsence()
                && before.cycle() == event.cycle() - 1
                && before.life() == event.life();
        boolean asked = choices.clearOnOnlyUnknown() && event.seen().onlyUnknown();
        assertThat(event.seen().saysHealthy() || absentTwice || asked).as("%s", event).isTrue();
      }
      if (event.seen() != Seen.ABSENT) {
        last.put(event.uid(), event);
      }
    }
  }

  /** Rules C9, C10. */
  @Property
  void theTimeStaysWithTheKeysAndNeverRunsBackwards(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    for (Event event : play(history, choices)) {
      if (event.sent().isEmpty() || event.sent().get().state() == HealthState.NO_INFORMATION) {
        continue;
      }
      Optional<Instant> was = event.before().lastTransitionTime();
      Optional<Instant> is = event.sent().get().lastTransitionTime();
      if (Event.keys(event.before()).equals(Event.keys(event.sent().get()))) {
        assertThat(is).isEqualTo(was);
      } else {
        assertThat(is.orElseThrow().getNano()).isZero();
        boolean farAhead =
            was.filter(time -> time.isAfter(event.now().plus(MAX_CLOCK_SKEW))).isPresent();
        assertThat(was.isPresent() && is.get().isBefore(was.get())).isEqualTo(farAhead);
      }
    }
  }

  /** Rule C18. */
  @Property
  void aReportIsNeverWrittenToAClaimThatIsNotBoundToThatVolume(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    World world = begin(choices);
    for (Step step : history) {
      if (step instanceof Step.Get get) {
        Map<String, byte[]> others = new HashMap<>();
        for (String name : world.cluster().claims.keySet()) {
          if (!isBound(world.cluster(), name, get.handle())) {
            others.put(name, world.cluster().server.read(name));
          }
        }
        world.play(get.undisturbed());
        others.forEach(
            (name, bytes) -> assertThat(world.cluster().server.read(name)).isEqualTo(bytes));
      } else {
        world.play(step);
      }
    }
  }

  private static boolean isBound(Cluster cluster, String claim, String handle) {
    return cluster.bound().containsKey(claim) && cluster.bound().get(claim).handle().equals(handle);
  }

  /** Of an unknown status only what the server holds already is sent, which it leaves alone. */
  @Property
  void whatIsWrittenIsValid(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    for (Event event : play(history, choices)) {
      if (event.sent().isPresent()) {
        List<VolumeHealthCondition> looked =
            event.sent().get().conditions().stream()
                .filter(
                    c ->
                        c.status().isKnown()
                            || !event.before().conditions().get(c.key()).isPresent())
                .toList();
        assertThat(HealthValidation.ofClaim(VolumeHealthStatus.of(MapList.copyOf(looked), null)))
            .isEmpty();
        assertThat(event.sent().get().conditions().size()).isLessThanOrEqualTo(16);
      }
    }
  }

  @Property
  void steadyInputMeansNoWrites(
      @ForAll("histories") List<Step> history,
      @ForAll("conditions") List<VolumeHealthCondition> one,
      @ForAll("conditions") List<VolumeHealthCondition> two,
      @ForAll("choices") Choices choices) {
    World world = begin(choices);
    history.forEach(world::play);
    Histories.beginning().forEach(world::play);
    world.play(new Step.Gate(true));
    // A message may have to wait for its turn.
    world.play(listing(one, two));
    world.play(new Step.Clock(Duration.ofHours(1).toMillis()));
    world.play(listing(one, two));
    int decided = world.events().size();
    for (int i = 0; i < 5; i++) {
      world.play(new Step.Clock(Duration.ofMinutes(7).toMillis()));
      world.play(listing(reversed(one), reversed(two)));
      world.play(new Step.Get("h1", new Answer(one, Optional.empty()), List.of()));
    }
    assertThat(since(world, decided)).isNotEmpty().allMatch(event -> event.sent().isEmpty());
  }

  private static <T> List<T> reversed(List<T> list) {
    List<T> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }

  private static Step listing(List<VolumeHealthCondition> one, List<VolumeHealthCondition> two) {
    List<VolumeHealthReport> page =
        List.of(VolumeHealthReport.of("h1", one), VolumeHealthReport.of("h2", two));
    Fate<OtherHealth> none = Fate.of(Fate.Kind.NONE);
    return new Step.Cycle(
        List.of(List.of(page)), Optional.empty(), Map.of(), Collections.nCopies(2, none));
  }

  /** Rule C9, as long as the clock does not go back. */
  @Property
  void messagesAloneAreWrittenAtMostOnceInAnInterval(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    List<Step> forwards =
        history.stream()
            .filter(step -> !(step instanceof Step.Clock clock && clock.millis() < 0))
            .toList();
    Map<String, Event> last = new HashMap<>();
    for (Event event : play(forwards, choices)) {
      if (event.cause() == Cause.MESSAGE_CHANGED && event.changed()) {
        Event before = last.put(event.uid(), event);
        if (before != null && before.life() == event.life()) {
          assertThat(
                  Duration.ofSeconds(event.now().getEpochSecond() - before.now().getEpochSecond()))
              .isGreaterThanOrEqualTo(choices.interval());
        }
      }
    }
  }

  /** Rule C26: what is told is what has changed, and nothing else is told. */
  @Property
  void everyTransitionThatWasStoredIsToldOnce(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    for (Event event : play(history, choices)) {
      Set<Key> joined = new HashSet<>(Event.keys(event.after()));
      joined.removeAll(Event.keys(event.before()));
      boolean ours = event.sent().isPresent() && event.sent().get().equals(event.after());
      boolean recovered =
          ours && event.changed() && event.clears() && event.cause() == Cause.RECOVERED;
      assertThat(event.told().map(HealthEvent::reason))
          .as("%s", event)
          .isEqualTo(
              ours && !joined.isEmpty()
                  ? Optional.of(HealthEvent.Reason.VOLUME_HEALTH_ABNORMAL)
                  : recovered
                      ? Optional.of(HealthEvent.Reason.VOLUME_HEALTH_RECOVERED)
                      : Optional.empty());
    }
  }

  /** Rule C3. */
  @Property
  void anUnknownStatusIsToldAgainOnlyAfterAReportWithoutIt(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    Map<String, Set<String>> lasting = new HashMap<>();
    for (Event event : play(history, choices)) {
      Set<String> told =
          lasting.computeIfAbsent(event.uid() + "/" + event.life(), unused -> new HashSet<>());
      assertThat(event.surfaced()).as("%s", event).noneMatch(told::contains);
      told.addAll(event.surfaced());
      if (event.seen().kind() == Seen.Kind.REPORTED) {
        told.retainAll(event.seen().unknown());
      }
      assertThat(told).as("%s", event).containsAll(event.seen().unknown());
    }
  }

  private static World begin(Choices choices) {
    World world = World.recording(choices);
    Histories.beginning().forEach(world::play);
    return world;
  }

  private static List<Event> play(List<Step> history, Choices choices) {
    World world = begin(choices);
    history.forEach(world::play);
    return world.events();
  }

  private static List<Event> since(World world, int decided) {
    return world.events().subList(decided, world.events().size());
  }
}
