package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ages as kubectl prints them, at each border between two forms. */
class AgeTest {

  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "PT-2S, <invalid>",
    "PT-1S, 0s",
    "PT0S, 0s",
    "PT1M59S, 119s",
    "PT2M, 2m",
    "PT9M59S, 9m59s",
    "PT10M, 10m",
    "PT10M30S, 10m",
    "PT2H59M, 179m",
    "PT3H, 3h",
    "PT7H59M, 7h59m",
    "PT8H30M, 8h",
    "PT47H59M, 47h",
    "P2D, 2d",
    "P3DT4H, 3d4h",
    "P7DT23H, 7d23h",
    "P8DT5H, 8d",
    "P729D, 729d",
    "P730D, 2y",
    "P731D, 2y1d",
    "P2919D, 7y364d",
    "P2920D, 8y",
    "P3000D, 8y"
  })
  void asKubectlPrintsIt(Duration age, String text) {
    assertThat(Age.of(NOW.minus(age), NOW)).isEqualTo(text);
  }

  @Test
  void aTimeThatNobodyRecordedIsUnknown() {
    assertThat(Age.of(null, NOW)).isEqualTo("<unknown>");
  }
}
