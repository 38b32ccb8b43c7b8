package io.github.csihealth.testkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdicts on times are those of a real server. */
class GoDecoderTest {

  @ParameterizedTest
  @CsvSource({
    "2026-11-29T10:00:00Z, 2026-11-29T10:00:00Z",
    "2026-11-29T10:00:00.999999999Z, 2026-11-29T10:00:00Z",
    "'2026-11-29T10:00:00,5Z', 2026-11-29T10:00:00Z",
    "2026-11-29T11:00:00+01:00, 2026-11-29T10:00:00Z",
    "2026-11-29T9:00:00Z, 2026-11-29T09:00:00Z",
    "9999-12-31T23:59:59-01:00, 10000-01-01T00:59:59Z"
  })
  void timesBecomeWholeSecondsInUtc(String given, String canonical) {
    assertThat(GoTime.canonical(given)).isEqualTo(canonical);
  }

  @Test
  void zeroTimeIsNone() {
    assertThat(GoTime.canonical("0001-01-01T00:00:00Z")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-11-29",
        "2026-11-29T10:00:00",
        "2026-11-29 10:00:00Z",
        "2026-11-29t10:00:00z",
        "2026-02-30T10:00:00Z",
        "2026-11-29T24:00:00Z",
        "2026-11-29T10:00:60Z",
        "2026-11-29T10:00:00+0100"
      })
  void otherTextsAreNoTimes(String given) {
    assertThatThrownBy(() -> GoTime.canonical(given)).isInstanceOf(DecodeException.class);
  }

  @Test
  void fieldsComeInTheOrderOfTheirType() {
    assertThat(
            decoded(
                """
                {"status": {"healthStatus": {
                  "lastTransitionTime": "2026-11-29T10:00:00.5Z",
                  "healthConditions": [
                    {"message": "", "reason": "A", "status": "Degraded", "severity": "x"}],
                  "conditions": []}}}
                """))
        .isEqualTo(
            "{\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"A\"}],"
                + "\"lastTransitionTime\":\"2026-11-29T10:00:00Z\"}");
  }

  @Test
  void halfASurrogatePairIsReplaced() {
    assertThat(
            decoded(
                "{\"status\": {\"healthStatus\": {\"healthConditions\": [{\"message\":"
                    + " \"\\ud800!\\ud83d\\ude00\"}]}}}"))
        .contains("\"message\":\"\ufffd!\ud83d\ude00\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"status\": []}",
        "{\"status\": {\"phase\": 5}}",
        "{\"status\": {\"accessModes\": \"ReadWriteOnce\"}}",
        "{\"status\": {\"capacity\": {\"storage\": \"much\"}}}",
        "{\"status\": {\"healthStatus\": {\"healthConditions\": {}}}}",
        "{\"status\": {\"healthStatus\": {\"lastTransitionTime\": 5}}}",
        "{\"metadata\": {\"labels\": {\"a\": 1}}}",
        "{\"metadata\": {\"deletionGracePeriodSeconds\": 1.5}}",
        "[]"
      })
  void wrongTypesAreRefused(String json) {
    assertThatThrownBy(() -> GoDecoder.decode(Schemas.CLAIM, Rest.json(json)))
        .isInstanceOf(DecodeException.class);
  }

  private static String decoded(String json) {
    return GoDecoder.decode(Schemas.CLAIM, Rest.json(json))
        .value()
        .at("/status/healthStatus")
        .toString();
  }
}
