package io.github.csihealth.runtime;

import io.github.csihealth.reconcile.WriteIntent;
import java.time.Duration;
import java.util.Optional;

/**
 * Holds back writes that a server with its feature gate off drops in silence (rule C22). One canary
 * at a slower and slower rate stands for all; when one is kept, all go on.
 *
 * <p>Only a write that adds the field where there is none tells anything about the gate: an object
 * that holds the field takes updates with the gate off too, and a clearing write always succeeds.
 *
 * <p>Times are elapsed nanoseconds: a wall clock that is set must not move the next canary.
 */
final class GateBreaker {

  private final Duration firstPause;
  private final Duration maxPause;
  private boolean open;
  private boolean canaryUnderWay;
  private Duration pause = Duration.ZERO;
  private long nextCanary;

  GateBreaker(Duration firstPause, Duration maxPause) {
    this.firstPause = firstPause;
    this.maxPause = maxPause;
  }

  /** Whether this write may go now; one that may while the breaker is open is the canary. */
  boolean admits(WriteIntent intent, long now) {
    if (!open || !intent.introducesHealth()) {
      return true;
    }
    if (canaryUnderWay || now - nextCanary < 0) {
      return false;
    }
    canaryUnderWay = true;
    return true;
  }

  /** A write was dropped; returns whether the breaker opens by it. */
  boolean onDropped(long now) {
    canaryUnderWay = false;
    boolean opens = !open;
    open = true;
    pause = opens ? firstPause : min(pause.multipliedBy(2), maxPause);
    nextCanary = now + pause.toNanos();
    return opens;
  }

  /** A write was kept; returns whether the breaker closes by it. */
  boolean onKept(WriteIntent intent) {
    if (!intent.introducesHealth()) {
      return false;
    }
    boolean closes = open;
    open = false;
    canaryUnderWay = false;
    return closes;
  }

  /** A canary was neither kept nor dropped: another may go after the same pause. */
  void onNoAnswer(WriteIntent intent, long now) {
    if (open && intent.introducesHealth()) {
      canaryUnderWay = false;
      nextCanary = now + pause.toNanos();
    }
  }

  boolean isOpen() {
    return open;
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
