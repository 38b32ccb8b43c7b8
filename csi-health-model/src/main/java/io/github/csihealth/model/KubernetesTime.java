package io.github.csihealth.model;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** RFC 3339 as Kubernetes stores it: whole seconds, read in any offset and written in UTC. */
final class KubernetesTime {

  private static final Pattern RFC_3339 =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d)T(\\d\\d):(\\d\\d):(\\d\\d)(?:\\.\\d+)?"
              + "(?:Z|([+-])(\\d\\d):(\\d\\d))");

  /** The zero time of Go, which the API types write as null. */
  private static final Instant GO_ZERO = Instant.parse("0001-01-01T00:00:00Z");

  private KubernetesTime() {}

  /** Whether the text is a time at all; if so {@link #parse} may still say "none" (Go's zero). */
  static boolean isTime(String text) {
    return read(text) != null;
  }

  /** The time, its fraction dropped; empty for Go's zero time and for text that is no time. */
  static Optional<Instant> parse(String text) {
    return Optional.ofNullable(read(text)).filter(time -> !time.equals(GO_ZERO));
  }

  private static @Nullable Instant read(String text) {
    Matcher m = RFC_3339.matcher(text);
    if (!m.matches()) {
      return null;
    }
    try {
      return OffsetDateTime.of(
              number(m, 1),
              number(m, 2),
              number(m, 3),
              number(m, 4),
              number(m, 5),
              number(m, 6),
              0,
              offset(m))
          .toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static ZoneOffset offset(Matcher m) {
    if (m.group(7) == null) {
      return ZoneOffset.UTC;
    }
    int sign = m.group(7).equals("-") ? -1 : 1;
    return ZoneOffset.ofHoursMinutes(sign * number(m, 8), sign * number(m, 9));
  }

  private static int number(Matcher m, int group) {
    return Integer.parseInt(m.group(group));
  }
}
