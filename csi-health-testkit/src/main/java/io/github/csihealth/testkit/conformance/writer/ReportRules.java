package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DATA_LOSS;
import static io.github.csihealth.testkit.conformance.writer.Scene.DATA;
import static io.github.csihealth.testkit.conformance.writer.Scene.DEGRADED;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUME;
import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.expect;
import static io.github.csihealth.testkit.conformance.writer.Scene.required;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.testkit.conformance.Rule;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reports that the API server would refuse as they are: nothing of the rest may be lost. */
final class ReportRules {

  private static final String VALIDATION = "Kubernetes API: validation of healthConditions";
  private static final int MAX_MESSAGE_BYTES = 1024;
  private static final int MAX_REASON_BYTES = 256;
  private static final int MAX_CONDITIONS = 16;

  private static final VolumeHealthEntry LOST = entry(DATA_LOSS, "Lost", "");

  private ReportRules() {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        required(
            "W31",
            "duplicatesAreMerged",
            VALIDATION,
            "A driver that reports a condition twice must not make the write fail: it is stored"
                + " once, and the others with it.",
            ReportRules::duplicates),
        required(
            "W32",
            "badReasonLosesNoOtherCondition",
            VALIDATION,
            "A reason that the API server does not accept must not cost the volume its other"
                + " conditions.",
            ReportRules::badReasons),
        required(
            "W33",
            "longMessageIsCut",
            VALIDATION,
            "A message of more than 1,024 bytes is cut, and not in the middle of a character.",
            ReportRules::longMessage),
        required(
            "W34",
            "mostSevereOfTooManyAreKept",
            VALIDATION,
            "Of more than 16 conditions 16 are stored, data loss among them.",
            ReportRules::tooMany),
        required(
            "W35",
            "unknownConditionsAreLeftOut",
            "CSI spec, VolumeHealthErrorType",
            "A condition of a later specification is left out, and the known ones are written.",
            ReportRules::unknown));
  }

  private static void duplicates(Scene scene) throws Exception {
    scene.report(
        VOLUME, entry(DEGRADED, "PathLost", "one"), entry(DEGRADED, "PathLost", "two"), LOST);
    scene.start();
    scene.untilStored(DATA, "DataLoss/Lost", "Degraded/PathLost");
  }

  private static void badReasons(Scene scene) throws Exception {
    scene.report(
        VOLUME,
        degraded("path-lost"),
        degraded("1Path"),
        degraded("path lost:"),
        degraded(""),
        degraded("R".repeat(MAX_REASON_BYTES + 1)),
        LOST);
    scene.start();
    scene.until(
        "claim data stores DataLoss/Lost", () -> scene.conditions(DATA).contains("DataLoss/Lost"));
  }

  private static void longMessage(Scene scene) throws Exception {
    // A character of three bytes lies across the limit.
    String message = "a".repeat(MAX_MESSAGE_BYTES - 1) + "\u20ac".repeat(400);
    scene.report(VOLUME, entry(DEGRADED, "DiskSlow", message), LOST);
    scene.start();
    scene.untilStored(DATA, "DataLoss/Lost", "Degraded/DiskSlow");
    String stored = scene.message(DATA, "DiskSlow");
    expect(
        stored.getBytes(UTF_8).length <= MAX_MESSAGE_BYTES
            && stored.startsWith("a".repeat(MAX_MESSAGE_BYTES / 2))
            && stored.chars().noneMatch(c -> c == '\ufffd' || c == '?'),
        "the message was cut to '..." + stored.substring(Math.max(0, stored.length() - 10)) + "'");
  }

  private static void tooMany(Scene scene) throws Exception {
    Stream<VolumeHealthEntry> many =
        IntStream.range(0, MAX_CONDITIONS).mapToObj(i -> degraded("Reason%02d".formatted(i)));
    scene.report(VOLUME, Stream.concat(many, Stream.of(LOST)).toArray(VolumeHealthEntry[]::new));
    scene.start();
    scene.until(
        "claim data stores 16 conditions, DataLoss/Lost among them",
        () ->
            scene.conditions(DATA).size() == MAX_CONDITIONS
                && scene.conditions(DATA).contains("DataLoss/Lost"));
  }

  private static void unknown(Scene scene) throws Exception {
    scene.report(VOLUME, entry(99, "NewThing", ""), degraded("DiskSlow"), entry(0, "Unset", ""));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
  }
}
