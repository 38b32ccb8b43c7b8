package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Observation;

/** Observations and decisions in a person's words. */
final class Wording {

  private Wording() {}

  static String of(Observation observation) {
    if (observation.report().isPresent()) {
      return observation.report().get().conditions().isEmpty()
          ? "no adverse condition"
          : observation.report().get().conditions().toString();
    }
    if (observation.failure().isPresent()) {
      ProbeFailure failure = observation.failure().get();
      return failure.kind() == FailureKind.NOT_FOUND
          ? "does not know the volume (NOT_FOUND)"
          : failure.detail();
    }
    return "not in the list";
  }

  static String of(Decision decision) {
    return switch (decision.cause()) {
      case CONDITIONS_CHANGED -> "write: the conditions changed";
      case MESSAGE_CHANGED -> "write: the message changed, the time stays";
      case RECOVERED -> "write: recovered, the field is removed";
      case UNKNOWN_CLEARED -> "write: only unknown statuses reported, the field is removed";
      case ABSENT -> "confirm: absence is no proof, ask by Get";
      case UNCHANGED -> "keep: unchanged, no write";
      case MESSAGE_PACED -> "keep: the message may be written later";
      case MESSAGE_IGNORED -> "keep: messages alone are not written";
      case ONLY_UNKNOWN -> "keep, last known: only unknown statuses reported";
      case PROBE_FAILED -> "keep, last known: a failed call clears nothing";
      case CYCLE_FAILED -> "keep, last known: a failed cycle clears nothing";
      case VOLUME_NOT_FOUND -> "keep, last known: a forgotten volume is not a repaired one";
      case ABSENT_ONCE -> "keep, last known: absent once and not confirmed";
    };
  }
}
