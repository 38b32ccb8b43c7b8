package io.github.csihealth.runtime;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.reconcile.MemorySnapshot;
import io.github.csihealth.reconcile.MetricUpdate;
import io.github.csihealth.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules C11, C16, C21 and C22 of the runtime, on one thread and with a clock moved by hand. */
class HealthRuntimeTest {

  private static final VolumeHealthCondition A = VolumeHealthCondition.of(DEGRADED, "A");
  private static final VolumeHealthCondition B = VolumeHealthCondition.of(DEGRADED, "B");
  private static final Duration GET_INTERVAL = Duration.ofMinutes(1);
  private static final Duration LIST_INTERVAL = Duration.ofMinutes(5);

  private final ManualClock clock = ManualClock.at("2026-01-01T00:00:00Z");
  private final Ports ports = new Ports(clock);
  private final Told told = new Told();
  private HealthRuntime runtime;

  private void start(ControllerMode mode) {
    start(mode, RuntimeOptions.builder().writeRate(1000, 1000));
  }

  private void start(ControllerMode mode, RuntimeOptions.Builder options) {
    ports.mode = mode;
    runtime =
        HealthRuntime.builder(ports.info(), ports, ports, clock)
            .options(options.build())
            .listener(told)
            .executor(Runnable::run)
            .random(new Random(1))
            .build();
  }

  private void begin() {
    runtime.start();
    clock.advance(Duration.ofSeconds(11));
  }

  @Nested
  class Probing {

    @Test
    void c16GetModeAsksEachVolumeAtItsInterval() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.bind(runtime, "b", "v2");
      begin();
      assertThat(ports.gets).containsExactlyInAnyOrder("v1", "v2");
      clock.advance(GET_INTERVAL.multipliedBy(10));
      assertThat(ports.gets.size()).isBetween(18, 22);
      assertThat(ports.lists).isZero();
    }

