package io.github.csihealth.reconcile;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.Decision.Cause;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rules C3 and C26: what is told of transitions, and how often. */
class HealthEventTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthCondition A = condition(DEGRADED, "A", "m");
  private static final VolumeHealthCondition B = condition(DATA_LOSS, "B", "");
  private static final VolumeHealthCondition NEW_99 =
      condition(VolumeHealthStatusType.of("99"), "NewThing", "secret");

  private final ClaimReconciler reconciler = ClaimReconciler.create();

  @Test
  void c26AConditionThatJoinsIsToldOnceItIsStored() {
    Decision decision = decide(stored(A), Memory.EMPTY, A, B);
    assertThat(decision.event()).isEmpty();
    assertThat(decision.eventOnceStored().orElseThrow())
        .hasToString("Warning VolumeHealthAbnormal: The driver reports DataLoss/B, Degraded/A");
    assertThat(decide(stored(A, B), Memory.EMPTY, A, B).eventOnceStored()).isEmpty();
  }

  @Test
  void c26OtherMessagesAndConditionsThatLeaveAreNoTransition() {
    assertThat(decide(stored(A), Memory.EMPTY, condition(DEGRADED, "A", "other")).write())
        .isPresent();
    assertThat(decide(stored(A), Memory.EMPTY, condition(DEGRADED, "A", "other")).eventOnceStored())
        .isEmpty();
    assertThat(decide(stored(A, B), Memory.EMPTY, B).eventOnceStored()).isEmpty();
  }

  @Test
  void c26ARecoveryIsToldExactlyOnce() {
    Decision recovery = decide(stored(A), Memory.EMPTY);
    assertThat(recovery.cause()).isEqualTo(Cause.RECOVERED);
    assertThat(recovery.eventOnceStored().orElseThrow())
        .hasToString(
            "Normal VolumeHealthRecovered: The driver reports no adverse condition any more");
    Decision again = decide(claim(VolumeHealthStatus.absent()), recovery.memory());
    assertThat(again.eventOnceStored()).isEmpty();
    Decision kept = decide(stored(), recovery.memory());
    assertThat(kept.eventOnceStored()).isEmpty();
  }

  @Test
  void c3AnUnknownStatusIsToldAtOnceAndNotWhileItLasts() {
    Decision first = decide(stored(A), Memory.EMPTY, NEW_99);
    assertThat(first.cause()).isEqualTo(Cause.ONLY_UNKNOWN);
    assertThat(first.newlyUnknown()).containsExactly("99");
    assertThat(first.event().orElseThrow())
        .hasToString(
            "Warning UnknownVolumeHealthCondition: The driver reports a status that is not known"
                + " and is not recorded: 99");
    Decision lasts = decide(stored(A), first.memory(), NEW_99);
    assertThat(lasts.event()).isEmpty();
    assertThat(lasts.memory()).isSameAs(first.memory());
    Decision failed =
        reconciler.decide(stored(A), Observation.failed(failure()), lasts.memory(), NOW);
    assertThat(decide(stored(A), failed.memory(), NEW_99).event()).isEmpty();
    Decision gone = decide(stored(A), failed.memory(), A);
    assertThat(decide(stored(A), gone.memory(), NEW_99).event()).isPresent();
  }

  @Test
  void c3OnlyTheStatusesThatAreNewAreTold() {
    VolumeHealthCondition new7 = condition(VolumeHealthStatusType.of("7"), "X", "");
    VolumeHealthCondition new0 = condition(VolumeHealthStatusType.of("0"), "Y", "");
    Memory memory = decide(stored(A), Memory.EMPTY, NEW_99, new7).memory();
    assertThat(decide(stored(A), memory, new7, new0, NEW_99, new0).newlyUnknown())
        .containsExactly("0");
  }

  @Test
  void c3WhatAFailedCycleListedIsAddedToWhatWasTold() {
    Memory told = decide(stored(A), Memory.EMPTY, NEW_99).memory();
    ListCycle cycle = ListCycle.begin(volume -> true);
    cycle.add(
        VolumeHealthReport.of(
            "vol-1", List.of(condition(VolumeHealthStatusType.of("7"), "X", ""))));
    Decision part =
        reconciler.decide(stored(A), cycle.fail(failure()).observationOf("vol-1"), told, NOW);
    assertThat(part.newlyUnknown()).containsExactly("7");
    assertThat(part.memory().unknownStatuses()).containsExactly("7", "99");
  }

  @Test
  void c3AClearOfOnlyUnknownStatusesIsNeverARecovery() {
    ClaimReconciler clearing =
        ClaimReconciler.with(ReconcileOptions.builder().clearOnOnlyUnknown().build());
    Decision decision = clearing.decide(stored(A), reported(NEW_99), Memory.EMPTY, NOW);
    assertThat(decision.cause()).isEqualTo(Cause.UNKNOWN_CLEARED);
    assertThat(decision.eventOnceStored()).isEmpty();
    assertThat(decision.event()).isPresent();
  }

  @Test
  void c3AWriteThatIsDecidedAgainTellsNothingTwice() {
    Decision decision = decide(stored(), Memory.EMPTY, A, NEW_99);
    assertThat(decision.event()).isPresent();
    assertThat(decision.eventOnceStored()).isPresent();
    Decision notStored = decide(stored(), decision.memoryUnlessStored(), A, NEW_99);
    assertThat(notStored.event()).isEmpty();
    assertThat(notStored.eventOnceStored()).isEqualTo(decision.eventOnceStored());
    Decision rebased = decision.write().orElseThrow().rebase(stored(B), NOW).orElseThrow();
    assertThat(rebased.event()).isEmpty();
    assertThat(rebased.eventOnceStored()).isPresent();
  }

  @Test
  void c26AMultitudeOfUnknownStatusesIsBounded() {
    VolumeHealthCondition[] many =
        IntStream.range(100, 10_000)
            .mapToObj(i -> condition(VolumeHealthStatusType.of("" + i), "R", ""))
            .toArray(VolumeHealthCondition[]::new);
    Decision decision = decide(stored(A), Memory.EMPTY, many);
    assertThat(decision.memory().unknownStatuses()).hasSize(17).endsWith("other");
    assertThat(decision.event().orElseThrow().message().length()).isLessThan(300);
  }

  @Test
  void c26TheCounterTellsSixteenNumbersApart() {
    UnknownConditionCounter counter = new UnknownConditionCounter();
    List<MetricUpdate> updates = new ArrayList<>();
    for (int i = 4; i < 30; i++) {
      updates.addAll(
          counter.count(
              decide(
                  stored(A),
                  Memory.EMPTY,
                  condition(VolumeHealthStatusType.of(Integer.toString(i)), "R", ""))));
    }
    updates.addAll(
        counter.count(
            decide(stored(A), Memory.EMPTY, condition(VolumeHealthStatusType.of("4"), "R", ""))));
    assertThat(updates).hasSize(27);
    assertThat(updates.get(0)).hasToString("csi_volume_health_unknown_condition_total[4] 1.0");
    assertThat(updates.subList(15, 18))
        .extracting(update -> update.labels().get(0))
        .containsExactly("19", "other", "other");
    assertThat(updates.get(26).labels()).containsExactly("4");
    assertThat(updates.stream().map(MetricUpdate::labels).distinct()).hasSize(17);
  }

  @Test
  void c26AnEventHoldsNoMessageAndFitsIn1024Bytes() {
    VolumeHealthCondition[] many =
        IntStream.range(0, 20)
            .mapToObj(i -> condition(DEGRADED, "R".repeat(250) + (10 + i), "a message"))
            .toArray(VolumeHealthCondition[]::new);
    String message = decide(stored(), Memory.EMPTY, many).eventOnceStored().orElseThrow().message();
    assertThat(message.getBytes(StandardCharsets.UTF_8).length).isBetween(700, 1024);
    assertThat(message).endsWith(", …").doesNotContain("a message");
  }

  @Test
  void c26ABackendTellsOfUnknownStatusesOnly() {
    CsiNode node = CsiNode.builder("node-1", "u1").build();
    StorageHealthCondition slow =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(
                StorageHealthStatusType.STORAGE_DEGRADED, "Slow", null, null),
            "");
    StorageHealthCondition odd =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(StorageHealthStatusType.of("7"), "X", null, null), "");
    Decision decision =
        StorageReconciler.create()
            .decide(
                node,
                "disk.example.com",
                StorageObservation.reported(StorageHealthReport.of(List.of(slow, odd))),
                Memory.EMPTY,
                NOW);
    assertThat(decision.write()).isPresent();
    assertThat(decision.newlyUnknown()).containsExactly("7");
    assertThat(decision.event()).isPresent();
    assertThat(decision.eventOnceStored()).isEmpty();
  }

  private Decision decide(Claim claim, Memory memory, VolumeHealthCondition... report) {
    return reconciler.decide(claim, reported(report), memory, NOW);
  }

  private static Observation reported(VolumeHealthCondition... report) {
    return Observation.reported(VolumeHealthReport.of("vol-1", List.of(report)));
  }

  private static ProbeFailure failure() {
    return ProbeFailure.of(FailureKind.RETRYABLE, "ControllerGetVolumeHealth", "UNAVAILABLE");
  }

  private static Claim stored(VolumeHealthCondition... conditions) {
    return claim(VolumeHealthStatus.of(MapList.of(conditions), NOW));
  }

  private static Claim claim(VolumeHealthStatus health) {
    return Claim.builder("shop", "data", "u1").resourceVersion("7").health(health).build();
  }

  private static VolumeHealthCondition condition(
      VolumeHealthStatusType status, String reason, String message) {
    return VolumeHealthCondition.of(status, reason, message);
  }
}
