package io.github.csihealth.testkit.assertions;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;
import static io.github.csihealth.testkit.assertions.HealthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.HealthSchedulingPolicy;
import io.github.csihealth.model.HealthSchedulingRule;
import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.NodeCapabilities;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.Read;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.Violation;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.PodReconciler;
import io.github.csihealth.reconcile.PodVolumes;
import io.github.csihealth.reconcile.StorageObservation;
import io.github.csihealth.reconcile.StorageReconciler;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What passes, and what is said word by word of what does not. */
class HealthAssertionsTest {

  private static final Instant EIGHT = Instant.parse("2026-11-29T08:00:00Z");
  private static final Instant NINE = Instant.parse("2026-11-29T09:00:00Z");

  private static final VolumeHealthCondition SLOW =
      VolumeHealthCondition.of(DEGRADED, "DiskSlow", "over 500 ms");
  private static final VolumeHealthCondition DOWN =
      VolumeHealthCondition.of(INACCESSIBLE, "PathDown", "");

  private static final Claim SICK = claim(VolumeHealthStatus.of(MapList.of(SLOW, DOWN), EIGHT));
  private static final Claim UNKNOWN = claim(VolumeHealthStatus.absent());

  private static Claim claim(VolumeHealthStatus health) {
    return Claim.builder("shop", "data", "uid-1")
        .resourceVersion("7")
        .volumeName("pv-1")
        .phase("Bound")
        .health(health)
        .build();
  }

  private static void fails(ThrowingCallable assertion, String... lines) {
    assertThatThrownBy(assertion)
        .isInstanceOf(AssertionError.class)
        .hasMessage(String.join("\n", lines));
  }

  // ---- Volumes

  @Test
  void theThreeStatesAreToldApart() {
    Claim healthy = claim(VolumeHealthStatus.of(MapList.of(), EIGHT));
    assertThat(UNKNOWN).hasNoInformation();
    assertThat(healthy).isHealthy();
    assertThat(SICK).isAdverse();
    fails(
        () -> assertThat(UNKNOWN).isHealthy(),
        "Expected claim shop/data to be HEALTHY, but it is NO_INFORMATION: absent");
    fails(
        () -> assertThat(healthy).hasNoInformation(),
        "Expected claim shop/data to be NO_INFORMATION, but it is HEALTHY:"
            + " healthy since 2026-11-29T08:00:00Z");
    fails(
        () -> assertThat(healthy).isAdverse(),
        "Expected claim shop/data to be ADVERSE, but it is HEALTHY:"
            + " healthy since 2026-11-29T08:00:00Z");
    fails(
        () -> assertThat(SICK).isHealthy(),
        "Expected claim shop/data to be HEALTHY, but it is ADVERSE: [Inaccessible/PathDown,"
            + " Degraded/DiskSlow: over 500 ms] since 2026-11-29T08:00:00Z");
  }

  @Test
  void theDifferenceIsShownByKey() {
    assertThat(SICK).hasConditions(DOWN, SLOW);
    fails(
        () ->
            assertThat(SICK)
                .hasConditions(
                    VolumeHealthCondition.of(DATA_LOSS, "Gone", "all of it"),
                    VolumeHealthCondition.of(DEGRADED, "DiskSlow", "")),
        "Conditions of claim shop/data are not as expected:",
        "  missing: DataLoss/Gone: all of it",
        "  unexpected: Inaccessible/PathDown",
        "  differing: Degraded/DiskSlow",
        "    message: expected \"\", but was \"over 500 ms\"");
    fails(
        () -> assertThat(SICK).hasConditions(SLOW),
        "Conditions of claim shop/data are not as expected:",
        "  unexpected: Inaccessible/PathDown");
    fails(
        () -> assertThat(UNKNOWN).hasConditions(SLOW),
        "Conditions of claim shop/data are not as expected:",
        "  missing: Degraded/DiskSlow: over 500 ms");
  }

