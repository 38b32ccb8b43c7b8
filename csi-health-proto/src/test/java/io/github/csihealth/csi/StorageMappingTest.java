package io.github.csihealth.csi;

import static io.github.csihealth.model.PersistentVolumeAccessMode.READ_WRITE_MANY;
import static io.github.csihealth.model.PersistentVolumeAccessMode.READ_WRITE_ONCE;
import static io.github.csihealth.model.PersistentVolumeMode.FILESYSTEM;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeCapability.BlockVolume;
import io.github.csihealth.csi.v1.VolumeCapability.MountVolume;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules C3, C4 and C24 of the answer of NodeGetStorageHealth. */
class StorageMappingTest {

  @ParameterizedTest
  @CsvSource({
    "SINGLE_NODE_WRITER, ReadWriteOnce",
    "SINGLE_NODE_READER_ONLY, ReadWriteOnce",
    "SINGLE_NODE_MULTI_WRITER, ReadWriteOnce",
    "SINGLE_NODE_SINGLE_WRITER, ReadWriteOncePod",
    "MULTI_NODE_READER_ONLY, ReadOnlyMany",
    "MULTI_NODE_SINGLE_WRITER, ReadWriteMany",
    "MULTI_NODE_MULTI_WRITER, ReadWriteMany"
  })
  void c24EachAccessModeOfCsiIsOneOfKubernetes(Mode mode, String expected) {
    StorageHealthReport report = report(entry(capability(mode)));
    assertThat(report.findings()).isEmpty();
    assertThat(report.conditions())
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.accessMode().orElseThrow().value()).isEqualTo(expected);
              assertThat(condition.volumeMode()).contains(FILESYSTEM);
            });
  }

  @Test
  void c24NoCapabilityIsAllModesAndBlockIsBlock() {
    StorageHealthReport report =
        report(
            entry().build(),
            entry(
                VolumeCapability.newBuilder()
                    .setBlock(BlockVolume.getDefaultInstance())
                    .setAccessMode(AccessMode.newBuilder().setMode(Mode.SINGLE_NODE_WRITER))
                    .build()));
    assertThat(report.conditions())
        .extracting(condition -> condition.key().toString())
        .containsExactly("StorageDegraded/Slow", "StorageDegraded/Slow[ReadWriteOnce,Block]");
  }

  @Test
  void c24AnEntryWithAnUnusableCapabilityIsLeftOutAndTheOthersAreNot() {
    VolumeCapability noType =
        VolumeCapability.newBuilder()
            .setAccessMode(AccessMode.newBuilder().setMode(Mode.SINGLE_NODE_WRITER))
            .build();
    VolumeCapability noMode =
        VolumeCapability.newBuilder().setMount(MountVolume.getDefaultInstance()).build();
    VolumeCapability otherMode =
        noMode.toBuilder().setAccessMode(AccessMode.newBuilder().setModeValue(99)).build();
    StorageHealthReport report =
        report(entry(noType), entry(noMode), entry(otherMode), entry(capability(Mode.UNKNOWN)));
    assertThat(report.conditions()).isEmpty();
    assertThat(report.findings())
        .hasSize(4)
        .allSatisfy(found -> assertThat(found.kind()).isEqualTo(FindingKind.UNUSABLE_CAPABILITY));
    assertThat(report.findings().get(2).path()).isEqualTo("backend_health[2].volume_capability");
    assertThat(conform(report).onlyUnwritable()).isTrue();

    StorageHealthReport mixed =
        report(entry(noType), entry(capability(Mode.MULTI_NODE_MULTI_WRITER)));
    assertThat(mixed.conditions())
        .containsExactly(
            StorageHealthCondition.of(
                new StorageHealthCondition.Key(
                    STORAGE_DEGRADED, "Slow", READ_WRITE_MANY, FILESYSTEM),
                ""));
    assertThat(conform(mixed).onlyUnwritable()).isFalse();
  }

  @Test
  void c24EntriesThatDifferOnlyByCapabilityAreTwo() {
    StorageHealthReport report =
        report(
            entry(capability(Mode.MULTI_NODE_MULTI_WRITER)),
            entry(capability(Mode.SINGLE_NODE_WRITER)));
    assertThat(report.findings()).isEmpty();
    assertThat(conform(report).conditions().size()).isEqualTo(2);
  }

  @Test
  void c24EntriesThatOnlyTheMappingMakesAlikeAreMergedWithoutAFault() {
    Conformed<StorageHealthCondition.Key, StorageHealthCondition> conformed =
        conform(
            report(
                entry(capability(Mode.SINGLE_NODE_WRITER)),
                entry(capability(Mode.SINGLE_NODE_MULTI_WRITER))));
    assertThat(conformed.findings()).isEmpty();
    assertThat(conformed.conditions())
        .containsExactly(
            StorageHealthCondition.of(
                new StorageHealthCondition.Key(
                    STORAGE_DEGRADED, "Slow", READ_WRITE_ONCE, FILESYSTEM),
                ""));
  }

  @Test
  void c4ARepeatOnTheWireIsAFaultAndTheSmallestMessageIsKept() {
    for (List<String> messages : List.of(List.of("b", "a"), List.of("a", "b"))) {
      StorageHealthReport report =
          report(
              entry().setMessage(messages.get(0)).build(),
              entry().setMessage(messages.get(1)).build());
      assertThat(report.findings())
          .extracting(Finding::kind, Finding::path)
          .containsExactly(tuple(FindingKind.DUPLICATE_KEY, "backend_health[1]"));
      assertThat(conform(report).conditions())
          .singleElement()
          .satisfies(condition -> assertThat(condition.message()).isEqualTo("a"));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, StorageDegraded", "2, StorageUnreachable", "3, 3", "-1, -1"})
  void c3TheShippedNumbersAreMappedAndOthersKeepTheirNumber(int number, String status) {
    StorageHealthReport report =
        report(StorageBackendHealth.newBuilder().setStatusValue(number).setReason("Slow").build());
    assertThat(report.conditions())
        .containsExactly(StorageHealthCondition.of(StorageHealthStatusType.of(status), "Slow", ""));
  }

  @Test
  void c3AnUnknownNumberIsSeenWhateverTheCapability() {
    StorageHealthReport report =
        report(entry(capability(Mode.UNKNOWN)).toBuilder().setStatusValue(7).build());
    assertThat(conform(report).unknown())
        .containsExactly(StorageHealthCondition.of(StorageHealthStatusType.of("7"), "Slow", ""));
    assertThat(conform(report).onlyUnwritable()).isTrue();
  }

  private static Conformed<StorageHealthCondition.Key, StorageHealthCondition> conform(
      StorageHealthReport report) {
    return Conformed.ofStorage(report.conditions()).withFindingsBefore(report.findings());
  }

  private static StorageHealthReport report(StorageBackendHealth... entries) {
    return HealthMapping.toReport(
        NodeGetStorageHealthResponse.newBuilder().addAllBackendHealth(List.of(entries)).build());
  }

  private static StorageBackendHealth.Builder entry() {
    return StorageBackendHealth.newBuilder()
        .setStatus(StorageHealthErrorType.STORAGE_DEGRADED)
        .setReason("Slow");
  }

  private static StorageBackendHealth entry(VolumeCapability capability) {
    return entry().setVolumeCapability(capability).build();
  }

  private static VolumeCapability capability(Mode mode) {
    return VolumeCapability.newBuilder()
        .setMount(MountVolume.getDefaultInstance())
        .setAccessMode(AccessMode.newBuilder().setMode(mode))
        .build();
  }
}
