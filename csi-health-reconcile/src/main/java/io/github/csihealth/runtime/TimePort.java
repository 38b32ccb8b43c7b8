package io.github.csihealth.runtime;

import java.time.Duration;
import java.time.InstantSource;

/** Wall time for what is stored, elapsed time for what is measured, and timers. */
public interface TimePort extends InstantSource {

  /** Elapsed time in nanoseconds from some fixed point, as {@link System#nanoTime}. */
  long nanoTime();

  /**
   * Runs the task once after this time, on any thread; never within this call.
   *
   * @param delay not negative
   */
  void schedule(Duration delay, Runnable task);
}
