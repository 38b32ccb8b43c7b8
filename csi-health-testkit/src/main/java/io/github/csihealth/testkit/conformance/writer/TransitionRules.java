package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.conformance.writer.Scene.DATA;
import static io.github.csihealth.testkit.conformance.writer.Scene.DEGRADED;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUME;
import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.expect;
import static io.github.csihealth.testkit.conformance.writer.Scene.optional;
import static io.github.csihealth.testkit.conformance.writer.Scene.required;
import static io.github.csihealth.testkit.conformance.writer.Scene.requiredOfLoop;
import static io.github.csihealth.testkit.conformance.writer.Scene.timeIn;

import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a change of the report changes in the claim, and what no change does not. */
final class TransitionRules {

  private static final String CONTRACT = "KEP-1432, reconciliation of conditions";
  private static final Duration LONG_AGO = Duration.ofHours(-2);
  private static final Pattern TIME = Pattern.compile("\"lastTransitionTime\"\\s*:\\s*\"([^\"]*)");

  private TransitionRules() {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        required(
            "W01",
            "sickVolumeReachesItsClaim",
            CONTRACT,
            "What the driver reports of a volume stands in the claim that is bound to it, the"
                + " message too.",
            TransitionRules::sickVolume),
        required(
            "W02",
            "unchangedReportIsNotWrittenAgain",
            CONTRACT,
            "A report that says what the claim stores costs no request to the API server, however"
                + " often it comes.",
            TransitionRules::unchanged),
        required(
            "W03",
            "orderOfConditionsMeansNothing",
            "Kubernetes API: the list is a map with the keys status and reason",
            "The same conditions in another order are no change, and are not written.",
            TransitionRules::reordered),
        required(
            "W04",
            "otherConditionsGetANewTime",
            CONTRACT,
            "When a condition comes or goes, the list is written anew, with lastTransitionTime set"
                + " to now.",
            TransitionRules::otherConditions),
        required(
            "W05",
            "messageAloneKeepsTheTime",
            CONTRACT,
            "A new message for the same conditions is no transition: lastTransitionTime stays,"
                + " whether the message is written or not.",
            TransitionRules::otherMessage),
        optional(
            "W06",
            "messagesAloneAreWrittenSeldom",
            "KEP-1432, load on the API server",
            "A driver that counts in its messages must not cause a write with each report.",
            TransitionRules::changingMessages),
        required(
            "W07",
            "timesAreWholeSecondsInUtc",
            "Kubernetes API: metav1.Time",
            "The API server drops fractions of seconds; a writer that compares them with what is"
                + " stored would write for ever.",
            TransitionRules::wholeSeconds),
        optional(
            "W08",
            "timeNeverGoesBack",
            "Kubernetes API conventions: lastTransitionTime",
            "Where the stored time is a little ahead of the writer's clock, the new one is not"
                + " before it.",
            TransitionRules::clockBehind),
        required(
            "W09",
            "recoveryRemovesTheField",
            "KEP-1432, PersistentVolumeClaim status; what the upstream writers do",
            "When the driver reports no conditions any more, the claim has no healthStatus any"
                + " more: not an empty one, and not the old one.",
            TransitionRules::recovery),
        required(
            "W10",
            "conditionsOfOneStatusStandSideBySide",
            "Kubernetes API: the list is a map with the keys status and reason",
            "Two conditions that share a status and differ in reason are both stored, and the one"
                + " that goes, goes alone.",
            TransitionRules::oneStatus),
        requiredOfLoop(
            "W11",
            "recoveryAfterARestart",
            CONTRACT,
            "A writer that was restarted finds the volumes that were unhealthy in the claims, and"
                + " clears those that are well by now.",
            TransitionRules::recoveryAfterRestart),
        requiredOfLoop(
            "W12",
            "restartWritesNothing",
            CONTRACT,
            "A writer that was restarted does not write again what the claims hold already.",
            TransitionRules::restart),
        optional(
            "W13",
            "timeFarAheadIsReplaced",
            "Kubernetes API conventions: lastTransitionTime",
            "A stored time an hour from now is wrong: the next transition sets the time to now, and"
                + " does not wait for it.",
            TransitionRules::farAhead));
  }

  private static void sickVolume(Scene scene) throws Exception {
    scene.report(VOLUME, FakeDriver.entry(DEGRADED, "DiskSlow", "500 ms"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    String message = scene.message(DATA, "DiskSlow");
    expect(message.equals("500 ms"), "the message is '" + message + "' instead of '500 ms'");
  }

  private static void sickAndStored(Scene scene) throws Exception {
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.untilWritten(DATA, 1);
  }

  private static void unchanged(Scene scene) throws Exception {
    sickAndStored(scene);
    scene.rounds(1);
    expectNoWrites(scene, 5);
  }

  private static void expectNoWrites(Scene scene, int rounds) throws InterruptedException {
    int before = scene.writes(DATA).size();
    scene.rounds(rounds);
    List<ApiRequest> all = scene.writes(DATA);
    expect(
        all.size() == before,
        "%d writes in %d rounds without a change, the last: %s"
            .formatted(all.size() - before, rounds, bodyOfLast(all)));
  }

  private static String bodyOfLast(List<ApiRequest> requests) {
    return requests.isEmpty() ? "none" : requests.get(requests.size() - 1).body();
  }

  private static void reordered(Scene scene) throws Exception {
    scene.report(VOLUME, degraded("A"), degraded("B"));
    scene.start();
    scene.untilStored(DATA, "Degraded/A", "Degraded/B");
    scene.expectQuiet(DATA);
    scene.report(VOLUME, degraded("B"), degraded("A"));
    expectNoWrites(scene, 4);
  }

  private static void otherConditions(Scene scene) throws Exception {
    Instant from = Instant.parse(timeIn(Duration.ZERO));
    String time = timeOfTransition(scene, timeIn(LONG_AGO));
    Instant to = Instant.now();
    expect(
        !time.isEmpty() && !Instant.parse(time).isBefore(from) && !Instant.parse(time).isAfter(to),
        "lastTransitionTime is '%s', not within %s and %s, when it was written"
            .formatted(time, from, to));
  }

  /** The time that stands in the claim after one condition has given way to another. */
  private static String timeOfTransition(Scene scene, String before) throws Exception {
    scene.seed(DATA, before, "Degraded", "DiskSlow", "");
    scene.report(VOLUME, degraded("PathLost"));
    scene.start();
    scene.untilStored(DATA, "Degraded/PathLost");
    return scene.time(DATA);
  }

  private static void otherMessage(Scene scene) throws Exception {
    String before = timeIn(LONG_AGO);
    scene.seed(DATA, before, "Degraded", "DiskSlow", "500 ms");
    scene.report(VOLUME, FakeDriver.entry(DEGRADED, "DiskSlow", "700 ms"));
    scene.start();
    scene.rounds(4);
    scene.expectStored("after a report with another message", DATA, "Degraded/DiskSlow");
    String time = scene.time(DATA);
    expect(
        time.equals(before),
        "lastTransitionTime went from %s to %s for a message".formatted(before, time));
  }

  private static void changingMessages(Scene scene) throws Exception {
    int changes = 8;
    sickAndStored(scene);
    scene.expectQuiet(DATA);
    int before = scene.writes(DATA).size();
    for (int i = 0; i < changes; i++) {
      scene.report(VOLUME, FakeDriver.entry(DEGRADED, "DiskSlow", i + " retries"));
      scene.rounds(1);
    }
    int writes = scene.writes(DATA).size() - before;
    expect(
        writes <= changes / 2,
        "%d writes for %d reports that differed in the message alone".formatted(writes, changes));
  }

  private static void wholeSeconds(Scene scene) throws Exception {
    sickAndStored(scene);
    for (ApiRequest write : scene.writes(DATA)) {
      Matcher time = TIME.matcher(write.body());
      while (time.find()) {
        expect(
            time.group(1).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"),
            "a write has the time " + time.group(1));
      }
    }
  }

  private static void clockBehind(Scene scene) throws Exception {
    String ahead = timeIn(Duration.ofMinutes(2));
    String time = timeOfTransition(scene, ahead);
    expect(
        !time.isEmpty() && !Instant.parse(time).isBefore(Instant.parse(ahead)),
        "lastTransitionTime went back from %s to %s".formatted(ahead, time));
  }

  private static void farAhead(Scene scene) throws Exception {
    String ahead = timeIn(Duration.ofHours(1));
    String time = timeOfTransition(scene, ahead);
    expect(
        !time.isEmpty() && !Instant.parse(time).isAfter(Instant.now()),
        "lastTransitionTime was %s, and is still ahead: %s".formatted(ahead, time));
  }

  private static void recovery(Scene scene) throws Exception {
    scene.getOnly();
    sickAndStored(scene);
    scene.report(VOLUME);
    scene.until(
        "claim data has no healthStatus (a merge patch removes it by a literal null)",
        () -> scene.health(DATA).isMissingNode());
  }

  private static void oneStatus(Scene scene) throws Exception {
    scene.report(VOLUME, degraded("HighLatency"), degraded("PathLost"));
    scene.start();
    scene.untilStored(DATA, "Degraded/HighLatency", "Degraded/PathLost");
    scene.report(VOLUME, degraded("PathLost"));
    scene.untilStored(DATA, "Degraded/PathLost");
  }

  private static void recoveryAfterRestart(Scene scene) throws Exception {
    sickAndStored(scene);
    scene.stop();
    scene.report(VOLUME);
    scene.launch();
    scene.untilStored(DATA);
  }

  private static void restart(Scene scene) throws Exception {
    sickAndStored(scene);
    scene.expectQuiet(DATA);
    scene.stop();
    int before = scene.writes(DATA).size();
    scene.launch();
    scene.rounds(3);
    expect(
        scene.writes(DATA).size() == before,
        "after a restart it wrote again: " + bodyOfLast(scene.writes(DATA)));
  }
}
