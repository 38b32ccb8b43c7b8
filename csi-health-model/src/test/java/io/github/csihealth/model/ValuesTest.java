package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.model.PersistentVolume.ClaimRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What all values have in common: equality by content, and one line of text. */
class ValuesTest {

  private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthCondition REPLICA_DOWN =
      VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "ReplicaDown", "1 of 3 replicas");
  private static final VolumeHealthStatus DEGRADED =
      VolumeHealthStatus.of(MapList.of(REPLICA_DOWN), NEW_YEAR);
  private static final StorageHealthCondition SLOW =
      StorageHealthCondition.of(StorageHealthStatusType.STORAGE_DEGRADED, "Slow", "");

  /** Each list: one value made twice, and then others that differ from it in one thing each. */
  @TestFactory
  Stream<DynamicTest> valuesAreEqualByContent() {
    return Stream.of(
            List.of(
                VolumeHealthStatusType.of("X"),
                VolumeHealthStatusType.of("X"),
                VolumeHealthStatusType.of("Y"),
                StorageHealthStatusType.of("X")),
            List.of(
                condition("Degraded", "A", "m"),
                condition("Degraded", "A", "m"),
                condition("DataLoss", "A", "m"),
                condition("Degraded", "B", "m"),
                condition("Degraded", "A", "n"),
                condition("Degraded", "A", "m").withUnknownFields(Map.of("x", 1))),
            List.of(
                MapList.of(REPLICA_DOWN),
                MapList.of(REPLICA_DOWN),
                MapList.of(SLOW),
                MapList.of(condition("Degraded", "A", "m")),
                MapList.of(condition("Degraded", "A", "m"), REPLICA_DOWN),
                MapList.ofStored(List.of(REPLICA_DOWN, REPLICA_DOWN))),
            List.of(
                SLOW,
                StorageHealthCondition.of(StorageHealthStatusType.STORAGE_DEGRADED, "Slow", ""),
                StorageHealthCondition.of(StorageHealthStatusType.STORAGE_DEGRADED, "Slow", "m"),
                StorageHealthCondition.of(StorageHealthStatusType.STORAGE_UNREACHABLE, "Slow", ""),
                SLOW.withLastTransitionTime(NEW_YEAR),
                SLOW.withUnknownFields(Map.of("x", 1))),
            List.of(
                DEGRADED,
                VolumeHealthStatus.of(MapList.of(REPLICA_DOWN), NEW_YEAR.plusNanos(1)),
                VolumeHealthStatus.absent(),
                VolumeHealthStatus.of(MapList.of(), NEW_YEAR),
                VolumeHealthStatus.of(MapList.of(REPLICA_DOWN), NEW_YEAR.plusSeconds(1)),
                VolumeHealthStatus.of(MapList.of(REPLICA_DOWN), null),
                DEGRADED.withUnknownFields(Map.of("x", 1))),
            List.of(
                VolumeHealthStatus.of(MapList.of(), null),
                VolumeHealthStatus.of(MapList.of(), null),
                VolumeHealthStatus.absent()),
            List.of(
                PodVolumeHealth.of("data", DEGRADED),
                PodVolumeHealth.of("data", DEGRADED),
                PodVolumeHealth.of("logs", DEGRADED),
                PodVolumeHealth.of("data", VolumeHealthStatus.of(MapList.of(), NEW_YEAR))),
            List.of(
                StorageHealth.of("d", MapList.of(SLOW)),
                StorageHealth.of("d", MapList.of(SLOW)),
                StorageHealth.of("e", MapList.of(SLOW)),
                StorageHealth.of("d", MapList.of()),
                StorageHealth.of("d", MapList.of(SLOW)).withUnknownFields(Map.of("x", 1))),
            List.of(
                claim().build(),
                claim().build(),
                Claim.builder("b", "data", "u").build(),
                Claim.builder("shop", "b", "u").build(),
                Claim.builder("shop", "data", "b").build(),
                claim().resourceVersion("1").build(),
                claim().volumeName("v").build(),
                claim().phase("Bound").build(),
                claim().health(DEGRADED).build(),
                claim().owners(List.of(kubelet())).build()),
            List.of(
                volume().build(),
                volume().build(),
                PersistentVolume.builder("pv-2").csi("d", "h").build(),
                volume().csi("e", "h").build(),
                volume().csi("d", "i").build(),
                volume().claimRef(new ClaimRef("a", "b", "c")).build(),
                volume().phase("Bound").build(),
                volume().deleting(true).build(),
                volume().accessModes(Set.of(PersistentVolumeAccessMode.READ_ONLY_MANY)).build(),
                volume().volumeMode(PersistentVolumeMode.BLOCK).build()),
            List.of(
                pod().build(),
                pod().build(),
                Pod.builder("b", "web-0", "u").build(),
                Pod.builder("shop", "b", "u").build(),
                Pod.builder("shop", "web-0", "b").build(),
                pod().resourceVersion("1").build(),
                pod().volumes(List.of(PodVolume.other("data"))).build(),
                pod().volumeHealth(MapList.of(PodVolumeHealth.of("data", DEGRADED))).build(),
                pod().owners(List.of(kubelet())).build()),
            List.of(
                PodVolume.ofClaim("data", "orders"),
                PodVolume.ofClaim("data", "orders"),
                PodVolume.ofClaim("logs", "orders"),
                PodVolume.ofClaim("data", "web-0-data"),
                PodVolume.genericEphemeral("data", "web-0"),
                PodVolume.inlineCsi("data"),
                PodVolume.other("data")),
            List.of(
                node().build(),
                node().build(),
                CsiNode.builder("b", "u").build(),
                CsiNode.builder("node-1", "b").build(),
                node().resourceVersion("1").build(),
                node().drivers(Set.of("d")).build(),
                node().storageHealth(MapList.of(StorageHealth.of("d", MapList.of()))).build(),
                node().owners(List.of(kubelet())).build()),
            List.of(
                kubelet(),
                kubelet(),
                FieldOwner.of("other", false, Set.of("data")),
                FieldOwner.of("kubelet", true, Set.of("data")),
                FieldOwner.of("kubelet", false, Set.of("logs"))),
            List.of(
                StorageHealthReport.of(List.of(SLOW)),
                StorageHealthReport.of(List.of(SLOW)),
                StorageHealthReport.of(List.of()),
                StorageHealthReport.of(List.of(SLOW)).withFindings(List.of(finding()))),
            List.of(
                NodeCapabilities.none().withVolumeHealth().withStaging(),
                NodeCapabilities.none().withStaging().withVolumeHealth(),
                NodeCapabilities.none(),
                NodeCapabilities.none().withVolumeHealth(),
                NodeCapabilities.none().withStaging(),
                NodeCapabilities.none().withVolumeHealth().withStaging().withStorageHealth()),
            List.of(
                DriverInfo.of("d", "1", ControllerMode.LIST),
                DriverInfo.of("d", "1", ControllerMode.LIST),
                DriverInfo.of("e", "1", ControllerMode.LIST),
                DriverInfo.of("d", "2", ControllerMode.LIST),
                DriverInfo.of("d", "1", ControllerMode.GET)),
            List.of(
                VolumeHealthReport.of("v", List.of(REPLICA_DOWN)),
                VolumeHealthReport.of("v", List.of(REPLICA_DOWN)),
                VolumeHealthReport.of("w", List.of(REPLICA_DOWN)),
                VolumeHealthReport.of("v", List.of()),
                VolumeHealthReport.of("v", List.of(REPLICA_DOWN)).withFindings(List.of(finding()))),
            List.of(
                finding(),
                finding(),
                Finding.of(FindingKind.BAD_TIME, "p", "d"),
                Finding.of(FindingKind.WRONG_TYPE, "q", "d"),
                Finding.of(FindingKind.WRONG_TYPE, "p", "e")),
            List.of(
                ProbeFailure.of(FailureKind.PENDING, "M", "d"),
                ProbeFailure.of(FailureKind.PENDING, "M", "d"),
                ProbeFailure.of(FailureKind.REFUSED, "M", "d"),
                ProbeFailure.of(FailureKind.PENDING, "N", "d"),
                ProbeFailure.of(FailureKind.PENDING, "M", "e")),
            List.of(
                ProbeResult.answered("x"),
                ProbeResult.answered("x"),
                ProbeResult.answered("y"),
                ProbeResult.failed(ProbeFailure.of(FailureKind.PENDING, "M", "d"))),
            List.of(
                new Violation(ViolationCause.INVALID, "p", "d"),
                new Violation(ViolationCause.INVALID, "p", "d"),
                new Violation(ViolationCause.REQUIRED, "p", "d"),
                new Violation(ViolationCause.INVALID, "q", "d"),
                new Violation(ViolationCause.INVALID, "p", "e")),
            List.of(
                rule(),
                rule(),
                HealthSchedulingRule.of(StorageHealthStatusType.STORAGE_UNREACHABLE),
                rule().withAccessModes(List.of(PersistentVolumeAccessMode.READ_ONLY_MANY)),
                rule().withVolumeMode(PersistentVolumeMode.BLOCK),
                rule().withUnknownFields(Map.of("x", 1))),
            List.of(
                HealthSchedulingPolicy.of(List.of(rule())),
                HealthSchedulingPolicy.of(List.of(rule())),
                HealthSchedulingPolicy.none(),
                HealthSchedulingPolicy.of(List.of(rule())).withUnknownFields(Map.of("x", 1))))
        .map(
            values ->
                DynamicTest.dynamicTest(
                    values.get(0).getClass().getSimpleName(), () -> checkEquality(values)));
  }

  private static void checkEquality(List<?> values) {
    Object value = values.get(0);
    assertThat(value).isNotEqualTo(null).isNotEqualTo("another type");
    assertThat(values.get(1)).isEqualTo(value).hasSameHashCodeAs(value);
    for (Object other : values.subList(2, values.size())) {
      assertThat(value).isNotEqualTo(other);
      assertThat(other).isNotEqualTo(value);
    }
    // No rule, but a hash that is the same for all would make maps slow.
    assertThat(values.stream().map(Object::hashCode).distinct().count()).isGreaterThan(1);
  }

  @Test
  void textIsOneLine() {
    assertThat(REPLICA_DOWN).hasToString("Degraded/ReplicaDown: 1 of 3 replicas");
    assertThat(condition("Degraded", "ReplicaDown", "")).hasToString("Degraded/ReplicaDown");
    assertThat(DEGRADED)
        .hasToString("[Degraded/ReplicaDown: 1 of 3 replicas] since 2026-01-01T00:00:00Z");
    assertThat(VolumeHealthStatus.of(MapList.of(), null)).hasToString("healthy");
    assertThat(VolumeHealthStatus.absent()).hasToString("absent");
    assertThat(PodVolumeHealth.of("data", VolumeHealthStatus.of(MapList.of(), null)))
        .hasToString("data=healthy");
    assertThat(SLOW).hasToString("StorageDegraded/Slow");
    assertThat(storage("ReadWriteMany", "Block"))
        .hasToString("StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths");
    assertThat(storage("ReadWriteMany", null).key())
        .hasToString("StorageDegraded/PathLost[ReadWriteMany,any]");
    assertThat(storage(null, "Block").key()).hasToString("StorageDegraded/PathLost[any,Block]");
    assertThat(StorageHealth.of("d", MapList.of(SLOW))).hasToString("d=[StorageDegraded/Slow]");
    assertThat(claim().health(DEGRADED).build()).hasToString("shop/data: " + DEGRADED);
    assertThat(volume().build()).hasToString("pv-1 (d/h)");
    assertThat(VolumeHealthReport.of("vol-1", List.of())).hasToString("vol-1: healthy");
    assertThat(VolumeHealthReport.of("vol-1", List.of(REPLICA_DOWN)))
        .hasToString("vol-1: [Degraded/ReplicaDown: 1 of 3 replicas]");
    assertThat(pod().volumeHealth(MapList.of(PodVolumeHealth.of("data", DEGRADED))).build())
        .hasToString("shop/web-0: [data=" + DEGRADED + "]");
    assertThat(PodVolume.ofClaim("data", "orders")).hasToString("data (CLAIM orders)");
    assertThat(PodVolume.genericEphemeral("data", "web-0"))
        .hasToString("data (GENERIC_EPHEMERAL web-0-data)");
    assertThat(PodVolume.inlineCsi("data")).hasToString("data (INLINE_CSI)");
    assertThat(node().build()).hasToString("node-1: []");
    assertThat(kubelet()).hasToString("kubelet (update) of [data]");
    assertThat(FieldOwner.of("monitor", true, Set.of())).hasToString("monitor (apply)");
    assertThat(StorageHealthReport.of(List.of(SLOW))).hasToString("[StorageDegraded/Slow]");
    assertThat(StorageHealthReport.of(List.of()).withFindings(List.of(finding())))
        .hasToString("[] with [WRONG_TYPE at p: d]");
    assertThat(DriverInfo.of("d", "1", ControllerMode.LIST)).hasToString("d 1 (LIST)");
    assertThat(finding()).hasToString("WRONG_TYPE at p: d");
    assertThat(ProbeFailure.of(FailureKind.PENDING, "M", "ABORTED: busy"))
        .hasToString("M: ABORTED: busy");
    assertThat(rule()).hasToString("StorageDegraded");
    assertThat(rule().withVolumeMode(PersistentVolumeMode.BLOCK))
        .hasToString("StorageDegraded[any,Block]");
    assertThat(rule().withAccessModes(List.of(PersistentVolumeAccessMode.READ_ONLY_MANY)))
        .hasToString("StorageDegraded[ReadOnlyMany,any]");
  }

  @Test
  void accessorsGiveWhatWasPutIn() {
    VolumeHealthReport report =
        VolumeHealthReport.of("v", List.of(REPLICA_DOWN)).withFindings(List.of(finding()));
    assertThat(report.volumeId()).isEqualTo("v");
    assertThat(report.conditions()).containsExactly(REPLICA_DOWN);
    assertThat(report.findings()).containsExactly(finding());
    ProbeFailure failure = ProbeFailure.of(FailureKind.PENDING, "M", "d");
    assertThat(failure.kind()).isEqualTo(FailureKind.PENDING);
    assertThat(failure.method()).isEqualTo("M");
    assertThat(failure.detail()).isEqualTo("d");
    assertThat(finding().detail()).isEqualTo("d");
    assertThat(new Violation(ViolationCause.INVALID, "p", "d").detail()).isEqualTo("d");
    assertThat(SLOW.withLastTransitionTime(NEW_YEAR).lastTransitionTime()).contains(NEW_YEAR);
    assertThat(SLOW.lastTransitionTime()).isEmpty();
    assertThat(StorageHealth.of("d", MapList.of()).state()).isEqualTo(HealthState.HEALTHY);
    assertThat(StorageHealth.of("d", MapList.of(SLOW)).state()).isEqualTo(HealthState.ADVERSE);
    assertThat(PodVolumeHealth.of("data", DEGRADED).key()).isEqualTo("data");
    assertThat(rule().withVolumeMode(PersistentVolumeMode.BLOCK).volumeMode())
        .contains(PersistentVolumeMode.BLOCK);
  }

  @Test
  void accessorsOfAClaimAndAVolumeGiveWhatWasPutIn() {
    Claim claim = claim().resourceVersion("7").volumeName("pv-1").phase("Bound").build();
    assertThat(claim.uid()).isEqualTo("u");
    assertThat(claim.resourceVersion()).isEqualTo("7");
    assertThat(claim.volumeName()).isEqualTo("pv-1");
    assertThat(claim.phase()).isEqualTo("Bound");
    ClaimRef ref = new ClaimRef("shop", "data", "u");
    PersistentVolume volume = volume().claimRef(ref).phase("Bound").deleting(true).build();
    assertThat(volume.name()).isEqualTo("pv-1");
    assertThat(volume.volumeHandle()).isEqualTo("h");
    assertThat(volume.claimRef()).isEqualTo(ref);
    assertThat(volume.phase()).isEqualTo("Bound");
    assertThat(volume.deleting()).isTrue();
    assertThat(volume().build().deleting()).isFalse();
    assertThat(volume().build().claimRef()).isEqualTo(ClaimRef.NONE);
  }

  @Test
  void accessorsOfAPodAndACsiNodeGiveWhatWasPutIn() {
    Pod pod =
        pod()
            .resourceVersion("7")
            .volumes(List.of(PodVolume.ofClaim("data", "orders")))
            .owners(List.of(kubelet()))
            .build();
    assertThat(identity(pod)).containsExactly("shop", "web-0", "u", "7");
    assertThat(pod.volumes().get(0).name()).isEqualTo("data");
    assertThat(pod.volumes().get(0).claimName()).contains("orders");
    assertThat(PodVolume.other("data").claimName()).isEmpty();
    assertThat(pod.owners()).containsExactly(kubelet());
    CsiNode node =
        node().resourceVersion("7").drivers(Set.of("d")).owners(List.of(kubelet())).build();
    assertThat(identity(node)).containsExactly("", "node-1", "u", "7");
    assertThat(node.drivers()).containsExactly("d");
    assertThat(node.owners()).containsExactly(kubelet());
    assertThat(kubelet().manager()).isEqualTo("kubelet");
    assertThat(kubelet().applied()).isFalse();
    assertThat(FieldOwner.of("m", true, Set.of()).applied()).isTrue();
    assertThat(kubelet().entries()).containsExactly("data");
    StorageHealthReport report =
        StorageHealthReport.of(List.of(SLOW)).withFindings(List.of(finding()));
    assertThat(report.conditions()).containsExactly(SLOW);
    assertThat(report.findings()).containsExactly(finding());
  }

  private static List<String> identity(HealthObject object) {
    return List.of(object.namespace(), object.name(), object.uid(), object.resourceVersion());
  }

  @Test
  void capabilitiesAreThoseThatWereAdded() {
    NodeCapabilities none = NodeCapabilities.none();
    assertThat(none.withVolumeHealth())
        .hasToString("volume health: true, storage health: false, staging: false");
    assertThat(none.withStorageHealth())
        .hasToString("volume health: false, storage health: true, staging: false");
    assertThat(none.withStaging())
        .hasToString("volume health: false, storage health: false, staging: true");
    assertThat(none.volumeHealth() || none.storageHealth() || none.staging()).isFalse();
    assertThat(none.withVolumeHealth().volumeHealth()).isTrue();
    assertThat(none.withStorageHealth().storageHealth()).isTrue();
    assertThat(none.withStaging().staging()).isTrue();
  }

  @Test
  void aDriverHasAName() {
    DriverInfo driver = DriverInfo.of("d", "1", ControllerMode.LIST);
    assertThat(driver.name()).isEqualTo("d");
    assertThat(driver.vendorVersion()).isEqualTo("1");
    assertThat(driver.controllerMode()).isEqualTo(ControllerMode.LIST);
    assertThatThrownBy(() -> DriverInfo.of("", "1", ControllerMode.LIST))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aProbeResultIsAnAnswerOrAFailure() {
    ProbeFailure failure = ProbeFailure.of(FailureKind.PENDING, "M", "d");
    ProbeResult<String> answered = ProbeResult.answered("x");
    ProbeResult<String> failed = ProbeResult.failed(failure);
    assertThat(answered.answer()).contains("x");
    assertThat(answered.failure()).isEmpty();
    assertThat(answered.<String>fold(answer -> answer + "!", ProbeFailure::method)).isEqualTo("x!");
    assertThat(answered).hasToString("x");
    assertThat(failed.answer()).isEmpty();
    assertThat(failed.failure()).contains(failure);
    assertThat(failed.<String>fold(answer -> answer + "!", ProbeFailure::method)).isEqualTo("M");
    assertThat(failed).hasToString("failed (M: d)");
    assertThat(failed)
        .isNotEqualTo(ProbeResult.failed(ProbeFailure.of(FailureKind.PENDING, "M", "e")));
  }

  @Test
  void c2KnownValuesAreConstantsAndAnyOtherStringIsKept() {
    for (OpenType known :
        List.of(
            VolumeHealthStatusType.of("DataLoss"),
            VolumeHealthStatusType.of("Inaccessible"),
            VolumeHealthStatusType.of("Degraded"),
            StorageHealthStatusType.of("StorageUnreachable"),
            StorageHealthStatusType.of("StorageDegraded"),
            PersistentVolumeAccessMode.of("ReadOnlyMany"),
            PersistentVolumeAccessMode.of("ReadWriteMany"),
            PersistentVolumeAccessMode.of("ReadWriteOnce"),
            PersistentVolumeAccessMode.of("ReadWriteOncePod"),
            PersistentVolumeMode.of("Block"),
            PersistentVolumeMode.of("Filesystem"))) {
      assertThat(known.isKnown()).as("%s", known).isTrue();
    }
    for (OpenType unknown :
        List.of(
            VolumeHealthStatusType.of("degraded"),
            StorageHealthStatusType.of("99"),
            PersistentVolumeAccessMode.of("RWX"),
            PersistentVolumeMode.of(""))) {
      assertThat(unknown.isKnown()).as("%s", unknown).isFalse();
    }
    assertThat(VolumeHealthStatusType.of("Degraded")).isSameAs(VolumeHealthStatusType.DEGRADED);
    assertThat(VolumeHealthStatusType.of("99").value()).isEqualTo("99");
  }

  @Test
  void c7StatusesSortBySeverityThenUnknownOnesByTheirBytes() {
    assertThat(
            Stream.of("b", "Degraded", "a", "DataLoss", "Inaccessible")
                .map(VolumeHealthStatusType::of)
                .sorted())
        .extracting(VolumeHealthStatusType::value)
        .containsExactly("DataLoss", "Inaccessible", "Degraded", "a", "b");
    assertThat(
            Stream.of("0", "StorageDegraded", "StorageUnreachable")
                .map(StorageHealthStatusType::of)
                .sorted())
        .extracting(StorageHealthStatusType::value)
        .containsExactly("StorageUnreachable", "StorageDegraded", "0");
  }

  @Test
  void anEntryOfAPodIsNeverAbsent() {
    assertThatThrownBy(() -> PodVolumeHealth.of("data", VolumeHealthStatus.absent()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("volume 'data'");
  }

  @Test
  void c10ATimeThatRfc3339CannotWriteIsRefused() {
    assertThatThrownBy(() -> VolumeHealthStatus.of(MapList.of(), Instant.MAX))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is not within the years 0000 to 9999");
    assertThatThrownBy(() -> SLOW.withLastTransitionTime(Instant.MIN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static VolumeHealthCondition condition(String status, String reason, String message) {
    return VolumeHealthCondition.of(VolumeHealthStatusType.of(status), reason, message);
  }

  private static StorageHealthCondition storage(String accessMode, String volumeMode) {
    return StorageHealthCondition.of(
        new StorageHealthCondition.Key(
            StorageHealthStatusType.STORAGE_DEGRADED,
            "PathLost",
            accessMode == null ? null : PersistentVolumeAccessMode.of(accessMode),
            volumeMode == null ? null : PersistentVolumeMode.of(volumeMode)),
        "1 of 2 paths");
  }

  private static Claim.Builder claim() {
    return Claim.builder("shop", "data", "u");
  }

  private static PersistentVolume.Builder volume() {
    return PersistentVolume.builder("pv-1").csi("d", "h");
  }

  private static Pod.Builder pod() {
    return Pod.builder("shop", "web-0", "u");
  }

  private static CsiNode.Builder node() {
    return CsiNode.builder("node-1", "u");
  }

  private static FieldOwner kubelet() {
    return FieldOwner.of("kubelet", false, Set.of("data"));
  }

  private static Finding finding() {
    return Finding.of(FindingKind.WRONG_TYPE, "p", "d");
  }

  private static HealthSchedulingRule rule() {
    return HealthSchedulingRule.of(StorageHealthStatusType.STORAGE_DEGRADED);
  }
}
