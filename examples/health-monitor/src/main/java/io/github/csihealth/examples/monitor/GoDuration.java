package io.github.csihealth.examples.monitor;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as the flags of Kubernetes programs write them: {@code 1m30s}, {@code 1.5h}. */
final class GoDuration {

  private static final Pattern PART =
      Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");

  private GoDuration() {}

  /**
   * Reads a duration that is not negative.
   *
   * @throws IllegalArgumentException if it is none; says what one looks like
   */
  static Duration parse(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Matcher part = PART.matcher(text);
    BigDecimal nanos = BigDecimal.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      nanos =
          nanos.add(
              new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanos(part.group(2)))));
      end = part.end();
    }
    BigInteger whole = nanos.toBigInteger();
    if (text.isEmpty() || end != text.length() || whole.bitLength() > 63) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration: write it like 300ms, 15s or 1m30s");
    }
    return Duration.ofNanos(whole.longValueExact());
  }

  private static long nanos(String unit) {
    return switch (unit) {
      case "h" -> 3_600_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "s" -> 1_000_000_000L;
      case "ms" -> 1_000_000L;
      case "ns" -> 1L;
      default -> 1_000L; // the three spellings of a microsecond
    };
  }
}
