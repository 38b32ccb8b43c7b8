package io.github.csihealth.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes values out of one document, whatever it holds, and keeps what it found on the way (rule
 * C1). Absent and null are one; what has another type than asked for is a finding, and absent too.
 */
class TreeReader {

  private final List<Finding> findings = new ArrayList<>();

  final <T> Read<T> read(T value) {
    return new Read<>(value, findings);
  }

  final void found(FindingKind kind, String path, String detail) {
    findings.add(Finding.of(kind, path, detail));
  }

  final long count(FindingKind kind) {
    return findings.stream().filter(finding -> finding.kind() == kind).count();
  }

  static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  /** The document itself, of which nothing can be taken unless it is an object. */
  final JsonNode document(JsonNode root) {
    isObject(root, "document");
    return root;
  }

  /** Whether it is an object; anything else is a finding. */
  final boolean isObject(JsonNode node, String path) {
    if (!node.isObject()) {
      wrongType(node, "an object", path);
    }
    return node.isObject();
  }

  /** An object of an object; nothing can be taken of it where it is not one. */
  final JsonNode child(JsonNode parent, String field, String path) {
    JsonNode node = parent.path(field);
    if (!isAbsent(node)) {
      isObject(node, path);
    }
    return node;
  }

  /** An item of a list, and where it is. */
  record Item(JsonNode node, String path) {}

  /** The objects of a list. */
  final List<Item> objects(JsonNode list, String path) {
    List<Item> items = new ArrayList<>();
    for (Item item : items(list, path)) {
      if (isObject(item.node, item.path)) {
        items.add(item);
      }
    }
    return items;
  }

  private List<Item> items(JsonNode list, String path) {
    if (isAbsent(list)) {
      return List.of();
    }
    if (!list.isArray()) {
      wrongType(list, "a list", path);
      return List.of();
    }
    List<Item> items = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      items.add(new Item(list.get(i), path + "[" + i + "]"));
    }
    return items;
  }

  /** The entries of a map list as they are; a repeated key is a finding. */
  final <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> mapList(
      List<E> entries, String path) {
    MapList<K, E> list = MapList.ofStored(entries);
    for (E duplicate : list.duplicates()) {
      found(
          FindingKind.DUPLICATE_KEY,
          path,
          "stored more than once: (" + duplicate.key() + "); the first is used");
    }
    return list;
  }

  /** A string that should be there; empty, and a finding, where it is not. */
  final String required(JsonNode parent, String field, String path) {
    if (!parent.hasNonNull(field)) {
      found(FindingKind.MISSING_FIELD, path + "." + field, "required, read as empty");
    }
    return text(parent, field, path);
  }

  /** A string; empty where it is absent. */
  final String text(JsonNode parent, String field, String path) {
    return optionalText(parent, field, path).orElse("");
  }

  final Optional<String> optionalText(JsonNode parent, String field, String path) {
    JsonNode node = parent.path(field);
    return isAbsent(node) ? Optional.empty() : text(node, path + "." + field);
  }

  private Optional<String> text(JsonNode node, String path) {
    if (!node.isTextual()) {
      wrongType(node, "a string", path);
      return Optional.empty();
    }
    return Optional.of(node.textValue());
  }

  final @Nullable Instant time(JsonNode parent, String field, String path) {
    Optional<String> text = optionalText(parent, field, path);
    Optional<Instant> time = text.flatMap(KubernetesTime::parse);
    if (text.isPresent() && time.isEmpty()) {
      found(FindingKind.BAD_TIME, path + "." + field, "no RFC 3339 time; read as no time");
    }
    return time.orElse(null);
  }

  final Set<PersistentVolumeAccessMode> accessModes(JsonNode parent, String path) {
    Set<PersistentVolumeAccessMode> modes = new LinkedHashSet<>();
    for (Item item : items(parent.path("accessModes"), path + ".accessModes")) {
      text(item.node, item.path).map(PersistentVolumeAccessMode::of).ifPresent(modes::add);
    }
    return modes;
  }

  final Optional<PersistentVolumeMode> volumeMode(JsonNode parent, String path) {
    return optionalText(parent, "volumeMode", path).map(PersistentVolumeMode::of);
  }

  /** The other fields of an object, as plain values; each is a finding. */
  final Map<String, ?> unknown(JsonNode node, Predicate<String> known, String path) {
    Map<String, @Nullable Object> unknown = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!known.test(field.getKey())) {
        unknown.put(field.getKey(), PlainValues.of(field.getValue()));
        found(FindingKind.UNKNOWN_FIELD, path + "." + field.getKey(), "not known; kept");
      }
    }
    return unknown.isEmpty() ? Map.of() : Collections.unmodifiableMap(unknown);
  }

  private void wrongType(JsonNode node, String wanted, String path) {
    found(
        FindingKind.WRONG_TYPE,
        path,
        "expected "
            + wanted
            + ", found "
            + node.getNodeType().name().toLowerCase(Locale.ROOT)
            + "; read as absent");
  }
}
