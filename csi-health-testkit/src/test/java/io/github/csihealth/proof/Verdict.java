package io.github.csihealth.proof;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the contract says is to be done.
 *
 * @param <S> what is stored
 * @param write what it is to become
 * @param until when a message may be written next
 * @param futureTime whether a stored time was replaced for being too far ahead (rule C10)
 * @param onceStored what there is to tell once it is stored (rule C26)
 * @param newlyUnknown the statuses to tell of at once (rule C3), in order
 */
record Verdict<S>(
    Why why,
    Optional<S> write,
    Optional<Instant> until,
    boolean futureTime,
    Optional<Told> onceStored,
    List<String> newlyUnknown) {

  /** Named like the engine's causes, so that they can be compared. */
  enum Why {
    CONDITIONS_CHANGED,
    MESSAGE_CHANGED,
    RECOVERED,
    UNKNOWN_CLEARED,
    ABSENT,
    UNCHANGED,
    MESSAGE_PACED,
    MESSAGE_IGNORED,
    ONLY_UNKNOWN,
    PROBE_FAILED,
    CYCLE_FAILED,
    VOLUME_NOT_FOUND,
    ABSENT_ONCE
  }

  static <S> Verdict<S> keep(Why why) {
    return new Verdict<>(
        why, Optional.empty(), Optional.empty(), false, Optional.empty(), List.of());
  }

  static <S> Verdict<S> paced(Instant until) {
    return new Verdict<>(
        Why.MESSAGE_PACED,
        Optional.empty(),
        Optional.of(until),
        false,
        Optional.empty(),
        List.of());
  }

  static <S> Verdict<S> write(Why why, S health) {
    return new Verdict<>(
        why, Optional.of(health), Optional.empty(), false, Optional.empty(), List.of());
  }

  Verdict<S> replacingFutureTime(boolean replaces) {
    return new Verdict<>(why, write, until, replaces, onceStored, newlyUnknown);
  }

  Verdict<S> telling(Told told) {
    return new Verdict<>(why, write, until, futureTime, Optional.of(told), newlyUnknown);
  }

  Verdict<S> surfacing(List<String> statuses) {
    return new Verdict<>(why, write, until, futureTime, onceStored, statuses);
  }

  /** The same where there is something to write, which is then no recovery (rule C3). */
  Verdict<S> clearing() {
    return write.isEmpty()
        ? this
        : new Verdict<>(
            Why.UNKNOWN_CLEARED, write, until, futureTime, Optional.empty(), newlyUnknown);
  }
}
