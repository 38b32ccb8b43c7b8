package io.github.csihealth.runtime;

import io.github.csihealth.reconcile.WriteIntent;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds back writes that a server with its feature gate off drops in silence (rule C22). One canary
 * at a slower and slower rate stands for all; when one is kept, all go on. The very first write is
 * a canary too, so that a gate that was off from the start costs no more.
 *
 * <p>Only a write that adds the field where there is none tells anything about the gate: an object
 * that holds the field takes updates with the gate off too, and a clearing write always succeeds.
 *
 * <p>Times are elapsed nanoseconds: a wall clock that is set must not move the next canary.
 */
final class GateBreaker {

  /** What the answers so far tell of the server's feature gate. */
  private enum Gate {
    UNKNOWN,
    ON,
    OFF
  }

  private final Duration firstPause;
  private final Duration maxPause;
  private Gate gate = Gate.UNKNOWN;
  private boolean canaryUnderWay;
  private Duration pause = Duration.ZERO;
  private long nextCanary;

  GateBreaker(Duration firstPause, Duration maxPause, long now) {
    this.firstPause = firstPause;
    this.maxPause = maxPause;
    this.nextCanary = now;
  }

  /** Whether this write may go now; one that may while the gate is not known on is the canary. */
  boolean admits(WriteIntent intent, long now) {
    if (gate == Gate.ON || !intent.introducesHealth()) {
      return true;
    }
    if (canaryUnderWay || now - nextCanary < 0) {
      return false;
    }
    canaryUnderWay = true;
    return true;
  }

  /** A write was dropped; returns whether it is news that the gate is off. */
  boolean onDropped(long now) {
    boolean news = gate != Gate.OFF;
    gate = Gate.OFF;
    if (news) {
      pause = firstPause;
    } else if (canaryUnderWay) {
      // Writes that were under way when the gate went off are dropped too, and are no canaries.
      pause = min(pause.multipliedBy(2), maxPause);
    }
    canaryUnderWay = false;
    nextCanary = now + pause.toNanos();
    return news;
  }

  /** A write was kept; returns whether those that are held back may go. */
  boolean onKept(WriteIntent intent) {
    if (gate == Gate.ON || !intent.introducesHealth()) {
      return false;
    }
    gate = Gate.ON;
    canaryUnderWay = false;
    return true;
  }

  /** A canary was neither kept nor dropped: another may go after the same pause. */
  void onNoAnswer(WriteIntent intent, long now) {
    if (gate != Gate.ON && intent.introducesHealth()) {
      canaryUnderWay = false;
      nextCanary = now + pause.toNanos();
    }
  }

  /** Whether the last word of the server is that its gate is off. */
  boolean isOff() {
    return gate == Gate.OFF;
  }

  /** How long until the next canary may go; empty while one is under way. */
  Optional<Duration> untilCanary(long now) {
    return canaryUnderWay
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, nextCanary - now)));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
