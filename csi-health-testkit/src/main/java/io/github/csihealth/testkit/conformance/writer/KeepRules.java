package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.required;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;

import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.testkit.conformance.Rule;
import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What is no recovery: each rule is played on a volume for each kind of answer. */
final class KeepRules {

  private static final String ERRORS = "CSI spec, ControllerGetVolumeHealth errors";

  /** A status number that no specification has. */
  private static final int UNKNOWN = 99;

  private KeepRules() {}

  private interface Answer
      extends Function<ControllerGetVolumeHealthRequest, ControllerGetVolumeHealthResponse> {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        required(
            "W21",
            "failedCallIsNoRecovery",
            ERRORS,
            "A driver that cannot answer now (UNAVAILABLE, DEADLINE_EXCEEDED, INTERNAL, UNKNOWN,"
                + " RESOURCE_EXHAUSTED, ABORTED) has not repaired the volume: the conditions stay.",
            scene ->
                keeps(
                    scene,
                    failing(
                        Status.Code.UNAVAILABLE,
                        Status.Code.DEADLINE_EXCEEDED,
                        Status.Code.INTERNAL,
                        Status.Code.UNKNOWN,
                        Status.Code.RESOURCE_EXHAUSTED,
                        Status.Code.ABORTED))),
        required(
            "W22",
            "volumeNotFoundIsNoRecovery",
            ERRORS,
            "A driver that has forgotten a volume (NOT_FOUND) has not repaired it: the conditions"
                + " stay.",
            scene -> keeps(scene, failing(Status.Code.NOT_FOUND))),
        required(
            "W23",
            "refusedCallIsNoRecovery",
            ERRORS,
            "A call that the driver refuses (INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED)"
                + " says nothing of the volume: the conditions stay.",
            scene ->
                keeps(
                    scene,
                    failing(
                        Status.Code.INVALID_ARGUMENT,
                        Status.Code.PERMISSION_DENIED,
                        Status.Code.UNAUTHENTICATED))),
        required(
            "W24",
            "unimplementedCallIsNoRecovery",
            ERRORS,
            "A driver that does not serve the call (any more) says nothing of the volume: the"
                + " conditions stay.",
            scene -> keeps(scene, failing(Status.Code.UNIMPLEMENTED))),
        required(
            "W25",
            "answerAboutNothingIsNoRecovery",
            "CSI spec, ControllerGetVolumeHealthResponse",
            "An answer without volume_health, or with that of another volume, is a fault of the"
                + " driver, and no healthy volume: the conditions stay.",
            scene -> keeps(scene, aboutNothing())),
        required(
            "W26",
            "unknownConditionsAreNoRecovery",
            "CSI spec, VolumeHealthErrorType",
            "A report whose only conditions are of a later specification is not healthy: the known"
                + " conditions stay.",
            scene -> keeps(scene, onlyUnknown())));
  }

  private static Map<String, Answer> failing(Status.Code... codes) {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (Status.Code code : codes) {
      answers.put(
          code.name(),
          request -> {
            throw code.toStatus().asRuntimeException();
          });
    }
    return answers;
  }

  private static Map<String, Answer> aboutNothing() {
    return Map.of(
        "no volume_health",
        request -> ControllerGetVolumeHealthResponse.getDefaultInstance(),
        "another volume_id",
        request -> answer(health("vol-other")));
  }

  private static Map<String, Answer> onlyUnknown() {
    return Map.of(
        "status " + UNKNOWN,
        request -> answer(health(request.getVolumeId(), entry(UNKNOWN, "NewThing", ""))));
  }

  private static ControllerGetVolumeHealthResponse answer(VolumeHealth health) {
    return ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build();
  }

  private static void keeps(Scene scene, Map<String, Answer> answers) throws Exception {
    scene.getOnly();
    Map<String, Answer> byVolume = new LinkedHashMap<>();
    Map<String, String> claims = new LinkedHashMap<>();
    answers.forEach(
        (what, answer) -> {
          int number = claims.size();
          String volume = "vol-case-" + number;
          byVolume.put(volume, answer);
          claims.put("case-" + number, what);
          scene.bind("case-" + number, volume);
          scene.report(volume, degraded("DiskSlow"));
        });
    scene.start();
    for (String claim : claims.keySet()) {
      scene.untilStored(claim, "Degraded/DiskSlow");
    }
    scene.driver.answer(
        GET_VOLUME_HEALTH,
        request ->
            byVolume
                .getOrDefault(request.getVolumeId(), other -> answer(health(other.getVolumeId())))
                .apply(request));
    for (String volume : byVolume.keySet()) {
      long before = scene.gets(volume);
      scene.until("the driver is asked for " + volume, () -> scene.gets(volume) > before);
    }
    scene.rounds(3);
    claims.forEach(
        (claim, what) -> scene.expectStored("after " + what, claim, "Degraded/DiskSlow"));
  }
}
