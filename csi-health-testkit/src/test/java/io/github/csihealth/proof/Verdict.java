package io.github.csihealth.proof;

import java.time.Instant;
import java.util.Optional;

/**
 * What the contract says is to be done.
 *
 * @param write what the field is to become
 * @param until when a message may be written next
 * @param futureTime whether a stored time was replaced for being too far ahead (rule C10)
 */
record Verdict(Why why, Optional<Stored> write, Optional<Instant> until, boolean futureTime) {

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

  static Verdict keep(Why why) {
    return new Verdict(why, Optional.empty(), Optional.empty(), false);
  }

  static Verdict paced(Instant until) {
    return new Verdict(Why.MESSAGE_PACED, Optional.empty(), Optional.of(until), false);
  }

  static Verdict write(Why why, Stored health) {
    return new Verdict(why, Optional.of(health), Optional.empty(), false);
  }
}
