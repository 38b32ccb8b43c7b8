package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Field;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import io.github.csihealth.testkit.apiserver.TypeSpec.Mapped;
import io.github.csihealth.testkit.apiserver.TypeSpec.Scalar;
import io.github.csihealth.testkit.apiserver.TypeSpec.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Brings JSON into the form that a server written in Go gives it by decoding and printing it.
 *
 * <p>Fields come in the order of their type, unknown ones are dropped and noted, empty lists and
 * empty texts vanish where the type says so, times are cut to whole seconds in UTC and an unset
 * time that is not optional prints as null. A value of a wrong type is a {@link DecodeException}.
 */
final class GoDecoder {
  private static final Pattern QUANTITY_TEXT =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+|[numkMGTPE]|[KMGTPE]i)?");

  private final List<String> unknownFields = new ArrayList<>();

  // Whether the input was decoded before, and is now to be stored.
  private final boolean stores;

  private GoDecoder(boolean stores) {
    this.stores = stores;
  }

  /**
   * A decoded object.
   *
   * @param value the canonical form
   * @param unknownFields the paths of what was dropped, in the order of the text
   */
  record Decoded(ObjectNode value, List<String> unknownFields) {}

  /** Decodes an object; the input is not changed and shares no node with the answer. */
  static Decoded decode(Struct type, JsonNode raw) {
    GoDecoder decoder = new GoDecoder(false);
    JsonNode value = decoder.struct(type, raw, "");
    return new Decoded((ObjectNode) value, List.copyOf(decoder.unknownFields));
  }

  /** Puts an object that was decoded before, and changed since by the server, in order again. */
  static ObjectNode inOrder(Struct type, ObjectNode object) {
    return (ObjectNode) new GoDecoder(true).struct(type, object, "");
  }

  private JsonNode value(TypeSpec type, JsonNode raw, String path) {
    if (type instanceof Scalar scalar) {
      return scalar(scalar, raw, path);
    } else if (type instanceof Struct struct) {
      return struct(struct, raw, path);
    } else if (type instanceof Listed list) {
      return list(list, raw, path);
    } else if (type instanceof Mapped map) {
      return map(map, raw, path);
    }
    return raw.deepCopy();
  }

  private JsonNode struct(Struct type, JsonNode raw, String path) {
    if (!raw.isObject()) {
      throw mismatch(raw, path, "object");
    }
    ObjectNode out = Json.object();
    for (Field field : type.fields()) {
      JsonNode given = raw.get(field.name());
      boolean absent = given == null || given.isNull();
      JsonNode decoded =
          absent ? zero(field.type()) : value(field.type(), given, child(path, field.name()));
      // An empty list and none are stored alike, and read back as none.
      if (stores && decoded.isArray() && decoded.isEmpty()) {
        decoded = NullNode.getInstance();
      }
      if (isPrinted(field, decoded, absent)) {
        out.set(field.name(), decoded);
      }
    }
    raw.properties()
        .forEach(
            entry -> {
              if (type.field(entry.getKey()) != null) {
                return;
              }
              if (type.open()) {
                out.set(entry.getKey(), entry.getValue().deepCopy());
              } else {
                unknownFields.add(child(path, entry.getKey()));
              }
            });
    return out;
  }

  private static boolean isPrinted(Field field, JsonNode decoded, boolean absent) {
    return switch (field.presence()) {
      case ALWAYS -> true;
      case WHEN_SET -> !absent && !decoded.isNull();
      case UNLESS_EMPTY -> !isZero(decoded);
    };
  }

  private static boolean isZero(JsonNode decoded) {
    return Json.isBlank(decoded)
        || (decoded.isTextual() && decoded.textValue().isEmpty())
        || (decoded.isNumber() && decoded.longValue() == 0)
        || (decoded.isBoolean() && !decoded.booleanValue());
  }

  private JsonNode zero(TypeSpec type) {
    if (type instanceof Struct struct) {
      return struct(struct, Json.object(), "");
    }
    if (type instanceof Scalar scalar) {
      return switch (scalar) {
        case STRING -> TextNode.valueOf("");
        case QUANTITY -> TextNode.valueOf("0");
        case BOOL -> BooleanNode.FALSE;
        case INTEGER -> IntNode.valueOf(0);
        case TIME -> NullNode.getInstance();
      };
    }
    return NullNode.getInstance();
  }

  private JsonNode list(Listed type, JsonNode raw, String path) {
    if (!raw.isArray()) {
      throw mismatch(raw, path, "list");
    }
    ArrayNode out = JsonNodeFactory.instance.arrayNode(raw.size());
    for (int i = 0; i < raw.size(); i++) {
      JsonNode element = raw.get(i);
      out.add(
          element.isNull()
              ? zero(type.element())
              : value(type.element(), element, path + "[" + i + "]"));
    }
    return out;
  }

  // Go prints the keys of a map in order.
  private JsonNode map(Mapped type, JsonNode raw, String path) {
    if (!raw.isObject()) {
      throw mismatch(raw, path, "map");
    }
    ObjectNode out = Json.object();
    TreeSet<String> names = new TreeSet<>();
    raw.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      JsonNode element = raw.get(name);
      out.set(
          name,
          element.isNull() ? zero(type.value()) : value(type.value(), element, child(path, name)));
    }
    return out;
  }

  private JsonNode scalar(Scalar type, JsonNode raw, String path) {
    if (stores) {
      // Go prints years that it does not read.
      return raw;
    }
    if (!fits(type, raw)) {
      throw mismatch(raw, path, type.name().toLowerCase(Locale.ROOT));
    }
    return switch (type) {
      case STRING -> TextNode.valueOf(withoutLoneSurrogates(raw.textValue()));
      case BOOL -> raw;
      // One node class for one value, or equal numbers would not be equal nodes.
      case INTEGER ->
          raw.canConvertToInt()
              ? IntNode.valueOf(raw.intValue())
              : LongNode.valueOf(raw.longValue());
      case TIME -> orNull(GoTime.canonical(raw.textValue()));
      case QUANTITY -> TextNode.valueOf(raw.asText());
    };
  }

  private static boolean fits(Scalar type, JsonNode raw) {
    return switch (type) {
      case STRING, TIME -> raw.isTextual();
      case BOOL -> raw.isBoolean();
      case INTEGER -> raw.isIntegralNumber() && raw.canConvertToLong();
      case QUANTITY ->
          (raw.isTextual() || raw.isNumber()) && QUANTITY_TEXT.matcher(raw.asText()).matches();
    };
  }

  private static JsonNode orNull(@Nullable String text) {
    return text == null ? NullNode.getInstance() : TextNode.valueOf(text);
  }

  /** Half a surrogate pair is no text in UTF-8; Go reads U+FFFD instead. */
  private static String withoutLoneSurrogates(String text) {
    if (!hasLoneSurrogate(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().map(c -> isSurrogate(c) ? 0xFFFD : c).forEach(out::appendCodePoint);
    return out.toString();
  }

  static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(GoDecoder::isSurrogate);
  }

  // The halves of a pair are one code point, and not in this range.
  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static String child(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static DecodeException mismatch(JsonNode raw, String path, String wanted) {
    return new DecodeException(
        "json: cannot unmarshal "
            + raw.getNodeType().name().toLowerCase(Locale.ROOT)
            + " into field "
            + path
            + " of type "
            + wanted);
  }
}
