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
import org.jspecify.annotations.Nullable;

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
  private final Map<String, Turn> turns = new HashMap<>();

  /** Where a volume in hand stands. */
  private static final class Turn {
    int failures;

    /** Its place in the queue; null while it is asked. */
    @Nullable Due due;
  }

  GetSchedule(Duration interval, RandomGenerator random) {
    this.interval = interval;
    // Half of a back-off may be cut by chance: none is shorter than the interval.
    this.backoff =
        new Backoff(interval.multipliedBy(2), interval.multipliedBy(MAX_BACKOFF_INTERVALS));
    this.random = random;
  }

  /** Takes a volume up, if it is not in hand already. */
  void add(String volume, long now) {
    if (!turns.containsKey(volume)) {
      Turn turn = new Turn();
      turns.put(volume, turn);
      long limit = Math.min(interval.toNanos(), MAX_FIRST_DELAY.toNanos());
      enqueue(volume, turn, now + random.nextLong(limit + 1));
    }
  }

  /** A volume has one place in the queue, the last that it was given. */
  private void enqueue(String volume, Turn turn, long at) {
    turn.due = new Due(at, volume);
    queue.add(turn.due);
  }

  /** The volumes whose time has come; each is then asked, or dropped. */
  List<String> due(long now) {
    List<String> due = new ArrayList<>();
    while (!queue.isEmpty() && queue.peek().at - now <= 0) {
      Due next = queue.remove();
      Turn turn = turns.get(next.volume);
      // Whatever was dropped, or got another place, left its old place behind.
      if (turn != null && next.equals(turn.due)) {
        turn.due = null;
        due.add(next.volume);
      }
    }
    return due;
  }

  /** A volume was asked and answered. */
  void answered(String volume, long now) {
    Turn turn = turns.get(volume);
    if (turn != null) {
      turn.failures = 0;
      long nanos = interval.toNanos();
      enqueue(volume, turn, now + nanos + random.nextLong(nanos / JITTER_DIVISOR + 1));
    }
  }

  /** A volume was asked, and the call failed. */
  void failed(String volume, FailureKind kind, long now) {
    Turn turn = turns.get(volume);
    if (turn != null) {
      turn.failures++;
      // A refusal will not pass by itself: slow down at once.
      int steps = kind == FailureKind.REFUSED ? turn.failures + 1 : turn.failures;
      enqueue(volume, turn, now + backoff.after(steps, random).toNanos());
    }
  }

  /** A volume is no longer to be asked. */
  void drop(String volume) {
    turns.remove(volume);
  }

  /** Forgets all. */
  void clear() {
    queue.clear();
    turns.clear();
  }

  /** When {@link #due} will have something; empty while nothing is in hand. */
  OptionalLong next() {
    return queue.isEmpty() ? OptionalLong.empty() : OptionalLong.of(queue.peek().at);
  }
}
