package io.github.csihealth.runtime;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static io.github.csihealth.testkit.driver.FakeDriver.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.client.ListSummary;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.Binding;
import io.github.csihealth.reconcile.BindingIndex;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Decision.Cause;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.MetricUpdate;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.reconcile.PodReconciler;
import io.github.csihealth.reconcile.PodVolumes;
import io.github.csihealth.reconcile.UnknownConditionCounter;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Faults that people met in public software of this kind, each with a small input and the right
 * answer. First those of one decision, then those of the loop around it, then those in what a
 * driver answers.
 */
class KnownFaultsTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthCondition A = VolumeHealthCondition.of(DEGRADED, "A");
  private static final VolumeHealthCondition B = VolumeHealthCondition.of(DEGRADED, "B");
  private static final VolumeHealthCondition LOST = VolumeHealthCondition.of(DATA_LOSS, "Lost");

  private static Claim claim(String uid, String volumeName, VolumeHealthStatus health) {
    return Claim.builder("ns", "data", uid)
        .resourceVersion("7")
        .volumeName(volumeName)
        .phase("Bound")
        .health(health)
        .build();
  }

  private static Claim holding(VolumeHealthCondition... conditions) {
    return claim("U1", "pv-1", VolumeHealthStatus.of(MapList.of(conditions), T0));
  }

  private static Observation reported(VolumeHealthCondition... conditions) {
    return Observation.reported(VolumeHealthReport.of("v1", List.of(conditions)));
  }

  private static Decision decide(Claim claim, Observation observation) {
    return ClaimReconciler.create().decide(claim, observation, Memory.EMPTY, T0.plusSeconds(60));
  }

  @Nested
  class OneDecision {

    /** C18: a stale volume names a claim that was deleted, created again and bound elsewhere. */
    @Test
    void aStaleVolumeReportsToNoSuccessorOfItsClaim() {
      PersistentVolume volume =
          PersistentVolume.builder("pv-1")
              .csi(Ports.DRIVER, "v1")
              .claimRef(new ClaimRef("ns", "data", "U1"))
              .phase("Bound")
              .build();
      Claim successor = claim("U2", "pv-2", VolumeHealthStatus.absent());
      assertThat(Binding.of(volume, successor, Ports.DRIVER)).isEqualTo(Binding.OTHER_CLAIM);
      BindingIndex index = BindingIndex.of(Ports.DRIVER);
      index.volumeSeen(volume);
      index.claimSeen(successor);
      assertThat(index.ofHandle("v1")).isEmpty();

      index = BindingIndex.of(Ports.DRIVER);
      index.volumeSeen(volume);
      index.claimSeen(claim("U1", "pv-1", VolumeHealthStatus.absent()));
      assertThat(index.ofHandle("v1"))
          .singleElement()
          .satisfies(
              bound ->
                  assertThat(
                          decide(bound.claim(), reported(LOST))
                              .write()
                              .orElseThrow()
                              .mergePatch()
                              .bodyText())
                      .startsWith("{\"metadata\":{\"uid\":\"U1\",\"resourceVersion\":\"7\"},"));
    }

    /** C8, C9: the order of a report is no change, and neither is a message. */
    @Test
    void anotherOrderOrMessageDoesNotMoveTheTime() {
      VolumeHealthCondition first = VolumeHealthCondition.of(DEGRADED, "B", "3 of 5");
      VolumeHealthCondition other = VolumeHealthCondition.of(INACCESSIBLE, "A", "");
      Claim stored = holding(first, other);
      assertThat(decide(stored, reported(first, other)).cause()).isEqualTo(Cause.UNCHANGED);
      assertThat(decide(stored, reported(other, first)).cause()).isEqualTo(Cause.UNCHANGED);

      VolumeHealthCondition newer = VolumeHealthCondition.of(DEGRADED, "B", "4 of 5");
      Decision decision = decide(stored, reported(other, newer));
      assertThat(decision.cause()).isEqualTo(Cause.MESSAGE_CHANGED);
      assertThat(decision.write().orElseThrow().outcome())
          .isEqualTo(VolumeHealthStatus.of(MapList.of(newer, other), T0).toString());
    }

    /** C2: no value, a value without conditions and conditions are three things. */
    @Test
    void absentHealthIsNeitherHealthyNorBroken() {
      VolumeHealthStatus absent = VolumeHealthStatus.absent();
      assertThat(absent.state()).isEqualTo(HealthState.NO_INFORMATION);
      assertThat(read("{}")).isEqualTo(absent);
      for (String healthy :
          List.of(
              "{\"healthStatus\":{}}",
              "{\"healthStatus\":{\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}}",
              "{\"healthStatus\":{\"healthConditions\":[]}}")) {
        assertThat(read(healthy).state()).isEqualTo(HealthState.HEALTHY);
        assertThat(read(healthy)).isNotEqualTo(absent);
      }
    }

    private VolumeHealthStatus read(String status) {
      return HealthJson.readClaim(
              ("{\"metadata\":{\"name\":\"data\",\"namespace\":\"ns\",\"uid\":\"U1\"},\"status\":"
                      + status
                      + "}")
                  .getBytes(StandardCharsets.UTF_8))
          .value()
          .health();
    }

    /** C2: a status of a newer server is read and written back as it is. */
    @Test
    void aStatusOfANewerServerSurvives() {
      String newer = "{\"healthConditions\":[{\"reason\":\"R\",\"status\":\"Unknown\"}]}";
      VolumeHealthStatus health =
          HealthJson.readVolumeHealth(newer.getBytes(StandardCharsets.UTF_8)).value();
      assertThat(health.state()).isEqualTo(HealthState.ADVERSE);
      assertThat(new String(HealthJson.write(health), StandardCharsets.UTF_8))
          .contains("\"status\":\"Unknown\"", "\"reason\":\"R\"");
    }

    /** C24: while it is being mounted a volume is not asked, and what fails changes nothing. */
    @Test
    void noVolumeIsAskedBeforeItsFirstMount() {
      Pod pending =
          Pod.builder("ns", "web", "U9")
              .resourceVersion("1")
              .volumes(List.of(PodVolume.ofClaim("data", "orders")))
              .build();
      assertThat(PodVolumes.toProbe(pending, name -> false)).isEmpty();
      PodVolumes attempted = PodVolumes.toProbe(pending, "data"::equals).get(0);
      for (FailureKind kind : FailureKind.values()) {
        Observation failed =
            Observation.failed(ProbeFailure.of(kind, "NodeGetVolumeHealth", kind.name()));
        assertThat(PodReconciler.create().decide(attempted, failed, Memory.EMPTY, T0).write())
            .isEmpty();
      }
      Pod sick =
          Pod.builder("ns", "web", "U9")
              .resourceVersion("1")
              .volumes(pending.volumes())
              .volumeHealth(
                  MapList.of(PodVolumeHealth.of("data", VolumeHealthStatus.of(MapList.of(A), T0))))
              .build();
      Observation notFound =
          Observation.failed(
              ProbeFailure.of(FailureKind.NOT_FOUND, "NodeGetVolumeHealth", "NOT_FOUND"));
      assertThat(
              PodReconciler.create()
                  .decide(PodVolumes.of(sick).get(0), notFound, Memory.EMPTY, T0)
                  .write())
          .isEmpty();
    }

    /** C19: the content type is the patch's own, never a client's default. */
    @Test
    void everyPatchNamesItsContentType() {
      Decision decision = decide(holding(A), reported(B));
      Patch merge = decision.write().orElseThrow().mergePatch();
      assertThat(decision.write().orElseThrow().path())
          .isEqualTo("/api/v1/namespaces/ns/persistentvolumeclaims/data/status");
      assertThat(merge.method()).isEqualTo("PATCH");
      assertThat(merge.contentType()).isEqualTo("application/merge-patch+json");
      Patch apply =
          decide(claim("U1", "pv-1", VolumeHealthStatus.absent()), reported(B))
              .write()
              .orElseThrow()
              .apply("monitor");
      assertThat(apply.contentType()).isEqualTo("application/apply-patch+yaml");
      assertThat(apply.query()).containsEntry("fieldManager", "monitor");
    }
  }

  @Nested
  class TheLoop {

    private final ManualClock clock = ManualClock.at(T0);
    private final Ports ports = new Ports(clock);
    private final List<String> told = new ArrayList<>();
    private HealthRuntime runtime;

    private void start(ControllerMode mode, Duration interval) {
      ports.mode = mode;
      runtime =
          HealthRuntime.builder(ports.info(), ports, ports, clock)
              .options(
                  RuntimeOptions.builder()
                      .getInterval(interval)
                      .listInterval(interval)
                      .writeRate(100_000, 100_000)
                      .build())
              .listener(
                  new RuntimeListener() {
                    @Override
                    public void event(Claim claim, HealthEvent event) {
                      told.add(event.reason().value());
                    }

                    @Override
                    public void gate(boolean open) {
                      told.add(open ? "gate off" : "gate on");
                    }
                  })
              .executor(Runnable::run)
              .random(new Random(1))
              .build();
    }

    private void bind(String handle, VolumeHealthCondition... stored) {
      Claim bound = ports.bind(runtime, handle, handle);
      if (stored.length > 0) {
        show(ports.changed(bound, VolumeHealthStatus.of(MapList.of(stored), T0)));
      }
    }

    private void show(Claim claim) {
      ports.claims.put(claim.name(), claim);
      runtime.claimSeen(claim);
    }

    /** C21: the write of an old copy puts nothing back, and a conflict is no failure to tell of. */
    @Test
    void aConditionThatAnotherWriterRemovedIsNotPutBackFromAnOldCopy() {
      start(ControllerMode.LIST, Duration.ofMinutes(5));
      bind("v1", A);
      // Another writer stores what the driver is about to report, and we have not seen it.
      ports.claims.put(
          "v1",
          ports.changed(
              ports.claims.get("v1"), VolumeHealthStatus.of(MapList.of(B), T0.plusSeconds(1))));
      ports.health.put("v1", List.of(B));
      runtime.start();
      assertThat(ports.writes).hasSize(1);
      assertThat(ports.reads).isEqualTo(1);
      assertThat(told).isEmpty();
      assertThat(ports.stored("v1"))
          .isEqualTo(VolumeHealthStatus.of(MapList.of(B), T0.plusSeconds(1)));
    }

    @Test
    void aConflictCostsOneMorePatchAndNoEventOfItsOwn() {
      start(ControllerMode.LIST, Duration.ofMinutes(5));
      bind("v1", A);
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.CONFLICT, "409"));
      ports.health.put("v1", List.of(B));
      runtime.start();
      assertThat(ports.writes).hasSize(2);
      assertThat(ports.reads).isEqualTo(1);
      assertThat(told).containsExactly("VolumeHealthAbnormal");
    }

    /** C9, C10: the time is that of the change; a write that wakes the watch starts no loop. */
    @Test
    void anUnchangedReportIsNotWrittenThoughEachWriteWakesTheWatch() {
      start(ControllerMode.GET, Duration.ofSeconds(1));
      bind("v1", A);
      ports.health.put("v1", List.of(A));
      runtime.start();
      for (int tick = 0; tick < 1000; tick++) {
        clock.advance(Duration.ofSeconds(1));
        runtime.claimSeen(ports.claims.get("v1"));
      }
      assertThat(ports.gets).hasSizeGreaterThan(800);
      assertThat(ports.writes).isEmpty();
      assertThat(ports.stored("v1").lastTransitionTime()).contains(T0);

      ports.health.put("v1", List.of(A, B));
      for (int tick = 0; tick < 10; tick++) {
        clock.advance(Duration.ofMillis(1100));
        runtime.claimSeen(ports.claims.get("v1"));
      }
      assertThat(ports.writes).hasSize(1);
      assertThat(ports.stored("v1").lastTransitionTime().orElseThrow())
          .isBetween(T0.plusSeconds(1000), T0.plusSeconds(1001));
    }

    /** C9: no time of the last probe is kept anywhere. */
    @Test
    void steadyHealthIsNoStandingLoad() {
      start(ControllerMode.LIST, Duration.ofMinutes(1));
      int volumes = 10_000;
      for (int i = 0; i < volumes; i++) {
        bind("v" + i);
        ports.health.put("v" + i, List.of());
      }
      runtime.start();
      clock.advance(Duration.ofMinutes(59));
      assertThat(ports.lists).isEqualTo(60);
      assertThat(ports.writes).isEmpty();

      ports.health.replaceAll((volume, none) -> List.of(A));
      clock.advance(Duration.ofMinutes(1));
      assertThat(ports.writes).hasSize(volumes);
      clock.advance(Duration.ofMinutes(59));
      assertThat(ports.lists).isEqualTo(120);
      assertThat(ports.writes).hasSize(volumes);
    }

    /** C22: 200 is no success where the answer lacks what was sent. */
    @Test
    void aFieldThatTheServerDropsIsNotWrittenWithoutEnd() {
      start(ControllerMode.GET, Duration.ofMinutes(1));
      ports.gateOn = false;
      bind("v1");
      ports.health.put("v1", List.of(A));
      runtime.start();
      clock.advance(Duration.ofMinutes(25));
      // One that holds the field takes the write, which says nothing about the gate.
      bind("v2", B);
      ports.health.put("v2", List.of(A));
      clock.advance(Duration.ofMinutes(25));
      assertThat(ports.stored("v2").conditions()).isEqualTo(MapList.of(A));
      assertThat(ports.gets).filteredOn("v1"::equals).hasSizeGreaterThan(45);
      assertThat(ports.writes)
          .filteredOn(write -> write.target().name().equals("v1"))
          .hasSizeBetween(2, 6);
      assertThat(told).containsExactly("gate off", "VolumeHealthAbnormal");
    }

    /** C13: a cycle that failed starts the count anew. */
    @Test
    void aFailedCycleBetweenTwoAbsencesClearsNothing() {
      Duration interval = Duration.ofMinutes(5);
      start(ControllerMode.LIST, interval);
      bind("v1", A);
      ports.failing.put("v1", FailureKind.RETRYABLE); // the confirming Get gives no answer
      runtime.start(); // complete without v1
      ports.listFails = FailureKind.RETRYABLE; // DEADLINE_EXCEEDED
      clock.advance(interval);
      assertThat(ports.stored("v1").conditions()).isEqualTo(MapList.of(A));
      ports.listFails = null;
      clock.advance(interval);
      assertThat(ports.stored("v1").conditions()).isEqualTo(MapList.of(A));
      assertThat(ports.writes).isEmpty();
      clock.advance(interval);
      assertThat(ports.stored("v1").state()).isEqualTo(HealthState.NO_INFORMATION);
    }

    /** C12, C20, C26: a recovery is told, and once. */
    @Test
    void aRecoveryIsToldExactlyOnce() {
      start(ControllerMode.GET, Duration.ofMinutes(1));
      bind("v1", A);
      ports.health.put("v1", List.of());
      runtime.start();
      clock.advance(Duration.ofMinutes(10));
      assertThat(ports.gets).hasSizeGreaterThan(5);
      assertThat(ports.writes).hasSize(1);
      assertThat(ports.stored("v1").state()).isEqualTo(HealthState.NO_INFORMATION);
      assertThat(told).containsExactly("VolumeHealthRecovered");
    }

    /** C21: a wrong content type is a fault of the program, which trying again does not mend. */
    @Test
    void anUnsupportedMediaTypeIsNotTriedAgain() {
      start(ControllerMode.GET, Duration.ofMinutes(1));
      bind("v1");
      ports.answers.add(w -> WriteResult.of(WriteResult.Outcome.REFUSED, "415"));
      ports.health.put("v1", List.of(A));
      runtime.start();
      clock.advance(Duration.ofHours(2));
      assertThat(ports.writes).hasSize(1);
    }
  }

  @Nested
  class WhatADriverAnswers {

    private FakeDriver driver;
    private UnixChannel channel;
    private HealthClient client;

    @BeforeEach
    void start() {
      driver = FakeDriver.start();
      channel = UnixChannel.dial(driver.endpoint());
      client = HealthClient.builder(channel.channel()).maxEntries(0).build();
    }

    @AfterEach
    void stop() {
      channel.close();
      driver.close();
    }

    private static <T> T join(CompletionStage<T> stage) {
      return stage.toCompletableFuture().join();
    }

    private ListCycle.Result cycle() {
      ListCycle cycle = ListCycle.begin(volume -> true);
      ProbeResult<ListSummary> answer =
          join(
              client.list(
                  new ListListener() {
                    @Override
                    public void entry(VolumeHealthReport entry) {
                      cycle.add(entry);
                    }

                    @Override
                    public void restarted() {
                      cycle.restart();
                    }
                  }));
      return answer.failure().map(cycle::fail).orElseGet(cycle::complete);
    }

    /** C13: the filter of a list may be inverted; Get keeps the sick volume from recovering. */
    @Test
    void aListOfTheHealthyVolumesOnlyRepairsNoOther() {
      driver.healthy("v1").setHealth("v2", entry(1, "A", ""));
      assertThat(cycle().observationOf("v2").report().orElseThrow().conditions())
          .isEqualTo(MapList.of(A));

      driver.answer(LIST_VOLUME_HEALTH, request -> page("", health("v1")));
      Observation absent = cycle().observationOf("v2");
      Decision decision = decide(holding(A), absent);
      assertThat(decision.confirm()).isTrue();
      VolumeHealthReport confirmed = join(client.get("v2")).answer().orElseThrow();
      assertThat(decide(holding(A), Observation.reported(confirmed)).cause())
          .isEqualTo(Cause.UNCHANGED);
    }

    /** C15: a page is not the list, also where no limit was asked for. */
    @Test
    void theFirstPageIsNotTheWholeList() {
      VolumeHealth[] first =
          IntStream.rangeClosed(1, 1000)
              .mapToObj(i -> health("v" + i, entry(1, "A", "")))
              .toArray(VolumeHealth[]::new);
      driver.answerNext(
          LIST_VOLUME_HEALTH, page("t1", first), page("", health("v1001", entry(1, "A", ""))));
      ListCycle.Result whole = cycle();
      assertThat(whole.complete()).isTrue();
      assertThat(whole.listed()).hasSize(1001).contains("v1001");
      assertThat(driver.requests(LIST_VOLUME_HEALTH))
          .extracting(ControllerListVolumeHealthRequest::getMaxEntries)
          .containsExactly(0, 0);

      driver
          .answerNext(LIST_VOLUME_HEALTH, page("t1", first))
          .failNext(LIST_VOLUME_HEALTH, Status.UNAVAILABLE);
      ListCycle.Result torn = cycle();
      assertThat(torn.complete()).isFalse();
      assertThat(decide(holding(A), torn.observationOf("v1001")).cause())
          .isEqualTo(Cause.PROBE_FAILED);
    }

    /** C15: tokens are opaque; one that comes again ends the cycle. */
    @Test
    void aLoopOfPagesEndsAtItsFirstRepeatAndClearsNothing() {
      driver.answerNext(LIST_VOLUME_HEALTH, page("a"), page("b"), page("a"), page(""));
      ListCycle.Result result = cycle();
      assertThat(result.complete()).isFalse();
      assertThat(driver.calls(LIST_VOLUME_HEALTH)).isEqualTo(3);
      assertThat(decide(holding(A), result.observationOf("v1")).write()).isEmpty();
    }

    @Test
    void anEmptyPageWithATokenIsNotTheEnd() {
      driver.answerNext(
          LIST_VOLUME_HEALTH,
          page("b", health("v1", entry(1, "A", ""))),
          page("c"),
          page("", health("v9", entry(1, "A", ""))));
      assertThat(cycle().listed()).containsExactlyInAnyOrder("v1", "v9");
    }

    @Test
    void aTokenThatBecameInvalidRestartsTheCycleOnce() {
      driver
          .answerNext(LIST_VOLUME_HEALTH, page("t", health("gone", entry(1, "A", ""))))
          .failNext(LIST_VOLUME_HEALTH, Status.ABORTED)
          .answerNext(LIST_VOLUME_HEALTH, page("t"), page("", health("v1", entry(1, "A", ""))));
      ListCycle.Result restarted = cycle();
      assertThat(restarted.complete()).isTrue();
      assertThat(restarted.listed()).containsExactly("v1");

      driver
          .answerNext(LIST_VOLUME_HEALTH, page("t"))
          .failNext(LIST_VOLUME_HEALTH, Status.ABORTED)
          .answerNext(LIST_VOLUME_HEALTH, page("t"))
          .failNext(LIST_VOLUME_HEALTH, Status.ABORTED);
      assertThat(cycle().complete()).isFalse();
    }

    /** C14: what two pages say of one volume is joined, and an empty entry takes nothing away. */
    @Test
    void aVolumeOnTwoPagesHasTheConditionsOfBoth() {
      driver.answerNext(
          LIST_VOLUME_HEALTH,
          page("t", health("v1", entry(1, "A", ""))),
          page("u", health("v1", entry(1, "B", ""))),
          page("", health("v1")));
      assertThat(cycle().observationOf("v1").report().orElseThrow().conditions())
          .isEqualTo(MapList.of(A, B));
    }

    /** C11: an answer without health, or of another volume, is no recovery. */
    @Test
    void anAnswerThatIsNoneIsNoRecovery() {
      driver.answerNext(
          GET_VOLUME_HEALTH,
          ControllerGetVolumeHealthResponse.getDefaultInstance(),
          ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health("v2")).build());
      assertKeeps(FailureKind.DRIVER_FAULT);
      assertKeeps(FailureKind.DRIVER_FAULT);
      assertKeeps(FailureKind.NOT_FOUND); // the driver does not know the volume
    }

    private void assertKeeps(FailureKind kind) {
      ProbeFailure failure = join(client.get("v1")).failure().orElseThrow();
      assertThat(failure.kind()).isEqualTo(kind);
      assertThat(decide(holding(A), Observation.failed(failure)).write()).isEmpty();
    }

    /** C3: a category that is not known is neither dropped nor taken for health. */
    @Test
    void aReportOfOnlyUnknownCategoriesIsNoRecoveryAndIsShown() {
      for (int number : new int[] {99, 0}) {
        driver.setHealth("v1", entry(number, "NewThing", ""));
        VolumeHealthReport report = join(client.get("v1")).answer().orElseThrow();
        Observation observation = Observation.reported(report);
        assertThat(observation.report().orElseThrow().unknown())
            .containsExactly(
                VolumeHealthCondition.of(
                    VolumeHealthStatusType.of(Integer.toString(number)), "NewThing"));
        Decision decision = decide(holding(A), observation);
        assertThat(decision.cause()).isEqualTo(Cause.ONLY_UNKNOWN);
        assertThat(decision.write()).isEmpty();
        assertThat(decision.event().map(HealthEvent::reason))
            .contains(HealthEvent.Reason.UNKNOWN_VOLUME_HEALTH_CONDITION);
        assertThat(new UnknownConditionCounter().count(decision))
            .extracting(MetricUpdate::toString)
            .containsExactly("csi_volume_health_unknown_condition_total[" + number + "] 1.0");
      }
    }

    @Test
    void aKnownConditionBesideAnUnknownOneIsKept() {
      driver.setHealth("v1", entry(1, "A", ""), entry(99, "X", ""));
      Observation observation = Observation.reported(join(client.get("v1")).answer().orElseThrow());
      assertThat(observation.report().orElseThrow().conditions()).isEqualTo(MapList.of(A));
      assertThat(observation.report().orElseThrow().unknownStatuses()).containsExactly("99");
      Decision kept = decide(holding(A), observation);
      assertThat(kept.cause()).isEqualTo(Cause.UNCHANGED);
      assertThat(kept.newlyUnknown()).containsExactly("99");
      assertThat(
              decide(claim("U1", "pv-1", VolumeHealthStatus.absent()), observation)
                  .write()
                  .map(write -> write.mergePatch().bodyText())
                  .orElseThrow())
          .contains("\"status\":\"Degraded\"")
          .doesNotContain("99");
    }
  }
}
