package io.github.csihealth.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.FailureKind;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule C11 and the interval of get mode: when a volume is due. */
class GetScheduleTest {

  private static final long INTERVAL = Duration.ofMinutes(1).toNanos();
  private static final long FIRST_DELAY = Duration.ofSeconds(10).toNanos();

  private final GetSchedule schedule = new GetSchedule(Duration.ofNanos(INTERVAL), new Random(1));

  /** Elapsed time has no zero, and may wrap around. */
  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MAX_VALUE - 5})
  void aNewVolumeIsDueSoonAndOnce(long now) {
    schedule.add("v", now);
    schedule.add("v", now);
    long next = schedule.next().orElseThrow();
    assertThat(next - now).isBetween(0L, FIRST_DELAY);
    assertThat(schedule.due(next - 1)).isEmpty();
    assertThat(schedule.due(next)).containsExactly("v");
    assertThat(schedule.next()).isEmpty();
  }

  @Test
  void aShortIntervalIsTheFirstDelayToo() {
    GetSchedule often = new GetSchedule(Duration.ofNanos(3), new Random(1));
    for (int i = 0; i < 100; i++) {
      often.add("v" + i, 0);
    }
    assertThat(often.due(3)).hasSize(100);
  }

  @Test
  void thoseThatCameTogetherDoNotStayTogether() {
    for (int i = 0; i < 100; i++) {
      schedule.add("v" + i, 0);
    }
    assertThat(schedule.due(FIRST_DELAY / 2).size()).isBetween(20, 80);
    schedule.due(FIRST_DELAY).forEach(volume -> schedule.answered(volume, FIRST_DELAY));
    assertThat(schedule.due(FIRST_DELAY + INTERVAL - 1)).isEmpty();
    int half = schedule.due(FIRST_DELAY + INTERVAL + INTERVAL / 20).size();
    int rest = schedule.due(FIRST_DELAY + INTERVAL + INTERVAL / 10).size();
    assertThat(half).isBetween(5, 45);
    assertThat(rest).isBetween(5, 45);
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void c11AFailedVolumeIsAskedLaterAndLaterAndNeverSoonerThanAnAnsweredOne(FailureKind kind) {
    boolean slowsDownAtOnce = kind == FailureKind.REFUSED;
    long now = ask(0);
    for (int failures = 1; failures <= 10; failures++) {
      schedule.failed("v", kind, now);
      long next = schedule.next().orElseThrow();
      int doublings = slowsDownAtOnce ? failures : failures - 1;
      long most = Math.min(2L << doublings, 16);
      assertThat(next - now).isBetween(most / 2 * INTERVAL, most * INTERVAL);
      now = ask(next);
    }
    schedule.answered("v", now);
    now = ask(schedule.next().orElseThrow());
    schedule.failed("v", FailureKind.RETRYABLE, now);
    assertThat(schedule.next().orElseThrow() - now).isBetween(INTERVAL, 2 * INTERVAL);
  }

  private long ask(long now) {
    schedule.add("v", now);
    long next = schedule.next().orElseThrow();
    assertThat(schedule.due(next)).containsExactly("v");
    return next;
  }

  @Test
  void aVolumeAskedForAnotherReasonWaitsFromThenOn() {
    schedule.add("v", 0);
    schedule.answered("v", FIRST_DELAY);
    assertThat(schedule.due(FIRST_DELAY + INTERVAL - 1)).isEmpty();
    assertThat(schedule.due(FIRST_DELAY + 2 * INTERVAL)).containsExactly("v");
  }

  @Test
  void aVolumeThatIsDroppedAndTakenUpAgainIsDueOnce() {
    schedule.add("v", 0);
    schedule.drop("v");
    schedule.add("v", 1);
    assertThat(schedule.due(1 + FIRST_DELAY)).containsExactly("v");
  }

  @Test
  void whatIsNotInHandIsNeverDue() {
    schedule.add("dropped", 0);
    schedule.drop("dropped");
    schedule.answered("dropped", 0);
    schedule.failed("dropped", FailureKind.RETRYABLE, 0);
    schedule.add("cleared", 0);
    schedule.clear();
    schedule.answered("cleared", 0);
    assertThat(schedule.due(100 * INTERVAL)).isEmpty();
    assertThat(schedule.next()).isEmpty();
  }
}
