package io.github.csihealth.examples.monitor;

import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_DEGRADED;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_UNREACHABLE;
import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;

import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.StorageObservation;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a driver says: of a volume, and the like of its storage backend. */
record Report(List<VolumeHealthCondition> volume, List<StorageHealthCondition> storage) {

  static final Report EMPTY = new Report(List.of(), List.of());

  /** Of the backend what only its modes tell from a condition of reason A. */
  static final Report A_OF_BLOCK_VOLUMES =
      new Report(
          List.of(),
          List.of(
              StorageHealthCondition.of(
                  new StorageHealthCondition.Key(
                      STORAGE_DEGRADED,
                      "A",
                      PersistentVolumeAccessMode.READ_WRITE_ONCE,
                      PersistentVolumeMode.BLOCK),
                  "slow")));

  /** One condition that is bad. */
  static Report degraded(String reason, String message) {
    return new Report(
        List.of(VolumeHealthCondition.of(DEGRADED, reason, message)),
        List.of(StorageHealthCondition.of(STORAGE_DEGRADED, reason, message)));
  }

  /** One condition that is worse. */
  static Report lost(String reason, String message) {
    return new Report(
        List.of(VolumeHealthCondition.of(DATA_LOSS, reason, message)),
        List.of(StorageHealthCondition.of(STORAGE_UNREACHABLE, reason, message)));
  }

  /** As many conditions that are bad. */
  static Report degraded(int count, IntFunction<String> reasons, String message) {
    return IntStream.range(0, count)
        .mapToObj(i -> degraded(reasons.apply(i), message))
        .reduce(EMPTY, Report::and);
  }

  Report and(Report other) {
    return new Report(concat(volume, other.volume), concat(storage, other.storage));
  }

  Observation ofVolume() {
    return Observation.reported(VolumeHealthReport.of("vol-1", volume));
  }

  StorageObservation ofStorage() {
    return StorageObservation.reported(StorageHealthReport.of(storage));
  }

  private static <T> List<T> concat(List<T> a, List<T> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }
}
