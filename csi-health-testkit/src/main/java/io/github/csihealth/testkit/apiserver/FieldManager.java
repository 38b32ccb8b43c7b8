package io.github.csihealth.testkit.apiserver;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.ManagedFields.Owner;
import io.github.csihealth.testkit.apiserver.TypedComparison.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Server-side apply, and the book-keeping of field ownership that it rests on.
 *
 * <p>Every write makes its author the owner of what it changed. Applying takes over what the
 * configuration names, drops what its manager applied before and names no more, and is refused
 * where it changes what another manager owns, unless it forces.
 */
final class FieldManager {
  /** Fields that the server itself keeps; nobody owns them. */
  private static final FieldSet SERVER_FIELDS =
      FieldSet.ofNames(
          List.of("apiVersion"),
          List.of("kind"),
          List.of("metadata"),
          List.of("metadata", "name"),
          List.of("metadata", "namespace"),
          List.of("metadata", "creationTimestamp"),
          List.of("metadata", "selfLink"),
          List.of("metadata", "uid"),
          List.of("metadata", "generation"),
          List.of("metadata", "managedFields"),
          List.of("metadata", "resourceVersion"));

  private final ResourceType type;
  private final String subresource;
  private final FieldSet reset;

  /**
   * Keeps the books of one resource.
   *
   * @param subresource where is written; empty for the object itself
   */
  FieldManager(ResourceType type, String subresource) {
    this.type = type;
    this.subresource = subresource;
    this.reset = UpdateRules.resetFields(type, subresource);
  }

  /**
   * Notes who wrote what in an object that is about to be stored.
   *
   * @param live the stored object, or the empty one of its type at a creation
   * @param changed the object as the write leaves it; its managed fields are set
   */
  void update(ObjectNode live, ObjectNode changed, String manager, String now) {
    ManagedFields managed = given(live, changed);
    removeManagedFields(changed);
    boolean isCreation = Json.text(live, "metadata", "uid").isEmpty();
    // An object whose books were emptied is left without, until someone applies.
    if (!managed.isEmpty() || isCreation) {
      note(managed, live, changed, Owner.updater(manager, subresource), now);
    }
    managed.writeTo(changed, type.apiVersion());
  }

  /** A client may replace the books, but not through a subresource. */
  private ManagedFields given(ObjectNode live, ObjectNode changed) {
    JsonNode list = Json.at(changed, "metadata", "managedFields");
    if (!subresource.isEmpty() || list == null) {
      return ManagedFields.of(live);
    }
    boolean isReset = list.isEmpty() || (list.size() == 1 && list.get(0).isEmpty());
    return isReset
        ? new ManagedFields()
        : ManagedFields.parse(list)
            .filter(managed -> !managed.isEmpty())
            .orElseGet(() -> ManagedFields.of(live));
  }

  private void note(
      ManagedFields managed, ObjectNode live, ObjectNode changed, Owner owner, String now) {
    Difference difference =
        TypedComparison.of(type.schema(), withoutManagedFields(live), changed).without(reset);
    FieldSet written = difference.written().difference(SERVER_FIELDS);
    FieldSet lost = difference.written().union(difference.removed());
    List<Owner> all = new ArrayList<>(managed.others(owner));
    all.add(owner);
    FieldSet before = managed.fieldsOf(owner);
    managed.change(all, fields -> fields.difference(lost));
    if (!written.isEmpty()) {
      managed.set(owner, before.difference(difference.removed()).union(written));
      managed.touch(owner, now);
    }
  }

  /**
   * Applies a configuration.
   *
   * @return the object as it is to be stored, in canonical form and with its managed fields
   */
  ObjectNode apply(
      ObjectNode live, ObjectNode configuration, String manager, boolean force, String now) {
    requireApplicable(configuration);
    ManagedFields managed = ManagedFields.of(live);
    ObjectNode current = withoutManagedFields(live);
    if (managed.isEmpty()) {
      Owner before = Owner.updater("before-first-apply", subresource);
      note(managed, ObjectForm.empty(type), current, before, now);
    }
    Owner owner = Owner.applier(manager, subresource);
    FieldSet last = managed.fieldsOf(owner);
    managed.set(owner, TypedFields.of(type.schema(), configuration).without(reset));
    JsonNode merged = TypedMerge.merge(type.schema(), current, configuration);
    JsonNode applied = prune(merged == null ? current : merged, last, managed.owned());
    Difference difference = TypedComparison.of(type.schema(), current, applied).without(reset);
    takeOver(managed, owner, difference, force);
    managed.change(List.of(owner), fields -> fields.difference(SERVER_FIELDS));
    ObjectNode out = current;
    if (!applied.equals(current)) {
      managed.touch(owner, now);
      out = canonical(applied, configuration);
    }
    managed.writeTo(out, type.apiVersion());
    return out;
  }

