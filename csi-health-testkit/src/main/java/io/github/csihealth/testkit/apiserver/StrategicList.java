package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a strategic merge patch merges one list, and in which order the entries come out.
 *
 * <p>Entries are told apart by one merge key; scalars are their own key. Where several entries
 * share a key, as two reasons of one status do in a claim's health, a patch meets only the first.
 */
final class StrategicList {
  private static final String DIRECTIVE = StrategicMergePatch.DIRECTIVE;

  private final boolean merges;
  private final String key;
  private final TypeSpec element;

  private StrategicList(boolean merges, String key, TypeSpec element) {
    this.merges = merges;
    this.key = key;
    this.element = element;
  }

  static StrategicList of(TypeSpec type) {
    return type instanceof Listed list
        ? new StrategicList(list.merges(), list.mergeKey(), list.element())
        : new StrategicList(false, "", TypeSpec.ofElement(type));
  }

  static ArrayNode copyOf(@Nullable JsonNode list) {
    return list instanceof ArrayNode array
        ? array.deepCopy()
        : JsonNodeFactory.instance.arrayNode();
  }

  /** The merged list; both arguments are used up. */
  ArrayNode merge(ArrayNode original, ArrayNode patch) {
    if (!merges) {
      return patch;
    }
    if (original.isEmpty() && patch.isEmpty()) {
      return original;
    }
    if (key.isEmpty()) {
      return inOrder(union(original, patch), patch, original);
    }
    ArrayNode changes = copyOf(null);
    boolean replaces = false;
    for (JsonNode entry : patch) {
      switch (Json.text(entry, DIRECTIVE)) {
        case "" -> changes.add(entry);
        case "replace" -> replaces = true;
        case "delete" -> delete(original, entry);
        default -> throw StrategicMergePatch.badDirective(entry);
      }
    }
    if (replaces) {
      return inOrder(changes, changes.deepCopy(), copyOf(null));
    }
    ArrayNode places = original.deepCopy();
    changes.forEach(change -> mergeEntry(original, change));
    return inOrder(original, changes, places);
  }

  private void delete(ArrayNode list, JsonNode deletion) {
    JsonNode deleted = identity(deletion);
    list.removeIf(entry -> deleted.equals(entry.get(key)));
  }

  private void mergeEntry(ArrayNode list, JsonNode change) {
    int at = indexOf(list, identity(change));
    if (at >= 0
        && list.get(at) instanceof ObjectNode there
        && change instanceof ObjectNode members) {
      list.set(at, StrategicMergePatch.mergeObjects(there, members.deepCopy(), element));
    } else {
      list.add(change);
    }
  }

  private static ArrayNode union(ArrayNode original, ArrayNode patch) {
    Set<JsonNode> seen = new HashSet<>();
    ArrayNode out = copyOf(null);
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

  /** Refuses a patch whose entries do not come in the order that it sets. */
  void requireOrder(ArrayNode patch, JsonNode order) {
    Iterator<JsonNode> ordered = order.iterator();
    for (JsonNode entry : patch) {
      String directive = Json.text(entry, DIRECTIVE);
      boolean isCounted = !directive.equals("delete") && !order.isEmpty();
      boolean isFound = !isCounted || (!directive.isEmpty() && ordered.hasNext());
      while (!isFound && ordered.hasNext()) {
        isFound = identity(ordered.next()).equals(identity(entry));
      }
      if (!isFound) {
        throw StatusException.unclassified("The order in patch list doesn't match that set");
      }
    }
  }

  /** Refuses to order objects where their type names no key to tell them apart. */
  void requireKeys(JsonNode... lists) {
    for (JsonNode list : lists) {
      list.forEach(
          entry -> {
            if (key.isEmpty() && entry.isObject()) {
              throw withoutKey(entry);
            }
          });
    }
  }

  /**
   * Where entries count as having been when a patch has deleted some: the server lets new ones slip
   * into the places of deleted ones.
   */
  ArrayNode placesAfter(ArrayNode before, ArrayNode patch) {
    if (!merges || key.isEmpty()) {
      return before;
    }
    ArrayNode places = before.deepCopy();
    for (JsonNode entry : patch) {
      if (Json.text(entry, DIRECTIVE).equals("delete")) {
        delete(places, entry);
      }
    }
    for (JsonNode entry : patch) {
      boolean isNew = !entry.has(DIRECTIVE) && indexOf(places, identity(entry)) < 0;
      if (isNew && places.size() < before.size()) {
        places.add(entry);
      }
    }
    return places;
  }

  /**
   * Puts a merged list in order: entries that {@code order} names in that order, the others as they
   * were before, each of them as early as that allows.
   */
  ArrayNode inOrder(ArrayNode merged, JsonNode order, ArrayNode before) {
    List<JsonNode> named = new ArrayList<>();
    List<JsonNode> others = new ArrayList<>();
    for (JsonNode entry : merged) {
      (indexOf(order, identity(entry)) >= 0 ? named : others).add(entry);
    }
    sort(named, order);
    sort(others, before);
    ArrayNode out = copyOf(null);
    int next = 0;
    for (JsonNode entry : named) {
      int place = indexOf(before, identity(entry));
      while (next < others.size() && isBefore(others.get(next), place, before)) {
        out.add(others.get(next++));
      }
      out.add(entry);
    }
    others.subList(next, others.size()).forEach(out::add);
    return out;
  }

  private boolean isBefore(JsonNode entry, int place, ArrayNode before) {
    int own = indexOf(before, identity(entry));
    return own >= 0 && own < place;
  }

  /**
   * Sorts as Go's stable sort does short lists, with a comparison that says yes where an entry is
   * not in the order: such entries move to the front. Entries that share a key come together, where
   * the first of them was.
   */
  private void sort(List<JsonNode> entries, JsonNode order) {
    for (int i = 1; i < entries.size(); i++) {
      for (int j = i; j > 0; j--) {
        int place = indexOf(order, identity(entries.get(j)));
        int previous = indexOf(order, identity(entries.get(j - 1)));
        if (place >= 0 && previous >= 0 && place >= previous) {
          break;
        }
        Collections.swap(entries, j, j - 1);
      }
    }
  }

  private int indexOf(JsonNode list, JsonNode wanted) {
    for (int i = 0; i < list.size(); i++) {
      JsonNode entry = list.get(i);
      if (wanted.equals(key.isEmpty() ? entry : entry.get(key))) {
        return i;
      }
    }
    return -1;
  }

  /** What tells an entry from others. */
  private JsonNode identity(JsonNode entry) {
    JsonNode identity = key.isEmpty() ? entry : entry.get(key);
    if (identity == null) {
      throw withoutKey(entry);
    }
    return identity;
  }

  private StatusException withoutKey(JsonNode entry) {
    return StatusException.unclassified(
        "map: " + Json.write(entry) + " does not contain declared merge key: " + key);
  }
}
