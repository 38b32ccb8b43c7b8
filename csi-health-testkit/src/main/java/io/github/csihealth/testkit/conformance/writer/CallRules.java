package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.conformance.writer.Scene.DATA;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUME;
import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.expect;
import static io.github.csihealth.testkit.conformance.writer.Scene.requiredOfLoop;
import static io.github.csihealth.testkit.driver.CsiMethods.CONTROLLER_GET_CAPABILITIES;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static io.github.csihealth.testkit.driver.FakeDriver.page;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.driver.RecordedCall;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/** How the driver is called. */
final class CallRules {

  private static final String CAPABILITIES = "CSI spec, ControllerGetCapabilities";

  private CallRules() {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        requiredOfLoop(
            "W81",
            "everyHealthCallHasADeadline",
            "CSI spec, timeouts; gRPC deadlines",
            "A driver that hangs must not stop the writer: each call for health has a deadline.",
            CallRules::deadlines),
        requiredOfLoop(
            "W82",
            "authorityIsLocalhost",
            "gRPC over Unix sockets: :authority",
            "Strict servers refuse a call whose :authority is the path of the socket.",
            CallRules::authority),
        requiredOfLoop(
            "W83",
            "oneCallInFlightForAVolume",
            "CSI spec, concurrency",
            "A driver may answer a second call for a volume with ABORTED while the first one is"
                + " under way: there is one at a time.",
            CallRules::oneInFlight),
        requiredOfLoop(
            "W84",
            "driverWithoutHealthIsLeftAlone",
            CAPABILITIES,
            "A driver that offers neither LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH is not asked for"
                + " health.",
            scene -> dormant(scene)),
        requiredOfLoop(
            "W85",
            "listWithoutGetIsRefused",
            CAPABILITIES,
            "LIST_VOLUME_HEALTH requires GET_VOLUME_HEALTH: a driver that offers the one without the"
                + " other is not asked.",
            scene -> dormant(scene, ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH)),
        requiredOfLoop(
            "W86",
            "driverWithGetAloneIsAskedByGet",
            CAPABILITIES,
            "With GET_VOLUME_HEALTH alone each bound volume is asked for, and no list.",
            CallRules::getAlone),
        requiredOfLoop(
            "W87",
            "restartOfTheDriverIsSurvived",
            "CSI spec, the plugin's lifecycle",
            "A driver that went away keeps its claims as they are, and is asked again when it is"
                + " back.",
            CallRules::driverRestart),
        requiredOfLoop(
            "W88",
            "capabilitiesAreReadAgainAfterUnimplemented",
            CAPABILITIES,
            "A driver that no longer serves a call that it offered has changed: what it offers is"
                + " read again, and the call is made again once it is offered.",
            CallRules::unimplemented));
  }

  private static void deadlines(Scene scene) throws Exception {
    // Left out of lists, the volume is asked for by Get as well.
    scene.driver.answer(
        LIST_VOLUME_HEALTH, (ControllerListVolumeHealthRequest request) -> page(""));
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.seed(DATA, Scene.timeIn(Duration.ofHours(-1)), "Degraded", "DiskSlow", "");
    scene.start();
    scene.until("the driver is asked for the volume", () -> scene.gets(VOLUME) > 0);
    Set<String> without =
        scene.driver.recordedCalls().stream()
            .filter(call -> call.method().endsWith("VolumeHealth") && call.timeLeft().isEmpty())
            .map(RecordedCall::method)
            .collect(Collectors.toSet());
    expect(without.isEmpty(), "calls without a deadline: " + without);
  }

  private static ControllerGetVolumeHealthResponse answer(String volume) {
    return ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health(volume)).build();
  }

  private static void authority(Scene scene) throws Exception {
    scene.start();
    Set<String> authorities =
        scene.driver.recordedCalls().stream()
            .map(RecordedCall::authority)
            .collect(Collectors.toSet());
    expect(authorities.equals(Set.of("localhost")), "it called with :authority " + authorities);
  }

  private static void oneInFlight(Scene scene) throws Exception {
    scene.getOnly();
    Semaphore free = new Semaphore(1);
    CountDownLatch overlap = new CountDownLatch(1);
    long answerTime = scene.interval().multipliedBy(3).toNanos();
    scene.driver.answer(
        GET_VOLUME_HEALTH,
        (ControllerGetVolumeHealthRequest request) -> {
          if (request.getVolumeId().equals(VOLUME)) {
            if (!free.tryAcquire()) {
              overlap.countDown();
              throw Status.ABORTED.asRuntimeException();
            }
            // The answer takes a while, or until a second call has come.
            await(overlap, answerTime);
            free.release();
          }
          return answer(request.getVolumeId());
        });
    scene.start();
    scene.until("the driver is asked for the volume again", () -> scene.gets(VOLUME) > 2);
    // The last answer has its time before the driver ends.
    scene.stop();
    if (free.tryAcquire(answerTime, NANOSECONDS)) {
      free.release();
    }
    expect(overlap.getCount() == 1, "it asked for a volume while it was being asked for already");
  }

  private static void await(CountDownLatch latch, long nanos) {
    try {
      latch.await(nanos, NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void dormant(Scene scene, ControllerServiceCapability.RPC.Type... offered)
      throws Exception {
    scene.driver.controllerCapabilities(offered);
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.launch();
    scene.untilAskedOrEnded(CONTROLLER_GET_CAPABILITIES);
    // Some read the capabilities again and again, and some do not.
    scene.pause(
        Duration.ofSeconds(2).plus(scene.interval().multipliedBy(6)),
        () -> scene.driver.calls(CONTROLLER_GET_CAPABILITIES) > 3);
    int calls = scene.driver.calls(LIST_VOLUME_HEALTH) + scene.driver.calls(GET_VOLUME_HEALTH);
    expect(calls == 0, "it asked for health " + calls + " times");
  }

  private static void getAlone(Scene scene) throws Exception {
    scene.getOnly();
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.launch();
    scene.untilAskedOrEnded(CONTROLLER_GET_CAPABILITIES);
    scene.untilStored(DATA, "Degraded/DiskSlow");
    int lists = scene.driver.calls(LIST_VOLUME_HEALTH);
    expect(lists == 0, "it listed " + lists + " times, which the driver does not offer");
  }

  private static void driverRestart(Scene scene) throws Exception {
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.driver.stop();
    scene.pause(scene.interval().multipliedBy(4));
    scene.expectStored("while the driver is away", DATA, "Degraded/DiskSlow");
    scene.report(VOLUME, degraded("PathLost"));
    scene.driver.restart();
    scene.untilStored(DATA, "Degraded/PathLost");
  }

  private static void unimplemented(Scene scene) throws Exception {
    scene.getOnly();
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.driver.fail(GET_VOLUME_HEALTH, Status.UNIMPLEMENTED);
    int read = scene.driver.calls(CONTROLLER_GET_CAPABILITIES);
    scene.until(
        "the writer reads the capabilities again",
        () -> scene.driver.calls(CONTROLLER_GET_CAPABILITIES) > read + 1);
    scene.driver.recover(GET_VOLUME_HEALTH);
    scene.report(VOLUME);
    scene.untilStored(DATA);
  }
}
