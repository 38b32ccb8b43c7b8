package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations as Go's time.ParseDuration reads them, but for signs. */
class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "0s, PT0S",
    "15s, PT15S",
    "1m30s, PT1M30S",
    "90m, PT1H30M",
    "1.5h, PT1H30M",
    "1h2m3s4ms5us6ns, PT1H2M3.004005006S",
    "300ms, PT0.3S",
    "100us, PT0.0001S",
    "100µs, PT0.0001S",
    "100μs, PT0.0001S",
    "7ns, PT0.000000007S",
    ".5s, PT0.5S",
    "5.s, PT5S",
    // Parts need no order, and one may come twice.
    "1s1m1s, PT1M2S",
    // What is finer than a nanosecond is cut off.
    "1.9ns, PT0.000000001S",
  })
  void readsWhatGoReads(String text, Duration expected) {
    assertThat(GoDuration.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "15", "-5s", "+5s", "1m 30s", " 15s", "15s ", "abc", "s", ".s", "1..5s", "1,5s",
        "1d", "15S", "PT15S", "0x1s", "1m30", "1s\n", "\u0661s"
      })
  void refusesAllElseAndShowsHowItIsWritten(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoDuration.parse(text))
        .withMessage("'" + text + "' is no duration: write it like 300ms, 15s or 1m30s");
  }

  @Test
  void readsUpToTheLongestOfGo() {
    assertThat(GoDuration.parse("9223372036854775807ns"))
        .isEqualTo(GoDuration.parse("2562047h47m16.854775807s"))
        .isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9223372036854775808ns", "2562047h47m16.854775808s", "2562048h", "99999999999h"})
  void aLongerOneIsSaidToBeTooLong(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoDuration.parse(text))
        .withMessage("'" + text + "' is too long: 2562047h is the most");
  }
}
