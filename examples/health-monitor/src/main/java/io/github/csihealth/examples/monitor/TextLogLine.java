package io.github.csihealth.examples.monitor;

import org.jspecify.annotations.Nullable;

/**
 * A line such as {@code 2026-11-30T09:00:00.000Z INFO health-monitor msg="health written"
 * claim=shop/data}.
 *
 * <p>A value that is more than visible characters, or has an equals sign, a quote or a backslash in
 * it, or nothing, stands in double quotes. There a quote and a backslash have a backslash before
 * them, and control characters are written as in Java: so each line can be taken apart again, and
 * no value can look like another line.
 */
final class TextLogLine implements LogLine {

  private final StringBuilder line = new StringBuilder();

  TextLogLine(String time, String level, String logger) {
    line.append(time).append(' ').append(level).append(' ').append(bare(logger));
  }

  @Override
  public void message(String text) {
    field("msg", text);
  }

  @Override
  public void field(String key, @Nullable Object value) {
    line.append(' ').append(bare(key)).append('=');
    String text = String.valueOf(value);
    if (isPlain(text)) {
      line.append(text);
    } else {
      quote(text);
    }
  }

  @Override
  public String end() {
    return line.toString();
  }

  private static String bare(String name) {
    return isPlain(name) ? name : name.replaceAll("[^\\w.$/-]", "_");
  }

  private static boolean isPlain(String text) {
    return !text.isEmpty()
        && text.codePoints()
            .noneMatch(
                c -> c == '"' || c == '=' || c == '\\' || isControl(c) || Character.isSpaceChar(c));
  }

  private void quote(String text) {
    line.append('"');
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"', '\\' -> line.append('\\').append((char) c);
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                  if (isControl(c)) {
                    line.append(String.format("\\u%04x", c));
                  } else {
                    line.appendCodePoint(c);
                  }
                }
              }
            });
    line.append('"');
  }

  /** What a terminal may take for a command or a new line, separators of lines included. */
  private static boolean isControl(int c) {
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
  }
}
