package io.github.csihealth.runtime;

import java.time.Duration;

/**
 * A token bucket: so many writes at once after a quiet time, and so many a second in the long run.
 */
final class WritePace {

  private static final double NANOS = 1e9;

  private final double perNano;
  private final int burst;
  private double tokens;
  private long filledAt;

  WritePace(double perSecond, int burst, long nanoTime) {
    this.perNano = perSecond / NANOS;
    this.burst = burst;
    this.tokens = burst;
    this.filledAt = nanoTime;
  }

  /** Whether there is a token. */
  boolean ready(long nanoTime) {
    fill(nanoTime);
    return tokens >= 1;
  }

  /** Takes a token; there must be one. */
  void take(long nanoTime) {
    fill(nanoTime);
    tokens -= 1;
  }

  /** How long until there is a token. */
  Duration untilNext(long nanoTime) {
    fill(nanoTime);
    return tokens >= 1 ? Duration.ZERO : Duration.ofNanos((long) Math.ceil((1 - tokens) / perNano));
  }

  private void fill(long nanoTime) {
    tokens = Math.min(burst, tokens + (nanoTime - filledAt) * perNano);
    filledAt = nanoTime;
  }
}
