package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bytes are those of Go, and what is a time to Go is one here. */
class GoJsonTest {

  private static final JsonNode FACTS = Facts.of("go-json-v0.37.2.json");

  @TestFactory
  Stream<DynamicTest> everySampleIsWrittenToTheByte() {
    assertThat(FACTS.get("samples")).hasSize(30);
    return FACTS
        .get("samples")
        .valueStream()
        .map(
            sample ->
                DynamicTest.dynamicTest(
                    sample.get("id").asText(),
                    () -> {
                      String go = sample.get("bytes").asText();
                      byte[] bytes = go.getBytes(StandardCharsets.UTF_8);
                      assertThat(Facts.rewrite(sample.get("type").asText(), bytes).text())
                          .isEqualTo(go);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> c10WhatIsATimeToGoIsOneHere() {
    assertThat(FACTS.get("times")).hasSize(54);
    return FACTS
        .get("times")
        .valueStream()
        .map(
            time ->
                DynamicTest.dynamicTest(
                    "'" + time.get("text").asText() + "'",
                    () -> checkTime(time.get("text").asText(), time.get("written"))));
  }

  private static void checkTime(String text, JsonNode written) {
    Read<VolumeHealthStatus> read = HealthJson.readVolumeHealth(Map.of("lastTransitionTime", text));
    if (written.isNull()) {
      assertThat(read.findings()).extracting(Finding::kind).containsExactly(FindingKind.BAD_TIME);
    } else {
      assertThat(read.findings()).isEmpty();
      assertThat(Facts.utf8(HealthJson.write(read.value())))
          .isEqualTo("{\"lastTransitionTime\":" + written.asText() + "}");
    }
  }

  @Test
  void c10ATimeThatNoFourDigitsOfYearCanWriteIsABadOne() {
    for (String text : new String[] {"9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"}) {
      assertThat(HealthJson.readVolumeHealth(Map.of("lastTransitionTime", text)).findings())
          .extracting(Finding::kind)
          .containsExactly(FindingKind.BAD_TIME);
    }
  }

  @Test
  void theZeroTimeOfGoIsWrittenAsNull() {
    Instant zero = Instant.parse("0001-01-01T00:00:00Z");
    assertThat(VolumeHealthStatus.of(MapList.of(), zero))
        .isEqualTo(VolumeHealthStatus.of(MapList.of(), null));
  }
}
