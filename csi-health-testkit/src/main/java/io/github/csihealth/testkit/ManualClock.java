package io.github.csihealth.testkit;

import io.github.csihealth.runtime.TimePort;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Wall time, elapsed time and timers that stand still until they are moved, all together. {@link
 * #advance} runs each timer at its moment, on the thread that advances; {@link #setBack} moves wall
 * time alone, as an operator who corrects a clock does.
 *
 * <pre>{@code
 * ManualClock clock = ManualClock.at("2026-01-01T12:00:00Z");
 * clock.schedule(Duration.ofMinutes(5), () -> probe());
 * clock.advance(Duration.ofMinutes(6)); // probes at 12:05:00, then shows 12:06:00
 * }</pre>
 *
 * <p>Safe for use by any number of threads.
 */
public final class ManualClock implements TimePort {

  private record Timer(long at, long order, Runnable task) {}

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::order));
  private Instant now;
  private long nanos;
  private long order;

  private ManualClock(Instant start) {
    this.now = Objects.requireNonNull(start, "start");
  }

  /** A clock that shows this time; elapsed time begins at 0. */
  public static ManualClock at(Instant start) {
    return new ManualClock(start);
  }

  /**
   * A clock that shows this time; elapsed time begins at 0.
   *
   * @param start in the form {@code 2026-01-01T12:00:00Z}
   * @throws java.time.format.DateTimeParseException if it is no such time
   */
  public static ManualClock at(String start) {
    return at(Instant.parse(start));
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public synchronized void schedule(Duration delay, Runnable task) {
    timers.add(new Timer(nanos + delay.toNanos(), order++, task));
  }

  /**
   * Moves wall and elapsed time on, and runs the timers that come due on the way, in order, each at
   * its own moment; those that they set too. Returns the new time.
   *
   * @throws IllegalArgumentException if the amount is negative: see {@link #setBack}
   */
  public Instant advance(Duration amount) {
    if (amount.isNegative()) {
      throw new IllegalArgumentException("elapsed time does not run backwards: " + amount);
    }
    long end = nanoTime() + amount.toNanos();
    for (Timer due = moveToNext(end); due != null; due = moveToNext(end)) {
      due.task.run();
    }
    return instant();
  }

  private synchronized @Nullable Timer moveToNext(long end) {
    Timer next = timers.peek();
    boolean due = next != null && next.at <= end;
    long to = due ? Math.max(nanos, Objects.requireNonNull(next).at) : end;
    now = now.plusNanos(to - nanos);
    nanos = to;
    return due ? timers.poll() : null;
  }

  /** Sets wall time back, or on if negative; elapsed time and timers stay. Returns the new time. */
  public synchronized Instant setBack(Duration amount) {
    now = now.minus(amount);
    return now;
  }

  /** How many timers are set. */
  public synchronized int timers() {
    return timers.size();
  }

  /** Reads {@code 2026-01-01T12:00:00Z}. */
  @Override
  public String toString() {
    return instant().toString();
  }
}
