package io.github.csihealth.proof;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.reconcile.StorageObservation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What NodeGetStorageHealth gives: conditions, or a failure.
 *
 * @param unusable whether an entry was left out for its capability
 */
record NodeAnswer(
    List<StorageHealthCondition> conditions, boolean unusable, Optional<FailureKind> failure) {

  StorageObservation observation() {
    if (failure.isPresent()) {
      return StorageObservation.failed(Answer.probeFailure(failure.get()));
    }
    StorageHealthReport report = StorageHealthReport.of(conditions);
    return StorageObservation.reported(
        unusable
            ? report.withFindings(
                List.of(Finding.of(FindingKind.UNUSABLE_CAPABILITY, "backend_health[9]", "none")))
            : report);
  }

  ReferenceBackend.Report seen() {
    if (failure.isPresent()) {
      return ReferenceBackend.Report.FAILED;
    }
    Map<StorageHealthCondition.Key, String> reported = new TreeMap<>();
    Conformed.ofStorage(conditions).conditions().forEach(c -> reported.put(c.key(), c.message()));
    Set<String> unknown = new TreeSet<>();
    conditions.stream()
        .filter(condition -> !condition.status().isKnown())
        .forEach(condition -> unknown.add(condition.status().value()));
    return new ReferenceBackend.Report(reported, unknown, unusable, false);
  }
}
