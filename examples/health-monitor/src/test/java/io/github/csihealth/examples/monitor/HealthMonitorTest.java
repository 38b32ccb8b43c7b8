package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.examples.monitor.MonitorRig.NAMESPACE;
import static io.github.csihealth.examples.monitor.MonitorRig.PATCH;
import static io.github.csihealth.examples.monitor.MonitorRig.VOLUMES;
import static io.github.csihealth.examples.monitor.MonitorRig.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability.RPC;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.examples.monitor.MonitorRig.Cycle;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the monitor does with a driver's answers and with a server's. */
@Timeout(300)
class HealthMonitorTest {

  private static final VolumeHealthEntry SLOW = FakeDriver.entry(DEGRADED, "DiskSlow", "slow");
  private static final VolumeHealthEntry LOST =
      FakeDriver.entry(INACCESSIBLE, "VolumeNotFound", "gone");
  private static final List<String> IS_SLOW = List.of("Degraded/DiskSlow: slow");
  private static final List<String> IS_LOST = List.of("Inaccessible/VolumeNotFound: gone");
  private static final String SLOW_STORED =
      "{\"status\":{\"healthStatus\":{\"healthConditions\":[{\"status\":\"Degraded\","
          + "\"reason\":\"DiskSlow\",\"message\":\"slow\"}],"
          + "\"lastTransitionTime\":\"2026-11-30T09:00:00Z\"}}}";

  private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

  private MonitorRig rig;
  private FakeDriver driver;

  @BeforeEach
  void start() throws Exception {
    rig = new MonitorRig();
    driver = rig.driver;
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private void getModeOnly() {
    driver.controllerCapabilities(RPC.Type.GET_VOLUME_HEALTH);
  }

  // ---- Both modes

  @Test
  void c16InListModeOneListServesAllClaims() throws Exception {
    rig.claim("orders");
    rig.claim("media");
    driver.setHealth("vol-orders", LOST).healthy("vol-media");

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 0, List.of("orders STORED")));
    assertThat(rig.conditions("orders")).isEqualTo(IS_LOST);
    assertThat(rig.health("orders").lastTransitionTime())
        .contains(Instant.parse("2026-11-30T09:05:00Z"));
    assertThat(rig.health("media").state()).isEqualTo(HealthState.NO_INFORMATION);

