package io.github.csihealth.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Wall time that stands still until it is moved, forwards or back as real clocks may be set.
 *
 * <p>Safe for use by any number of threads.
 */
public final class ManualClock implements InstantSource {

  private final AtomicReference<Instant> now;

  private ManualClock(Instant start) {
    this.now = new AtomicReference<>(Objects.requireNonNull(start, "start"));
  }

  /** A clock that shows this time. */
  public static ManualClock at(Instant start) {
    return new ManualClock(start);
  }

  /**
   * A clock that shows this time.
   *
   * @param start in the form {@code 2026-01-01T12:00:00Z}
   * @throws java.time.format.DateTimeParseException if it is no such time
   */
  public static ManualClock at(String start) {
    return at(Instant.parse(start));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  /** Moves the time on; a negative amount sets it back. Returns the new time. */
  public Instant advance(Duration amount) {
    return now.updateAndGet(time -> time.plus(amount));
  }

  /** Reads {@code 2026-01-01T12:00:00Z}. */
  @Override
  public String toString() {
    return instant().toString();
  }
}
