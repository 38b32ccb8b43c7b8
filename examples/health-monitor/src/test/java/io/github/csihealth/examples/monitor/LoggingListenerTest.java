package io.github.csihealth.examples.monitor;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.runtime.WriteResult.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which lines an operator reads. */
class LoggingListenerTest {

  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
  private static final ProbeFailure LIST_FAILED =
      ProbeFailure.of(FailureKind.RETRYABLE, "ControllerListVolumeHealth", "UNAVAILABLE: away");
  private static final ProbeFailure GET_FAILED =
      ProbeFailure.of(FailureKind.RETRYABLE, "ControllerGetVolumeHealth", "UNAVAILABLE: away");
  private static final Observation SLOW = reported("DiskSlow");

  private final LoggingListener listener = new LoggingListener();
  private final Claim claim =
      Claim.builder("shop", "data", "uid-1").resourceVersion("7").volumeName("pv").build();
  private final Bound bound =
      new Bound(PersistentVolume.builder("pv").csi("disk.example.com", "vol-1").build(), claim);

  private static Observation reported(String reason) {
    return Observation.reported(
        VolumeHealthReport.of(
            "vol-1", List.of(VolumeHealthCondition.of(DEGRADED, reason, "a message"))));
  }

  private Decision decide(Observation observation) {
    Decision decision = ClaimReconciler.create().decide(claim, observation, Memory.EMPTY, NOW);
    listener.decided(bound, observation, decision);
    return decision;
  }

  /** Each line from its level on. */
  private static List<String> lines(MonitorRun.Body body) throws Exception {
    return StandardError.during(body).lines().map(line -> line.replaceFirst("^\\S+ ", "")).toList();
  }

  @Test
  void theDriverIsSaidWithItsMode() throws Exception {
    assertThat(
            lines(
                () ->
                    listener.described(
                        DriverInfo.of("disk.example.com", "1.2", ControllerMode.LIST))))
        .containsExactly(
            "INFO health-monitor msg=\"driver described\" driver=disk.example.com version=1.2"
                + " mode=LIST");
  }

  @Test
  void aWriteThatIsKeptIsOneLine() throws Exception {
    assertThat(
            lines(
                () -> {
                  Decision decision = decide(SLOW);
                  Claim stored =
                      Claim.builder("shop", "data", "uid-1")
                          .health(
                              decision
                                  .write()
                                  .orElseThrow()
                                  .fold(intent -> intent.desired(), pod -> null, node -> null))
                          .build();
                  listener.wrote(bound, decision, WriteResult.answered(stored));
                }))
        .containsExactly(
            "INFO health-monitor msg=\"health written\" claim=shop/data volume=vol-1"
                + " cause=CONDITIONS_CHANGED"
                + " health=\"[Degraded/DiskSlow: a message] since 2026-11-30T09:00:00Z\"");
  }

  @Test
  void c22AWriteThatIsDroppedIsNotSaidToBeStored() throws Exception {
    assertThat(
            lines(
                () -> {
                  Decision decision = decide(SLOW);
                  listener.wrote(bound, decision, WriteResult.answered(claim));
                  listener.dropped(bound, decision);
                  listener.gate(true);
                  listener.gate(false);
                }))
        .satisfiesExactly(
            dropped ->
                assertThat(dropped)
                    .startsWith("WARN ")
                    .contains("write dropped", "CSIVolumeHealth", "claim=shop/data volume=vol-1"),
            off -> assertThat(off).startsWith("WARN ").contains("held back"),
            on -> assertThat(on).startsWith("INFO ").contains("keeps status.healthStatus"));
  }

  @Test
  void aWriteThatIsRefusedIsSaidWithTheWordsOfTheServerAndAConflictIsNoNews() throws Exception {
    assertThat(
            lines(
                () -> {
                  Decision decision = decide(SLOW);
                  listener.wrote(bound, decision, WriteResult.of(Outcome.CONFLICT, "409 changed"));
                  listener.wrote(bound, decision, WriteResult.of(Outcome.FORBIDDEN, "403 no"));
                }))
        .containsExactly(
            "WARN health-monitor msg=\"write failed\" claim=shop/data volume=vol-1"
                + " outcome=FORBIDDEN detail=\"403 no\"");
  }

  @Test
  void aFailedListIsSaidOnceAndAFailedGetWithItsClaim() throws Exception {
    assertThat(
            lines(
                () -> {
                  listener.probed(
                      LIST_FAILED.method(), Duration.ofSeconds(1), Optional.of(LIST_FAILED));
                  decide(Observation.failed(LIST_FAILED));
                  decide(Observation.failed(LIST_FAILED));
                  listener.probed(
                      GET_FAILED.method(), Duration.ofSeconds(1), Optional.of(GET_FAILED));
                  decide(Observation.failed(GET_FAILED));
                  listener.probed(LIST_FAILED.method(), Duration.ofSeconds(1), Optional.empty());
                }))
        .containsExactly(
            "WARN health-monitor msg=\"list cycle failed\" method=ControllerListVolumeHealth"
                + " failure=RETRYABLE detail=\"UNAVAILABLE: away\"",
            "WARN health-monitor msg=\"call failed\" claim=shop/data volume=vol-1"
                + " method=ControllerGetVolumeHealth failure=RETRYABLE"
                + " detail=\"UNAVAILABLE: away\"");
  }

  @Test
  void whatIsOddIsSaidOnceUntilItHasGoneOrTheClaimHas() throws Exception {
    Observation odd = reported("disk slow");
    assertThat(
            lines(
                () -> {
                  decide(odd);
                  decide(odd);
                }))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("WARN ").contains("REASON_REWRITTEN"));
    assertThat(
            lines(
                () -> {
                  decide(SLOW);
                  decide(odd);
                }))
        .hasSize(1);
    assertThat(
            lines(
                () -> {
                  listener.forgotten(claim.uid());
                  decide(odd);
                }))
        .hasSize(1);
  }
}
