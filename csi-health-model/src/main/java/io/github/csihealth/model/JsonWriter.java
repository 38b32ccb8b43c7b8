package io.github.csihealth.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Writes one JSON document in UTF-8, to the byte as Go's {@code encoding/json} does: compact, with
 * {@code <}, {@code >}, {@code &}, U+2028 and U+2029 escaped. It is for documents around the values
 * that {@link HealthJson} writes.
 *
 * <p>Commas and escapes come by themselves. The order of calls is not checked: every begin needs
 * its end, and every value in an object its name. A lone surrogate, which UTF-8 cannot hold, is
 * written as a question mark. Not thread-safe.
 *
 * <pre>{@code
 * JsonWriter json = new JsonWriter();
 * json.beginObject().name("status").beginObject().name("healthStatus");
 * HealthJson.write(json, health);
 * byte[] mergePatch = json.endObject().endObject().toByteArray();
 * }</pre>
 */
public final class JsonWriter {

  /** Room for a write of one condition with texts as long as CSI allows. */
  private static final int USUAL_BYTES = 512;

  /** For each ASCII character what follows the backslash; 0 where it stands for itself. */
  private static final byte[] ESCAPES = new byte[0x80];

  private static final char LINE_SEPARATOR = '\u2028';
  private static final char PARAGRAPH_SEPARATOR = '\u2029';
  private static final String HEX = "0123456789abcdef";
  private static final byte[] NULL = "null".getBytes(US_ASCII);

  static {
    Arrays.fill(ESCAPES, 0, ' ', (byte) 'u');
    ESCAPES['\b'] = 'b';
    ESCAPES['\t'] = 't';
    ESCAPES['\n'] = 'n';
    ESCAPES['\f'] = 'f';
    ESCAPES['\r'] = 'r';
    ESCAPES['"'] = '"';
    ESCAPES['\\'] = '\\';
    // For HTML around it.
    ESCAPES['<'] = 'u';
    ESCAPES['>'] = 'u';
    ESCAPES['&'] = 'u';
  }

  private byte[] bytes = new byte[USUAL_BYTES];
  private int size;

  /** Whether a comma is due before the next value or name. */
  private boolean commaDue;

  /** A writer with nothing written. */
  public JsonWriter() {}

  /** Begins an object. */
  public JsonWriter beginObject() {
    return begin('{');
  }

  /** Ends an object. */
  public JsonWriter endObject() {
    return end('}');
  }

  /** Begins an array. */
  public JsonWriter beginArray() {
    return begin('[');
  }

  /** Ends an array. */
  public JsonWriter endArray() {
    return end(']');
  }

  /** The name of the value that comes next. */
  public JsonWriter name(String name) {
    separate();
    quoted(name);
    put(':');
    commaDue = false;
    return this;
  }

  /** A string. */
  public JsonWriter value(String text) {
    separate();
    quoted(text);
    return this;
  }

  /**
   * A time as a string: RFC 3339 in UTC, without the fraction of the second (rule C10).
   *
   * @throws IllegalArgumentException if that cannot write it: it is before year 0000 or after 9999
   */
  public JsonWriter value(Instant time) {
    LocalDateTime utc =
        LocalDateTime.ofEpochSecond(
            KubernetesTime.second(time).getEpochSecond(), 0, ZoneOffset.UTC);
    separate();
    put('"');
    twoDigits(utc.getYear() / 100);
    twoDigits(utc.getYear() % 100);
    put('-');
    twoDigits(utc.getMonthValue());
    put('-');
    twoDigits(utc.getDayOfMonth());
    put('T');
    twoDigits(utc.getHour());
    put(':');
    twoDigits(utc.getMinute());
    put(':');
    twoDigits(utc.getSecond());
    put('Z');
    put('"');
    return this;
  }

  /** A whole number. */
  public JsonWriter value(long number) {
    return json(Long.toString(number).getBytes(US_ASCII));
  }

  /** True or false. */
  public JsonWriter value(boolean value) {
    return json(Boolean.toString(value).getBytes(US_ASCII));
  }

  /** A null. */
  public JsonWriter nullValue() {
    return json(NULL);
  }

  /** A value that is JSON in UTF-8 already. */
  public JsonWriter json(byte[] value) {
    separate();
    put(value);
    return this;
  }

  /** A copy of what has been written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** What has been written, as text. */
  @Override
  public String toString() {
    return new String(bytes, 0, size, UTF_8);
  }

  private JsonWriter begin(char bracket) {
    separate();
    put(bracket);
    commaDue = false;
    return this;
  }

  private JsonWriter end(char bracket) {
    put(bracket);
    commaDue = true;
    return this;
  }

  private void separate() {
    if (commaDue) {
      put(',');
    }
    commaDue = true;
  }

  private void quoted(String text) {
    reserve(text.length() + 2);
    put('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isEscaped(c)) {
        escape(c);
      } else if (isAscii(c)) {
        put(c);
      } else {
        // All that follows of this kind at once, so that no surrogate pair is split.
        int end = i + 1;
        while (end < text.length() && !isAscii(text.charAt(end)) && !isEscaped(text.charAt(end))) {
          end++;
        }
        put(text.substring(i, end).getBytes(UTF_8));
        i = end - 1;
      }
    }
    put('"');
  }

  private static boolean isAscii(char c) {
    return c < ESCAPES.length;
  }

  private static boolean isEscaped(char c) {
    return isAscii(c) ? ESCAPES[c] != 0 : c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR;
  }

  private void escape(char c) {
    byte escape = isAscii(c) ? ESCAPES[c] : (byte) 'u';
    put('\\');
    put((char) escape);
    if (escape == 'u') {
      for (int shift = 12; shift >= 0; shift -= 4) {
        put(HEX.charAt(c >> shift & 0xf));
      }
    }
  }

  private void twoDigits(int number) {
    put((char) ('0' + number / 10));
    put((char) ('0' + number % 10));
  }

  private void put(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
  }

  private void put(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