    driver.setHealth("vol-orders", SLOW).setHealth("vol-media", SLOW);
    assertThat(rig.cycle())
        .isEqualTo(new Cycle(1, 0, 2, 0, List.of("media STORED", "orders STORED")));
    assertThat(rig.conditions("orders")).isEqualTo(IS_SLOW);
  }

  @Test
  void c16InGetModeEachBoundVolumeIsAsked() throws Exception {
    getModeOnly();
    rig.claim("orders");
    rig.claim("media");
    driver.setHealth("vol-orders", LOST).healthy("vol-media");

    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 2, 1, 0, List.of("orders STORED")));
    assertThat(rig.conditions("orders")).isEqualTo(IS_LOST);
  }

  @Test
  void c12InGetModeAnEmptyListIsARecovery() throws Exception {
    getModeOnly();
    rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    driver.healthy("vol-data");

    assertThat(rig.cycle().outcomes()).containsExactly("data STORED");
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  @Test
  void c11InGetModeAFailedCallIsNoRecovery() throws Exception {
    getModeOnly();
    rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    for (Status status : List.of(Status.UNAVAILABLE, Status.NOT_FOUND, Status.UNIMPLEMENTED)) {
      driver.failNext(CsiMethods.GET_VOLUME_HEALTH, status);
      assertThat(rig.cycle()).as("%s", status).isEqualTo(new Cycle(0, 1, 0, 0, List.of()));
    }
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
  }

  @Test
  void c13TwoAbsencesClearWhereGetGivesNoAnswer() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    driver.healthy("vol-data").fail(CsiMethods.GET_VOLUME_HEALTH, Status.UNAVAILABLE);

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 1, 0, 0, List.of()));
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 1, 1, 0, List.of("data STORED")));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  @Test
  void c9AMessageAloneIsWrittenOnceInItsInterval() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", slow("first"));
    rig.cycle();
    driver.setHealth("vol-data", slow("second"));
    assertThat(rig.cycleAfter(ONE_MINUTE).patches()).isEqualTo(1);
    driver.setHealth("vol-data", slow("third"));

    assertThat(rig.cycleAfter(ONE_MINUTE).patches()).isZero();
    assertThat(rig.conditions("data")).containsExactly("Degraded/DiskSlow: second");
    assertThat(rig.cycle().patches()).isEqualTo(1);
    assertThat(rig.conditions("data")).containsExactly("Degraded/DiskSlow: third");
    assertThat(rig.health("data").lastTransitionTime())
        .contains(Instant.parse("2026-11-30T09:05:00Z"));
  }

  @Test
  void c9AMessageThatWasNotStoredDoesNotStartTheInterval() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", slow("first"));
    rig.cycle();
    driver.setHealth("vol-data", slow("second"));
    rig.server.failNext(1, PATCH, Fault.status(503, "ServiceUnavailable"));
    assertThat(rig.cycleAfter(ONE_MINUTE).outcomes()).containsExactly("data UNAVAILABLE");

    assertThat(rig.cycleAfter(ONE_MINUTE).outcomes()).containsExactly("data STORED");
    assertThat(rig.conditions("data")).containsExactly("Degraded/DiskSlow: second");
  }

  private static VolumeHealthEntry slow(String message) {
    return FakeDriver.entry(DEGRADED, "DiskSlow", message);
  }

  @Test
  void c17ANewMonitorKnowsTheUnhealthyVolumesFromTheClaims() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    driver.healthy("vol-data");
    rig.restartMonitor();

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 1, 1, 0, List.of("data STORED")));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  @Test
  void c11OneVolumeIsNeverAskedTwiceAtATime() throws Exception {
    getModeOnly();
    rig.claim("one", "vol-shared");
    rig.claim("two", "vol-shared");
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    driver.answer(
        CsiMethods.GET_VOLUME_HEALTH,
        request -> {
          most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
          // Gives a second call the time to come in, if there is to be one.
          long end = System.nanoTime() + 200_000_000;
          while (most.get() < 2 && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
          }
          inFlight.decrementAndGet();
          return ControllerGetVolumeHealthResponse.newBuilder()
              .setVolumeHealth(FakeDriver.health(request.getVolumeId(), SLOW))
              .build();
        });

    assertThat(rig.cycle().outcomes()).containsExactly("one STORED", "two STORED");
    assertThat(most).hasValue(1);
  }

  // ---- C16: a list that fails

  @Test
  void c16AfterThreeFailedListsGetTakesOverUntilAListWorksAgain() throws Exception {
    rig.claim("data");
    rig.claim("fine");
    driver.setHealth("vol-data", LOST).healthy("vol-fine");
    rig.cycle();
    driver.fail(CsiMethods.LIST_VOLUME_HEALTH, Status.UNAVAILABLE);
    driver.healthy("vol-data");

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
    // The third: list is tried, get asks for both volumes, and its empty list is a recovery.
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 2, 1, 0, List.of("data STORED")));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
    driver.setHealth("vol-fine", SLOW);
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 2, 1, 0, List.of("fine STORED")));

    driver.recover(CsiMethods.LIST_VOLUME_HEALTH);
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    // One failure more is a first one again.
    driver.failNext(CsiMethods.LIST_VOLUME_HEALTH, Status.UNAVAILABLE);
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
  }

  @Test
  void c16ACompleteListBetweenFailedOnesStartsTheCountAnew() throws Exception {
    rig.claim("data");
    driver.healthy("vol-data");
    for (boolean fails : new boolean[] {true, true, false, true, true}) {
      if (fails) {
        driver.failNext(CsiMethods.LIST_VOLUME_HEALTH, Status.UNAVAILABLE);
      }
      assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    }
  }

  @Test
  void c14AFailedListMayAddConditionsButRemovesNone() throws Exception {
    rig.claim("data");
    rig.claim("other");
    driver.setHealth("vol-data", LOST).healthy("vol-other");
    rig.cycle();
    driver
        .answerNext(
            CsiMethods.LIST_VOLUME_HEALTH,
            FakeDriver.page(
                "more", FakeDriver.health("vol-data"), FakeDriver.health("vol-other", SLOW)))
        .failNext(CsiMethods.LIST_VOLUME_HEALTH, Status.UNAVAILABLE);

    assertThat(rig.cycle().outcomes()).containsExactly("other STORED");
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
    assertThat(rig.conditions("other")).isEqualTo(IS_SLOW);
  }

  // ---- C18: which claims

  @Test
  void c18AClaimReCreatedUnderTheNameGetsNothing() throws Exception {
    BoundClaim old = rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    reCreate(old);
    eventually("the volume is bound to no claim any more", () -> rig.boundClaims().isEmpty());

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  /** Deletes the claim and creates another of the name, which names the volume of the first. */
  private String reCreate(BoundClaim old) {
    rig.server.delete(CLAIMS, NAMESPACE, old.claimName());
    String uid = UUID.randomUUID().toString();
    rig.server.create(
        """
        {"kind": "PersistentVolumeClaim", "apiVersion": "v1",
         "metadata": {"namespace": "%s", "name": "%s", "uid": "%s"},
         "spec": {"volumeName": "%s"}, "status": {"phase": "Bound"}}"""
            .formatted(NAMESPACE, old.claimName(), uid, old.volumeName()));
    return uid;
  }

  @Test
  void c18AClaimReCreatedWhileTheDriverIsAskedGetsNothing() throws Exception {
    getModeOnly();
    BoundClaim old = rig.claim("data");
    driver.answer(
        CsiMethods.GET_VOLUME_HEALTH,
        request -> {
          // The volume is bound to the new claim at once, so that this binding holds, too.
          String uid = reCreate(old);
          reBind(old, "vol-data", uid);
          eventually("the new binding is seen", () -> isSeen(uid));
          return lost(request.getVolumeId());
        });

    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 1, 0, 0, List.of()));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  @Test
  void c18AVolumeReCreatedUnderTheNameGetsNoReportOfItsPredecessor() throws Exception {
    getModeOnly();
    BoundClaim claim = rig.claim("data");
    driver.answer(
        CsiMethods.GET_VOLUME_HEALTH,
        request -> {
          reBind(claim, "vol-restored", claim.claimUid());
          eventually(
              "the new volume is seen",
              () ->
                  rig.cluster.boundVolumes(driver.name()).stream()
                      .anyMatch(volume -> volume.handle().equals("vol-restored")));
          return lost(request.getVolumeId());
        });

    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 1, 0, 0, List.of()));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  private static ControllerGetVolumeHealthResponse lost(String volumeId) {
    return ControllerGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(FakeDriver.health(volumeId, LOST))
        .build();
  }

  /**
   * Replaces the volume by one of the same name with this handle, bound to the claim of the uid.
   */
  private void reBind(BoundClaim claim, String handle, String claimUid) {
    rig.server.delete(VOLUMES, "", claim.volumeName());
    rig.server.create(volume(claim.volumeName(), driver.name(), handle, claimUid, "Bound"));
  }

  private boolean isSeen(String claimUid) {
    return rig.cluster.boundVolumes(driver.name()).stream()
        .anyMatch(volume -> volume.claim().uid().equals(claimUid));
  }

  private static String volume(
      String name, String driverName, String handle, String claimUid, String phase) {
    return """
        {"kind": "PersistentVolume", "apiVersion": "v1", "metadata": {"name": "%s"},
         "spec": {"csi": {"driver": "%s", "volumeHandle": "%s"},
                  "claimRef": {"namespace": "%s", "name": "data", "uid": "%s"}},
         "status": {"phase": "%s"}}"""
        .formatted(name, driverName, handle, NAMESPACE, claimUid, phase);
  }

  @Test
  void c18VolumesWithoutAWholeBindingAreNotAskedFor() throws Exception {
    getModeOnly();
    rig.claim("bound");
    BoundClaim deleted = rig.claim("deleted");
    rig.server.create(claimNaming("data", "uid-data", "pv-released"));
    rig.server.create(volume("pv-released", driver.name(), "vol-released", "uid-data", "Released"));
    rig.server.create(volume("pv-pre-bound", driver.name(), "vol-pre-bound", "", "Bound"));
    rig.server.create(volume("pv-other-claim", driver.name(), "vol-other-claim", "no", "Bound"));
    rig.server.create(volume("pv-elsewhere", driver.name(), "vol-elsewhere", "uid-data", "Bound"));
    rig.server.boundClaim(NAMESPACE, "foreign", "other.csihealth.example", "vol-foreign");
    rig.server.create(
        volume("pv-deleting", driver.name(), "vol-deleting", "uid-data", "Bound")
            .replace(
                "\"name\": \"pv-deleting\"",
                "\"name\": \"pv-deleting\", \"finalizers\": [\"example.com/keep\"]"));
    rig.server.delete(VOLUMES, "", "pv-deleting");
    rig.server.delete(CLAIMS, NAMESPACE, deleted.claimName());

    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 1, 0, 0, List.of()));
    assertThat(driver.requests(CsiMethods.GET_VOLUME_HEALTH))
        .extracting(request -> request.getVolumeId())
        .containsExactly("vol-bound");
  }

  private static String claimNaming(String name, String uid, String volumeName) {
    return """
        {"kind": "PersistentVolumeClaim", "apiVersion": "v1",
         "metadata": {"namespace": "%s", "name": "%s", "uid": "%s"},
         "spec": {"volumeName": "%s"}, "status": {"phase": "Bound"}}"""
        .formatted(NAMESPACE, name, uid, volumeName);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void c18TwoVolumesWithOneHandleBothGetTheReport(boolean getMode) throws Exception {
    if (getMode) {
      getModeOnly();
    }
    rig.claim("one", "vol-shared");
    rig.claim("two", "vol-shared");
    driver.setHealth("vol-shared", LOST);

    assertThat(rig.cycle().outcomes()).containsExactly("one STORED", "two STORED");
    assertThat(rig.conditions("one")).isEqualTo(IS_LOST);
    assertThat(rig.conditions("two")).isEqualTo(IS_LOST);
  }

  @Test
  void c18StoredHealthStaysWhenTheBindingEnds() throws Exception {
    BoundClaim claim = rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    rig.server.patchStatus(
        VOLUMES, "", claim.volumeName(), "{\"status\": {\"phase\": \"Released\"}}");
    eventually("the end of the binding is seen", () -> rig.boundClaims().isEmpty());
    driver.healthy("vol-data");

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
  }

  // ---- C21: conflicts

  @Test
  void c21AConflictIsReadAndDecidedAgainWithOneMorePatch() throws Exception {
    rig.claim("data");
    rig.cycle();
    rig.pauseClaimWatch();
    rig.server.patchStatus(
        CLAIMS, NAMESPACE, "data", "{\"status\": {\"capacity\": {\"storage\": \"2Gi\"}}}");
    driver.setHealth("vol-data", LOST);

    assertThat(rig.cycle())
        .isEqualTo(new Cycle(1, 0, 2, 1, List.of("data CONFLICT", "data STORED")));
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
    assertThat(rig.json("data")).contains("2Gi");
  }

  @Test
  void c21AConflictWithAnEqualHealthNeedsNoMorePatch() throws Exception {
    rig.claim("data");
    rig.cycle();
    rig.pauseClaimWatch();
    rig.server.patchStatus(CLAIMS, NAMESPACE, "data", SLOW_STORED);
    driver.setHealth("vol-data", SLOW);

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 1, List.of("data CONFLICT")));
    assertThat(rig.health("data").lastTransitionTime())
        .contains(Instant.parse("2026-11-30T09:00:00Z"));
  }

  @Test
  void c21AConflictWithAClaimReCreatedUnderTheNameEndsTheWrite() throws Exception {
    BoundClaim old = rig.claim("data");
    rig.cycle();
    rig.pauseClaimWatch();
    reCreate(old);
    driver.setHealth("vol-data", LOST);

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 1, List.of("data CONFLICT")));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  @Test
  void c21ConflictsWithoutEndAreGivenUpUntilTheNextCycle() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.server.failNext(Integer.MAX_VALUE, PATCH, Fault.status(409, "Conflict"));
    assertThat(rig.cycle().patches()).isBetween(2, 10);

    rig.server.clearFaults();
    assertThat(rig.cycle().outcomes()).containsExactly("data STORED");
  }

  @Test
  void c21AConflictThatCannotBeReadWaitsForTheNextCycle() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.server.failNext(1, PATCH, Fault.status(409, "Conflict"));
    rig.server.failNext(
        1, ApiRequest.matching("get", CLAIMS, ""), Fault.status(500, "InternalError"));

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 1, List.of("data CONFLICT")));
    assertThat(rig.cycle().outcomes()).containsExactly("data STORED");
  }

  // ---- C21: other refusals

  @Test
  void c21AClaimThatIsGoneIsNotTriedAgain() throws Exception {
    rig.claim("data");
    rig.claim("other");
    rig.cycle();
    rig.pauseClaimWatch();
    rig.server.delete(CLAIMS, NAMESPACE, "data");
    driver.setHealth("vol-data", LOST).setHealth("vol-other", LOST);

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 2, 0, List.of("data GONE", "other STORED")));
    rig.resumeWatches();
    eventually("the deletion is seen", () -> rig.boundClaims().equals(List.of("other")));
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
  }

  static Stream<Arguments> refusalsForGood() {
    return Stream.of(
        Arguments.of(422, "REFUSED"),
        Arguments.of(400, "REFUSED"),
        Arguments.of(413, "REFUSED"),
        Arguments.of(415, "REFUSED"),
        Arguments.of(401, "FORBIDDEN"),
        Arguments.of(403, "FORBIDDEN"));
  }

  @ParameterizedTest
  @MethodSource("refusalsForGood")
  void c21ARefusalForGoodIsReportedOnceACycleAndStopsNoOtherClaim(int code, String outcome)
      throws Exception {
    for (String name : List.of("a", "bad", "c", "d")) {
      rig.claim(name);
      driver.setHealth("vol-" + name, LOST);
    }
    rig.server.failNext(Integer.MAX_VALUE, PATCH.and(named("bad")), Fault.status(code, "Because"));

    Cycle cycle = rig.cycle();
    assertThat(cycle)
        .isEqualTo(
            new Cycle(1, 0, 4, 0, List.of("a STORED", "bad " + outcome, "c STORED", "d STORED")));
    assertThat(rig.cycle().patches()).as("in the next cycle").isLessThanOrEqualTo(1);
  }

  static Stream<Fault> passingFaults() {
    return Stream.of(
        Fault.status(429, "TooManyRequests"),
        Fault.status(429, "TooManyRequests").withRetryAfter(3600),
        Fault.status(500, "InternalError"),
        Fault.status(503, "ServiceUnavailable"),
        Fault.status(504, "Timeout"),
        Fault.cut());
  }

  @ParameterizedTest
  @MethodSource("passingFaults")
  void c21AfterAPassingFaultTheNextCycleWritesTheLatestValueOnly(Fault fault) throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", SLOW);
    rig.server.failNext(1, PATCH, fault);
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 0, List.of("data UNAVAILABLE")));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);

    driver.setHealth("vol-data", LOST);
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 0, List.of("data STORED")));
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
    assertThat(rig.patchesOf("data").get(1).body()).doesNotContain("DiskSlow");
  }

  @Test
  void c21AfterAPassingFaultARecoveryNeedsNoWrite() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", SLOW);
    rig.server.failNext(1, PATCH, Fault.status(503, "ServiceUnavailable"));
    rig.cycle();
    driver.healthy("vol-data");

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
  }

  @Test
  void c21AWriteWhoseAnswerIsLostIsNotRepeatedOnceItIsSeen() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", SLOW);
    rig.server.failNext(1, PATCH, Fault.answerLost());
    assertThat(rig.cycle().outcomes()).containsExactly("data UNAVAILABLE");
    eventually("the write is seen", () -> rig.seenHealth("data").equals(rig.health("data")));

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    assertThat(rig.conditions("data")).isEqualTo(IS_SLOW);
  }

  // ---- C21: no decision on an older copy

  @Test
  void c21AfterAWriteTheAnswerIsTheStoredStateUntilTheWatchShowsIt() throws Exception {
    rig.claim("data");
    rig.cycle();
    rig.pauseClaimWatch();
    driver.setHealth("vol-data", SLOW);
    assertThat(rig.cycle().outcomes()).containsExactly("data STORED");

    assertThat(rig.cycle()).as("unchanged").isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    // Each write stands on the answer to the one before it: an older copy would be a conflict.
    driver.setHealth("vol-data", LOST);
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 0, List.of("data STORED")));
    driver.healthy("vol-data");
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 1, 1, 0, List.of("data STORED")));
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));

    rig.resumeWatches();
    rig.server.patchStatus(CLAIMS, NAMESPACE, "data", SLOW_STORED);
    eventually("the watch goes on", () -> rig.seenHealth("data").equals(rig.health("data")));
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 1, 1, 0, List.of("data STORED")));
  }

  @Test
  void c21AClaimReadAfterAConflictIsTheStoredStateToo() throws Exception {
    rig.claim("data");
    rig.cycle();
    rig.pauseClaimWatch();
    rig.server.patchStatus(CLAIMS, NAMESPACE, "data", SLOW_STORED);
    driver.setHealth("vol-data", SLOW);
    rig.cycle();

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
  }

  @Test
  void aWatchThatWasClosedGoesOn() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", SLOW);
    rig.cycle();
    rig.server.closeWatches();
    rig.claim("late");
    driver.setHealth("vol-late", LOST);
    eventually("the new claim is seen", () -> rig.boundClaims().equals(List.of("data", "late")));

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 0, List.of("late STORED")));
  }

  @Test
  void aWatchThatHasExpiredListsAgain() throws Exception {
    rig.claim("data");
    rig.claim("deleted");
    driver.setHealth("vol-data", SLOW).setHealth("vol-deleted", SLOW);
    rig.cycle();
    rig.pauseClaimWatch();
    // A write that only the answer to it has shown must not outlive the claim.
    driver.setHealth("vol-deleted", LOST);
    assertThat(rig.cycle().outcomes()).containsExactly("deleted STORED");
    rig.server.delete(CLAIMS, NAMESPACE, "deleted");
    rig.claim("late");
    driver.setHealth("vol-late", LOST);
    rig.server.expireWatches();
    rig.resumeWatches();
    eventually("the list is seen", () -> rig.boundClaims().equals(List.of("data", "late")));

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 0, List.of("late STORED")));
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
  }

  // ---- C22: the feature gate

  @Test
  void c22AWriteThatTheServerDropsIsReported() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", SLOW);
    rig.server.setVolumeHealthEnabled(false);
    assertThat(rig.cycle().outcomes()).containsExactly("data DROPPED");
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);

    rig.server.setVolumeHealthEnabled(true);
    assertThat(rig.cycle().outcomes()).containsExactly("data STORED");
  }

  @Test
  void c22AClaimThatHoldsTheFieldTakesWritesWithTheGateOff() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", SLOW);
    rig.cycle();
    rig.server.setVolumeHealthEnabled(false);
    driver.setHealth("vol-data", LOST);
    assertThat(rig.cycle().outcomes()).containsExactly("data STORED");
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);

    driver.healthy("vol-data");
    assertThat(rig.cycle().outcomes()).as("clearing").containsExactly("data STORED");
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  // ---- How much is sent, and how much is kept

  @Test
  void c9AThousandHealthyClaimsAreNeverWritten() throws Exception {
    for (int i = 0; i < 1000; i++) {
      rig.claim("data-" + i);
      driver.healthy("vol-data-" + i);
    }
    driver.listHealthy(true);
    for (int cycle = 0; cycle < 3; cycle++) {
      assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 0, 0, List.of()));
    }
  }

  @Test
  void c9TwoHundredSteadilyUnhealthyClaimsAreWrittenOnce() throws Exception {
    for (int i = 0; i < 200; i++) {
      rig.claim("data-" + i);
      driver.setHealth("vol-data-" + i, LOST, SLOW);
    }
    assertThat(rig.cycle().patches()).isEqualTo(200);
    for (int cycle = 0; cycle < 3; cycle++) {
      // In pages, and in another order than the stored one.
      driver.pageSize(70);
      for (int i = 0; i < 200; i++) {
        driver.setHealth("vol-data-" + i, SLOW, LOST);
      }
      assertThat(rig.cycle()).isEqualTo(new Cycle(3, 0, 0, 0, List.of()));
    }
  }

  @Test
  void theMemoryOfADeletedClaimIsDropped() throws Exception {
    BoundClaim claim = rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    driver.healthy("vol-data").fail(CsiMethods.GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    assertThat(rig.cycle().patches()).as("absent once, remembered").isZero();
    String json = rig.json("data");
    rig.server.delete(CLAIMS, NAMESPACE, "data");
    eventually("the deletion is seen", () -> rig.boundClaims().isEmpty());
    rig.cycle();

    // The same claim put back, uid and all, shows what is remembered of it.
    rig.server.create(json);
    eventually("the claim is seen", () -> isSeen(claim.claimUid()));
    assertThat(rig.cycle().patches()).as("absent once").isZero();
    assertThat(rig.cycle().patches()).as("absent twice").isEqualTo(1);
  }
}
