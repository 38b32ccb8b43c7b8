package io.github.csihealth.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatchTest {

  /** Each of them is legal in a message, and in the strings of JSON. */
  private static final String NOT_YAML = "\u007f\u0080\u0085\u009f\ufffe\uffff";

  private static final Claim CLAIM =
      Claim.builder("shop", "data", "uid-1").resourceVersion("7").build();

  @Test
  void applyEscapesWhatAServerThatReadsYamlWouldRefuseOrChange() {
    Patch apply = intent("é\u2027 <a>" + NOT_YAML + "\ud83d\ude00").apply("w");
    assertThat(apply.bodyText())
        .contains(
            "é\u2027 \\u003ca\\u003e\\u007f\\u0080\\u0085\\u009f\\ufffe\\uffff\ud83d\ude00\"");
    assertThat(HealthJson.readClaim(apply.body()).value().health().conditions().entries())
        .extracting(VolumeHealthCondition::message)
        .containsExactly("é\u2027 <a>" + NOT_YAML + "\ud83d\ude00");
  }

  @Test
  void otherRenderingsAreTheBytesOfGo() {
    assertThat(intent(NOT_YAML).mergePatch().bodyText()).contains(NOT_YAML);
    assertThat(intent(NOT_YAML).jsonPatch().bodyText()).contains(NOT_YAML);
  }

  @Test
  void aBodyIsACopy() {
    Patch patch = intent("m").mergePatch();
    Arrays.fill(patch.body(), (byte) 0);
    assertThat(new String(patch.body(), UTF_8))
        .isEqualTo(patch.bodyText())
        .contains("\"message\":\"m\"");
  }

  private static WriteIntent intent(String message) {
    VolumeHealthCondition condition =
        VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "A", message);
    return ClaimReconciler.create()
        .decide(
            CLAIM,
            Observation.reported(VolumeHealthReport.of("vol-1", List.of(condition))),
            Memory.EMPTY,
            Instant.parse("2026-11-30T09:00:00Z"))
        .write()
        .orElseThrow();
  }
}
