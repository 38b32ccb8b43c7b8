package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Freeform;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: a merge patch that merges the lists which their type says to merge, and
 * takes directives: {@code $patch}, {@code $setElementOrder/…}, {@code $deleteFromPrimitiveList/…}
 * and {@code $retainKeys}.
 */
final class StrategicMergePatch {
  static final String DIRECTIVE = "$patch";

  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String SET_ORDER = "$setElementOrder/";
  private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";

  private StrategicMergePatch() {}

  /** The patched object; neither argument is changed. */
  static ObjectNode apply(ObjectNode original, ObjectNode patch, TypeSpec type) {
    return mergeObjects(original.deepCopy(), patch.deepCopy(), type);
  }

  /** Merges two objects; both are used up. */
  static ObjectNode mergeObjects(ObjectNode original, ObjectNode patch, TypeSpec type) {
    JsonNode directive = patch.remove(DIRECTIVE);
    if (directive != null) {
      return switch (directive.asText()) {
        case "replace" -> patch;
        case "delete" -> Json.object();
        default -> throw badDirective(directive);
      };
    }
    retainKeys(original, patch);
    for (String name : orderedLists(patch)) {
      JsonNode order = patch.remove(SET_ORDER + name);
      mergeOrderedList(original, name, patch.remove(name), order, memberType(type, name));
    }
    for (Map.Entry<String, JsonNode> entry : patch.properties()) {
      if (entry.getKey().startsWith(DELETE_FROM_LIST)) {
        deleteFromList(
            original, entry.getKey().substring(DELETE_FROM_LIST.length()), entry.getValue());
      } else {
        mergeMember(original, entry.getKey(), entry.getValue(), memberType(type, entry.getKey()));
      }
    }
    return original;
  }

  private static void mergeMember(ObjectNode original, String name, JsonNode patch, TypeSpec type) {
    if (patch.isNull()) {
      original.remove(name);
      return;
    }
    JsonNode there = original.get(name);
    if (there instanceof ObjectNode object && patch instanceof ObjectNode members) {
      original.set(name, mergeObjects(object, members, type));
    } else if (there instanceof ArrayNode list && patch instanceof ArrayNode entries) {
      original.set(name, StrategicList.of(type).merge(list, entries));
    } else {
      set(original, name, withoutDirectives(withoutNulls(patch)));
    }
  }

  /** Merges a list whose order the patch sets, too. */
  private static void mergeOrderedList(
      ObjectNode original, String name, @Nullable JsonNode patch, JsonNode order, TypeSpec type) {
    JsonNode there = original.get(name);
    if (there == null && patch == null) {
      return;
    }
    if (!order.isArray()
        || (there != null && !there.isArray())
        || (patch != null && !patch.isArray())) {
      throw StatusException.unclassified("expected lists in " + SET_ORDER + name);
    }
    if (Json.isBlank(there) && Json.isBlank(patch)) {
      throw StatusException.unclassified("no element in any of the given slices");
    }
    StrategicList list = StrategicList.of(type);
    ArrayNode entries = StrategicList.copyOf(patch);
    list.requireOrder(entries, order);
    ArrayNode before = StrategicList.copyOf(there);
    ArrayNode merged =
        there == null
            ? StrategicList.copyOf(withoutDirectives(entries))
            : list.merge(before.deepCopy(), entries);
    list.requireKeys(merged, order, before);
    original.set(name, list.inOrder(merged, order, list.placesAfter(before, entries)));
  }

  private static List<String> orderedLists(ObjectNode patch) {
    return patch.properties().stream()
        .map(Map.Entry::getKey)
        .filter(name -> name.startsWith(SET_ORDER))
        .map(name -> name.substring(SET_ORDER.length()))
        .toList();
  }

  private static void deleteFromList(ObjectNode original, String name, JsonNode patch) {
    if (original.get(name) instanceof ArrayNode list && patch.isArray()) {
      Set<JsonNode> deleted = new HashSet<>();
      patch.forEach(deleted::add);
      list.removeIf(deleted::contains);
    }
  }

  private static void retainKeys(ObjectNode original, ObjectNode patch) {
    JsonNode directive = patch.remove(RETAIN_KEYS);
    if (directive == null) {
      return;
    }
    Set<String> retained = new HashSet<>();
    directive.forEach(name -> retained.add(name.asText()));
    boolean isComplete =
        directive.isArray()
            && patch.properties().stream()
                .allMatch(entry -> entry.getValue().isNull() || mayStay(entry.getKey(), retained));
    if (!isComplete) {
      throw StatusException.badRequest("invalid patch format of retainKeys");
    }
    original.retain(retained);
  }

  private static boolean mayStay(String name, Set<String> retained) {
    return name.startsWith(SET_ORDER)
        || name.startsWith(DELETE_FROM_LIST)
        || retained.contains(name);
  }

  private static TypeSpec memberType(TypeSpec type, String name) {
    TypeSpec member = TypeSpec.ofField(type, name);
    return member == null ? Freeform.FREEFORM : member;
  }

  private static void set(ObjectNode target, String name, @Nullable JsonNode value) {
    if (value == null) {
      target.remove(name);
    } else {
      target.set(name, value);
    }
  }

  private static JsonNode withoutNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
    node.forEach(StrategicMergePatch::withoutNulls);
    return node;
  }

  /** The value without what only directs the merge; null where nothing of it is to stay. */
  private static @Nullable JsonNode withoutDirectives(JsonNode node) {
    if (node instanceof ObjectNode object) {
      if (object.has(DIRECTIVE)) {
        return null;
      }
      object.removeIf(member -> withoutDirectives(member) == null);
    }
    if (node instanceof ArrayNode list) {
      list.removeIf(entry -> withoutDirectives(entry) == null);
    }
    return node;
  }

  static StatusException badDirective(JsonNode directive) {
    return StatusException.unclassified("unknown patch type: " + Json.write(directive));
  }
}
