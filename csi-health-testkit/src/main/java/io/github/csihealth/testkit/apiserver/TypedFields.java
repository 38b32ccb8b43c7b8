package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Freeform;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import io.github.csihealth.testkit.apiserver.TypeSpec.Struct;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The paths of an object's fields, and the object without some of them. */
final class TypedFields {
  private TypedFields() {}

  /** The paths that an applier of {@code value} owns. */
  static FieldSet of(TypeSpec type, JsonNode value) {
    FieldSet out = new FieldSet();
    collect(type, value, new ArrayList<>(), out);
    return out;
  }

  private static void collect(TypeSpec type, JsonNode value, List<PathElement> path, FieldSet out) {
    switch (Shape.of(type, value)) {
      case LEAF -> out.insert(path);
      case FIELDS -> {
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
          TypeSpec field = TypeSpec.ofField(type, entry.getKey());
          JsonNode below = entry.getValue();
          path.add(PathElement.field(entry.getKey()));
          collect(field == null ? Freeform.FREEFORM : field, below, path, out);
          boolean declared = type instanceof Struct struct && struct.field(entry.getKey()) != null;
          if (!declared || below.isNull() || (below.isObject() && below.isEmpty())) {
            out.insert(path);
          }
          path.remove(path.size() - 1);
        }
      }
      case ENTRIES -> {
        Listed list = (Listed) type;
        for (JsonNode entry : value) {
          PathElement.ofEntry(list, entry)
              .ifPresent(
                  key -> {
                    path.add(key);
                    collect(list.element(), entry, path, out);
                    out.insert(path);
                    path.remove(path.size() - 1);
                  });
        }
      }
    }
  }

  /** The value without the given paths; null where nothing is left of a container. */
  static JsonNode remove(TypeSpec type, JsonNode value, FieldSet removed) {
    if (!value.isContainerNode()) {
      return value;
    }
    return switch (Shape.of(type, value)) {
      case LEAF -> NullNode.getInstance();
      case FIELDS -> removeFields(type, value, removed);
      case ENTRIES -> removeEntries((Listed) type, value, removed);
    };
  }

  private static JsonNode removeFields(TypeSpec type, JsonNode value, FieldSet removed) {
    ObjectNode out = Json.object();
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      PathElement element = PathElement.field(entry.getKey());
      if (removed.has(element)) {
        continue;
      }
      FieldSet below = removed.below(element);
      TypeSpec field = TypeSpec.ofField(type, entry.getKey());
      out.set(
          entry.getKey(),
          below.isEmpty()
              ? entry.getValue()
              : remove(field == null ? Freeform.FREEFORM : field, entry.getValue(), below));
    }
    return out.isEmpty() ? NullNode.getInstance() : out;
  }

  private static JsonNode removeEntries(Listed type, JsonNode value, FieldSet removed) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (JsonNode entry : value) {
      Optional<PathElement> element = PathElement.ofEntry(type, entry);
      if (element.filter(removed::has).isPresent()) {
        continue;
      }
      FieldSet below = element.map(removed::below).orElseGet(FieldSet::new);
      out.add(below.isEmpty() ? entry : remove(type.element(), entry, below));
    }
    return out.isEmpty() ? NullNode.getInstance() : out;
  }

  /** What is wrong with a configuration that is to be applied; empty if nothing is. */
  static Optional<String> problem(TypeSpec type, JsonNode value, String path) {
    if (value.isNull()) {
      return Optional.empty();
    }
    if (type instanceof Listed list) {
      return value.isArray()
          ? problemOfEntries(list, value, path)
          : Optional.of(path + ": expected list, got " + Json.write(value));
    }
    if (type instanceof TypeSpec.Scalar scalar) {
      return fits(scalar, value)
          ? Optional.empty()
          : Optional.of(path + ": expected " + name(scalar) + ", got " + Json.write(value));
    }
    if (type == Freeform.FREEFORM) {
      return Optional.empty();
    }
    if (!value.isObject()) {
      return Optional.of(path + ": expected map, got " + Json.write(value));
    }
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      String below = path + "." + entry.getKey();
      TypeSpec field = TypeSpec.ofField(type, entry.getKey());
      Optional<String> problem =
          field == null
              ? Optional.of(below + ": field not declared in schema")
              : problem(field, entry.getValue(), below);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> problemOfEntries(Listed list, JsonNode value, String path) {
    Set<PathElement> seen = new HashSet<>();
    for (int i = 0; i < value.size(); i++) {
      String below = path + "[" + i + "]";
      if (list.listing() != TypeSpec.Listing.ATOMIC) {
        Optional<PathElement> key = PathElement.ofEntry(list, value.get(i));
        if (key.isEmpty()) {
          return Optional.of(path + ": element " + i + ": no key");
        }
        if (!seen.add(key.get())) {
          return Optional.of(path + ": duplicate entries for key " + key.get());
        }
        below = path + key.get();
      }
      Optional<String> problem = problem(list.element(), value.get(i), below);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static boolean fits(TypeSpec.Scalar type, JsonNode value) {
    return switch (type) {
      case STRING -> value.isTextual();
      case BOOL -> value.isBoolean();
      case INTEGER -> value.isNumber();
      case TIME, QUANTITY -> value.isValueNode();
    };
  }

  private static String name(TypeSpec.Scalar type) {
    return switch (type) {
      case BOOL -> "boolean";
      case INTEGER -> "numeric";
      case STRING, TIME, QUANTITY -> "string";
    };
  }
}
