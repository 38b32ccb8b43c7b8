package io.github.csihealth.reconcile;

import static io.github.csihealth.model.PersistentVolumeAccessMode.READ_WRITE_MANY;
import static io.github.csihealth.model.PersistentVolumeAccessMode.READ_WRITE_ONCE;
import static io.github.csihealth.model.PersistentVolumeMode.FILESYSTEM;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_DEGRADED;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.reconcile.Decision.Cause;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules C9 to C12, C20 and C24: what is decided for a storage backend on a CSINode. */
class StorageReconcilerTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant T1 = T0.plusSeconds(60);
  private static final String DRIVER = "d.example.com";

  private static final StorageHealthCondition MANY = slow(READ_WRITE_MANY, "m");
  private static final StorageHealthCondition ONCE = slow(READ_WRITE_ONCE, "m");
  private static final StorageHealthCondition GONE =
      StorageHealthCondition.of(STORAGE_UNREACHABLE, "Gone", "");
  private static final StorageHealth OTHER =
      StorageHealth.of("e.example.com", MapList.of(GONE.withLastTransitionTime(T0)));

  private final StorageReconciler reconciler = StorageReconciler.create();

  @Test
  void c24EachConditionHasTheTimeAtWhichItAppeared() {
    Decision first = decide(node(OTHER), reported(MANY), T0);
    assertThat(first.cause()).isEqualTo(Cause.CONDITIONS_CHANGED);
    assertThat(conditions(first)).isEqualTo(MapList.of(at(T0, MANY)));
    assertThat(conditions(decide(node(at(T0, MANY)), reported(MANY, ONCE), T1)))
        .isEqualTo(MapList.of(at(T0, MANY), at(T1, ONCE)));
    assertThat(conditions(decide(node(at(T0, MANY), at(T1, ONCE)), reported(ONCE), T1)))
        .isEqualTo(MapList.of(at(T1, ONCE)));
  }

  @Test
  void c24ConditionsThatDifferOnlyInTheirModesAreTwo() {
    assertThat(conditions(decide(node(), reported(MANY, ONCE), T0)).size()).isEqualTo(2);
  }

  @Test
  void c24AConditionThatAnotherWriterStoredWithoutATimeGetsOneWithTheNextWrite() {
    assertThat(decide(node(MANY), reported(MANY), T1).cause()).isEqualTo(Cause.UNCHANGED);
    assertThat(conditions(decide(node(MANY), reported(MANY, ONCE), T1)))
        .isEqualTo(MapList.of(at(T1, MANY), at(T1, ONCE)));
  }

  @Test
  void c9TheSameReportAThousandTimesWritesNothing() {
    CsiNode node = node(at(T0, MANY), at(T1, ONCE));
    for (int i = 0; i < 1000; i++) {
      assertThat(decide(node, reported(ONCE, MANY), T1.plusSeconds(i)))
          .isSameAs(Memory.EMPTY.unchanged());
    }
  }

  @Test
  void c9AMessageAloneIsPacedAndKeepsTheTime() {
    Decision written = decide(node(at(T0, MANY)), reported(slow(READ_WRITE_MANY, "new")), T1);
    assertThat(written.cause()).isEqualTo(Cause.MESSAGE_CHANGED);
    assertThat(conditions(written)).isEqualTo(MapList.of(at(T0, slow(READ_WRITE_MANY, "new"))));
    Decision paced =
        reconciler.decide(
            node(at(T0, slow(READ_WRITE_MANY, "new"))),
            DRIVER,
            reported(MANY),
            written.memory(),
            T1.plusSeconds(299));
    assertThat(paced.until()).contains(T1.plusSeconds(300));
  }

  @Test
  void c9AStoredListWithRepeatsIsReplaced() {
    CsiNode node =
        CsiNode.builder("n", "u1")
            .storageHealth(
                MapList.of(
                    StorageHealth.of(
                        DRIVER, MapList.ofStored(List.of(at(T0, MANY), at(T1, MANY))))))
            .build();
    assertThat(conditions(decide(node, reported(MANY), T1))).isEqualTo(MapList.of(at(T0, MANY)));
  }

  @Test
  void c20TheDriversEntryIsRemovedOnRecovery() {
    Decision decision = decide(node(OTHER, at(T0, MANY)), reported(), T1);
    assertThat(decision.cause()).isEqualTo(Cause.RECOVERED);
    assertThat(intent(decision).desired()).isEmpty();
    assertThat(intent(decision).mergePatch().contentType())
        .isEqualTo("application/strategic-merge-patch+json");
    assertThat(intent(decision).mergePatch().bodyText())
        .isEqualTo(
            "{\"metadata\":{\"uid\":\"u1\"},\"status\":{\"storageHealth\":["
                + "{\"name\":\"d.example.com\",\"$patch\":\"delete\"}]}}");
    assertThat(decision.toString()).isEqualTo("write (RECOVERED): d.example.com=absent");
  }

  @Test
  void c20TheDriversEntryCanBeKeptOnRecovery() {
    StorageReconciler keeping =
        StorageReconciler.with(ReconcileOptions.builder().keepFieldOnRecovery().build());
    Decision decision = keeping.decide(node(at(T0, MANY)), DRIVER, reported(), Memory.EMPTY, T1);
    assertThat(intent(decision).desired()).contains(StorageHealth.of(DRIVER, MapList.of()));
    assertThat(intent(decision).mergePatch().bodyText())
        .endsWith("[{\"name\":\"d.example.com\",\"healthConditions\":null}]}}");
    CsiNode recovered =
        CsiNode.builder("n", "u1")
            .storageHealth(MapList.of(StorageHealth.of(DRIVER, MapList.of())))
            .build();
    assertThat(keeping.decide(recovered, DRIVER, reported(), Memory.EMPTY, T1).cause())
        .isEqualTo(Cause.UNCHANGED);
  }

  @Test
  void c11AFailedProbeKeepsWhatIsStored() {
    StorageObservation failed =
        StorageObservation.failed(
            ProbeFailure.of(FailureKind.RETRYABLE, "NodeGetStorageHealth", "UNAVAILABLE"));
    assertThat(decide(node(at(T0, MANY)), failed, T1).cause()).isEqualTo(Cause.PROBE_FAILED);
    assertThat(failed.toString()).isEqualTo("failed (NodeGetStorageHealth: UNAVAILABLE)");
  }

  @Test
  void c24AReportOfWhichNothingCanBeWrittenKeepsWhatIsStored() {
    StorageObservation unusable =
        StorageObservation.reported(
            StorageHealthReport.of(List.of())
                .withFindings(
                    List.of(
                        Finding.of(
                            FindingKind.UNUSABLE_CAPABILITY, "backend_health[0]", "no mode"))));
    Decision decision = decide(node(at(T0, MANY)), unusable, T1);
    assertThat(decision.cause()).isEqualTo(Cause.ONLY_UNKNOWN);
    assertThat(decision.findings()).hasSize(1);
    StorageReconciler clearing =
        StorageReconciler.with(ReconcileOptions.builder().clearOnOnlyUnknown().build());
    assertThat(clearing.decide(node(at(T0, MANY)), DRIVER, unusable, Memory.EMPTY, T1).cause())
        .isEqualTo(Cause.ONLY_UNKNOWN);
    assertThat(
            clearing
                .decide(
                    node(at(T0, MANY)),
                    DRIVER,
                    reported(StorageHealthCondition.of(StorageHealthStatusType.of("7"), "New", "")),
                    Memory.EMPTY,
                    T1)
                .cause())
        .isEqualTo(Cause.UNKNOWN_CLEARED);
  }

  @Test
  void c19AJsonPatchTestsThatThePlaceInTheListIsTheDriversStill() {
    assertThat(intent(decide(node(OTHER, at(T0, MANY)), reported(), T1)).jsonPatch().bodyText())
        .isEqualTo(
            "[{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"u1\"},"
                + "{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"},"
                + "{\"op\":\"test\",\"path\":\"/status/storageHealth/1/name\",\"value\":\"d.example.com\"},"
                + "{\"op\":\"remove\",\"path\":\"/status/storageHealth/1\"}]");
    WriteIntent unversioned =
        intent(decide(CsiNode.builder("n", "u1").build(), reported(MANY), T1));
    assertThatThrownBy(unversioned::jsonPatch)
        .hasMessage("CSINode n was read without its resourceVersion");
  }

  @Test
  void c21ANewerCopyIsDecidedOnWithTheSameReport() {
    StorageIntent intent = intent(decide(node(), reported(MANY), T0));
    assertThat(intent.rebase(node(at(T0, MANY)), T1).orElseThrow().cause())
        .isEqualTo(Cause.UNCHANGED);
    assertThat(intent.rebase(CsiNode.builder("n", "u2").build(), T1)).isEmpty();
    assertThat(intent.driver()).isEqualTo(DRIVER);
    assertThat(intent.toString()).startsWith("n: d.example.com=[StorageDegraded/Slow");
  }

  private Decision decide(CsiNode node, StorageObservation observation, Instant now) {
    return reconciler.decide(node, DRIVER, observation, Memory.EMPTY, now);
  }

  private static StorageIntent intent(Decision decision) {
    return (StorageIntent) decision.write().orElseThrow();
  }

  private static MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions(
      Decision decision) {
    return intent(decision).desired().orElseThrow().conditions();
  }

  private static StorageObservation reported(StorageHealthCondition... conditions) {
    return StorageObservation.reported(StorageHealthReport.of(List.of(conditions)));
  }

  private static CsiNode node(StorageHealthCondition... conditions) {
    return CsiNode.builder("n", "u1")
        .resourceVersion("7")
        .storageHealth(
            conditions.length == 0
                ? MapList.of()
                : MapList.of(StorageHealth.of(DRIVER, MapList.of(conditions))))
        .build();
  }

  private static CsiNode node(StorageHealth other, StorageHealthCondition... conditions) {
    return CsiNode.builder("n", "u1")
        .resourceVersion("7")
        .storageHealth(
            conditions.length == 0
                ? MapList.of(other)
                : MapList.ofStored(
                    List.of(other, StorageHealth.of(DRIVER, MapList.of(conditions)))))
        .build();
  }

  private static StorageHealthCondition slow(PersistentVolumeAccessMode mode, String message) {
    return StorageHealthCondition.of(
        new StorageHealthCondition.Key(STORAGE_DEGRADED, "Slow", mode, FILESYSTEM), message);
  }

  private static StorageHealthCondition at(Instant time, StorageHealthCondition condition) {
    return condition.withLastTransitionTime(time);
  }
}