  @Test
  void singleConditions() {
    assertThat(SICK)
        .hasCondition(DEGRADED, "DiskSlow")
        .hasCondition(DEGRADED, "DiskSlow", "over 500 ms")
        .doesNotHaveCondition(DATA_LOSS, "DiskSlow");
    fails(
        () -> assertThat(SICK).hasCondition(DEGRADED, "PathDown"),
        "Expected claim shop/data to have Degraded/PathDown, but it has"
            + " [Inaccessible/PathDown, Degraded/DiskSlow: over 500 ms]");
    fails(
        () -> assertThat(SICK).hasCondition(DEGRADED, "DiskSlow", "slow"),
        "Expected the message of Degraded/DiskSlow of claim shop/data to be \"slow\","
            + " but it was \"over 500 ms\"");
    fails(
        () -> assertThat(SICK).doesNotHaveCondition(INACCESSIBLE, "PathDown"),
        "Expected claim shop/data not to have Inaccessible/PathDown, but it has"
            + " [Inaccessible/PathDown, Degraded/DiskSlow: over 500 ms]");
  }

  @Test
  void times() {
    assertThat(SICK).hasLastTransitionTime(EIGHT);
    assertThat(UNKNOWN).hasNoLastTransitionTime();
    fails(
        () -> assertThat(SICK).hasLastTransitionTime(NINE),
        "Expected the lastTransitionTime of claim shop/data to be 2026-11-29T09:00:00Z,"
            + " but it was 2026-11-29T08:00:00Z");
    fails(
        () -> assertThat(SICK).hasNoLastTransitionTime(),
        "Expected the lastTransitionTime of claim shop/data to be none,"
            + " but it was 2026-11-29T08:00:00Z");
    fails(
        () -> assertThat(UNKNOWN).hasLastTransitionTime(NINE),
        "Expected the lastTransitionTime of claim shop/data to be 2026-11-29T09:00:00Z,"
            + " but it was none");
  }

  @Test
  void claims() {
    assertThat(SICK).hasUid("uid-1").hasPhase("Bound").hasVolumeName("pv-1");
    fails(
        () -> assertThat(SICK).hasUid("uid-2"),
        "Expected the uid of claim shop/data to be \"uid-2\", but it was \"uid-1\"");
    fails(
        () -> assertThat(SICK).hasPhase("Lost"),
        "Expected the phase of claim shop/data to be \"Lost\", but it was \"Bound\"");
    fails(
        () -> assertThat(SICK).hasVolumeName(""),
        "Expected the volumeName of claim shop/data to be \"\", but it was \"pv-1\"");
    fails(() -> assertThat((Claim) null).isAdverse(), "", "Expecting actual not to be null");
  }

  @Test
  void aDescriptionStandsBeforeTheMessage() {
    fails(
        () -> assertThat(UNKNOWN).as("after the restart").isHealthy(),
        "[after the restart] Expected claim shop/data to be HEALTHY,"
            + " but it is NO_INFORMATION: absent");
  }

  /** Messages of drivers may hold what a format string would trip over. */
  @Test
  void percentSignsArePrintedAsTheyAre() {
    VolumeHealthStatus full =
        VolumeHealthStatus.of(
            MapList.of(VolumeHealthCondition.of(DEGRADED, "Full", "99% of %s")), null);
    fails(
        () -> assertThat(full).hasCondition(DEGRADED, "Full", "98%"),
        "Expected the message of Degraded/Full of the health to be \"98%\","
            + " but it was \"99% of %s\"");
  }

  @Test
  void conditions() {
    assertThat(SLOW).hasKey(DEGRADED, "DiskSlow").hasMessage("over 500 ms");
    fails(
        () -> assertThat(SLOW).hasKey(INACCESSIBLE, "DiskSlow"),
        "Expected the condition's key to be Inaccessible/DiskSlow,"
            + " but it was Degraded/DiskSlow");
    fails(
        () -> assertThat(DOWN).hasMessage("gone"),
        "Expected the message of Inaccessible/PathDown to be \"gone\", but it was \"\"");
  }

