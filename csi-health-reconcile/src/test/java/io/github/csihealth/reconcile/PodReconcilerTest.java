package io.github.csihealth.reconcile;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.Decision.Cause;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rules C9 to C12, C20 and C24: what is decided for the volumes of a pod. */
class PodReconcilerTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthCondition A = VolumeHealthCondition.of(DEGRADED, "A", "m");
  private static final VolumeHealthCondition A_NEWER =
      VolumeHealthCondition.of(DEGRADED, "A", "newer");
  private static final VolumeHealthCondition B = VolumeHealthCondition.of(DATA_LOSS, "B");
  private static final PodVolumeHealth LOGS = entry("logs", T0, B);

  private final PodReconciler reconciler = PodReconciler.create();

  @Test
  void c24EveryNameOfTheClaimGetsTheReport() {
    Decision decision = decide(pod(LOGS), reported(A), T0);
    assertThat(decision.cause()).isEqualTo(Cause.CONDITIONS_CHANGED);
    assertThat(desired(decision))
        .isEqualTo(MapList.of(entry("data", T0, A), entry("backup", T0, A), LOGS));
  }

  @Test
  void c24ANameThatHasTheReportAlreadyKeepsItsTime() {
    Decision decision = decide(pod(entry("data", T0, A)), reported(A), T0.plusSeconds(9));
    assertThat(desired(decision))
        .isEqualTo(MapList.of(entry("data", T0, A), entry("backup", T0.plusSeconds(9), A)));
  }

  @Test
  void c9TheSameReportWritesNothingAndMakesNoNewValue() {
    PodVolumes volumes = orders(pod(entry("data", T0, A, B), entry("backup", T0, B, A)));
    Decision decision = reconciler.decide(volumes, reported(B, A), Memory.EMPTY, T0.plusSeconds(9));
    assertThat(decision).isSameAs(Memory.EMPTY.unchanged());
  }

  @Test
  void c9AHealthyVolumeWithoutAnEntryIsNeverWritten() {
    assertThat(decide(pod(LOGS), reported(), T0).cause()).isEqualTo(Cause.UNCHANGED);
  }

  @Test
  void c9AMessageAloneIsWrittenOncePerIntervalForAllNames() {
    Pod pod = pod(entry("data", T0, A), entry("backup", T0, A));
    Decision written = decide(pod, reported(A_NEWER), T0.plusSeconds(60));
    assertThat(written.cause()).isEqualTo(Cause.MESSAGE_CHANGED);
    assertThat(desired(written))
        .isEqualTo(MapList.of(entry("data", T0, A_NEWER), entry("backup", T0, A_NEWER)));
    assertThat(
            reconciler
                .decide(orders(pod), reported(A_NEWER), written.memory(), T0.plusSeconds(61))
                .cause())
        .isEqualTo(Cause.MESSAGE_PACED);
  }

  @Test
  void c20APodsEntryStaysOnRecoveryWithTheTime() {
    Decision decision =
        decide(pod(entry("data", T0, A), entry("backup", T0, A)), reported(), T0.plusSeconds(5));
    assertThat(decision.cause()).isEqualTo(Cause.RECOVERED);
    assertThat(desired(decision))
        .isEqualTo(
            MapList.of(entry("data", T0.plusSeconds(5)), entry("backup", T0.plusSeconds(5))));
    Pod recovered = pod(entry("data", T0.plusSeconds(5)), entry("backup", T0.plusSeconds(5)));
    assertThat(decide(recovered, reported(), T0.plusSeconds(9)).cause()).isEqualTo(Cause.UNCHANGED);
  }

  @Test
  void c20APodsEntryCanBeRemovedOnRecovery() {
    PodReconciler removing =
        PodReconciler.with(ReconcileOptions.builder().removeFieldOnRecovery().build());
    Decision decision =
        removing.decide(
            orders(pod(LOGS, entry("data", T0, A))), reported(), Memory.EMPTY, T0.plusSeconds(5));
    assertThat(desired(decision)).isEqualTo(MapList.of(LOGS));
    assertThat(decision.toString()).isEqualTo("write (RECOVERED): data=absent, backup=absent");
    Decision last =
        removing.decide(
            orders(pod(entry("data", T0, A))), reported(), Memory.EMPTY, T0.plusSeconds(5));
    assertThat(last.write().orElseThrow().mergePatch().bodyText())
        .endsWith("\"status\":{\"volumeHealth\":null}}");
  }

  @Test
  void c11AFailedProbeKeepsWhatIsStored() {
    for (FailureKind kind : FailureKind.values()) {
      Observation failed =
          Observation.failed(ProbeFailure.of(kind, "NodeGetVolumeHealth", kind.name()));
      assertThat(decide(pod(entry("data", T0, A)), failed, T0).cause())
          .isEqualTo(Cause.PROBE_FAILED);
    }
  }

  @Test
  void c3AReportOfOnlyUnknownStatusesKeepsWhatIsStored() {
    Observation unknown =
        reported(VolumeHealthCondition.of(VolumeHealthStatusType.of("99"), "New"));
    assertThat(decide(pod(entry("data", T0, A)), unknown, T0).cause())
        .isEqualTo(Cause.ONLY_UNKNOWN);
    PodReconciler clearing =
        PodReconciler.with(ReconcileOptions.builder().clearOnOnlyUnknown().build());
    assertThat(
            clearing.decide(orders(pod(entry("data", T0, A))), unknown, Memory.EMPTY, T0).cause())
        .isEqualTo(Cause.UNKNOWN_CLEARED);
  }

  @Test
  void c10ATimeNeverRunsBackwardsForAnyName() {
    Pod pod = pod(entry("data", T0.plusSeconds(200), A), entry("backup", T0, A));
    assertThat(desired(decide(pod, reported(B), T0)))
        .isEqualTo(MapList.of(entry("data", T0.plusSeconds(200), B), entry("backup", T0, B)));
    Decision replaced = decide(pod(entry("data", T0.plusSeconds(301), A)), reported(B), T0);
    assertThat(replaced.findings())
        .singleElement()
        .satisfies(
            found ->
                assertThat(found.path())
                    .isEqualTo("status.volumeHealth[name=data].lastTransitionTime"));
  }

  @Test
  void c19AMergePatchReplacesTheWholeListOfTheVersionDecidedOn() {
    Patch patch = decide(pod(LOGS), reported(A), T0).write().orElseThrow().mergePatch();
    assertThat(patch.contentType()).isEqualTo("application/merge-patch+json");
    assertThat(patch.bodyText())
        .isEqualTo(
            "{\"metadata\":{\"uid\":\"u1\",\"resourceVersion\":\"7\"},\"status\":{\"volumeHealth\":["
                + "{\"name\":\"backup\",\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"A\","
                + "\"message\":\"m\"}],\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"},"
                + "{\"name\":\"data\",\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"A\","
                + "\"message\":\"m\"}],\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"},"
                + "{\"name\":\"logs\",\"healthConditions\":[{\"status\":\"DataLoss\",\"reason\":\"B\"}],"
                + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}");
  }

  @Test
  void c19TheListIsNotReplacedWithoutItsVersion() {
    Pod pod = Pod.builder("shop", "web-0", "u1").volumes(pod().volumes()).build();
    WriteIntent intent = decide(pod, reported(A), T0).write().orElseThrow();
    assertThatThrownBy(intent::mergePatch)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Pod web-0 was read without its resourceVersion");
    assertThatThrownBy(intent::jsonPatch).isInstanceOf(IllegalStateException.class);
    assertThat(intent.apply("w").bodyText()).contains("\"name\":\"data\"");
  }

  @Test
  void c24WhatIsToBeProbed() {
    Pod pod =
        Pod.builder("shop", "web-0", "u1")
            .volumes(
                List.of(
                    PodVolume.ofClaim("data", "orders"),
                    PodVolume.inlineCsi("inline"),
                    PodVolume.genericEphemeral("scratch", "web-0"),
                    PodVolume.other("config"),
                    PodVolume.ofClaim("backup", "orders"),
                    PodVolume.ofClaim("late", "late")))
            .build();
    List<PodVolumes> toProbe =
        PodVolumes.toProbe(pod, Set.of("backup", "inline", "scratch", "config")::contains);
    assertThat(toProbe)
        .extracting(PodVolumes::toString)
        .containsExactly(
            "shop/web-0 [data, backup] of claim orders",
            "shop/web-0 [scratch] of claim web-0-scratch");
    assertThat(PodVolumes.of(pod)).hasSize(3);
    assertThat(PodVolumes.toProbe(pod, name -> false)).isEmpty();
  }

  @Test
  void c21AnotherPodOfTheNameIsNotWritten() {
    WriteIntent intent = decide(pod(), reported(A), T0).write().orElseThrow();
    Pod other = Pod.builder("shop", "web-0", "u2").volumes(pod().volumes()).build();
    assertThat(intent.rebase(other, T0)).isEmpty();
    Pod newer = pod(LOGS, entry("data", T0, A), entry("backup", T0, A));
    assertThat(intent.rebase(newer, T0).orElseThrow().cause()).isEqualTo(Cause.UNCHANGED);
    assertThat(desired(intent.rebase(pod(LOGS), T0).orElseThrow()).get("logs")).contains(LOGS);
  }

  private Decision decide(Pod pod, Observation observation, Instant now) {
    return reconciler.decide(orders(pod), observation, Memory.EMPTY, now);
  }

  private static MapList<String, PodVolumeHealth> desired(Decision decision) {
    return ((PodIntent) decision.write().orElseThrow()).desired();
  }

  private static PodVolumes orders(Pod pod) {
    return PodVolumes.of(pod).get(0);
  }

  private static Pod pod(PodVolumeHealth... entries) {
    return Pod.builder("shop", "web-0", "u1")
        .resourceVersion("7")
        .volumes(
            List.of(
                PodVolume.ofClaim("data", "orders"),
                PodVolume.ofClaim("backup", "orders"),
                PodVolume.ofClaim("logs", "logs")))
        .volumeHealth(MapList.of(entries))
        .build();
  }

  private static PodVolumeHealth entry(
      String name, Instant since, VolumeHealthCondition... conditions) {
    return PodVolumeHealth.of(name, VolumeHealthStatus.of(MapList.of(conditions), since));
  }

  private static Observation reported(VolumeHealthCondition... conditions) {
    return Observation.reported(VolumeHealthReport.of("vol-1", List.of(conditions)));
  }
}
