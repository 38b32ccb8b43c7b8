package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Freeform;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
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
  private static final String DIRECTIVE = "$patch";
  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String SET_ORDER = "$setElementOrder/";
  private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";

  private StrategicMergePatch() {}

  /** The patched object; neither argument is changed. */
  static ObjectNode apply(ObjectNode original, ObjectNode patch, TypeSpec type) {
    return mergeObjects(original.deepCopy(), patch.deepCopy(), type);
  }

  // From here on both arguments are private copies and may be changed.

  private static ObjectNode mergeObjects(ObjectNode original, ObjectNode patch, TypeSpec type) {
    JsonNode directive = patch.remove(DIRECTIVE);
    if (directive != null) {
      return switch (directive.asText()) {
        case "replace" -> patch;
        case "delete" -> Json.object();
        default -> throw badDirective(directive);
      };
    }
    retainKeys(original, patch);
    mergeOrderedLists(original, patch, type);
    for (Map.Entry<String, JsonNode> entry : patch.properties()) {
      if (entry.getKey().startsWith(DELETE_FROM_LIST)) {
        deleteFromList(
            original, entry.getKey().substring(DELETE_FROM_LIST.length()), entry.getValue());
      } else {
        mergeMember(original, entry.getKey(), entry.getValue(), type);
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
      original.set(name, mergeObjects(object, members, memberType(type, name)));
    } else if (there instanceof ArrayNode list && patch instanceof ArrayNode entries) {
      original.set(name, mergeLists(list, entries, memberType(type, name)));
    } else {
      set(original, name, withoutDirectives(withoutNulls(patch)));
    }
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

  private static void retainKeys(ObjectNode original, ObjectNode patch) {
    JsonNode directive = patch.remove(RETAIN_KEYS);
    if (directive == null) {
      return;
    }
    Set<String> retained = new HashSet<>();
    directive.forEach(name -> retained.add(name.asText()));
    boolean complete =
        directive.isArray()
            && patch.properties().stream()
                .allMatch(
                    entry ->
                        entry.getValue().isNull()
                            || entry.getKey().startsWith(SET_ORDER)
                            || entry.getKey().startsWith(DELETE_FROM_LIST)
                            || retained.contains(entry.getKey()));
    if (!complete) {
      throw StatusException.badRequest("invalid patch format of retainKeys");
    }
    original.retain(retained);
  }

  private static void deleteFromList(ObjectNode original, String name, JsonNode patch) {
    if (original.get(name) instanceof ArrayNode list && patch.isArray()) {
      Set<JsonNode> deleted = new HashSet<>();
      patch.forEach(deleted::add);
      list.removeIf(deleted::contains);
    }
  }

  /** Lists that come with {@code $setElementOrder} are merged first, and then put in that order. */
  private static void mergeOrderedLists(ObjectNode original, ObjectNode patch, TypeSpec type) {
    List<String> directives =
        patch.properties().stream()
            .map(Map.Entry::getKey)
            .filter(name -> name.startsWith(SET_ORDER))
            .toList();
    for (String directive : directives) {
      String name = directive.substring(SET_ORDER.length());
      if (!(patch.remove(directive) instanceof ArrayNode order)) {
        throw StatusException.unclassified("expected a list in " + directive);
      }
      JsonNode entries = patch.remove(name);
      JsonNode there = original.get(name);
      ArrayNode before = there instanceof ArrayNode list ? list.deepCopy() : empty();
      if (entries != null) {
        requireOrder(entries, order, mergeKey(memberType(type, name)));
        mergeMember(original, name, entries, type);
      }
      if (original.get(name) instanceof ArrayNode merged) {
        original.set(name, inOrder(merged, order, before, mergeKey(memberType(type, name))));
      }
    }
  }

  private static void requireOrder(JsonNode entries, ArrayNode order, String key) {
    Iterator<JsonNode> ordered = order.iterator();
    for (JsonNode entry : entries) {
      if (entry.has(DIRECTIVE) || order.isEmpty()) {
        continue;
      }
      boolean found = false;
      while (!found && ordered.hasNext()) {
        found = identity(ordered.next(), key).equals(identity(entry, key));
      }
      if (!found) {
        throw StatusException.unclassified("The order in patch list doesn't match " + SET_ORDER);
      }
    }
  }

  private static ArrayNode mergeLists(ArrayNode original, ArrayNode patch, TypeSpec type) {
    if (!(type instanceof Listed list) || !list.merges()) {
      return patch;
    }
    if (original.isEmpty() && patch.isEmpty()) {
      return original;
    }
    ArrayNode before = original.deepCopy();
    String key = list.mergeKey();
    ArrayNode merged =
        key.isEmpty() ? union(original, patch) : mergeEntries(original, patch, list, key);
    ArrayNode order = empty();
    patch.forEach(
        entry -> {
          if (!entry.has(DIRECTIVE)) {
            order.add(entry);
          }
        });
    return inOrder(merged, order, before, key);
  }

  private static ArrayNode union(ArrayNode original, ArrayNode patch) {
    Set<JsonNode> seen = new HashSet<>();
    ArrayNode out = empty();
    for (ArrayNode list : List.of(original, patch)) {
      list.forEach(
          entry -> {
            if (seen.add(entry)) {
              out.add(entry);
            }
          });
    }
    return out;
  }

  private static ArrayNode mergeEntries(
      ArrayNode original, ArrayNode patch, Listed list, String key) {
    boolean replaces = false;
    ArrayNode changes = empty();
    for (JsonNode entry : patch) {
      if (!entry.has(DIRECTIVE)) {
        changes.add(entry);
        continue;
      }
      switch (Json.text(entry, DIRECTIVE)) {
        case "replace" -> replaces = true;
        case "delete" -> {
          JsonNode deleted = identity(entry, key);
          original.removeIf(old -> deleted.equals(old.get(key)));
        }
        default -> throw badDirective(entry);
      }
    }
    if (replaces) {
      return changes;
    }
    for (JsonNode change : changes) {
      JsonNode wanted = identity(change, key);
      int at = indexOf(original, wanted, key);
      if (at >= 0
          && original.get(at) instanceof ObjectNode there
          && change instanceof ObjectNode members) {
        original.set(at, mergeObjects(there, members.deepCopy(), list.element()));
      } else {
        original.add(change);
      }
    }
    return original;
  }

  /**
   * Puts a merged list in order: entries that the patch names in its order, the others in theirs
   * before, each as early as that allows.
   */
  private static ArrayNode inOrder(
      ArrayNode merged, ArrayNode order, ArrayNode before, String key) {
    List<JsonNode> named = sorted(merged, order, key, true);
    List<JsonNode> others = sorted(merged, order, key, false);
    ArrayNode out = empty();
    int next = 0;
    for (JsonNode entry : named) {
      int place = indexOf(before, identity(entry, key), key);
      while (next < others.size() && place >= 0) {
        int otherPlace = indexOf(before, identity(others.get(next), key), key);
        if (otherPlace < 0 || otherPlace >= place) {
          break;
        }
        out.add(others.get(next++));
      }
      out.add(entry);
    }
    others.subList(next, others.size()).forEach(out::add);
    return out;
  }

  private static List<JsonNode> sorted(
      ArrayNode merged, ArrayNode order, String key, boolean named) {
    List<JsonNode> picked = new ArrayList<>();
    for (JsonNode entry : merged) {
      if ((indexOf(order, identity(entry, key), key) >= 0) == named) {
        picked.add(entry);
      }
    }
    if (named) {
      picked.sort(Comparator.comparingInt(entry -> indexOf(order, identity(entry, key), key)));
    }
    return picked;
  }

  private static int indexOf(ArrayNode list, JsonNode wanted, String key) {
    for (int i = 0; i < list.size(); i++) {
      JsonNode entry = list.get(i);
      if (wanted.equals(key.isEmpty() ? entry : entry.get(key))) {
        return i;
      }
    }
    return -1;
  }

  /** What tells an entry from others: its merge key, or a scalar itself. */
  private static JsonNode identity(JsonNode entry, String key) {
    JsonNode identity = key.isEmpty() ? entry : entry.get(key);
    if (identity == null) {
      throw StatusException.unclassified(
          "map: " + Json.write(entry) + " does not contain declared merge key: " + key);
    }
    return identity;
  }

  private static String mergeKey(TypeSpec type) {
    return type instanceof Listed list ? list.mergeKey() : "";
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
      return object;
    }
    if (node instanceof ArrayNode list) {
      list.removeIf(entry -> withoutDirectives(entry) == null);
    }
    return node;
  }

  private static ArrayNode empty() {
    return JsonNodeFactory.instance.arrayNode();
  }

  private static StatusException badDirective(JsonNode directive) {
    return StatusException.unclassified("unknown patch type: " + Json.write(directive));
  }
}
