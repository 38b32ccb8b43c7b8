package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Freeform;
import io.github.csihealth.testkit.apiserver.TypeSpec.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A set of field paths, as a tree. A path may be in the set without its parents, and a parent
 * without its children.
 *
 * <p>Only {@link #insert} changes a set; the operations answer new ones.
 */
final class FieldSet {
  private static final String SELF = ".";

  private final TreeSet<PathElement> members = new TreeSet<>();
  private final TreeMap<PathElement, FieldSet> children = new TreeMap<>();

  /** The set of the given paths, each a list of field names. */
  @SafeVarargs
  static FieldSet ofNames(List<String>... paths) {
    FieldSet set = new FieldSet();
    for (List<String> path : paths) {
      set.insert(path.stream().map(PathElement::field).toList());
    }
    return set;
  }

  /** Adds a path. The empty path, the whole object, is owned by nobody and is left out. */
  void insert(List<PathElement> path) {
    if (path.isEmpty()) {
      return;
    }
    FieldSet at = this;
    for (PathElement element : path.subList(0, path.size() - 1)) {
      at = at.children.computeIfAbsent(element, unused -> new FieldSet());
    }
    at.members.add(path.get(path.size() - 1));
  }

  boolean isEmpty() {
    return members.isEmpty() && children.values().stream().allMatch(FieldSet::isEmpty);
  }

  boolean has(PathElement element) {
    return members.contains(element);
  }

  /** The part of the set below an element. */
  FieldSet below(PathElement element) {
    FieldSet child = children.get(element);
    return child == null ? new FieldSet() : child;
  }

  FieldSet union(FieldSet other) {
    FieldSet out = new FieldSet();
    out.members.addAll(members);
    out.members.addAll(other.members);
    out.children.putAll(children);
    other.children.forEach((element, child) -> out.children.merge(element, child, FieldSet::union));
    return out;
  }

  FieldSet intersection(FieldSet other) {
    FieldSet out = new FieldSet();
    out.members.addAll(members);
    out.members.retainAll(other.members);
    children.forEach(
        (element, child) -> out.addChild(element, child.intersection(other.below(element))));
    return out;
  }

  /** What is here and not there; a parent there does not take its children from here. */
  FieldSet difference(FieldSet other) {
    FieldSet out = new FieldSet();
    out.members.addAll(members);
    out.members.removeAll(other.members);
    children.forEach(
        (element, child) -> out.addChild(element, child.difference(other.below(element))));
    return out;
  }

  /** What is here and neither there nor below a path there. */
  FieldSet without(FieldSet other) {
    FieldSet out = new FieldSet();
    out.members.addAll(members);
    out.members.removeAll(other.members);
    children.forEach(
        (element, child) -> {
          if (!other.members.contains(element)) {
            out.addChild(element, child.without(other.below(element)));
          }
        });
    return out;
  }

  /** The set with the declared fields on the way to each path. */
  FieldSet withNamedParents(TypeSpec type) {
    FieldSet out = new FieldSet();
    out.members.addAll(members);
    children.forEach(
        (element, child) -> {
          boolean isField = element.kind() == PathElement.Kind.FIELD;
          if (isField && type instanceof Struct struct && struct.field(element.text()) != null) {
            out.members.add(element);
          }
          TypeSpec below =
              isField ? TypeSpec.ofField(type, element.text()) : TypeSpec.ofElement(type);
          out.children.put(
              element, child.withNamedParents(below == null ? Freeform.FREEFORM : below));
        });
    return out;
  }

  private void addChild(PathElement element, FieldSet child) {
    if (!child.isEmpty()) {
      children.put(element, child);
    }
  }

  void forEach(Consumer<List<PathElement>> visitor) {
    forEach(new ArrayList<>(), visitor);
  }

  private void forEach(List<PathElement> prefix, Consumer<List<PathElement>> visitor) {
    for (PathElement member : members) {
      prefix.add(member);
      visitor.accept(List.copyOf(prefix));
      prefix.remove(prefix.size() - 1);
    }
    children.forEach(
        (element, child) -> {
          prefix.add(element);
          child.forEach(prefix, visitor);
          prefix.remove(prefix.size() - 1);
        });
  }

  /** The form of {@code fieldsV1} in managed fields. */
  ObjectNode toJson() {
    ObjectNode out = Json.object();
    TreeSet<PathElement> elements = new TreeSet<>(members);
    elements.addAll(children.keySet());
    for (PathElement element : elements) {
      FieldSet child = children.get(element);
      ObjectNode printed = child == null ? Json.object() : child.toJson();
      if (child != null && members.contains(element)) {
        printed = Json.object();
        printed.set(SELF, Json.object());
        printed.setAll(child.toJson());
      }
      out.set(element.wire(), printed);
    }
    return out;
  }

  /** Reads {@link #toJson}'s form; what is not understood is left out. */
  static FieldSet fromJson(@Nullable JsonNode json) {
    FieldSet out = new FieldSet();
    if (json == null) {
      return out;
    }
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      PathElement.parse(entry.getKey())
          .ifPresent(
              element -> {
                JsonNode below = entry.getValue();
                FieldSet child = fromJson(below);
                if (below.has(SELF) || child.isEmpty()) {
                  out.members.add(element);
                }
                out.addChild(element, child);
              });
    }
    return out;
  }
}
