package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Freeform;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lays an applied configuration over an object: what it names wins, the rest stays. */
final class TypedMerge {
  private TypedMerge() {}

  /** The merged value; null where nothing is left. At least one argument must be there. */
  static @Nullable JsonNode merge(
      TypeSpec type, @Nullable JsonNode live, @Nullable JsonNode applied) {
    Shape shape = Shape.of(type, applied == null ? live : applied);
    if (shape == Shape.LEAF || (Json.isBlank(live) && Json.isBlank(applied))) {
      return applied == null ? live : applied;
    }
    return shape == Shape.FIELDS
        ? mergeFields(type, live, applied)
        : mergeEntries((Listed) type, live, applied);
  }

  private static @Nullable JsonNode mergeFields(
      TypeSpec type, @Nullable JsonNode live, @Nullable JsonNode applied) {
    ObjectNode out = Json.object();
    for (String name : TypedComparison.names(live, applied)) {
      TypeSpec field = TypeSpec.ofField(type, name);
      JsonNode merged =
          merge(
              field == null ? Freeform.FREEFORM : field,
              Json.at(live, name),
              Json.at(applied, name));
      if (merged != null) {
        out.set(name, merged);
      }
    }
    return out.isEmpty() ? null : out;
  }

  /**
   * Merges two keyed lists. Applied entries keep their order among themselves; live entries that
   * are not applied stay where they are relative to those that both lists share.
   */
  private static @Nullable JsonNode mergeEntries(
      Listed type, @Nullable JsonNode live, @Nullable JsonNode applied) {
    Map<PathElement, JsonNode> there = byKey(type, live);
    Map<PathElement, JsonNode> here = byKey(type, applied);
    List<PathElement> liveKeys = List.copyOf(there.keySet());
    List<PathElement> appliedKeys = List.copyOf(here.keySet());
    Deque<PathElement> shared = new ArrayDeque<>(appliedKeys);
    shared.retainAll(there.keySet());
    Set<PathElement> taken = new HashSet<>();
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    int nextLive = 0;
    int nextApplied = 0;
    while (nextLive < liveKeys.size() || nextApplied < appliedKeys.size()) {
      if (nextLive < liveKeys.size()) {
        PathElement key = liveKeys.get(nextLive);
        if (!here.containsKey(key)) {
          add(out, type, there.get(key), null);
          nextLive++;
          continue;
        }
        // A shared entry is placed by the applied order: step over it unless it is next there.
        boolean waits = !shared.isEmpty() && !key.equals(shared.peek());
        if (waits && nextApplied < appliedKeys.size()) {
          nextLive++;
          continue;
        }
        if (taken.contains(key)) {
          nextLive++;
        }
      }
      if (nextApplied < appliedKeys.size()) {
        PathElement key = appliedKeys.get(nextApplied++);
        taken.add(key);
        add(out, type, there.get(key), here.get(key));
        if (key.equals(shared.peek())) {
          shared.poll();
        }
        if (nextLive < liveKeys.size() && liveKeys.get(nextLive).equals(key)) {
          nextLive++;
        }
      }
    }
    return out.isEmpty() ? null : out;
  }

  private static void add(
      ArrayNode out, Listed type, @Nullable JsonNode live, @Nullable JsonNode applied) {
    JsonNode merged = merge(type.element(), live, applied);
    if (merged != null) {
      out.add(merged);
    }
  }

  private static Map<PathElement, JsonNode> byKey(Listed type, @Nullable JsonNode list) {
    Map<PathElement, JsonNode> out = new LinkedHashMap<>();
    if (list != null) {
      for (Iterator<JsonNode> entries = list.elements(); entries.hasNext(); ) {
        JsonNode entry = entries.next();
        PathElement.ofEntry(type, entry).ifPresent(key -> out.putIfAbsent(key, entry));
      }
    }
    return out;
  }
}