  @Test
  void pods() {
    PodVolumeHealth data =
        PodVolumeHealth.of("data", VolumeHealthStatus.of(MapList.of(DOWN), null));
    Pod pod =
        Pod.builder("shop", "web-0", "uid-9")
            .volumes(List.of(PodVolume.ofClaim("data", "data")))
            .volumeHealth(MapList.of(data))
            .build();
    assertThat(pod).hasNoInformationOn("logs").volume("data").isAdverse().hasConditions(DOWN);
    assertThat(data).hasCondition(INACCESSIBLE, "PathDown");
    fails(
        () -> assertThat(pod).volume("logs"),
        "Expected pod shop/web-0 to have the health of volume logs, but it has"
            + " [data=[Inaccessible/PathDown]]");
    fails(
        () -> assertThat(pod).hasNoInformationOn("data"),
        "Expected pod shop/web-0 to have no health of volume data, but it has"
            + " [data=[Inaccessible/PathDown]]");
    fails(
        () -> assertThat(pod).volume("data").isHealthy(),
        "Expected volume data to be HEALTHY, but it is ADVERSE: [Inaccessible/PathDown]");
  }

  // ---- Storage

  private static final StorageHealthCondition.Key SHARED_BLOCK =
      new StorageHealthCondition.Key(
          StorageHealthStatusType.STORAGE_DEGRADED,
          "PathLost",
          PersistentVolumeAccessMode.READ_WRITE_MANY,
          PersistentVolumeMode.BLOCK);
  private static final StorageHealthCondition.Key SINGLE_BLOCK =
      new StorageHealthCondition.Key(
          StorageHealthStatusType.STORAGE_DEGRADED,
          "PathLost",
          PersistentVolumeAccessMode.READ_WRITE_ONCE,
          PersistentVolumeMode.BLOCK);
  private static final StorageHealthCondition LOST =
      StorageHealthCondition.of(SHARED_BLOCK, "1 of 2 paths").withLastTransitionTime(EIGHT);
  private static final StorageHealth DISK = StorageHealth.of("disk.example.com", MapList.of(LOST));

  /** Known fault 44: conditions that differ by their modes alone are two. */
  @Test
  void storageIsToldApartByTheFullKey() {
    assertThat(DISK)
        .isAdverse()
        .hasConditions(LOST)
        .hasConditions(StorageHealthCondition.of(SHARED_BLOCK, "1 of 2 paths"))
        .doesNotHaveCondition(SINGLE_BLOCK);
    fails(
        () -> assertThat(DISK).hasConditions(StorageHealthCondition.of(SINGLE_BLOCK, "")),
        "Conditions of driver disk.example.com are not as expected:",
        "  missing: StorageDegraded/PathLost[ReadWriteOnce,Block]",
        "  unexpected: StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths");
    fails(
        () ->
            assertThat(DISK)
                .hasConditions(
                    StorageHealthCondition.of(SHARED_BLOCK, "").withLastTransitionTime(NINE)),
        "Conditions of driver disk.example.com are not as expected:",
        "  differing: StorageDegraded/PathLost[ReadWriteMany,Block]",
        "    message: expected \"\", but was \"1 of 2 paths\"",
        "    lastTransitionTime: expected 2026-11-29T09:00:00Z, but was 2026-11-29T08:00:00Z");
    fails(
        () -> assertThat(DISK).isHealthy(),
        "Expected driver disk.example.com to be HEALTHY, but it is ADVERSE:"
            + " [StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths]");
    fails(
        () -> assertThat(DISK).condition(SINGLE_BLOCK),
        "Expected driver disk.example.com to have StorageDegraded/PathLost[ReadWriteOnce,Block],"
            + " but it has [StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths]");
    fails(
        () -> assertThat(DISK).doesNotHaveCondition(SHARED_BLOCK),
        "Expected driver disk.example.com not to have"
            + " StorageDegraded/PathLost[ReadWriteMany,Block],"
            + " but it has [StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths]");
  }

  @Test
  void storageConditions() {
    assertThat(DISK)
        .condition(SHARED_BLOCK)
        .hasKey(SHARED_BLOCK)
        .hasMessage("1 of 2 paths")
        .hasLastTransitionTime(EIGHT);
    fails(
        () -> assertThat(LOST).hasNoLastTransitionTime(),
        "Expected the lastTransitionTime of StorageDegraded/PathLost[ReadWriteMany,Block]"
            + " to be none, but it was 2026-11-29T08:00:00Z");
    fails(
        () -> assertThat(LOST).hasMessage(""),
        "Expected the message of StorageDegraded/PathLost[ReadWriteMany,Block] to be \"\","
            + " but it was \"1 of 2 paths\"");
    fails(
        () -> assertThat(LOST).hasKey(SINGLE_BLOCK),
        "Expected the condition's key to be StorageDegraded/PathLost[ReadWriteOnce,Block],"
            + " but it was StorageDegraded/PathLost[ReadWriteMany,Block]");
  }

