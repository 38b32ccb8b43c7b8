package io.github.csihealth.examples.monitor;

import io.github.csihealth.runtime.TimePort;
import java.time.Duration;
import java.time.Instant;

/** A clock that runs faster than the one it is made from, and whose wall time can be stepped. */
final class ScaledTime implements TimePort {

  private final TimePort real;
  private final int speed;
  private final Instant start;
  private final long startNanos;
  private volatile Duration step = Duration.ZERO;

  ScaledTime(TimePort real, int speed) {
    this.real = real;
    this.speed = speed;
    this.start = real.instant();
    this.startNanos = real.nanoTime();
  }

  @Override
  public long nanoTime() {
    return startNanos + (real.nanoTime() - startNanos) * speed;
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanoTime() - startNanos).plus(step);
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    real.schedule(delay.dividedBy(speed), task);
  }

  /** Wall time, and it alone, is that much later than it would be, or earlier if negative. */
  void step(Duration by) {
    step = by;
  }
}
