package io.github.csihealth.proof;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.VolumeHealthCondition.Key;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was learned of one volume, in plain collections.
 *
 * @param reported the known conditions of a report; empty for all else
 * @param unknown the unknown statuses of a report, in order (rule C3); empty for all else
 * @param failure what failed
 */
record Seen(
    Kind kind, Map<Key, String> reported, Set<String> unknown, Optional<FailureKind> failure) {

  enum Kind {
    /** A Get, or a complete cycle, told all there is. */
    REPORTED,
    /** A cycle that failed had named the volume. */
    PARTLY_REPORTED,
    /** A complete cycle did not name the volume. */
    ABSENT,
    /** So it was, and the Get that was to confirm it failed. */
    UNCONFIRMED,
    /** The Get, or the cycle before it named the volume, failed. */
    FAILED
  }

  static final Seen ABSENT = new Seen(Kind.ABSENT, Map.of(), Set.of(), Optional.empty());

  static Seen unconfirmed(FailureKind failure) {
    return new Seen(Kind.UNCONFIRMED, Map.of(), Set.of(), Optional.of(failure));
  }

  static Seen failed(FailureKind failure) {
    return new Seen(Kind.FAILED, Map.of(), Set.of(), Optional.of(failure));
  }

  /** Rule C3: there were entries of unknown status, and no others. */
  boolean onlyUnknown() {
    return reported.isEmpty() && !unknown.isEmpty();
  }

  /** Rules C12 and C13: a report that says in so many words that nothing is wrong. */
  boolean saysHealthy() {
    return kind == Kind.REPORTED && reported.isEmpty() && unknown.isEmpty();
  }

  /** Rule C13: Get gave no answer; that it does not know the volume is one. */
  boolean countsAsAbsence() {
    return kind == Kind.UNCONFIRMED && !failure.equals(Optional.of(FailureKind.NOT_FOUND));
  }
}