  @Test
  void csiNodes() {
    CsiNode node =
        CsiNode.builder("node-1", "uid-5")
            .drivers(Set.of("nfs.example.com", "disk.example.com"))
            .storageHealth(MapList.of(DISK))
            .build();
    assertThat(node)
        .hasDriver("nfs.example.com")
        .hasNoInformationOn("nfs.example.com")
        .driver("disk.example.com")
        .isAdverse();
    fails(
        () -> assertThat(node).driver("nfs.example.com"),
        "Expected CSINode node-1 to have the health of driver nfs.example.com, but it has"
            + " [disk.example.com=[StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths]]");
    fails(
        () -> assertThat(node).hasNoInformationOn("disk.example.com"),
        "Expected CSINode node-1 to have no health of driver disk.example.com, but it has"
            + " [disk.example.com=[StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths]]");
    fails(
        () -> assertThat(node).hasDriver("b"),
        "Expected driver b on CSINode node-1, but there are [disk.example.com, nfs.example.com]");
  }

  @Test
  void policies() {
    PersistentVolume volume =
        PersistentVolume.builder("pv-1")
            .csi("disk.example.com", "vol-1")
            .accessModes(Set.of(PersistentVolumeAccessMode.READ_WRITE_MANY))
            .volumeMode(PersistentVolumeMode.BLOCK)
            .build();
    HealthSchedulingRule rule =
        HealthSchedulingRule.of(StorageHealthStatusType.STORAGE_DEGRADED)
            .withAccessModes(List.of(PersistentVolumeAccessMode.READ_WRITE_MANY))
            .withVolumeMode(PersistentVolumeMode.BLOCK);
    HealthSchedulingPolicy policy = HealthSchedulingPolicy.of(List.of(rule));
    assertThat(policy).hasRules(rule).rulesOut(DISK, volume);
    assertThat(HealthSchedulingPolicy.none()).hasRules().allows(DISK, volume);
    assertThat(rule)
        .hasStatus(StorageHealthStatusType.STORAGE_DEGRADED)
        .hasAccessModes(PersistentVolumeAccessMode.READ_WRITE_MANY)
        .hasVolumeMode(PersistentVolumeMode.BLOCK);
    fails(
        () -> assertThat(policy).allows(DISK, volume),
        "Expected policy [StorageDegraded[ReadWriteMany,Block]] to allow a node for"
            + " pv-1 (disk.example.com/vol-1), but it rules it out for"
            + " [StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths]");
    fails(
        () -> assertThat(HealthSchedulingPolicy.none()).rulesOut(DISK, volume),
        "Expected policy [] to rule a node out for pv-1 (disk.example.com/vol-1), but none of its"
            + " conditions matches: disk.example.com="
            + "[StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths]");
    fails(
        () -> assertThat(policy).hasRules(),
        "Expected the policy's rules to be [],"
            + " but it was [StorageDegraded[ReadWriteMany,Block]]");
    fails(
        () -> assertThat(rule).hasStatus(StorageHealthStatusType.STORAGE_UNREACHABLE),
        "Expected the rule's status to be StorageUnreachable, but it was StorageDegraded");
    fails(
        () -> assertThat(rule).hasAccessModes(),
        "Expected the rule's access modes to be [], but it was [ReadWriteMany]");
    fails(
        () -> assertThat(rule).hasVolumeMode(PersistentVolumeMode.FILESYSTEM),
        "Expected the rule's volume mode to be Optional[Filesystem], but it was Optional[Block]");
  }

  // ---- Volumes and bindings

