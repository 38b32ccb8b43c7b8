package io.github.csihealth.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between JSON trees and values of JDK types, as Kubernetes clients and YAML parsers give them. */
final class PlainValues {

  /** Levels of nesting, which are as many as the parser allows a text. */
  private static final int MAX_DEPTH = 1000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private PlainValues() {}

  /**
   * The tree of a value: maps, collections, strings, numbers, booleans and null as they are, times
   * in RFC 3339, anything else by its {@code toString()}.
   *
   * @throws InvalidJsonException if it is nested deeper than 1,000 levels, as a map in itself is
   */
  static JsonNode toTree(@Nullable Object value) {
    return toTree(value, MAX_DEPTH);
  }

  private static JsonNode toTree(@Nullable Object value, int depth) {
    if (depth == 0) {
      throw new InvalidJsonException("no JSON: nested deeper than " + MAX_DEPTH + " levels");
    }
    if (value == null) {
      return NODES.nullNode();
    }
    if (value instanceof JsonNode node) {
      return node;
    }
    if (value instanceof Map<?, ?> map) {
      ObjectNode object = NODES.objectNode();
      map.forEach((key, entry) -> object.set(String.valueOf(key), toTree(entry, depth - 1)));
      return object;
    }
    if (value instanceof Collection<?> list) {
      ArrayNode array = NODES.arrayNode(list.size());
      list.forEach(item -> array.add(toTree(item, depth - 1)));
      return array;
    }
    if (value instanceof Boolean bool) {
      return NODES.booleanNode(bool);
    }
    return value instanceof Number number ? number(number) : NODES.textNode(text(value));
  }

  /** As the parser would read it, so that equal numbers are equal values. */
  private static JsonNode number(Number number) {
    if (number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte) {
      return integer(number.longValue());
    }
    if (number instanceof BigInteger big) {
      return big.bitLength() < Long.SIZE ? integer(big.longValue()) : NODES.numberNode(big);
    }
    try {
      return NODES.numberNode(new BigDecimal(number.toString()));
    } catch (NumberFormatException e) { // NaN, an infinity
      return NODES.textNode(number.toString());
    }
  }

  private static JsonNode integer(long number) {
    return number == (int) number ? NODES.numberNode((int) number) : NODES.numberNode(number);
  }

  @SuppressWarnings("JavaUtilDate") // It is what YAML parsers give for a time.
  private static String text(Object value) {
    if (value instanceof OffsetDateTime time) {
      return time.toInstant().toString();
    }
    if (value instanceof ZonedDateTime time) {
      return time.toInstant().toString();
    }
    if (value instanceof Date time) {
      return Instant.ofEpochMilli(time.getTime()).toString();
    }
    return value.toString();
  }

  /** The value of a tree: maps, lists, strings, numbers, booleans and null; all unmodifiable. */
  static @Nullable Object of(JsonNode tree) {
    return switch (tree.getNodeType()) {
      case OBJECT -> mapOf(tree);
      case ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>(tree.size());
        tree.forEach(item -> list.add(of(item)));
        yield Collections.unmodifiableList(list);
      }
      case STRING -> tree.textValue();
      case NUMBER -> tree.numberValue();
      case BOOLEAN -> tree.booleanValue();
      case NULL, MISSING -> null;
      case BINARY, POJO -> tree.asText();
    };
  }

  /** The fields of an object in its order; unmodifiable. */
  static Map<String, ?> mapOf(JsonNode object) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    object.properties().forEach(field -> map.put(field.getKey(), of(field.getValue())));
    return Collections.unmodifiableMap(map);
  }
}
