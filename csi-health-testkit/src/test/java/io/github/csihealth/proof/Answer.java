package io.github.csihealth.proof;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.Observation;
import java.util.List;
import java.util.Optional;

/** What ControllerGetVolumeHealth gives: conditions, or a failure. */
record Answer(List<VolumeHealthCondition> conditions, Optional<FailureKind> failure) {

  static ProbeFailure probeFailure(FailureKind kind) {
    return ProbeFailure.of(kind, "SomeMethod", kind.toString());
  }

  Seen seen(boolean confirming) {
    return failure
        .map(kind -> confirming ? Seen.unconfirmed(kind) : Seen.failed(kind))
        .orElseGet(() -> ReferenceCycle.report(conditions));
  }

  Observation observation(String handle, boolean confirming) {
    return failure
        .map(Answer::probeFailure)
        .map(f -> confirming ? Observation.absentAndUnconfirmed(f) : Observation.failed(f))
        .orElseGet(() -> Observation.reported(VolumeHealthReport.of(handle, conditions)));
  }
}
