package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Freeform;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which fields of an object were added, changed and removed between two states. */
final class TypedComparison {
  private final FieldSet added = new FieldSet();
  private final FieldSet modified = new FieldSet();
  private final FieldSet removed = new FieldSet();
  private final List<PathElement> path = new ArrayList<>();

  private TypedComparison() {}

  /**
   * The difference between two states, as sets of paths.
   *
   * @param written what was added or changed
   * @param removed what is gone
   */
  record Difference(FieldSet written, FieldSet removed) {

    Difference without(FieldSet ignored) {
      return new Difference(written.without(ignored), removed.without(ignored));
    }
  }

  static Difference of(TypeSpec type, JsonNode before, JsonNode after) {
    TypedComparison comparison = new TypedComparison();
    comparison.compare(type, before, after);
    return new Difference(comparison.added.union(comparison.modified), comparison.removed);
  }

  private void compare(TypeSpec type, @Nullable JsonNode before, @Nullable JsonNode after) {
    Shape shape = Shape.of(type, after == null || after.isNull() ? before : after);
    if (shape == Shape.LEAF || (Json.isBlank(before) && Json.isBlank(after))) {
      compareLeaf(before, after);
      return;
    }
    if (shape == Shape.FIELDS) {
      compareFields(type, before, after);
    } else if (type instanceof Listed list) {
      compareEntries(list, before, after);
    }
    if (before == null) {
      added.insert(path);
    } else if (after == null) {
      removed.insert(path);
    }
  }

  private void compareLeaf(@Nullable JsonNode before, @Nullable JsonNode after) {
    if (before == null) {
      added.insert(path);
    } else if (after == null) {
      removed.insert(path);
    } else if (!before.equals(after)) {
      modified.insert(path);
    }
  }

  private void compareFields(TypeSpec type, @Nullable JsonNode before, @Nullable JsonNode after) {
    for (String name : names(before, after)) {
      TypeSpec field = TypeSpec.ofField(type, name);
      descend(
          PathElement.field(name),
          field == null ? Freeform.FREEFORM : field,
          Json.at(before, name),
          Json.at(after, name));
    }
  }

  private void compareEntries(Listed type, @Nullable JsonNode before, @Nullable JsonNode after) {
    Map<PathElement, List<JsonNode>> there = byKey(type, before);
    Map<PathElement, List<JsonNode>> here = byKey(type, after);
    Set<PathElement> keys = new LinkedHashSet<>(there.keySet());
    keys.addAll(here.keySet());
    for (PathElement key : keys) {
      compareSameKey(
          key, type, there.getOrDefault(key, List.of()), here.getOrDefault(key, List.of()));
    }
  }

  // Entries that share a key count as one value; only an update that is refused later has them.
  private void compareSameKey(
      PathElement key, Listed type, List<JsonNode> there, List<JsonNode> here) {
    if (there.size() < 2 && here.size() < 2) {
      descend(key, type.element(), first(there), first(here));
      return;
    }
    path.add(key);
    if (there.isEmpty() || here.size() > there.size()) {
      added.insert(path);
    } else if (here.isEmpty() || there.size() > here.size()) {
      removed.insert(path);
    } else if (!there.equals(here)) {
      modified.insert(path);
    }
    path.remove(path.size() - 1);
  }

  private void descend(
      PathElement element, TypeSpec type, @Nullable JsonNode before, @Nullable JsonNode after) {
    path.add(element);
    compare(type, before, after);
    path.remove(path.size() - 1);
  }

  private static @Nullable JsonNode first(List<JsonNode> nodes) {
    return nodes.isEmpty() ? null : nodes.get(0);
  }

  private static Map<PathElement, List<JsonNode>> byKey(Listed type, @Nullable JsonNode list) {
    Map<PathElement, List<JsonNode>> out = new LinkedHashMap<>();
    if (list != null) {
      list.forEach(
          entry ->
              PathElement.ofEntry(type, entry)
                  .ifPresent(
                      key -> out.computeIfAbsent(key, unused -> new ArrayList<>()).add(entry)));
    }
    return out;
  }

  /** The names of the fields of either object, those of the first one first. */
  static Set<String> names(@Nullable JsonNode first, @Nullable JsonNode second) {
    Set<String> names = new LinkedHashSet<>();
    if (first != null) {
      first.fieldNames().forEachRemaining(names::add);
    }
    if (second != null) {
      second.fieldNames().forEachRemaining(names::add);
    }
    return names;
  }
}
