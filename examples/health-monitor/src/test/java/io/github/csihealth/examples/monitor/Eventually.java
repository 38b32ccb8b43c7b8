package io.github.csihealth.examples.monitor;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for what other threads and processes bring about. */
final class Eventually {

  /** Generous: it only bounds how long a failing test takes. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private Eventually() {}

  /** Something that may not hold yet. */
  interface Check {
    void run() throws Exception;
  }

  /** Returns once the assertions of the check hold; fails as they do when they do not in time. */
  static void eventually(Check check) throws Exception {
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
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
