package io.github.csihealth.examples.monitor;

import java.time.Duration;

/** Lets a burst through, and after that one more from time to time. Not thread-safe. */
final class TokenBucket {

  private final int burst;
  private final long nanosPerToken;

  /** Up to when, on the caller's clock, the tokens taken so far take to grow again. */
  private long owedUntil;

  /** A bucket that is full at this moment of the caller's clock, in nanoseconds. */
  TokenBucket(int burst, Duration perToken, long now) {
    this.burst = burst;
    this.nanosPerToken = perToken.toNanos();
    this.owedUntil = now;
  }

  /** Takes a token if there is one. */
  boolean take(long now) {
    if (owedUntil - now < 0) {
      owedUntil = now;
    }
    boolean there = owedUntil - now <= (burst - 1) * nanosPerToken;
    if (there) {
      owedUntil += nanosPerToken;
    }
    return there;
  }
}
