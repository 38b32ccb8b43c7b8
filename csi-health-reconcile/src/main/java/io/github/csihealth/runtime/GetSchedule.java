package io.github.csihealth.runtime;

import io.github.csihealth.model.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/**
 * When each volume is to be asked next in get mode: after the interval, a little later by chance so
 * that volumes which came together do not stay together, and after failures later and later (C11).
 *
 * <p>Not thread-safe. Times are elapsed nanoseconds.
 */
final class GetSchedule {

  /** A new volume is asked within this time, so that many new ones are no burst. */
  private static final Duration MAX_FIRST_DELAY = Duration.ofSeconds(10);

  private static final int MAX_BACKOFF_INTERVALS = 16;
  private static final int JITTER_DIVISOR = 10;

  private record Due(long at, String volume) {}

  private final Duration interval;
  private final Backoff backoff;
  private final RandomGenerator random;
  private final PriorityQueue<Due> queue =
      // By difference: elapsed nanoseconds may wrap around.
      new PriorityQueue<>((a, b) -> Long.signum(a.at - b.at));
  private final Map<String, Integer> failures = new HashMap<>();

  GetSchedule(Duration interval, RandomGenerator random) {
    this.interval = interval;
    this.backoff = new Backoff(interval, interval.multipliedBy(MAX_BACKOFF_INTERVALS));
    this.random = random;
  }

  /** Takes a volume up, if it is not in hand already. */
  void add(String volume, long now) {
    if (failures.putIfAbsent(volume, 0) == null) {
      long limit = Math.min(interval.toNanos(), MAX_FIRST_DELAY.toNanos());
      queue.add(new Due(now + random.nextLong(limit + 1), volume));
    }
  }

  /** The volumes whose time has come; each is then asked, or dropped. */
  List<String> due(long now) {
    List<String> due = new ArrayList<>();
    while (!queue.isEmpty() && queue.peek().at - now <= 0) {
      due.add(queue.remove().volume);
    }
    return due;
  }

  /** A volume was asked and answered. */
  void answered(String volume, long now) {
    if (failures.replace(volume, 0) != null) {
      long nanos = interval.toNanos();
      queue.add(new Due(now + nanos + random.nextLong(nanos / JITTER_DIVISOR + 1), volume));
    }
  }

  /** A volume was asked, and the call failed. */
  void failed(String volume, FailureKind kind, long now) {
    Integer before = failures.get(volume);
    if (before != null) {
      failures.put(volume, before + 1);
      // A refusal will not pass by itself: slow down at once.
      int steps = kind == FailureKind.REFUSED ? before + 2 : before + 1;
      queue.add(new Due(now + backoff.after(steps, random).toNanos(), volume));
    }
  }

  /** A volume is no longer to be asked. */
  void drop(String volume) {
    failures.remove(volume);
  }

  /** Forgets all. */
  void clear() {
    queue.clear();
    failures.clear();
  }

  /** When {@link #due} will have something; empty while nothing is in hand. */
  OptionalLong next() {
    return queue.isEmpty() ? OptionalLong.empty() : OptionalLong.of(queue.peek().at);
  }
}
