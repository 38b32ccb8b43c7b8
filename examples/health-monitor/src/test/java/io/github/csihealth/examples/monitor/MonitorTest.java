package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.examples.monitor.MonitorRig.NAMESPACE;
import static io.github.csihealth.examples.monitor.MonitorRig.PATCH;
import static io.github.csihealth.examples.monitor.MonitorRig.VOLUMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.v1.ControllerServiceCapability.RPC;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.examples.monitor.MonitorRig.Cycle;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The runtime with this program's ports and watch. What it decides when is tested with the runtime;
 * here is what has to get through gRPC and HTTP for that.
 */
@Timeout(300)
class MonitorTest {

  private static final VolumeHealthEntry SLOW = FakeDriver.entry(DEGRADED, "DiskSlow", "slow");
  private static final VolumeHealthEntry LOST =
      FakeDriver.entry(INACCESSIBLE, "VolumeNotFound", "gone");
  private static final List<String> IS_SLOW = List.of("Degraded/DiskSlow: slow");
  private static final List<String> IS_LOST = List.of("Inaccessible/VolumeNotFound: gone");

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

  // ---- The driver

  @Test
  void c16InListModeOneListServesAllClaims() throws Exception {
    rig.claim("orders");
    rig.claim("media");
    driver.setHealth("vol-orders", LOST).healthy("vol-media");

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 0, 1, 0, List.of("orders ANSWERED")));
    assertThat(rig.conditions("orders")).isEqualTo(IS_LOST);
    assertThat(rig.health("orders").lastTransitionTime())
        .contains(Instant.parse("2026-11-30T09:00:00Z"));
    assertThat(rig.health("media").state()).isEqualTo(HealthState.NO_INFORMATION);

    driver.healthy("vol-orders");
    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 1, 1, 0, List.of("orders ANSWERED")));
    assertThat(rig.health("orders").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  @Test
  void c16InGetModeEachBoundVolumeIsAsked() throws Exception {
    driver.controllerCapabilities(RPC.Type.GET_VOLUME_HEALTH);
    rig.claim("orders");
    rig.claim("media");
    driver.setHealth("vol-orders", LOST).healthy("vol-media");

    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 2, 1, 0, List.of("orders ANSWERED")));
    assertThat(rig.conditions("orders")).isEqualTo(IS_LOST);

    driver.healthy("vol-orders");
    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 2, 1, 0, List.of("orders ANSWERED")));
    assertThat(rig.health("orders").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  @Test
  void c14AListThatFailsHalfwayMayAddConditionsButRemovesNone() throws Exception {
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

    assertThat(rig.cycle().outcomes()).containsExactly("other ANSWERED");
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
    assertThat(rig.conditions("other")).isEqualTo(IS_SLOW);
  }

  @Test
  void c14AListThatStartsAgainForgetsWhatItListedBefore() throws Exception {
    rig.claim("data");
    driver
        .answerNext(
            CsiMethods.LIST_VOLUME_HEALTH,
            FakeDriver.page("more", FakeDriver.health("vol-data", SLOW)))
        .failNext(CsiMethods.LIST_VOLUME_HEALTH, Status.ABORTED)
        .setHealth("vol-data", LOST);

    assertThat(rig.cycle()).isEqualTo(new Cycle(3, 0, 1, 0, List.of("data ANSWERED")));
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
  }

  @Test
  void c9TwoHundredSteadilyUnhealthyClaimsAreWrittenOnce() throws Exception {
    for (int i = 0; i < 200; i++) {
      rig.claim("data-" + i);
      driver.setHealth("vol-data-" + i, LOST, SLOW);
    }
    assertThat(rig.cycle().patches()).as("of all that there is at the start").isEqualTo(200);
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
  void c17ANewMonitorKnowsTheUnhealthyVolumesFromTheClaims() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    driver.healthy("vol-data");
    rig.restartMonitor();

    assertThat(rig.cycle()).isEqualTo(new Cycle(1, 1, 1, 0, List.of("data ANSWERED")));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
  }

  // ---- The writes

  @Test
  void c21AConflictIsReadAndDecidedAgainWithOneMorePatch() throws Exception {
    rig.claim("data");
    rig.cycle();
    rig.pauseClaimWatch();
    rig.server.patchStatus(
        CLAIMS, NAMESPACE, "data", "{\"status\": {\"capacity\": {\"storage\": \"2Gi\"}}}");
    driver.setHealth("vol-data", LOST);

    assertThat(rig.cycle())
        .isEqualTo(new Cycle(1, 0, 2, 1, List.of("data ANSWERED", "data CONFLICT")));
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
    assertThat(rig.json("data")).contains("2Gi");
  }

  @Test
  void c21AWriteWhoseAnswerIsLostIsNotMadeTwice() throws Exception {
    rig.claim("data");
    rig.cycle();
    rig.pauseClaimWatch();
    driver.setHealth("vol-data", SLOW);
    rig.server.failNext(1, PATCH, Fault.answerLost());
    assertThat(rig.cycle().outcomes()).containsExactly("data RETRY");
    String stored = rig.json("data");

    assertThat(rig.after(Duration.ofSeconds(1)))
        .isEqualTo(new Cycle(0, 0, 1, 1, List.of("data CONFLICT")));
    assertThat(rig.json("data")).isEqualTo(stored).contains("DiskSlow");
  }

  @Test
  void c22AClaimThatHoldsTheFieldTakesWritesWithTheGateOff() throws Exception {
    rig.claim("held");
    driver.setHealth("vol-held", SLOW);
    rig.cycle();
    rig.server.setVolumeHealthEnabled(false);
    for (String name : List.of("a", "b", "c")) {
      rig.claim(name);
      driver.setHealth("vol-" + name, LOST);
    }
    rig.restartMonitor();

    assertThat(rig.cycle().patches()).as("one stands for three").isEqualTo(1);
    driver.setHealth("vol-held", LOST);
    rig.cycle();
    assertThat(rig.conditions("held")).isEqualTo(IS_LOST);
    rig.server.setVolumeHealthEnabled(true);
    rig.after(Duration.ofMinutes(11));
    assertThat(rig.conditions("a")).isEqualTo(IS_LOST);
    assertThat(rig.conditions("b")).isEqualTo(IS_LOST);
    assertThat(rig.conditions("c")).isEqualTo(IS_LOST);
  }

  // ---- The watch

  @Test
  void c18VolumesWithoutAWholeBindingAreNotAskedFor() throws Exception {
    driver.controllerCapabilities(RPC.Type.GET_VOLUME_HEALTH);
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

  private static String volume(
      String name, String driverName, String handle, String claimUid, String phase) {
    return """
        {"kind": "PersistentVolume", "apiVersion": "v1", "metadata": {"name": "%s"},
         "spec": {"csi": {"driver": "%s", "volumeHandle": "%s"},
                  "claimRef": {"namespace": "%s", "name": "data", "uid": "%s"}},
         "status": {"phase": "%s"}}"""
        .formatted(name, driverName, handle, NAMESPACE, claimUid, phase);
  }

  private static String claimNaming(String name, String uid, String volumeName) {
    return """
        {"kind": "PersistentVolumeClaim", "apiVersion": "v1",
         "metadata": {"namespace": "%s", "name": "%s", "uid": "%s"},
         "spec": {"volumeName": "%s"}, "status": {"phase": "Bound"}}"""
        .formatted(NAMESPACE, name, uid, volumeName);
  }

  @Test
  void c18StoredHealthStaysWhenTheBindingEnds() throws Exception {
    driver.controllerCapabilities(RPC.Type.GET_VOLUME_HEALTH);
    BoundClaim claim = rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    rig.server.patchStatus(
        VOLUMES, "", claim.volumeName(), "{\"status\": {\"phase\": \"Released\"}}");
    driver.fail(CsiMethods.GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    untilNobodyIsAsked();
    driver.recover(CsiMethods.GET_VOLUME_HEALTH).healthy("vol-data");

    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 0, 0, 0, List.of()));
    assertThat(rig.conditions("data")).isEqualTo(IS_LOST);
  }

  /** What changed on the server has been seen once a volume that was bound is not asked for. */
  private void untilNobodyIsAsked() throws Exception {
    // Failures are asked again later and later, within sixteen intervals.
    Duration longest = Duration.ofHours(2);
    eventually(() -> assertThat(rig.after(longest).gets()).isZero());
  }

  @Test
  void c18AClaimReCreatedUnderTheNameGetsNothing() throws Exception {
    driver.controllerCapabilities(RPC.Type.GET_VOLUME_HEALTH);
    BoundClaim old = rig.claim("data");
    driver.setHealth("vol-data", LOST);
    rig.cycle();
    driver.fail(CsiMethods.GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    reCreate(old);
    untilNobodyIsAsked();
    driver.recover(CsiMethods.GET_VOLUME_HEALTH);

    assertThat(rig.cycle()).isEqualTo(new Cycle(0, 0, 0, 0, List.of()));
    assertThat(rig.health("data").state()).isEqualTo(HealthState.NO_INFORMATION);
    assertThat(rig.forgotten).containsExactly(old.claimUid());
  }

  /** Deletes the claim and creates another of the name, which names the volume of the first. */
  private void reCreate(BoundClaim old) {
    rig.server.delete(CLAIMS, NAMESPACE, old.claimName());
    rig.server.create(claimNaming(old.claimName(), UUID.randomUUID().toString(), old.volumeName()));
  }

  @Test
  void aWatchThatWasClosedGoesOn() throws Exception {
    rig.claim("data");
    driver.setHealth("vol-data", SLOW);
    rig.cycle();
    rig.server.closeWatches();
    rig.claim("late");
    driver.setHealth("vol-late", LOST);

    eventuallyWritten("late");
    assertThat(rig.patched()).containsExactly("data", "late");
  }

  private void eventuallyWritten(String claim) throws Exception {
    eventually(
        () -> {
          rig.cycle();
          assertThat(rig.conditions(claim)).isEqualTo(IS_LOST);
        });
  }

  @Test
  void aWatchThatHasExpiredListsAgain() throws Exception {
    rig.claim("data");
    BoundClaim deleted = rig.claim("deleted");
    BoundClaim reCreated = rig.claim("re-created");
    driver.setHealth("vol-data", SLOW).setHealth("vol-deleted", SLOW);
    driver.setHealth("vol-re-created", SLOW);
    rig.cycle();
    rig.pauseClaimWatch();
    rig.server.delete(CLAIMS, NAMESPACE, "deleted");
    reCreate(reCreated);
    rig.server.expireWatches();
    rig.resumeWatches();
    eventually(
        "the list is seen",
        () -> rig.forgotten.containsAll(List.of(deleted.claimUid(), reCreated.claimUid())));
    rig.claim("late");
    driver.setHealth("vol-late", LOST).setHealth("vol-deleted", LOST);
    driver.setHealth("vol-re-created", LOST);

    eventuallyWritten("late");
    assertThat(rig.patched()).hasSize(4).endsWith("late");
  }

  @Test
  void c23AWatchSurvivesATokenThatCannotBeSentAndDoesNotQuoteIt() throws Exception {
    rig.claim("data");
    rig.cycle();
    String log =
        StandardError.during(
            () -> {
              rig.watchWith("canary-7f3a\nx");
              // Which is what a server makes of a request without credentials.
              rig.refuseClaimWatch(Fault.status(401, "Unauthorized"));
              eventually(
                  "the watch has failed", () -> StandardError.soFar().contains("what=claims"));
              rig.watchWith("good");
              rig.resumeWatches();
              rig.claim("late");
              driver.setHealth("vol-late", LOST);
              eventuallyWritten("late");
            });
    assertThat(log)
        .contains("watch failed, trying again", "what=claims")
        .doesNotContain("canary-7f3a");
  }

  @Test
  void c23AThreadThatDiesEndsTheRunAndDoesNotQuoteAToken() {
    RunEnd end = new RunEnd();
    end.onUncaught(
        Thread.currentThread(), new IllegalArgumentException("invalid: \"Bearer canary-7f3a\""));
    assertThat(end.due()).isCompleted();
    assertThatThrownBy(end::throwFault)
        .hasMessageStartingWith("the cluster cannot be watched any more (IllegalArgumentException")
        .hasMessageNotContaining("canary-7f3a");
  }
}
