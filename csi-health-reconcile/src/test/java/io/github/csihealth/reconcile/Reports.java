package io.github.csihealth.reconcile;

import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** What drivers report, good and bad, of few enough keys that reports often share some. */
final class Reports {

  private Reports() {}

  static Arbitrary<VolumeHealthReport> volume() {
    return Combinators.combine(
            Arbitraries.of("DataLoss", "Inaccessible", "Degraded", "Degraded", "99")
                .map(VolumeHealthStatusType::of),
            reasons(),
            messages())
        .as(VolumeHealthCondition::of)
        .list()
        .ofMaxSize(20)
        .map(conditions -> VolumeHealthReport.of("vol-1", conditions));
  }

  static Arbitrary<StorageHealthReport> storage() {
    Arbitrary<StorageHealthCondition.Key> keys =
        Combinators.combine(
                Arbitraries.of("StorageUnreachable", "StorageDegraded", "7")
                    .map(StorageHealthStatusType::of),
                reasons(),
                Arbitraries.of("ReadWriteOnce", "ReadWriteMany")
                    .map(PersistentVolumeAccessMode::of)
                    .injectNull(0.4),
                Arbitraries.of("Block", "Filesystem").map(PersistentVolumeMode::of).injectNull(0.4))
            .as(StorageHealthCondition.Key::new);
    return Combinators.combine(keys, messages())
        .as(StorageHealthCondition::of)
        .list()
        .ofMaxSize(20)
        .map(StorageHealthReport::of);
  }

  private static Arbitrary<String> reasons() {
    return Arbitraries.frequencyOf(
        Tuple.of(8, Arbitraries.of("A", "B", "PathLost")),
        Tuple.of(1, Arbitraries.of("", "path-lost", "9lives", "A:", "é", "R".repeat(300))),
        Tuple.of(1, Arbitraries.strings().withCharRange('A', 'Z').ofLength(2)));
  }

  private static Arbitrary<String> messages() {
    return Arbitraries.of("", "x", "1 of 3 replicas", "<&>\u2028", "\ud83d", "€".repeat(500));
  }
}
