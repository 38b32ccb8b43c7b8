package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Parsing, printing and small look-ups of JSON trees. */
final class Json {
  private static final JsonMapper LENIENT =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final JsonMapper UNIQUE_KEYS =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Parses one document; of duplicate keys the last wins, as in Go. */
  static JsonNode parse(String text) throws JsonProcessingException {
    return LENIENT.readTree(text);
  }

  /** Whether {@code text} parses, but only because a repeated key was let pass. */
  static boolean hasDuplicateKeys(String text) {
    try {
      UNIQUE_KEYS.readTree(text);
      return false;
    } catch (JsonProcessingException e) {
      return true;
    }
  }

  /** Parses an object that a test's author wrote. */
  static ObjectNode parseObject(String text) {
    try {
      if (parse(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException("not a JSON object");
  }

  static String write(JsonNode node) {
    try {
      return LENIENT.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain nodes always prints", e);
    }
  }

  /** Prints as Go does, which escapes what HTML or JavaScript could trip over. */
  static String writeForHtml(JsonNode node) {
    return write(node)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** The text at a path of field names; empty where there is none. */
  static String text(@Nullable JsonNode node, String... path) {
    JsonNode at = node;
    for (String name : path) {
      at = at == null ? null : at.get(name);
    }
    return at == null || !at.isTextual() ? "" : at.textValue();
  }

  /** The node at a path of field names; null where there is none. */
  static @Nullable JsonNode at(@Nullable JsonNode node, String... path) {
    JsonNode at = node;
    for (String name : path) {
      at = at == null ? null : at.get(name);
    }
    return at;
  }

  /** Whether a value says nothing: absent, null, an empty object or an empty list. */
  static boolean isBlank(@Nullable JsonNode node) {
    return node == null || node.isNull() || (node.isContainerNode() && node.isEmpty());
  }
}
