package io.github.csihealth.testkit.apiserver;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times as a Go API server reads and prints them: RFC 3339 in, whole seconds in UTC out.
 *
 * <p>Year 1, January 1st, midnight UTC is Go's zero time; it is printed as null.
 */
final class GoTime {
  private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

  // Go also takes a one-digit hour and a comma before the fraction.
  private static final Pattern RFC3339 =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,]\\d+)?"
              + "(?:Z|([+-])(\\d{2}):(\\d{2}))");

  private static final DateTimeFormatter PRINTED =
      DateTimeFormatter.ofPattern("-MM-dd'T'HH:mm:ss'Z'");

  private GoTime() {}

  /** The canonical text of a time, or null for the zero time. */
  static @Nullable String canonical(String text) {
    Instant instant = parse(text);
    return instant.equals(ZERO) ? null : format(instant);
  }

  static String format(Instant instant) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
    // Go puts no sign before a year of five digits.
    return String.format(Locale.ROOT, "%04d", time.getYear()) + PRINTED.format(time);
  }

  private static Instant parse(String text) {
    Matcher matcher = RFC3339.matcher(text);
    if (!matcher.matches()) {
      throw new DecodeException(
          "parsing time \"" + text + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse");
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              number(matcher, 1),
              number(matcher, 2),
              number(matcher, 3),
              number(matcher, 4),
              number(matcher, 5),
              number(matcher, 6));
      return local.toInstant(ZoneOffset.UTC).minusSeconds(offsetSeconds(matcher));
    } catch (DateTimeException e) {
      throw new DecodeException("parsing time \"" + text + "\": out of range");
    }
  }

  private static long offsetSeconds(Matcher matcher) {
    if (matcher.group(7) == null) {
      return 0;
    }
    int hours = number(matcher, 8);
    int minutes = number(matcher, 9);
    if (hours > 24 || minutes > 60) {
      throw new DateTimeException("offset");
    }
    long seconds = hours * 3600L + minutes * 60L;
    return matcher.group(7).equals("-") ? -seconds : seconds;
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }
}