  private void requireApplicable(ObjectNode configuration) {
    String apiVersion = Json.text(configuration, "apiVersion");
    String kind = Json.text(configuration, "kind");
    if (!apiVersion.equals(type.apiVersion()) || !kind.equals(type.kind())) {
      String group = apiVersion.contains("/") ? "" : "/";
      throw StatusException.badRequest(
          "invalid object type: " + group + apiVersion + ", Kind=" + kind);
    }
    if (Json.at(configuration, "metadata", "managedFields") instanceof ArrayNode) {
      throw StatusException.badRequest("metadata.managedFields must be nil");
    }
    Optional<String> problem = TypedFields.problem(type.schema(), configuration, "");
    if (problem.isPresent()) {
      throw StatusException.unclassified(
          "failed to create typed patch object ("
              + objectName(configuration)
              + "): "
              + problem.get());
    }
  }

  private String objectName(ObjectNode object) {
    return Json.text(object, "metadata", "namespace")
        + "/"
        + Json.text(object, "metadata", "name")
        + "; "
        + (type.group().isEmpty() ? "/" : "")
        + type.apiVersion()
        + ", Kind="
        + type.kind();
  }

  private ObjectNode canonical(JsonNode applied, ObjectNode configuration) {
    try {
      return ObjectForm.of(type, applied);
    } catch (DecodeException e) {
      throw StatusException.unclassified(
          "failed to convert new object ("
              + objectName(configuration)
              + ") to proper version: "
              + e.getMessage());
    }
  }

  /** Drops what this manager applied before, applies no more, and nobody else owns. */
  private JsonNode prune(JsonNode merged, FieldSet last, FieldSet owned) {
    if (last.isEmpty()) {
      return merged;
    }
    TypeSpec schema = type.schema();
    FieldSet lastWithParents = last.withNamedParents(schema);
    FieldSet mergedFields = TypedFields.of(schema, merged).withNamedParents(schema);

    JsonNode withoutLast = TypedFields.remove(schema, merged, lastWithParents);
    FieldSet kept = fieldsWithParents(withoutLast).union(owned.withNamedParents(schema));
    JsonNode withOwned = TypedFields.remove(schema, merged, mergedFields.difference(kept));

    FieldSet gone = mergedFields.difference(fieldsWithParents(withOwned));
    return TypedFields.remove(schema, merged, gone.intersection(lastWithParents));
  }

  private FieldSet fieldsWithParents(JsonNode value) {
    return TypedFields.of(type.schema(), value).withNamedParents(type.schema());
  }

  private void takeOver(ManagedFields managed, Owner owner, Difference difference, boolean force) {
    List<Owner> others = managed.others(owner);
    SortedMap<String, List<String>> conflicts = new TreeMap<>();
    for (Owner other : others) {
      managed
          .fieldsOf(other)
          .intersection(difference.written())
          .forEach(
              path ->
                  conflicts
                      .computeIfAbsent(inWords(other), unused -> new ArrayList<>())
                      .add(path.stream().map(PathElement::toString).collect(joining())));
    }
    if (!force && !conflicts.isEmpty()) {
      throw conflict(conflicts);
    }
    managed.change(
        others, fields -> fields.difference(difference.written()).difference(difference.removed()));
  }

  private static StatusException conflict(SortedMap<String, List<String>> conflicts) {
    List<FieldError> causes = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    conflicts.forEach(
        (owner, fields) -> {
          lines.append(lines.isEmpty() ? "" : "\n").append("conflicts with ").append(owner);
          lines.append(":");
          for (String field : fields) {
            lines.append("\n- ").append(field);
            causes.add(new FieldError("FieldManagerConflict", field, "conflict with " + owner));
          }
        });
    if (causes.size() == 1) {
      FieldError only = causes.get(0);
      return StatusException.applyConflict(
          "Apply failed with 1 conflict: " + only.message() + ": " + only.field(), causes);
    }
    return StatusException.applyConflict(
        "Apply failed with " + causes.size() + " conflicts: " + lines, causes);
  }

  private String inWords(Owner owner) {
    String where =
        owner.subresource().isEmpty() ? "" : " with subresource \"" + owner.subresource() + "\"";
    String how = owner.applies() ? "" : " using " + type.apiVersion();
    return "\"" + owner.manager() + "\"" + where + how;
  }

  private static ObjectNode withoutManagedFields(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    removeManagedFields(copy);
    return copy;
  }

  private static void removeManagedFields(ObjectNode object) {
    if (object.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
  }
}