  @Test
  void bindingsAreLookedAtBothWays() {
    PersistentVolume.Builder builder =
        PersistentVolume.builder("pv-1").csi("disk.example.com", "vol-1").phase("Bound");
    PersistentVolume bound =
        builder.claimRef(new PersistentVolume.ClaimRef("shop", "data", "uid-1")).build();
    assertThat(bound).isBoundTo(SICK).hasCsi("disk.example.com", "vol-1").hasPhase("Bound");
    PersistentVolume elsewhere =
        PersistentVolume.builder("pv-2")
            .phase("Released")
            .claimRef(new PersistentVolume.ClaimRef("shop", "data", "uid-0"))
            .build();
    fails(
        () -> assertThat(elsewhere).isBoundTo(SICK),
        "Expected persistent volume pv-2 to be bound to claim shop/data, but:",
        "  its phase is \"Released\"",
        "  its claimRef is shop/data with uid \"uid-0\", not shop/data with uid \"uid-1\"",
        "  the claim's volumeName is \"pv-1\"");
    fails(
        () -> assertThat(PersistentVolume.builder("pv-1").phase("Bound").build()).isBoundTo(SICK),
        "Expected persistent volume pv-1 to be bound to claim shop/data, but:",
        "  its claimRef is none, not shop/data with uid \"uid-1\"");
    fails(
        () -> assertThat(bound).hasCsi("nfs.example.com", "vol-1"),
        "Expected the driver of persistent volume pv-1 to be \"nfs.example.com\","
            + " but it was \"disk.example.com\"");
    fails(
        () -> assertThat(bound).hasCsi("disk.example.com", "vol-2"),
        "Expected the volumeHandle of persistent volume pv-1 to be \"vol-2\","
            + " but it was \"vol-1\"");
    fails(
        () -> assertThat(bound).hasPhase("Failed"),
        "Expected the phase of persistent volume pv-1 to be \"Failed\", but it was \"Bound\"");
  }

  // ---- What a driver says

  @Test
  void reports() {
    VolumeHealthReport twice = VolumeHealthReport.of("vol-1", List.of(SLOW, SLOW));
    assertThat(twice).hasVolumeId("vol-1").hasConditions(SLOW, SLOW).hasNoFindings();
    assertThat(VolumeHealthReport.of("vol-1", List.of())).isHealthy();
    fails(
        () -> assertThat(twice).hasConditions(SLOW),
        "Conditions of volume vol-1 are not as expected:",
        "  unexpected: Degraded/DiskSlow: over 500 ms");
    fails(
        () -> assertThat(twice).hasVolumeId("vol-2"),
        "Expected the report's volume id to be \"vol-2\", but it was \"vol-1\"");
    Finding blanked = Finding.of(FindingKind.SECRET_BLANKED, "health_statuses[0]", "blanked");
    fails(
        () -> assertThat(twice.withFindings(List.of(blanked))).hasNoFindings(),
        "Expected no finding, but there is:",
        "  SECRET_BLANKED at health_statuses[0]: blanked");
    StorageHealthReport storage = StorageHealthReport.of(List.of(LOST));
    assertThat(storage).hasConditions(LOST);
    assertThat(StorageHealthReport.of(List.of())).isHealthy();
    fails(
        () -> assertThat(storage).isHealthy(),
        "Conditions of the storage backend are not as expected:",
        "  unexpected: StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths");
    fails(
        () ->
            assertThat(StorageHealthReport.of(List.of()).withFindings(List.of(blanked)))
                .isHealthy(),
        "Expected no finding, but there is:",
        "  SECRET_BLANKED at health_statuses[0]: blanked");
  }

