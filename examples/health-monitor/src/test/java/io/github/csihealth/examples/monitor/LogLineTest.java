package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line of the log in both forms: whatever is in it, it is one line that can be taken apart. */
class LogLineTest {

  private static final String TIME = "2026-11-30T09:00:00.000Z";

  private static String text(String message, String key, Object value) {
    return line(new TextLogLine(TIME, "INFO", "health-monitor"), message, key, value);
  }

  private static String json(String message, String key, Object value) {
    return line(new JsonLogLine(TIME, "INFO", "health-monitor"), message, key, value);
  }

  private static String line(LogLine line, String message, String key, Object value) {
    line.message(message);
    line.field(key, value);
    return line.end();
  }

  /** Reads a line as its Javadoc says, in a way of its own. */
  private static Map<String, String> parsed(String line) {
    Map<String, String> fields = new LinkedHashMap<>();
    String rest = line.split(" ", 4)[3];
    while (!rest.isEmpty()) {
      String key = rest.substring(0, rest.indexOf('='));
      rest = rest.substring(key.length() + 1);
      StringBuilder value = new StringBuilder();
      int i = 0;
      if (rest.startsWith("\"")) {
        for (i = 1; rest.charAt(i) != '"'; i++) {
          if (rest.charAt(i) != '\\') {
            value.append(rest.charAt(i));
          } else {
            i++;
            switch (rest.charAt(i)) {
              case 'n' -> value.append('\n');
              case 'r' -> value.append('\r');
              case 't' -> value.append('\t');
              case 'u' -> {
                value.append((char) Integer.parseInt(rest.substring(i + 1, i + 5), 16));
                i += 4;
              }
              default -> value.append(rest.charAt(i));
            }
          }
        }
        i++;
      } else {
        for (; i < rest.length() && rest.charAt(i) != ' '; i++) {
          value.append(rest.charAt(i));
        }
      }
      fields.put(key, value.toString());
      rest = rest.substring(Math.min(rest.length(), i + 1));
    }
    return fields;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "shop/data",
        "",
        " ",
        "two words",
        "a=b",
        "\"quoted\"",
        "ends with \\",
        "\\",
        "\" level=ERROR msg=\"forged",
        "first\nsecond\r\n\tthird",
        "\u001b[31mred\u0007",
        "\u0085\u2028\u2029",
        "non-breaking\u00a0blank",
        "Gr\u00f6\u00dfe \ud83d\ude00"
      })
  void whateverTheValueTheLineIsOneAndSaysIt(String value) throws Exception {
    String text = text(value, "key", value);

    assertThat(text).startsWith(TIME + " INFO health-monitor msg=").hasLineCount(1);
    assertThat(text.chars()).noneMatch(Character::isISOControl);
    assertThat(parsed(text)).containsExactly(Map.entry("msg", value), Map.entry("key", value));
    String json = json(value, "key", value);
    assertThat(json).hasLineCount(1);
    JsonNode object = new ObjectMapper().readTree(json);
    assertThat(object.fieldNames())
        .toIterable()
        .containsExactly("time", "level", "logger", "message", "key");
    assertThat(object.path("message").asText()).isEqualTo(value);
    assertThat(object.path("key").asText()).isEqualTo(value);
  }

  @Test
  void onlyWhatNeedsQuotesHasThem() {
    assertThat(text("health written", "claim", "shop/data"))
        .isEqualTo(TIME + " INFO health-monitor msg=\"health written\" claim=shop/data");
  }

  @Test
  void numbersAndTruthValuesAreThatInJson() {
    assertThat(json("m", "n", 7)).endsWith(",\"n\":7}");
    assertThat(json("m", "n", 7L)).endsWith(",\"n\":7}");
    assertThat(json("m", "n", true)).endsWith(",\"n\":true}");
    assertThat(json("m", "n", null)).endsWith(",\"n\":null}");
    assertThat(json("m", "n", LogFormat.json)).endsWith(",\"n\":\"json\"}");
    assertThat(text("m", "n", null)).endsWith(" n=null");
  }

  @Test
  void aNameOfALoggerOrFieldCannotBreakTheLine() {
    LogLine line = new TextLogLine(TIME, "INFO", "a \"b\"\nc");
    line.field("k v", "x");

    assertThat(line.end()).isEqualTo(TIME + " INFO a__b__c k_v=x");
  }
}
