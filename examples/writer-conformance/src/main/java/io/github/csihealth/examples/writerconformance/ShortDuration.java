package io.github.csihealth.examples.writerconformance;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations of one number and one unit, such as {@code 200ms}, {@code 2s} or {@code 1m}. */
final class ShortDuration {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m)");

  private ShortDuration() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if it is none, or zero; says what one looks like
   */
  static Duration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration: write it like 200ms, 2s or 1m");
    }
    long number = Long.parseLong(form.group(1));
    if (number == 0) {
      throw new IllegalArgumentException("'" + text + "' must be more than nothing");
    }
    return switch (form.group(2)) {
      case "m" -> Duration.ofMinutes(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMillis(number);
    };
  }
}
