package io.github.csihealth.runtime;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Exponential back-off with jitter: between half and all of base times two to the failures. */
record Backoff(Duration base, Duration max) {

  private static final int MAX_DOUBLINGS = 30;

  /**
   * The wait after this many failures in a row.
   *
   * @param failures at least 1
   */
  Duration after(int failures, RandomGenerator random) {
    long nanos = base.toNanos();
    for (int i = 1; i < Math.min(failures, MAX_DOUBLINGS) && nanos < max.toNanos(); i++) {
      nanos *= 2;
    }
    long limit = Math.min(nanos, max.toNanos());
    return Duration.ofNanos(limit / 2 + random.nextLong(limit / 2 + 1));
  }
}
