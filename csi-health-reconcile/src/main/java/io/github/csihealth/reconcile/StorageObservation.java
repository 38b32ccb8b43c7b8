package io.github.csihealth.reconcile;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was learned of a driver's storage backend by one probe on one node. Made by named factories
 * only:
 *
 * <ul>
 *   <li>{@link #reported}: the driver's answer. Empty is an explicit recovery (C12).
 *   <li>{@link #failed}: the probe failed (C11).
 * </ul>
 */
public final class StorageObservation {

  private final @Nullable Conformed<StorageHealthCondition.Key, StorageHealthCondition> report;
  private final @Nullable ProbeFailure failure;

  private StorageObservation(
      @Nullable Conformed<StorageHealthCondition.Key, StorageHealthCondition> report,
      @Nullable ProbeFailure failure) {
    this.report = report;
    this.failure = failure;
  }

  /** The driver's answer, conformed here (rules C3 to C7). */
  public static StorageObservation reported(StorageHealthReport report) {
    return new StorageObservation(
        Conformed.ofStorage(report.conditions()).withFindingsBefore(report.findings()), null);
  }

  /** The probe failed. */
  public static StorageObservation failed(ProbeFailure failure) {
    return new StorageObservation(null, Objects.requireNonNull(failure, "failure"));
  }

  /** What the driver said; empty for {@link #failed}. */
  public Optional<Conformed<StorageHealthCondition.Key, StorageHealthCondition>> report() {
    return Optional.ofNullable(report);
  }

  /** Why the probe failed, if it did. */
  public Optional<ProbeFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** Reads like {@code reported [StorageDegraded/PathLost]} or {@code failed (…)}. */
  @Override
  public String toString() {
    return report != null ? "reported " + report.conditions() : "failed (" + failure + ")";
  }
}
