package io.github.csihealth.model;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * RFC 3339 as Kubernetes stores it: whole seconds, read in any offset and written in UTC. What is a
 * time is what Go's parser takes for one.
 */
final class KubernetesTime {

  private static final Pattern RFC_3339 =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d)T(\\d\\d?):(\\d\\d):(\\d\\d)(?:[.,]\\d+)?"
              + "(?:Z|([+-])(\\d\\d):(\\d\\d))");

  private static final int MAX_OFFSET_HOURS = 24;
  private static final int MAX_OFFSET_MINUTES = 60;

  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  /** The zero time of Go, which the API types write as null. */
  private static final Instant GO_ZERO = Instant.parse("0001-01-01T00:00:00Z");

  private KubernetesTime() {}

  /**
   * The time as the API stores it: without its fraction (rule C10); null for Go's zero time.
   *
   * @throws IllegalArgumentException if RFC 3339 cannot write it: before year 0000 or after 9999
   */
  static @Nullable Instant stored(Instant time) {
    Instant second = second(time);
    return second.equals(GO_ZERO) ? null : second;
  }

  /**
   * The time without its fraction.
   *
   * @throws IllegalArgumentException as {@link #stored} does
   */
  static Instant second(Instant time) {
    Instant second = time.truncatedTo(ChronoUnit.SECONDS);
    if (!isWritable(second)) {
      throw new IllegalArgumentException(time + " is not within the years 0000 to 9999");
    }
    return second;
  }

  /** The time, its fraction dropped; empty for text that is no time. */
  static Optional<Instant> parse(String text) {
    Matcher m = RFC_3339.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
              LocalDateTime.of(
                  number(m, 1),
                  number(m, 2),
                  number(m, 3),
                  number(m, 4),
                  number(m, 5),
                  number(m, 6)))
          .map(local -> local.minusMinutes(offsetMinutes(m)).toInstant(ZoneOffset.UTC))
          .filter(KubernetesTime::isWritable);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isWritable(Instant second) {
    return !second.isBefore(FIRST) && !second.isAfter(LAST);
  }

  /** Go takes offsets up to 24:60, more than {@link ZoneOffset} can hold. */
  private static int offsetMinutes(Matcher m) {
    if (m.group(7) == null) {
      return 0;
    }
    int hours = number(m, 8);
    int minutes = number(m, 9);
    if (hours > MAX_OFFSET_HOURS || minutes > MAX_OFFSET_MINUTES) {
      throw new DateTimeException("no offset");
    }
    int offset = hours * 60 + minutes;
    return m.group(7).equals("-") ? -offset : offset;
  }

  private static int number(Matcher m, int group) {
    return Integer.parseInt(m.group(group));
  }
}
