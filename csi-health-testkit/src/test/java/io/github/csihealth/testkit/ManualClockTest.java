package io.github.csihealth.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final ManualClock clock = ManualClock.at(NOON);

  @Test
  void wallTimeAndElapsedTimeMoveTogether() {
    assertThat(clock.nanoTime()).isZero();
    assertThat(clock.advance(Duration.ofSeconds(90))).isEqualTo(NOON.plusSeconds(90));
    assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(90));
    assertThat(clock.nanoTime()).isEqualTo(90_000_000_000L);
  }

  @Test
  void wallTimeAloneIsSetBack() {
    clock.advance(Duration.ofSeconds(10));
    assertThat(clock.setBack(Duration.ofHours(1))).isEqualTo(NOON.plusSeconds(10 - 3600));
    assertThat(clock.setBack(Duration.ofHours(-2))).isEqualTo(NOON.plusSeconds(10 + 3600));
    assertThat(clock.nanoTime()).isEqualTo(10_000_000_000L);
  }

  @Test
  void timersRunInOrderEachAtItsOwnMoment() {
    List<String> ran = new ArrayList<>();
    clock.schedule(Duration.ofSeconds(3), () -> ran.add("third " + clock));
    clock.schedule(
        Duration.ofSeconds(1),
        () -> {
          ran.add("first " + clock);
          clock.schedule(Duration.ofSeconds(1), () -> ran.add("second " + clock));
        });
    clock.schedule(Duration.ofSeconds(60), () -> ran.add("never"));
    clock.advance(Duration.ofSeconds(5));
    assertThat(ran)
        .containsExactly(
            "first 2026-01-01T12:00:01Z",
            "second 2026-01-01T12:00:02Z",
            "third 2026-01-01T12:00:03Z");
    assertThat(clock.timers()).isEqualTo(1);
    assertThat(clock).hasToString("2026-01-01T12:00:05Z");
  }

  @Test
  void elapsedTimeDoesNotRunBackwards() {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("elapsed time does not run backwards: PT-1S");
  }
}
