package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.conformance.writer.Scene.DATA;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUME;
import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.expect;
import static io.github.csihealth.testkit.conformance.writer.Scene.requiredOfLoop;
import static io.github.csihealth.testkit.conformance.writer.Scene.timeIn;
import static io.github.csihealth.testkit.conformance.writer.Scene.writesOf;

import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.conformance.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** What the API server may answer to a write, and what is to follow. */
final class FaultRules {

  private static final String RESPONSES = "Kubernetes API: response codes";
  private static final String GATE = "Kubernetes API: the feature gate CSIVolumeHealth";
  private static final int RETRY_AFTER_SECONDS = 2;

  private FaultRules() {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        requiredOfLoop(
            "W71",
            "conflictIsTriedAgain",
            RESPONSES,
            "409 is no failure: the claim is read and decided on again.",
            scene -> retried(scene, Fault.status(409, "Conflict"))),
        requiredOfLoop(
            "W72",
            "conflictIsNotOverwritten",
            RESPONSES,
            "After 409 the decision is made on the newer claim: what another writer stored"
                + " meanwhile is not written over with the old decision.",
            FaultRules::conflictOvertaken),
        requiredOfLoop(
            "W73",
            "refusedContentIsNotSentAgain",
            RESPONSES,
            "422 does not pass by waiting: the same content is not sent again and again. Other"
                + " content is.",
            FaultRules::refused),
        requiredOfLoop(
            "W74",
            "retryAfterIsRespected",
            RESPONSES,
            "429 with Retry-After: the next write comes, and not before that time.",
            FaultRules::tooManyRequests),
        requiredOfLoop(
            "W75",
            "serverErrorIsTriedAgain",
            RESPONSES,
            "500 and 503 pass: the write is tried again.",
            FaultRules::serverErrors),
        requiredOfLoop(
            "W76",
            "lostAnswerIsNoLoss",
            RESPONSES,
            "A connection that breaks, before or after the write was carried out, ends in the right"
                + " claim after few writes.",
            FaultRules::noAnswer),
        requiredOfLoop(
            "W77",
            "droppedWritesAreNotRepeatedForEver",
            GATE,
            "With the feature gate off the API server drops health in silence; a writer that sees no"
                + " effect must not write with each report.",
            FaultRules::gateOff),
        requiredOfLoop(
            "W78",
            "writesResumeWithTheGate",
            GATE,
            "When the feature gate is turned on, the claims get their health without a restart of"
                + " the writer.",
            FaultRules::gateOnAgain),
        requiredOfLoop(
            "W79",
            "storedHealthIsKeptUpWithTheGateOff",
            GATE,
            "A claim that holds health already takes updates with the gate off, and goes on getting"
                + " them.",
            FaultRules::gateOffAndStored));
  }

  private static void retried(Scene scene, Fault... faults) throws Exception {
    for (Fault fault : faults) {
      scene.api.failNext(1, writesOf(DATA), fault);
    }
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
  }

  private static void conflictOvertaken(Scene scene) throws Exception {
    String theirs = timeIn(Duration.ofHours(-1));
    Predicate<ApiRequest> overtaken =
        request -> {
          boolean matches = writesOf(DATA).test(request);
          if (matches) {
            scene.seed(DATA, theirs, "Degraded", "DiskSlow", "");
          }
          return matches;
        };
    scene.api.failNext(1, overtaken, Fault.status(409, "Conflict"));
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.pause(Duration.ofSeconds(1)); // a writer may wait a little before it tries again
    scene.rounds(3);
    expect(
        scene.time(DATA).equals(theirs),
        "another writer had stored the same conditions, since %s; now it is since %s"
            .formatted(theirs, scene.time(DATA)));
  }

  private static void refused(Scene scene) throws Exception {
    int rounds = 12;
    scene.api.failNext(Integer.MAX_VALUE, writesOf(DATA), Fault.status(422, "Invalid"));
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.until("claim data is written", () -> !scene.writes(DATA).isEmpty());
    scene.rounds(rounds);
    int writes = scene.writes(DATA).size();
    expect(writes <= 4, writes + " writes of refused content in " + rounds + " rounds");
    scene.api.clearFaults();
    scene.report(VOLUME, degraded("PathLost"));
    scene.untilStored(DATA, "Degraded/PathLost");
  }

  private static void tooManyRequests(Scene scene) throws Exception {
    Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
    // Comes before the fault, and never fails anything.
    scene.api.failNext(
        1,
        request -> {
          if (writesOf(DATA).test(request)) {
            arrivals.add(System.nanoTime());
          }
          return false;
        },
        Fault.cut());
    scene.api.failNext(
        1,
        writesOf(DATA),
        Fault.status(429, "TooManyRequests").withRetryAfter(RETRY_AFTER_SECONDS));
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    List<Long> times = List.copyOf(arrivals);
    Duration gap = Duration.ofNanos(times.get(1) - times.get(0));
    expect(
        gap.compareTo(Duration.ofSeconds(RETRY_AFTER_SECONDS).minusMillis(100)) >= 0,
        "asked to wait for %d s, it wrote again after %d ms"
            .formatted(RETRY_AFTER_SECONDS, gap.toMillis()));
  }

  private static void serverErrors(Scene scene) throws Exception {
    retried(scene, Fault.status(500, "InternalError"), Fault.status(503, "ServiceUnavailable"));
  }

  private static void noAnswer(Scene scene) throws Exception {
    retried(scene, Fault.cut(), Fault.answerLost());
    scene.pause(Duration.ofSeconds(1)); // a writer may wait a little before it tries again
    scene.rounds(3);
    scene.expectStored("after an answer was lost", DATA, "Degraded/DiskSlow");
    int writes = scene.writes(DATA).size();
    expect(writes <= 4, writes + " writes where the second one was carried out");
  }

  private static void gateOff(Scene scene) throws Exception {
    List<String> claims = List.of(DATA, "second", "third");
    int rounds = 12;
    scene.api.setVolumeHealthEnabled(false);
    scene.bind("second", "vol-2");
    scene.bind("third", "vol-3");
    for (String volume : List.of(VOLUME, "vol-2", "vol-3")) {
      scene.report(volume, degraded("DiskSlow"));
    }
    scene.start();
    scene.rounds(rounds);
    int writes = claims.stream().mapToInt(claim -> scene.writes(claim).size()).sum();
    expect(
        writes <= rounds,
        "%d writes that were dropped, for %d claims in %d rounds"
            .formatted(writes, claims.size(), rounds));
  }

  private static void gateOnAgain(Scene scene) throws Exception {
    Duration pause = scene.gatePause();
    scene.api.setVolumeHealthEnabled(false);
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.until("claim data is written", () -> !scene.writes(DATA).isEmpty());
    scene.rounds(2);
    scene.api.setVolumeHealthEnabled(true);
    scene.until(
        "claim data stores [Degraded/DiskSlow], with the gate on again",
        pause.multipliedBy(2),
        () -> scene.conditions(DATA).equals(List.of("Degraded/DiskSlow")));
  }

  private static void gateOffAndStored(Scene scene) throws Exception {
    scene.bind("new", "vol-2");
    scene.seed(DATA, timeIn(Duration.ofHours(-1)), "Degraded", "DiskSlow", "");
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.api.setVolumeHealthEnabled(false);
    scene.report("vol-2", degraded("DiskSlow"));
    scene.start();
    scene.until("claim new is written", () -> !scene.writes("new").isEmpty());
    scene.rounds(1);
    scene.report(VOLUME, degraded("PathLost"));
    scene.untilStored(DATA, "Degraded/PathLost");
  }
}
