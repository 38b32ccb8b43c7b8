package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Field;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listing;
import io.github.csihealth.testkit.apiserver.TypeSpec.Presence;
import io.github.csihealth.testkit.apiserver.TypeSpec.Scalar;
import io.github.csihealth.testkit.apiserver.TypeSpec.Struct;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One step of a path in server-side apply: a field's name, the key of a list's entry, or the entry
 * of a set itself.
 *
 * @param kind which of the three
 * @param text the name, or the key or value as JSON with sorted names
 */
record PathElement(Kind kind, String text) implements Comparable<PathElement> {
  private static final Comparator<PathElement> ORDER =
      Comparator.comparing(PathElement::kind).thenComparing(PathElement::text);

  /** In the order in which the kinds are printed. */
  enum Kind {
    FIELD("f:"),
    KEY("k:"),
    VALUE("v:");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  static PathElement field(String name) {
    return new PathElement(Kind.FIELD, name);
  }

  /** What tells an entry of a list from others; empty if it lacks every key. */
  static Optional<PathElement> ofEntry(Listed type, JsonNode entry) {
    if (type.listing() == Listing.SET) {
      return entry.isValueNode() && !entry.isNull()
          ? Optional.of(new PathElement(Kind.VALUE, Json.write(entry)))
          : Optional.empty();
    }
    if (!entry.isObject()) {
      return Optional.empty();
    }
    ObjectNode key = Json.object();
    for (String name : new TreeSet<>(type.keys())) {
      JsonNode value = entry.get(name);
      if (value != null) {
        key.set(name, value);
      } else if (hasDefault(type, name)) {
        key.put(name, "");
      }
    }
    return key.isEmpty()
        ? Optional.empty()
        : Optional.of(new PathElement(Kind.KEY, Json.write(key)));
  }

  // A text that is always printed has the empty text for its default.
  private static boolean hasDefault(Listed type, String name) {
    if (!(type.element() instanceof Struct struct)) {
      return false;
    }
    Field field = struct.field(name);
    return field != null && field.type() == Scalar.STRING && field.presence() == Presence.ALWAYS;
  }

  /** Reads the form of {@link #wire}; empty for a kind that is not known. */
  static Optional<PathElement> parse(String wire) {
    for (Kind kind : Kind.values()) {
      if (wire.startsWith(kind.prefix)) {
        return Optional.of(new PathElement(kind, wire.substring(kind.prefix.length())));
      }
    }
    return Optional.empty();
  }

  /** The form in {@code managedFields}, such as {@code f:status}. */
  String wire() {
    return kind.prefix + text;
  }

  @Override
  public int compareTo(PathElement other) {
    return ORDER.compare(this, other);
  }

  /** The form in messages, such as {@code .status} or {@code [reason="A",status="Degraded"]}. */
  @Override
  public String toString() {
    return switch (kind) {
      case FIELD -> "." + text;
      case KEY -> "[" + keyInWords() + "]";
      case VALUE -> "[=" + text + "]";
    };
  }

  private String keyInWords() {
    try {
      return Json.parse(text).properties().stream()
          .map(entry -> entry.getKey() + "=" + Json.write(entry.getValue()))
          .collect(Collectors.joining(","));
    } catch (JsonProcessingException e) {
      return text;
    }
  }
}