  @Test
  void conformedReports() {
    var conformed =
        Conformed.ofVolume(
            List.of(SLOW, VolumeHealthCondition.of(VolumeHealthStatusType.of("99"), "Later", "")));
    assertThat(conformed)
        .hasKeys(SLOW.key())
        .hasFinding(FindingKind.UNKNOWN_STATUS)
        .hasFinding(FindingKind.UNKNOWN_STATUS, "health_statuses[1]");
    assertThat(Conformed.ofVolume(conformed.unknown())).isOnlyUnwritable().hasKeys();
    String found =
        "  UNKNOWN_STATUS at health_statuses[1]: status 99 is not known and is not written";
    fails(
        () -> assertThat(conformed).hasFinding(FindingKind.DUPLICATE_KEY),
        "Expected a finding DUPLICATE_KEY, but there is:",
        found);
    fails(
        () -> assertThat(conformed).hasFinding(FindingKind.UNKNOWN_STATUS, "health_statuses[0]"),
        "Expected a finding UNKNOWN_STATUS at health_statuses[0], but there is:",
        found);
    fails(
        () -> assertThat(conformed).hasKeys(DOWN.key()),
        "Expected the conditions' keys to be [Inaccessible/PathDown],"
            + " but it was [Degraded/DiskSlow]");
    fails(
        () -> assertThat(Conformed.ofVolume(List.of(SLOW))).isOnlyUnwritable(),
        "Expected nothing that can be written to be left of it, but there is"
            + " [Degraded/DiskSlow: over 500 ms]");
  }

  @Test
  void readings() {
    Read<String> read = new Read<>("value", List.of());
    assertThat(read).hasValue("value").hasNoFindings();
    fails(
        () -> assertThat(read).hasValue("other"),
        "Expected the value read to be \"other\", but it was \"value\"");
    fails(
        () -> assertThat(read).hasFinding(FindingKind.BAD_TIME),
        "Expected a finding BAD_TIME, but there is none");
  }

  @Test
  void probes() {
    ProbeResult<String> answered = ProbeResult.answered("yes");
    ProbeFailure failure =
        ProbeFailure.of(FailureKind.NOT_FOUND, "ControllerGetVolumeHealth", "NOT_FOUND: gone");
    ProbeResult<String> failed = ProbeResult.failed(failure);
    assertThat(answered).isAnswered().hasAnswer("yes");
    assertThat(failed).hasFailed(FailureKind.NOT_FOUND);
    assertThat(failure).hasMethod("ControllerGetVolumeHealth").hasDetailContaining("gone");
    fails(
        () -> assertThat(failed).isAnswered(),
        "Expected an answer, but the call failed (ControllerGetVolumeHealth: NOT_FOUND: gone)");
    fails(
        () -> assertThat(answered).hasAnswer("no"),
        "Expected the answer to be \"no\", but it was \"yes\"");
    fails(() -> assertThat(answered).failure(), "Expected a failed call, but it was answered: yes");
    fails(
        () -> assertThat(failed).hasFailed(FailureKind.PENDING),
        "Expected a failure PENDING, but it is NOT_FOUND"
            + " (ControllerGetVolumeHealth: NOT_FOUND: gone)");
    fails(
        () -> assertThat(failure).hasMethod("Probe"),
        "Expected the method that failed to be \"Probe\","
            + " but it was \"ControllerGetVolumeHealth\"");
    fails(
        () -> assertThat(failure).hasDetailContaining("time"),
        "Expected \"time\" in the detail \"NOT_FOUND: gone\"");
  }

  @Test
  void drivers() {
    DriverInfo info = DriverInfo.of("disk.example.com", "1.2.3", ControllerMode.LIST);
    assertThat(info)
        .hasName("disk.example.com")
        .hasVendorVersion("1.2.3")
        .hasControllerMode(ControllerMode.LIST);
    fails(
        () -> assertThat(info).hasName("b"),
        "Expected the driver's name to be \"b\", but it was \"disk.example.com\"");
    fails(
        () -> assertThat(info).hasVendorVersion(""),
        "Expected the driver's version to be \"\", but it was \"1.2.3\"");
    fails(
        () -> assertThat(info).hasControllerMode(ControllerMode.GET),
        "Expected the controller mode to be GET, but it was LIST");
    NodeCapabilities both = NodeCapabilities.none().withVolumeHealth().withStorageHealth();
    assertThat(both).offersVolumeHealth().offersStorageHealth();
    assertThat(NodeCapabilities.none().withStaging()).offersNoHealth().offersStaging();
    fails(
        () -> assertThat(NodeCapabilities.none()).offersVolumeHealth(),
        "Expected a node that offers GET_VOLUME_HEALTH, but it has"
            + " volume health: false, storage health: false, staging: false");
    fails(
        () -> assertThat(NodeCapabilities.none()).offersStorageHealth(),
        "Expected a node that offers GET_STORAGE_HEALTH, but it has"
            + " volume health: false, storage health: false, staging: false");
    fails(
        () -> assertThat(both).offersStaging(),
        "Expected a node that offers STAGE_UNSTAGE_VOLUME, but it has"
            + " volume health: true, storage health: true, staging: false");
    fails(
        () -> assertThat(both).offersNoHealth(),
        "Expected a node that offers no health, but it has"
            + " volume health: true, storage health: true, staging: false");
  }

