package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Who owns which fields of one object: {@code metadata.managedFields}. */
final class ManagedFields {
  private static final String APPLY = "Apply";
  private static final String UPDATE = "Update";
  private static final Comparator<JsonNode> PRINTED_ORDER =
      Comparator.<JsonNode, String>comparing(entry -> Json.text(entry, "operation"))
          .thenComparing(entry -> Json.text(entry, "time"))
          .thenComparing(entry -> Json.text(entry, "manager"))
          .thenComparing(entry -> Json.text(entry, "subresource"));

  private final Map<Owner, Ownership> owners = new HashMap<>();

  /**
   * Someone who owns fields.
   *
   * @param manager the name that the client gave or its user agent implies
   * @param applies whether it applied them; otherwise it wrote them in another way
   * @param subresource where it wrote; empty for the object itself
   */
  record Owner(String manager, boolean applies, String subresource) {

    static Owner applier(String manager, String subresource) {
      return new Owner(manager, true, subresource);
    }

    static Owner updater(String manager, String subresource) {
      return new Owner(manager, false, subresource);
    }
  }

  /**
   * What one owner owns.
   *
   * @param time when it last changed something, as printed
   */
  record Ownership(FieldSet fields, String time) {}

  /** Reads the list; empty if the list is not one that a server could have written. */
  static Optional<ManagedFields> parse(@Nullable JsonNode list) {
    ManagedFields out = new ManagedFields();
    if (list == null) {
      return Optional.of(out);
    }
    for (JsonNode entry : list) {
      String operation = Json.text(entry, "operation");
      boolean known = operation.equals(APPLY) || operation.equals(UPDATE);
      if (!known || !Json.text(entry, "fieldsType").equals("FieldsV1")) {
        return Optional.empty();
      }
      out.owners.put(
          new Owner(
              Json.text(entry, "manager"),
              operation.equals(APPLY),
              Json.text(entry, "subresource")),
          new Ownership(FieldSet.fromJson(entry.get("fieldsV1")), Json.text(entry, "time")));
    }
    return Optional.of(out);
  }

  static ManagedFields of(ObjectNode object) {
    return parse(Json.at(object, "metadata", "managedFields")).orElseGet(ManagedFields::new);
  }

  boolean isEmpty() {
    return owners.isEmpty();
  }

  FieldSet fieldsOf(Owner owner) {
    Ownership ownership = owners.get(owner);
    return ownership == null ? new FieldSet() : ownership.fields();
  }

  /** All fields that anyone owns. */
  FieldSet owned() {
    return owners.values().stream().map(Ownership::fields).reduce(new FieldSet(), FieldSet::union);
  }

  List<Owner> others(Owner owner) {
    return owners.keySet().stream().filter(other -> !other.equals(owner)).toList();
  }

  /** Sets what an owner owns. The time of its last change stays until {@link #touch}. */
  void set(Owner owner, FieldSet fields) {
    Ownership before = owners.get(owner);
    owners.put(owner, new Ownership(fields, before == null ? "" : before.time()));
  }

  void touch(Owner owner, String time) {
    owners.computeIfPresent(owner, (unused, before) -> new Ownership(before.fields(), time));
  }

  /** Changes what each of the given owners owns, and forgets those left with nothing. */
  void change(List<Owner> changed, UnaryOperator<FieldSet> change) {
    for (Owner owner : changed) {
      set(owner, change.apply(fieldsOf(owner)));
    }
    owners.values().removeIf(ownership -> ownership.fields().isEmpty());
  }

  /** Writes the list into an object; an empty one is left out. */
  void writeTo(ObjectNode object, String apiVersion) {
    ObjectNode metadata = object.withObject("/metadata");
    if (owners.isEmpty()) {
      metadata.remove("managedFields");
      return;
    }
    List<JsonNode> entries = new ArrayList<>();
    owners.forEach((owner, ownership) -> entries.add(entry(owner, ownership, apiVersion)));
    entries.sort(PRINTED_ORDER);
    ArrayNode list = JsonNodeFactory.instance.arrayNode().addAll(entries);
    metadata.set("managedFields", list);
  }

  private static ObjectNode entry(Owner owner, Ownership ownership, String apiVersion) {
    ObjectNode out =
        Json.object()
            .put("manager", owner.manager())
            .put("operation", owner.applies() ? APPLY : UPDATE)
            .put("apiVersion", apiVersion);
    if (!ownership.time().isEmpty()) {
      out.put("time", ownership.time());
    }
    out.put("fieldsType", "FieldsV1");
    out.set("fieldsV1", ownership.fields().toJson());
    return owner.subresource().isEmpty() ? out : out.put("subresource", owner.subresource());
  }

  /** Whether two lists differ in nothing but times. */
  static boolean equalButForTimes(@Nullable JsonNode first, @Nullable JsonNode second) {
    if (first == null || second == null || first.size() != second.size()) {
      return first == null && second == null;
    }
    for (int i = 0; i < first.size(); i++) {
      if (!withoutTime(first.get(i)).equals(withoutTime(second.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private static JsonNode withoutTime(JsonNode entry) {
    JsonNode copy = entry.deepCopy();
    if (copy instanceof ObjectNode object) {
      object.remove("time");
    }
    return copy;
  }
}
