package io.github.csihealth.examples.monitor;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How long something has lasted, in the few letters in which kubectl prints ages. */
final class Age {

  private static final int DAYS_OF_YEAR = 365;

  private Age() {}

  /** Reads {@code 3d4h}; {@code <unknown>} for null, {@code <invalid>} for the future. */
  static String of(@Nullable Instant since, Instant now) {
    return since == null ? "<unknown>" : of(Duration.between(since, now));
  }

  private static String of(Duration age) {
    long seconds = age.toSeconds();
    long minutes = age.toMinutes();
    long hours = age.toHours();
    long days = age.toDays();
    long years = days / DAYS_OF_YEAR;
    if (age.isNegative()) {
      // A second is what clocks may differ by.
      return age.compareTo(Duration.ofSeconds(-1)) < 0 ? "<invalid>" : "0s";
    }
    if (minutes < 2) {
      return seconds + "s";
    }
    if (minutes < 10) {
      return minutes + "m" + unlessZero(seconds % 60, "s");
    }
    if (hours < 3) {
      return minutes + "m";
    }
    if (hours < 8) {
      return hours + "h" + unlessZero(minutes % 60, "m");
    }
    if (days < 2) {
      return hours + "h";
    }
    if (days < 8) {
      return days + "d" + unlessZero(hours % 24, "h");
    }
    if (years < 2) {
      return days + "d";
    }
    return years + "y" + unlessZero(years < 8 ? days % DAYS_OF_YEAR : 0, "d");
  }

  private static String unlessZero(long number, String unit) {
    return number == 0 ? "" : number + unit;
  }
}