  // ---- Decisions

  private static Decision decide(Claim claim, Observation observation) {
    return ClaimReconciler.create().decide(claim, observation, Memory.EMPTY, NINE);
  }

  private static Observation reported(VolumeHealthCondition... conditions) {
    return Observation.reported(VolumeHealthReport.of("vol-1", List.of(conditions)));
  }

  private static final ProbeFailure TIME_OUT =
      ProbeFailure.of(FailureKind.RETRYABLE, "ControllerGetVolumeHealth", "DEADLINE_EXCEEDED");

  @Test
  void decisionsToWrite() {
    Decision write = decide(UNKNOWN, reported(SLOW));
    assertThat(write)
        .writes()
        .writes(Decision.Cause.CONDITIONS_CHANGED)
        .hasNoFindings()
        .claimHealth()
        .hasConditions(SLOW)
        .hasLastTransitionTime(NINE);
    assertThat(decide(SICK, reported()))
        .writes(Decision.Cause.RECOVERED)
        .claimHealth()
        .hasNoInformation();
    String text =
        "write (CONDITIONS_CHANGED): [Degraded/DiskSlow: over 500 ms] since 2026-11-29T09:00:00Z";
    fails(() -> assertThat(write).keeps(), "Expected the decision to keep, but it is: " + text);
    fails(
        () -> assertThat(write).writes(Decision.Cause.RECOVERED),
        "Expected the decision to write (RECOVERED), but it is: " + text);
    fails(
        () -> assertThat(write).confirms(), "Expected the decision to confirm, but it is: " + text);
    fails(
        () -> assertThat(write).podVolume("data"),
        "Expected a write of a pod's volume data, but the decision is: " + text);
    fails(
        () -> assertThat(write).storageHealth(),
        "Expected a write of a driver's health, but the decision is: " + text);
  }

  @Test
  void decisionsToKeepAndToConfirm() {
    Decision keep = decide(SICK, Observation.failed(TIME_OUT));
    assertThat(keep).keeps().keeps(Decision.Cause.PROBE_FAILED);
    assertThat(decide(SICK, Observation.absent())).confirms();
    fails(
        () -> assertThat(keep).writes(),
        "Expected the decision to write, but it is: keep (PROBE_FAILED)");
    fails(
        () -> assertThat(keep).keeps(Decision.Cause.UNCHANGED),
        "Expected the decision to keep (UNCHANGED), but it is: keep (PROBE_FAILED)");
    fails(
        () -> assertThat(decide(SICK, Observation.absent())).keeps(),
        "Expected the decision to keep, but it is: confirm (ABSENT)");
    fails(
        () -> assertThat(keep).claimHealth(),
        "Expected a write of a claim, but the decision is: keep (PROBE_FAILED)");
    fails(
        () -> assertThat(keep).keepsUntil(NINE),
        "Expected the decision to keep (MESSAGE_PACED), but it is: keep (PROBE_FAILED)");
  }

  @Test
  void decisionsThatWait() {
    VolumeHealthCondition slower = VolumeHealthCondition.of(DEGRADED, "DiskSlow", "over 900 ms");
    Decision first = decide(SICK, reported(slower, DOWN));
    assertThat(first).writes(Decision.Cause.MESSAGE_CHANGED);
    Decision paced =
        ClaimReconciler.create()
            .decide(SICK, reported(slower, DOWN), first.memory(), NINE.plusSeconds(60));
    assertThat(paced).keepsUntil(NINE.plusSeconds(300));
    fails(
        () -> assertThat(paced).keepsUntil(EIGHT),
        "Expected the decision to keep until 2026-11-29T08:00:00Z, but it is:"
            + " keep (MESSAGE_PACED until 2026-11-29T09:05:00Z)");
  }