    @Test
    void c16ListModeListsAndAsksByGetOnlyToConfirm() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
      assertThat(ports.gets).isEmpty();
      ports.health.clear();
      clock.advance(LIST_INTERVAL);
      assertThat(ports.gets).containsExactly("v1");
      assertThat(ports.stored("a").state()).isEqualTo(HealthState.NO_INFORMATION);
      assertThat(ports.writes).hasSize(2);
    }

    @Test
    void c16AfterThreeFailedCyclesGetTakesOverAndEachIntervalStillTriesTheList() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.bind(runtime, "b", "v2");
      ports.listFails = FailureKind.RETRYABLE;
      begin();
      clock.advance(LIST_INTERVAL);
      assertThat(ports.gets).isEmpty();
      ports.health.put("v1", List.of(A));
      clock.advance(LIST_INTERVAL);
      assertThat(ports.lists).isEqualTo(3);
      assertThat(ports.gets).containsExactlyInAnyOrder("v1", "v2");
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
      ports.listFails = null;
      clock.advance(LIST_INTERVAL);
      assertThat(ports.lists).isEqualTo(4);
      assertThat(ports.gets).hasSize(2);
    }

    @Test
    void c16ACompleteCycleBetweenFailedOnesStartsTheCountAnew() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      runtime.start();
      for (boolean fails : new boolean[] {true, true, false, true, true}) {
        ports.listFails = fails ? FailureKind.RETRYABLE : null;
        clock.advance(LIST_INTERVAL);
      }
      assertThat(ports.lists).isEqualTo(6);
      assertThat(ports.gets).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
        value = ControllerMode.class,
        names = {"DORMANT", "LIST_WITHOUT_GET"})
    void c16ADriverThatMayNotBeAskedIsNot(ControllerMode mode) {
      start(mode);
      ports.bind(runtime, "a", "v1");
      begin();
      clock.advance(Duration.ofHours(1));
      assertThat(ports.gets).isEmpty();
      assertThat(ports.lists).isZero();
      ports.mode = ControllerMode.LIST;
      clock.advance(LIST_INTERVAL);
      assertThat(ports.lists).isEqualTo(1);
      assertThat(told.drivers)
          .extracting(DriverInfo::controllerMode)
          .containsExactly(mode, ControllerMode.LIST);
    }

    @Test
    void c11AfterUnimplementedTheCallIsOffUntilCapabilitiesAreReadAgain() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.failing.put("v1", FailureKind.UNIMPLEMENTED);
      begin();
      int describes = ports.describes;
      assertThat(ports.gets).hasSize(1);
      ports.failing.clear();
      clock.advance(GET_INTERVAL.multipliedBy(3));
      assertThat(ports.describes).isGreaterThan(describes);
      assertThat(ports.gets.size()).isGreaterThan(1);
    }

    @Test
    void c16AfterUnimplementedCapabilitiesAreReadSoonerThanTheirInterval() {
      start(
          ControllerMode.GET,
          RuntimeOptions.builder().describeInterval(GET_INTERVAL.multipliedBy(5)));
      ports.bind(runtime, "a", "v1");
      ports.bind(runtime, "b", "v2");
      ports.failing.put("v1", FailureKind.UNIMPLEMENTED);
      ports.failing.put("v2", FailureKind.UNIMPLEMENTED);
      begin();
      int describes = ports.describes;
      ports.failing.clear();
      clock.advance(GET_INTERVAL);
      assertThat(ports.describes - describes).isEqualTo(1);
      int gets = ports.gets.size();
      clock.advance(GET_INTERVAL.multipliedBy(5));
      assertThat(ports.gets.size()).as("calls go on").isGreaterThan(gets + 4);
      assertThat(ports.describes - describes).as("one chain of rounds").isEqualTo(2);
    }

    @Test
    void c16InGetModeCapabilitiesHaveAnIntervalOfTheirOwn() {
      start(
          ControllerMode.GET,
          RuntimeOptions.builder().describeInterval(GET_INTERVAL.multipliedBy(5)));
      ports.bind(runtime, "a", "v1");
      begin();
      int describes = ports.describes;
      int gets = ports.gets.size();
      clock.advance(GET_INTERVAL.multipliedBy(10));
      assertThat(ports.describes - describes).isEqualTo(2);
      assertThat(ports.gets.size() - gets).isBetween(9, 11);
    }

    @Test
    void c11FailuresBackOffForThatVolumeAlone() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.bind(runtime, "b", "v2");
      ports.failing.put("v1", FailureKind.NOT_FOUND);
      begin();
      clock.advance(Duration.ofHours(1));
      long failing = ports.gets.stream().filter("v1"::equals).count();
      assertThat(failing).isBetween(4L, 20L);
      assertThat(ports.gets.size() - failing).isGreaterThan(50);
    }

    @Test
    void c11AVolumeThatHangsHasOneCallAndDelaysNoOther() {
      start(ControllerMode.GET, RuntimeOptions.builder().maxProbes(4).writeRate(1000, 1000));
      for (int i = 0; i < 20; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
      }
      ports.hanging.add("v3");
      begin();
      assertThat(ports.gets).filteredOn("v3"::equals).hasSize(1);
      clock.advance(GET_INTERVAL.multipliedBy(5));
      assertThat(new HashSet<>(ports.gets)).hasSize(20);
      assertThat(ports.gets.size()).isGreaterThan(80);
    }

    @Test
    void c11VolumesThatHangNeverHoldMoreThanHalfOfTheSlots() {
      start(ControllerMode.GET, RuntimeOptions.builder().maxProbes(4).writeRate(1000, 1000));
      for (int i = 0; i < 8; i++) {
        ports.bind(runtime, "bad" + i, "bad" + i);
        ports.hanging.add("bad" + i);
      }
      ports.bind(runtime, "good", "good");
      begin();
      // Each of the eight reaches its deadline once, and is known to hang from then on.
      clock.advance(Ports.DEADLINE.multipliedBy(2));
      assertThat(ports.gets)
          .filteredOn(v -> v.startsWith("bad"))
          .doesNotHaveDuplicates()
          .hasSize(8);
      ports.gets.clear();
      for (int i = 0; i < 400; i++) {
        clock.advance(Duration.ofSeconds(3));
        assertThat(ports.hung.size()).isLessThanOrEqualTo(2);
      }
      assertThat(ports.gets).filteredOn("good"::equals).hasSizeGreaterThan(15);
    }

    @Test
    void c18AVolumeUnboundWhileItWaitsForItsTurnIsAskedOnceItIsBoundAgain() {
      start(ControllerMode.GET, RuntimeOptions.builder().maxProbes(1));
      ports.bind(runtime, "a", "v1");
      ports.hanging.add("v1");
      begin();
      assertThat(ports.hung).containsExactly("v1");
      ports.bind(runtime, "b", "v2");
      clock.advance(Duration.ofSeconds(3));
      runtime.volumeGone("pv-b");
      ports.hanging.clear();
      clock.advance(Ports.DEADLINE);
      assertThat(ports.gets).containsExactly("v1");
      runtime.volumeSeen(Ports.volume("b", "v2"));
      clock.advance(Duration.ofSeconds(10));
      assertThat(ports.gets).contains("v2");
    }

    @Test
    void c18AReportReachesEveryClaimOfTheHandleAndNoOther() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.bind(runtime, "b", "v1");
      ports.bind(runtime, "c", "v2");
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(ports.writes)
          .extracting(w -> w.target().name())
          .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aDriverOfAnotherNameOnTheSocketIsNotAsked() {
      start(ControllerMode.GET);
      Claim unused = ports.bind(runtime, "a", "v1");
      runtime.volumeGone("pv-a");
      begin();
      clock.advance(Duration.ofHours(1));
      assertThat(ports.gets).isEmpty();
      assertThat(unused.health().state()).isEqualTo(HealthState.NO_INFORMATION);
    }
  }

  @Nested
  class Writing {

    @Test
    void c21OneWriteInFlightAndTheNewestValueFollows() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.hold = true;
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(ports.writes).hasSize(1);
      ports.health.put("v1", List.of(B));
      clock.advance(GET_INTERVAL.multipliedBy(2));
      ports.health.put("v1", List.of(A, B));
      clock.advance(GET_INTERVAL.multipliedBy(2));
      assertThat(ports.writes).hasSize(1);
      ports.answerHeld();
      assertThat(ports.writes).hasSize(2);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A, B));
    }

    @Test
    void c21NothingIsDecidedOnAnOlderCopy() {
      start(ControllerMode.GET);
      Claim old = ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      begin();
      runtime.claimSeen(old); // a late watch event
      clock.advance(GET_INTERVAL.multipliedBy(5));
      assertThat(ports.writes).hasSize(1);
    }

    @Test
    void c21AConflictIsDecidedAgainOnTheNewerClaim() {
      start(ControllerMode.GET);
      Claim old = ports.bind(runtime, "a", "v1");
      ports.claims.put("a", ports.changed(old, VolumeHealthStatus.absent()));
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(ports.reads).isEqualTo(1);
      assertThat(ports.writes).hasSize(2);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }

    @Test
    void c21AConflictWithAClaimThatHoldsTheSameWritesNoMore() {
      start(ControllerMode.GET);
      Claim old = ports.bind(runtime, "a", "v1");
      ports.claims.put(
          "a", ports.changed(old, VolumeHealthStatus.of(MapList.of(A), clock.instant())));
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(ports.writes).hasSize(1);
    }

    @Test
    void c21ConflictsWithoutEndSlowDown() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      for (int i = 0; i < 8; i++) {
        ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.CONFLICT, "409"));
      }
      ports.health.put("v1", List.of(A));
      runtime.start();
      assertThat(ports.writes).hasSize(4);
      clock.advance(LIST_INTERVAL);
      assertThat(ports.writes).hasSize(9);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }

    @Test
    void c21AClaimThatCannotBeReadAgainIsTriedLater() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.CONFLICT, "409"));
      ports.failingReads = 1;
      ports.health.put("v1", List.of(A));
      runtime.start();
      assertThat(ports.writes).hasSize(1);
      clock.advance(Duration.ofSeconds(1));
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }

    @Test
    void c21AConflictWithAClaimReCreatedUnderTheNameEndsTheWrite() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.CONFLICT, "409"));
      Claim successor = Claim.builder("shop", "a", "uid-b").resourceVersion("999").build();
      ports.claims.put("a", successor);
      ports.health.put("v1", List.of(A));
      begin();
      clock.advance(GET_INTERVAL.multipliedBy(5));
      assertThat(ports.writes).hasSize(1);
      assertThat(told.forgotten).containsExactly("uid-a");
    }

    @Test
    void c21AClaimThatIsGoneIsForgotten() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.claims.remove("a");
      ports.health.put("v1", List.of(A));
      begin();
      clock.advance(GET_INTERVAL.multipliedBy(5));
      assertThat(ports.writes).hasSize(1);
      assertThat(told.forgotten).containsExactly("uid-a");
    }

    @Test
    void c13WhatIsRememberedOfAClaimEndsWithIt() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      ports.failing.put("v1", FailureKind.RETRYABLE);
      runtime.start();
      ports.health.clear();
      clock.advance(LIST_INTERVAL);
      runtime.claimGone("shop", "a", "uid-a");
      assertThat(told.forgotten).containsExactly("uid-a");
      // The same one put back, uid and all: absent once so far.
      runtime.claimSeen(ports.claims.get("a"));
      clock.advance(LIST_INTERVAL);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
      clock.advance(LIST_INTERVAL);
      assertThat(ports.stored("a").state()).isEqualTo(HealthState.NO_INFORMATION);
    }

    @Test
    void c21TheAnswerToAWriteDoesNotBringBackADeletedClaim() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.hold = true;
      ports.health.put("v1", List.of(A));
      begin();
      runtime.claimGone("shop", "a", "uid-a");
      ports.answerHeld();
      ports.gets.clear();
      clock.advance(GET_INTERVAL.multipliedBy(3));
      assertThat(ports.gets).isEmpty();
    }

    @Test
    void c18WhatWaitsIsNotWrittenForAVolumeThatTookTheNameOfAnother() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.hold = true;
      ports.health.put("v1", List.of(A));
      begin();
      ports.health.put("v1", List.of(B));
      clock.advance(GET_INTERVAL.multipliedBy(2));
      runtime.volumeGone("pv-a");
      runtime.volumeSeen(Ports.volume("a", "v2"));
      ports.answerHeld();
      assertThat(ports.writes).hasSize(1);
      clock.advance(GET_INTERVAL.multipliedBy(2));
      assertThat(ports.gets).contains("v2");
      assertThat(ports.stored("a").state()).isEqualTo(HealthState.NO_INFORMATION);
    }

    @Test
    void c21RefusedContentIsNotRepeatedButOtherContentIsWritten() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.REFUSED, "422"));
      ports.health.put("v1", List.of(A));
      begin();
      clock.advance(GET_INTERVAL.multipliedBy(5));
      assertThat(ports.writes).hasSize(1);
      ports.health.put("v1", List.of(B));
      clock.advance(GET_INTERVAL.multipliedBy(2));
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(B));
    }

    @Test
    void c13AReportBetweenTwoAbsencesCountsAlsoWhenItsWriteIsRefused() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.failing.put("v1", FailureKind.RETRYABLE);
      ports.health.put("v1", List.of(A));
      begin();
      ports.health.clear();
      clock.advance(LIST_INTERVAL);
      ports.health.put("v1", List.of(B));
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.REFUSED, "422"));
      clock.advance(LIST_INTERVAL);
      ports.health.clear();
      clock.advance(LIST_INTERVAL);
      assertThat(ports.gets).hasSize(2);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }

    @Test
    void c13AGetThatOutlastsItsCycleDoesNotCountAfterAFailedOne() {
      Duration interval = Duration.ofSeconds(10);
      start(
          ControllerMode.LIST,
          RuntimeOptions.builder().writeRate(1000, 1000).listInterval(interval));
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      runtime.start();
      ports.health.clear();
      ports.hanging.add("v1");
      clock.advance(interval); // absent: its Get hangs for 15 seconds
      ports.listFails = FailureKind.RETRYABLE;
      clock.advance(interval);
      ports.listFails = null;
      clock.advance(interval.multipliedBy(2)); // absent, the Get of this cycle hangs too
      clock.advance(Duration.ofSeconds(8));
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
      clock.advance(interval.multipliedBy(2));
      assertThat(ports.stored("a").state()).isEqualTo(HealthState.NO_INFORMATION);
    }

    @Test
    void c18WhatWaitsForOneVolumeIsNotWrittenOnceTheClaimHasAnother() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      ports.answers.add(w -> WriteResult.retry("429", Duration.ofMinutes(2)));
      begin();
      ports.failing.put("v2", FailureKind.RETRYABLE);
      runtime.volumeGone("pv-a");
      ports.bind(runtime, "a", "v2");
      clock.advance(GET_INTERVAL.multipliedBy(3));
      assertThat(ports.gets).contains("v2");
      assertThat(ports.stored("a").state()).isEqualTo(HealthState.NO_INFORMATION);
      assertThat(ports.writes).hasSize(1);
    }

    @Test
    void c21AServerThatIsBusyIsTriedLaterWithTheLatestValue() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.answers.add(w -> WriteResult.retry("429", Duration.ofMinutes(7)));
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(ports.writes).hasSize(1);
      ports.health.put("v1", List.of(B));
      clock.advance(Duration.ofMinutes(6));
      assertThat(ports.writes).hasSize(1);
      clock.advance(Duration.ofMinutes(2));
      assertThat(ports.writes).hasSize(2);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(B));
    }

    @ParameterizedTest
    @EnumSource(
        value = ControllerMode.class,
        names = {"LIST", "GET"})
    void c21ARecoveryWhileTheServerIsBusyNeedsNoWrite(ControllerMode mode) {
      start(mode);
      ports.bind(runtime, "a", "v1");
      ports.answers.add(w -> WriteResult.retry("429", Duration.ofMinutes(7)));
      ports.health.put("v1", List.of(A));
      begin();
      ports.health.clear();
      clock.advance(Duration.ofMinutes(10));
      assertThat(ports.writes).hasSize(1);
    }

    @Test
    void c9AMessageThatWasNotStoredDoesNotStartTheInterval() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(VolumeHealthCondition.of(DEGRADED, "A", "first")));
      runtime.start();
      VolumeHealthCondition second = VolumeHealthCondition.of(DEGRADED, "A", "second");
      ports.health.put("v1", List.of(second));
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.RETRY, "503"));
      clock.advance(LIST_INTERVAL);
      assertThat(ports.writes).hasSize(2);
      clock.advance(Duration.ofSeconds(1));
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(second));
    }

    @Test
    void c21AWriteThatIsForbiddenIsTriedAgainMuchLater() {
      start(
          ControllerMode.LIST,
          RuntimeOptions.builder().forbiddenPause(Duration.ofMinutes(20)).writeRate(1000, 1000));
      ports.bind(runtime, "a", "v1");
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.FORBIDDEN, "403"));
      ports.health.put("v1", List.of(A));
      runtime.start();
      clock.advance(Duration.ofMinutes(9));
      assertThat(ports.writes).hasSize(1);
      clock.advance(Duration.ofMinutes(11));
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }

    @ParameterizedTest
    @CsvSource({"RETRY, PT5M", "CONFLICT, PT5M", "FORBIDDEN, PT30M", "NOT_KNOWN, PT60M"})
    void whatFailsForEverIsTriedAgainAfterItsLongestPauseAtTheLatest(
        WriteResult.Outcome outcome, Duration longest) {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      List<Instant> tries = new ArrayList<>();
      ports.answers.addAll(
          Collections.nCopies(
              1_000,
              w -> {
                tries.add(clock.instant());
                return WriteResult.of(outcome, "no");
              }));
      ports.health.put("v1", List.of(A));
      runtime.start();
      clock.advance(Duration.ofHours(20));
      assertThat(ports.answers).as("answers left").isNotEmpty();
      List<Duration> pauses = new ArrayList<>();
      for (int i = 1; i < tries.size(); i++) {
        pauses.add(Duration.between(tries.get(i - 1), tries.get(i)));
      }
      assertThat(Collections.max(pauses)).isBetween(longest.multipliedBy(9).dividedBy(10), longest);
    }

    @Test
    void c21APortThatThrowsIsTriedAgain() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.answers.add(
          w -> {
            throw new IllegalStateException("broken");
          });
      ports.health.put("v1", List.of(A));
      begin();
      clock.advance(GET_INTERVAL.multipliedBy(2));
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }

    @Test
    void writesKeepToTheirRate() {
      start(ControllerMode.LIST, RuntimeOptions.builder().writeRate(1, 5));
      for (int i = 0; i < 20; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
        ports.health.put("v" + i, List.of(A));
      }
      runtime.start();
      assertThat(ports.writes).hasSize(5);
      clock.advance(Duration.ofSeconds(10));
      assertThat(ports.writes).hasSize(15);
      clock.advance(Duration.ofSeconds(10));
      assertThat(ports.writes).hasSize(20);
      assertThat(ports.writes.stream().map(w -> w.target().name()).distinct()).hasSize(20);
      clock.advance(LIST_INTERVAL);
      assertThat(ports.writes).hasSize(20);
    }

    @Test
    void steadyInputMeansNoWrites() {
      start(ControllerMode.LIST);
      for (int i = 0; i < 100; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
        if (i % 2 == 0) {
          ports.health.put("v" + i, List.of(A));
        }
      }
      begin();
      assertThat(ports.writes).hasSize(50);
      clock.advance(LIST_INTERVAL.multipliedBy(20));
      assertThat(ports.lists).isEqualTo(21);
      assertThat(ports.writes).hasSize(50);
    }
  }

  @Nested
  class Gate {

    @Test
    void c22WithTheGateOffOneCanaryStandsForAll() {
      start(ControllerMode.GET);
      ports.gateOn = false;
      for (int i = 0; i < 10; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
        ports.health.put("v" + i, List.of(A));
      }
      begin();
      assertThat(ports.writes).hasSize(1);
      // After 5 minutes, then 10 and 20 more.
      clock.advance(Duration.ofMinutes(50));
      assertThat(ports.writes).hasSize(4);
      assertThat(told.gate).containsExactly(true);

      ports.gateOn = true;
      clock.advance(Duration.ofHours(2));
      assertThat(told.gate).containsExactly(true, false);
      for (int i = 0; i < 10; i++) {
        assertThat(ports.stored("c" + i).conditions()).isEqualTo(MapList.of(A));
      }
    }

    @Test
    void c22TheFirstWriteIsACanaryToo() {
      start(ControllerMode.LIST);
      ports.hold = true;
      bindSick(10);
      runtime.start();
      assertThat(ports.writes).hasSize(1);
      ports.answerHeld();
      assertThat(ports.writes).hasSize(10);
      assertThat(told.gate).as("nothing new").isEmpty();
    }

    @Test
    void c22AFirstWriteThatTellsNothingIsFollowedByTheNext() {
      start(ControllerMode.LIST);
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.REFUSED, "422"));
      bindSick(10);
      begin();
      assertThat(ports.writes).hasSize(10);
    }

    @Test
    void c22WritesUnderWayWhenTheGateGoesOffAreNoCanaries() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v");
      ports.health.put("v", List.of(A));
      runtime.start();
      bindSick(10);
      ports.hold = true;
      clock.advance(LIST_INTERVAL);
      assertThat(ports.held).hasSize(10);
      ports.gateOn = false;
      ports.answerHeld();
      assertThat(told.dropped).hasSize(10);
      assertThat(told.gate).containsExactly(true);
      clock.advance(Duration.ofMinutes(5));
      assertThat(told.dropped).as("the first canary, after the first pause").hasSize(11);
    }

    private void bindSick(int claims) {
      for (int i = 0; i < claims; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
        ports.health.put("v" + i, List.of(A));
      }
    }

    @Test
    void c22AClaimThatHoldsTheFieldIsWrittenOnAndTellsNothing() {
      start(ControllerMode.GET);
      Claim held = ports.bind(runtime, "held", "v1");
      Claim sick = ports.changed(held, VolumeHealthStatus.of(MapList.of(B), clock.instant()));
      ports.claims.put("held", sick);
      runtime.claimSeen(sick);
      ports.bind(runtime, "new", "v2");
      ports.gateOn = false;
      ports.health.put("v2", List.of(A));
      ports.health.put("v1", List.of(B));
      begin();
      assertThat(told.gate).containsExactly(true);
      int before = ports.writes.size();
      ports.health.put("v1", List.of(A));
      clock.advance(GET_INTERVAL.multipliedBy(2));
      assertThat(ports.stored("held").conditions()).isEqualTo(MapList.of(A));
      assertThat(ports.writes).hasSize(before + 1);
      assertThat(told.gate).containsExactly(true);
    }

    @Test
    void c22AWallClockThatIsSetBackDoesNotHoldUpTheCanary() {
      start(ControllerMode.GET);
      ports.gateOn = false;
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(told.gate).containsExactly(true);
      clock.setBack(Duration.ofDays(10));
      ports.gateOn = true;
      clock.advance(Duration.ofMinutes(10));
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }

    @Test
    void c22AServerThatDoesNotKnowTheFieldCountsAsOneWithTheGateOff() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.NOT_KNOWN, "404"));
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(told.gate).containsExactly(true);
      clock.advance(Duration.ofMinutes(10));
      assertThat(told.gate).containsExactly(true, false);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
    }
  }

  @Nested
  class Stopping {

    @Test
    void aStopLosesNoAcceptedWrite() {
      start(ControllerMode.LIST, RuntimeOptions.builder().writeRate(1, 1));
      for (int i = 0; i < 5; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
        ports.health.put("v" + i, List.of(A));
      }
      runtime.start();
      CompletableFuture<?> stopped = runtime.stop().toCompletableFuture();
      assertThat(stopped).isNotDone();
      clock.advance(Duration.ofSeconds(10));
      assertThat(stopped).isCompleted();
      assertThat(ports.writes).hasSize(5);
      clock.advance(Duration.ofHours(1));
      assertThat(ports.lists).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
        value = WriteResult.Outcome.class,
        names = {"REFUSED", "RETRY"})
    void aStopLosesNoWriteThatWaitsForTheFirstAnswer(WriteResult.Outcome first) {
      start(ControllerMode.LIST);
      for (int i = 0; i < 5; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
        ports.health.put("v" + i, List.of(A));
      }
      ports.hold = true;
      ports.answers.add(w -> WriteResult.of(first, "not yet"));
      runtime.start();
      CompletableFuture<?> stopped = runtime.stop().toCompletableFuture();
      ports.answerHeld();
      assertThat(stopped).isNotDone();
      clock.advance(Duration.ofSeconds(1));
      assertThat(stopped).isCompleted();
      assertThat(ports.writes.stream().map(w -> w.target().name()).distinct()).hasSize(5);
    }

    @Test
    void aStopIsBoundedInTime() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.hold = true;
      ports.health.put("v1", List.of(A));
      begin();
      CompletableFuture<?> stopped = runtime.stop().toCompletableFuture();
      clock.advance(Duration.ofSeconds(19));
      assertThat(stopped).isNotDone();
      clock.advance(Duration.ofSeconds(1));
      assertThat(stopped).isCompleted();
    }

    @Test
    void onceClosedNothingIsBegunWhoeverRunsTheWork() {
      start(ControllerMode.GET, RuntimeOptions.builder().stopLimit(Duration.ofMillis(1)));
      ports.bind(runtime, "a", "v1");
      ports.hold = true;
      ports.health.put("v1", List.of(A));
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.CONFLICT, "409"));
      begin();
      runtime.close();
      ports.answerHeld();
      clock.advance(Duration.ofHours(1));
      assertThat(ports.reads).isZero();
      assertThat(ports.writes).hasSize(1);
      assertThat(runtime.stop().toCompletableFuture()).isCompleted();
    }

    @Test
    void aHaltSendsNoDecidedWriteAndEndsAStopThatWaitsForSome() {
      start(ControllerMode.LIST, RuntimeOptions.builder().writeRate(1, 1));
      for (int i = 0; i < 5; i++) {
        ports.bind(runtime, "c" + i, "v" + i);
        ports.health.put("v" + i, List.of(A));
      }
      runtime.start();
      CompletableFuture<?> stopped = runtime.stop().toCompletableFuture();
      int written = ports.writes.size();
      assertThat(stopped).isNotDone();
      runtime.halt();
      assertThat(stopped).isCompleted();
      clock.advance(Duration.ofHours(1));
      assertThat(ports.writes).hasSize(written);
      assertThat(ports.lists).isEqualTo(1);
      runtime.close();
    }

    @Test
    void idleIsWhenNothingIsUnderWay() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.hold = true;
      ports.health.put("v1", List.of(A));
      begin();
      CompletableFuture<?> idle = runtime.whenIdle().toCompletableFuture();
      assertThat(idle).isNotDone();
      ports.answerHeld();
      assertThat(idle).isCompleted();
    }
  }

  @Nested
  class Telling {

    @Test
    void c26AnEventIsToldOnceForEachTransitionThatIsStored() {
      start(ControllerMode.LIST);
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.CONFLICT, "409"));
      begin();
      clock.advance(LIST_INTERVAL.multipliedBy(5));
      assertThat(told.events).containsExactly("a VolumeHealthAbnormal");
      ports.health.put("v1", List.of());
      clock.advance(LIST_INTERVAL.multipliedBy(5));
      assertThat(told.events).containsExactly("a VolumeHealthAbnormal", "a VolumeHealthRecovered");
    }

    @Test
    void c22ADroppedWriteIsCountedAndNoEvent() {
      start(ControllerMode.GET);
      ports.gateOn = false;
      ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      begin();
      assertThat(told.events).isEmpty();
      assertThat(told.metrics("csi_volume_health_status_writes_dropped_total"))
          .containsExactly("[] 1.0");
      assertThat(told.metrics("csi_controller_volume_health_status")).isEmpty();
    }

    @Test
    void c3AnUnknownStatusIsToldOnceAndCounted() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      ports.health.put(
          "v1", List.of(A, VolumeHealthCondition.of(VolumeHealthStatusType.of("99"), "New")));
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.RETRY, "503"));
      begin();
      clock.advance(GET_INTERVAL.multipliedBy(5));
      assertThat(told.events)
          .containsExactly("a UnknownVolumeHealthCondition", "a VolumeHealthAbnormal");
      assertThat(told.metrics("csi_volume_health_unknown_condition_total"))
          .containsExactly("[99] 1.0");
    }

    @Test
    void c26EveryProbeIsCounted() {
      start(ControllerMode.GET);
      ports.bind(runtime, "a", "v1");
      begin();
      ports.failing.put("v1", FailureKind.RETRYABLE);
      clock.advance(GET_INTERVAL.multipliedBy(2));
      assertThat(told.metrics("csi_volume_health_probe_total"))
          .startsWith(
              "[disk.example.com, ControllerGetVolumeHealth, success] 1.0",
              "[disk.example.com, ControllerGetVolumeHealth, error] 1.0");
      assertThat(told.metrics("csi_volume_health_probe_duration_seconds"))
          .hasSameSizeAs(told.metrics("csi_volume_health_probe_total"));
    }

    @Test
    void c26AClaimHasASeriesWhileItIsBoundAndAdverse() {
      start(ControllerMode.LIST);
      Claim claim = ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      begin();
      String series = "[shop, a, Degraded] ";
      assertThat(told.metrics("csi_controller_volume_health_status")).containsExactly(series + 1.0);
      runtime.volumeGone("pv-a");
      runtime.volumeSeen(Ports.volume("a", "v1"));
      runtime.claimGone("shop", "a", claim.uid());
      runtime.claimSeen(ports.claims.get("a"));
      runtime.claimSeen(ports.changed(ports.claims.get("a"), VolumeHealthStatus.absent()));
      assertThat(told.metrics("csi_controller_volume_health_status"))
          .containsExactly(
              series + 1.0, series + 0.0, series + 1.0, series + 0.0, series + 1.0, series + 0.0);
    }
  }

  @Nested
  class Restarting {

    @Test
    void c13AnAbsenceCountsOnInTheNextRunThatIsGivenTheMemory() {
      assertThat(restartAfterOneAbsence(true).conditions()).isEmpty();
    }

    @Test
    void c17WithoutItTheCountStartsAnewAndNoConditionIsForgotten() {
      assertThat(restartAfterOneAbsence(false).conditions()).isEqualTo(MapList.of(A));
      clock.advance(LIST_INTERVAL);
      assertThat(ports.stored("a").conditions()).isEmpty();
    }

    private VolumeHealthStatus restartAfterOneAbsence(boolean giveMemory) {
      start(ControllerMode.LIST);
      Claim claim = ports.bind(runtime, "a", "v1");
      ports.health.put("v1", List.of(A));
      begin();
      ports.health.clear();
      ports.failing.put("v1", FailureKind.RETRYABLE);
      clock.advance(LIST_INTERVAL);
      assertThat(ports.stored("a").conditions()).isEqualTo(MapList.of(A));
      MemorySnapshot memory = runtime.memory().toCompletableFuture().join();
      runtime.close();

      byte[] saved = memory.toBytes();
      runtime =
          HealthRuntime.builder(ports.info(), ports, ports, clock)
              .executor(Runnable::run)
              .random(new Random(1))
              .memory(giveMemory ? MemorySnapshot.fromBytes(saved) : MemorySnapshot.empty())
              .build();
      runtime.volumeSeen(Ports.volume("a", "v1"));
      runtime.claimSeen(ports.claims.get(claim.name()));
      assertThat(runtime.memory().toCompletableFuture().join().size())
          .isEqualTo(giveMemory ? 1 : 0);
      runtime.start();
      return ports.stored("a");
    }
  }

  private static final class Told implements RuntimeListener {
    final List<String> events = new ArrayList<>();
    final List<MetricUpdate> metrics = new ArrayList<>();
    final List<DriverInfo> drivers = new ArrayList<>();
    final List<Boolean> gate = new ArrayList<>();
    final List<Decision> dropped = new ArrayList<>();
    final List<String> forgotten = new ArrayList<>();

    List<String> metrics(String name) {
      return metrics.stream()
          .filter(update -> update.metric().metricName().equals(name))
          .map(update -> update.labels() + " " + update.value())
          .toList();
    }

    @Override
    public void event(Claim claim, HealthEvent event) {
      events.add(claim.name() + " " + event.reason().value());
    }

    @Override
    public void metric(MetricUpdate update) {
      metrics.add(update);
    }

    @Override
    public void described(DriverInfo driver) {
      drivers.add(driver);
    }

    @Override
    public void gate(boolean open) {
      gate.add(open);
    }

    @Override
    public void dropped(Bound bound, Decision decision) {
      dropped.add(decision);
    }

    @Override
    public void forgotten(String claimUid) {
      forgotten.add(claimUid);
    }
  }
}
