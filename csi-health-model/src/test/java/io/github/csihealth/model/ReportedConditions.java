package io.github.csihealth.model;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.StringArbitrary;

/** What drivers report, good and bad. */
final class ReportedConditions {

  private ReportedConditions() {}

  static Arbitrary<List<VolumeHealthCondition>> any() {
    return Combinators.combine(statuses(), reasons(), messages())
        .as(VolumeHealthCondition::of)
        .list()
        .ofMaxSize(24);
  }

  static Arbitrary<List<StorageHealthCondition>> anyStorage() {
    return Combinators.combine(storageKeys(), messages())
        .as(StorageHealthCondition::of)
        .list()
        .ofMaxSize(24);
  }

  private static Arbitrary<StorageHealthCondition.Key> storageKeys() {
    return Combinators.combine(storageStatuses(), reasons(), accessModes(), volumeModes())
        .as(StorageHealthCondition.Key::new);
  }

  private static Arbitrary<StorageHealthStatusType> storageStatuses() {
    return Arbitraries.of("StorageUnreachable", "StorageDegraded", "StorageDegraded", "0", "7")
        .map(StorageHealthStatusType::of);
  }

  private static Arbitrary<PersistentVolumeAccessMode> accessModes() {
    return Arbitraries.of("ReadWriteOnce", "ReadWriteOncePod", "ReadOnlyMany", "ReadWriteMany")
        .map(PersistentVolumeAccessMode::of)
        .injectNull(0.3);
  }

  private static Arbitrary<PersistentVolumeMode> volumeModes() {
    return Arbitraries.of("Block", "Filesystem").map(PersistentVolumeMode::of).injectNull(0.3);
  }

  static Arbitrary<VolumeHealthStatusType> statuses() {
    return Arbitraries.of("DataLoss", "Inaccessible", "Degraded", "Degraded", "0", "99", "Unknown")
        .map(VolumeHealthStatusType::of);
  }

  static Arbitrary<String> reasons() {
    return Arbitraries.oneOf(
        Arbitraries.of("A", "B", "PathLost", "path-lost", "path lost", "", "A:", "9lives", "a_b"),
        text().ofMaxLength(300),
        Arbitraries.strings().alpha().ofMinLength(250).ofMaxLength(260));
  }

  static Arbitrary<String> messages() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "1 of 3 replicas", "x"), text().ofMinLength(300).ofMaxLength(1100));
  }

  private static StringArbitrary text() {
    return Arbitraries.strings()
        .withChars("aZ09_,:- é€")
        .withChars('\ud83d', '\ude00', '\uffff', '\u2028');
  }
}
