package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** As {@link System#nanoTime} may: it runs over the end of its range meanwhile. */
  private long now = Long.MAX_VALUE - MINUTE.toNanos();

  private final TokenBucket bucket = new TokenBucket(3, MINUTE, now);

  private long taken(int tries) {
    return IntStream.range(0, tries).filter(i -> bucket.take(now)).count();
  }

  @Test
  void aBurstGoesThroughAndThenOneAMinute() {
    assertThat(taken(10)).isEqualTo(3);
    now += MINUTE.toNanos() - 1;
    assertThat(taken(10)).isZero();
    now += 1;
    assertThat(taken(10)).isEqualTo(1);
    now += 2 * MINUTE.toNanos();
    assertThat(taken(10)).isEqualTo(2);
  }

  @Test
  void itNeverHoldsMoreThanABurst() {
    taken(10);
    now += 1_000 * MINUTE.toNanos();
    assertThat(taken(10)).isEqualTo(3);
  }
}