  @Test
  void decisionsOnNodes() {
    CsiNode node = CsiNode.builder("node-1", "uid-5").drivers(Set.of("disk.example.com")).build();
    Decision storage =
        StorageReconciler.create()
            .decide(
                node,
                "disk.example.com",
                StorageObservation.reported(StorageHealthReport.of(List.of(LOST))),
                Memory.EMPTY,
                NINE);
    assertThat(storage).storageHealth().condition(SHARED_BLOCK).hasLastTransitionTime(NINE);
    Pod pod =
        Pod.builder("shop", "web-0", "uid-9")
            .resourceVersion("3")
            .volumes(List.of(PodVolume.ofClaim("data", "data")))
            .build();
    Decision onPod =
        PodReconciler.create()
            .decide(PodVolumes.of(pod).get(0), reported(SLOW), Memory.EMPTY, NINE);
    assertThat(onPod).writes().podVolume("data").hasConditions(SLOW);
  }

  @Test
  void mapListsDifferByKey() {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> list = MapList.of(SLOW, DOWN);
    VolumeHealthCondition slower = VolumeHealthCondition.of(DEGRADED, "DiskSlow", "over 900 ms");
    VolumeHealthCondition lost = VolumeHealthCondition.of(DEGRADED, "PathLost", "");
    assertThat(list).hasEntries(DOWN, SLOW).hasKeys(DOWN.key(), SLOW.key());
    assertThat(MapList.<VolumeHealthCondition.Key, VolumeHealthCondition>of()).isEmpty();
    fails(
        () -> assertThat(list).hasEntries(slower, lost),
        "The entries are not as expected:\n  missing: "
            + lost
            + "\n  unexpected: "
            + DOWN
            + "\n  differing: "
            + SLOW.key()
            + "\n    expected "
            + slower
            + "\n    but was  "
            + SLOW);
    fails(() -> assertThat(list).isEmpty(), "Expected no entries, but there are " + list);
    fails(
        () -> assertThat(list).hasKeys(SLOW.key()),
        "Expected the keys to be ["
            + SLOW.key()
            + "], but it was "
            + Stream.of(SLOW.key(), DOWN.key()).sorted().toList());
  }

  @Test
  void findingsViolationsOwnersAndVolumesOfPods() {
    Finding finding = Finding.of(FindingKind.UNKNOWN_STATUS, "[0].status", "number 99");
    assertThat(finding)
        .hasKind(FindingKind.UNKNOWN_STATUS)
        .hasPath("[0].status")
        .hasDetailContaining("99");
    fails(
        () -> assertThat(finding).hasPath("[1]"),
        "Expected the path of the finding to be \"[1]\", but it was \"[0].status\"");
    FieldOwner owner = FieldOwner.of("kubelet", true, Set.of("data"));
    assertThat(owner).hasManager("kubelet").isByApply().hasEntries("data");
    fails(() -> assertThat(owner).isByUpdate(), "Expected an owner by update, but it is " + owner);
    fails(
        () -> assertThat(owner).hasEntries("logs"),
        "Expected the entries that kubelet owns to be [logs], but it was [data]");
    PodVolume volume = PodVolume.ofClaim("data", "orders");
    assertThat(volume).hasName("data").hasSource(volume.source()).hasClaim("orders");
    assertThat(PodVolume.inlineCsi("scratch")).hasNoClaim();
    fails(
        () -> assertThat(volume).hasNoClaim(),
        "Expected the claim of volume data to be Optional.empty, but it was Optional[orders]");
    Violation violation =
        HealthValidation.ofClaim(
                VolumeHealthStatus.of(
                    MapList.of(VolumeHealthCondition.of(DEGRADED, "not legal", "")), NINE))
            .get(0);
    assertThat(violation).hasCause(violation.cause()).hasDetailContaining("");
    fails(
        () -> assertThat(violation).hasPath("elsewhere"),
        "Expected the path of the violation to be \"elsewhere\", but it was \""
            + violation.path()
            + "\"");
  }
}
