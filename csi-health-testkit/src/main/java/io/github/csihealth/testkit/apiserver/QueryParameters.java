package io.github.csihealth.testkit.apiserver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The parameters of a request's query; of repeated ones the first counts, but for {@link #all}. */
final class QueryParameters {
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  private QueryParameters() {}

  static QueryParameters parse(String query) {
    QueryParameters out = new QueryParameters();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      if (!name.isEmpty()) {
        out.values.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
      }
    }
    return out;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** The value; empty where there is none. */
  String text(String name) {
    return all(name).stream().findFirst().orElse("");
  }

  /** All values of a parameter that may be repeated, in their order. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /**
   * Whether the parameter is there and not {@code false} or {@code 0}, as Go reads truth values.
   */
  boolean flag(String name) {
    String value = text(name);
    return has(name) && !value.equals("false") && !value.equals("0");
  }

  /** The value as a number that is not negative; empty where there is none. */
  OptionalLong number(String name) {
    String value = text(name);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long number = Long.parseLong(value);
      if (number >= 0) {
        return OptionalLong.of(number);
      }
    } catch (NumberFormatException e) {
      // Falls through to the refusal.
    }
    throw StatusException.badRequest("Invalid value: \"" + value + "\": " + name);
  }
}
