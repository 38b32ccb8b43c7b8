package io.github.csihealth.examples.monitor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads and processes bring about. */
final class Eventually {

  /** Generous: it only bounds how long a failing test takes. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final Duration PAUSE = Duration.ofMillis(5);

  private Eventually() {}

  /** Something that may not hold yet. */
  interface Check<E extends Exception> {
    void run() throws E;
  }

  /** Returns once the condition holds; fails by saying what did not come about in time. */
  static void eventually(String what, BooleanSupplier condition) {
    eventually(
        () -> {
          if (!condition.getAsBoolean()) {
            throw new AssertionError("not within " + DEADLINE.toSeconds() + " s: " + what);
          }
        });
  }

  /** Returns once the assertions of the check hold; fails as they do when they do not in time. */
  static <E extends Exception> void eventually(Check<E> check) throws E {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      try {
        check.run();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
