package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.examples.monitor.EventCorrelator.Occurrence;
import io.github.csihealth.model.Claim;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.testkit.ManualClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many events become few Event objects, and few writes. */
class EventCorrelatorTest {

  private static final Claim DATA = claim("data", "uid-1");
  private static final HealthEvent SLOW = SampleEvents.abnormal("DiskSlow");
  private static final HealthEvent LOST = SampleEvents.abnormal("PathLost");

  private final ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
  private final EventCorrelator correlator = new EventCorrelator(clock);

  private static Claim claim(String name, String uid) {
    return Claim.builder("shop", name, uid).build();
  }

  private Optional<Occurrence> occurred(Claim claim, HealthEvent event) {
    return correlator.occurred(claim, event, clock.instant());
  }

  @Test
  void theSameOnTheSameClaimIsOneObjectThatCounts() {
    Occurrence first = occurred(DATA, SLOW).orElseThrow();
    clock.advance(Duration.ofSeconds(7));
    Occurrence second = occurred(DATA, SLOW).orElseThrow();

    assertThat(first.count()).isEqualTo(1);
    assertThat(second).isEqualTo(new Occurrence(first.name(), first.first(), clock.instant(), 2));
  }

  @Test
  void anythingElseIsAnObjectOfItsOwnAlsoAtTheSameMoment() {
    List<Occurrence> all =
        List.of(
            occurred(DATA, SLOW).orElseThrow(),
            occurred(DATA, LOST).orElseThrow(),
            occurred(DATA, SampleEvents.recovered()).orElseThrow(),
            occurred(claim("data", "uid-2"), SLOW).orElseThrow());

    assertThat(all).extracting(Occurrence::count).containsOnly(1);
    assertThat(all).extracting(Occurrence::name).doesNotHaveDuplicates();
    assertThat(all).allMatch(occurrence -> occurrence.name().matches("data\\.[0-9a-f]{16}"));
  }

  @Test
  void aClaimThatFlapsGets25WritesAndThenOneEveryFiveMinutesWhichCountsWhatWasHeldBack() {
    long written =
        IntStream.range(0, 100)
            .filter(i -> occurred(DATA, i % 2 == 0 ? SLOW : LOST).isPresent())
            .count();
    assertThat(written).isEqualTo(25);
    assertThat(occurred(claim("other", "uid-2"), SLOW))
        .as("another claim's are its own")
        .isPresent();

    clock.advance(Duration.ofMinutes(5));
    assertThat(occurred(DATA, SLOW)).map(Occurrence::count).hasValue(51);
    assertThat(occurred(DATA, SLOW)).isEmpty();
  }

  @Test
  void memoryIsBoundedAndWhatIsForgottenStartsAnew() {
    Occurrence first = occurred(DATA, SLOW).orElseThrow();
    for (int i = 0; i < EventCorrelator.MAX_REMEMBERED; i++) {
      occurred(claim("c" + i, "other-" + i), SLOW);
    }
    Occurrence again = occurred(DATA, SLOW).orElseThrow();

    assertThat(again.count()).isEqualTo(1);
    assertThat(again.name()).isNotEqualTo(first.name());
  }

  @Test
  void aLongNameOfAClaimIsCutToWhatAnObjectMayBeCalled() {
    String name = "a".repeat(235) + "." + "b".repeat(17);
    Set<String> names = new HashSet<>();
    for (HealthEvent event : List.of(SLOW, LOST)) {
      names.add(occurred(claim(name, "uid-1"), event).orElseThrow().name());
    }
    assertThat(names).hasSize(2).allMatch(made -> made.matches("a{235}\\.[0-9a-f]{16}"));
  }
}
