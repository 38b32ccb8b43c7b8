package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Creations, changes and deletions of objects, each as one step that no other interrupts. */
final class Writes {
  static final String MODIFIED =
      "the object has been modified; please apply your changes to the latest version and try again";

  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final String NAME_CHARACTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private final ObjectStore store;
  private final InstantSource clock;
  private final BooleanSupplier healthEnabled;

  Writes(ObjectStore store, InstantSource clock, BooleanSupplier healthEnabled) {
    this.store = store;
    this.clock = clock;
    this.healthEnabled = healthEnabled;
  }

  /** Creates an object that a client sent; its status starts anew. */
  Outcome create(ResourceType type, String namespace, String body, WriteOptions options) {
    BodyReader reader = new BodyReader(type, body, options);
    ObjectNode created = reader.object();
    String now = now();
    ObjectNode metadata = created.withObject("/metadata");
    if (!Json.text(metadata, "resourceVersion").isEmpty()) {
      throw StatusException.unclassified(
          "resourceVersion should not be set on objects to be created");
    }
    metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds"));
    metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now);
    fillNamespace(type, namespace, metadata);
    generateName(metadata);
    UpdateRules.setDefaults(type, created);
    own(type, created, options.manager(), now);
    UpdateRules.resetStatus(type, created, now);
    return Outcome.stored(201, insert(type, created, options.dryRun()), reader.warnings());
  }

  /**
   * Stores an object as a test's author wrote it, its status included. Neither what the server
   * would refuse nor a switched-off health field is dropped: such an object may stem from another
   * server.
   */
  ObjectNode seed(ObjectNode given) {
    ResourceType type = ResourceType.named(Json.text(given, "kind"));
    ObjectNode created = GoDecoder.canonical(type.schema(), given);
    ObjectNode metadata = created.withObject("/metadata");
    if (Json.text(metadata, "uid").isEmpty()) {
      metadata.put("uid", UUID.randomUUID().toString());
    }
    if (!metadata.has("creationTimestamp")) {
      metadata.put("creationTimestamp", now());
    }
    String fallback = type.namespaced() ? "default" : "";
    String namespace = Json.text(metadata, "namespace");
    fillNamespace(type, namespace.isEmpty() ? fallback : namespace, metadata);
    generateName(metadata);
    UpdateRules.setDefaults(type, created);
    own(type, created, "test", now());
    return insert(type, created, false);
  }

  private static void own(ResourceType type, ObjectNode created, String manager, String now) {
    ObjectNode nothing = GoDecoder.canonical(type.schema(), Json.object());
    new FieldManager(type, "", UpdateRules.resetFields(type, ""))
        .update(nothing, created, manager, now);
  }

  private ObjectNode insert(ResourceType type, ObjectNode created, boolean dryRun) {
    ObjectNode stored = inOrder(type, created);
    ObjectKey key =
        new ObjectKey(
            type,
            Json.text(stored, "metadata", "namespace"),
            Json.text(stored, "metadata", "name"));
    requireName(type, key.name());
    return store.exclusively(
        () -> {
          if (store.get(key).isPresent()) {
            throw StatusException.alreadyExists(type, key.name());
          }
          return dryRun ? stored : store.put(key, stored);
        });
  }

  private static void fillNamespace(ResourceType type, String namespace, ObjectNode metadata) {
    String given = Json.text(metadata, "namespace");
    String expected = type.namespaced() ? namespace : "";
    if (!given.isEmpty() && !given.equals(expected)) {
      throw StatusException.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    if (!expected.isEmpty()) {
      metadata.put("namespace", expected);
    }
  }

  private static void generateName(ObjectNode metadata) {
    String prefix = Json.text(metadata, "generateName");
    if (!Json.text(metadata, "name").isEmpty() || prefix.isEmpty()) {
      return;
    }
    String suffix =
        ThreadLocalRandom.current()
            .ints(5, 0, NAME_CHARACTERS.length())
            .mapToObj(i -> NAME_CHARACTERS.substring(i, i + 1))
            .collect(Collectors.joining());
    metadata.put("name", prefix + suffix);
  }

  private static void requireName(ResourceType type, String name) {
    if (name.isEmpty()) {
      throw StatusException.invalid(
          type,
          "",
          List.of(FieldError.required("metadata.name", "name or generateName is required")));
    }
    if (name.length() > 253 || !NAME.matcher(name).matches()) {
      throw StatusException.invalid(
          type,
          name,
          List.of(
              FieldError.invalid(
                  "metadata.name", name, "a lowercase RFC 1123 subdomain is needed")));
    }
  }

  /** Replaces an object or its status. */
  Outcome replace(ObjectKey key, String subresource, String body, WriteOptions options) {
    ResourceType type = key.type();
    BodyReader reader = new BodyReader(type, body, options);
    ObjectNode given = inOrder(type, reader.object());
    fillNamespace(type, key.namespace(), given.withObject("/metadata"));
    ObjectNode stored =
        change(
            key,
            subresource,
            options,
            live -> {
              requireUid(key, live, Json.text(given, "metadata", "uid"));
              manager(type, subresource).update(live, given, options.manager(), now());
              return given;
            });
    return Outcome.stored(200, stored, reader.warnings());
  }

  /** Patches an object or its status; applying to an object that is not there creates it. */
  Outcome patch(
      ObjectKey key, String subresource, PatchKind kind, String body, WriteOptions options) {
    BodyReader reader = new BodyReader(key.type(), body, options);
    if (kind == PatchKind.APPLY) {
      return apply(key, subresource, reader.configuration(), options);
    }
    ObjectNode stored =
        change(
            key,
            subresource,
            options,
            live -> {
              ObjectNode patched = reader.patched(kind, live);
              manager(key.type(), subresource).update(live, patched, options.manager(), now());
              return patched;
            });
    return Outcome.stored(200, stored, reader.warnings());
  }

  private Outcome apply(
      ObjectKey key, String subresource, ObjectNode configuration, WriteOptions options) {
    UnaryOperator<ObjectNode> applied =
        live ->
            manager(key.type(), subresource)
                .apply(live, configuration, options.manager(), options.force(), now());
    return store.exclusively(
        () -> {
          if (!subresource.isEmpty() || store.get(key).isPresent()) {
            return Outcome.ok(change(key, subresource, options, applied));
          }
          String uid = Json.text(configuration, "metadata", "uid");
          if (!uid.isEmpty()) {
            throw StatusException.conflict(
                key.type(),
                key.name(),
                "uid mismatch: the provided object specified uid "
                    + uid
                    + ", and no existing object was found");
          }
          return Outcome.stored(201, createByApply(key, applied, options.dryRun()), List.of());
        });
  }

  private ObjectNode createByApply(
      ObjectKey key, UnaryOperator<ObjectNode> applied, boolean dryRun) {
    ResourceType type = key.type();
    ObjectNode created = applied.apply(inOrder(type, Json.object()));
    ObjectNode metadata = created.withObject("/metadata");
    fillNamespace(type, key.namespace(), metadata);
    requireSameName(key, created);
    metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now());
    UpdateRules.setDefaults(type, created);
    UpdateRules.resetStatus(type, created, now());
    return insert(type, created, dryRun);
  }

  private static FieldManager manager(ResourceType type, String subresource) {
    return new FieldManager(type, subresource, UpdateRules.resetFields(type, subresource));
  }

  /**
   * Changes a stored object.
   *
   * @param change gives the object as the client wants it, with its managed fields
   * @return the object as it is then stored
   */
  private ObjectNode change(
      ObjectKey key, String subresource, WriteOptions options, UnaryOperator<ObjectNode> change) {
    return store.exclusively(
        () -> {
          ObjectNode old = required(key);
          ObjectNode changed = change.apply(old);
          fillNamespace(key.type(), key.namespace(), changed.withObject("/metadata"));
          requireSameName(key, changed);
          requireRevision(key, changed, old);
          UpdateRules.prepare(key.type(), subresource, changed, old, now());
          if (!healthEnabled.getAsBoolean()) {
            UpdateRules.dropNewHealth(key.type(), changed, old);
          }
          requireValid(key.type(), subresource, changed, old);
          return storeChanged(key, changed, old, options.dryRun());
        });
  }

  private ObjectNode storeChanged(
      ObjectKey key, ObjectNode changed, ObjectNode old, boolean dryRun) {
    if (UpdateRules.completesDeletion(changed, old)) {
      if (!dryRun) {
        store.remove(key);
      }
      return changed;
    }
    if (isSameButForTimes(changed, old)) {
      return old;
    }
    ObjectNode ordered = inOrder(key.type(), changed);
    return dryRun ? ordered : store.put(key, ordered);
  }

  /** A write that would only renew the times of managers changes nothing. */
  private static boolean isSameButForTimes(ObjectNode changed, ObjectNode old) {
    JsonNode books = Json.at(changed, "metadata", "managedFields");
    JsonNode oldBooks = Json.at(old, "metadata", "managedFields");
    if (!ManagedFields.equalButForTimes(books, oldBooks)) {
      return false;
    }
    ObjectNode probe = changed.deepCopy();
    if (oldBooks != null) {
      probe.withObject("/metadata").set("managedFields", oldBooks);
    }
    return probe.equals(old);
  }

  private static void requireValid(
      ResourceType type, String subresource, ObjectNode changed, ObjectNode old) {
    List<FieldError> errors = new ArrayList<>(UpdateRules.metadataErrors(changed, old));
    if (subresource.equals(UpdateRules.STATUS)) {
      errors.addAll(HealthValidation.validate(type, changed, old));
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(type, Json.text(changed, "metadata", "name"), errors);
    }
  }

  private static void requireSameName(ObjectKey key, ObjectNode changed) {
    String name = Json.text(changed, "metadata", "name");
    if (!name.equals(key.name())) {
      throw StatusException.badRequest(
          "the name of the object ("
              + name
              + ") does not match the name on the URL ("
              + key.name()
              + ")");
    }
  }

  private static void requireRevision(ObjectKey key, ObjectNode changed, ObjectNode old) {
    String wanted = Json.text(changed, "metadata", "resourceVersion");
    String current = Json.text(old, "metadata", "resourceVersion");
    if (!wanted.isEmpty() && !NUMBER.matcher(wanted).matches()) {
      throw StatusException.unclassified(
          "strconv.ParseUint: parsing \"" + wanted + "\": invalid syntax");
    }
    boolean unconditional = wanted.isEmpty() || Long.parseLong(wanted) == 0;
    if (unconditional && key.type() == ResourceType.CSI_NODE) {
      throw StatusException.invalid(
          key.type().group(),
          key.type().plural(),
          key.name(),
          List.of(
              FieldError.invalid(
                  "metadata.resourceVersion", "0", "must be specified for an update")));
    }
    if (!unconditional && Long.parseLong(wanted) != Long.parseLong(current)) {
      throw StatusException.conflict(key.type(), key.name(), MODIFIED);
    }
    changed.withObject("/metadata").put("resourceVersion", current);
  }

  /**
   * Deletes an object, or marks it as being deleted while it has finalizers.
   *
   * @param body delete options, whose preconditions count; may be empty
   */
  Outcome delete(ObjectKey key, String body, boolean dryRun) {
    JsonNode preconditions = deleteOptions(body).path("preconditions");
    return store.exclusively(
        () -> {
          ObjectNode old = required(key);
          requireUid(key, old, Json.text(preconditions, "uid"));
          String revision = Json.text(preconditions, "resourceVersion");
          if (!Set.of("", Json.text(old, "metadata", "resourceVersion")).contains(revision)) {
            throw StatusException.conflict(key.type(), key.name(), "Precondition failed");
          }
          if (dryRun) {
            return Outcome.ok(old);
          }
          if (!UpdateRules.hasFinalizers(old)) {
            return Outcome.ok(store.remove(key).orElse(old));
          }
          return Outcome.ok(markDeleted(key, old));
        });
  }

  private ObjectNode markDeleted(ObjectKey key, ObjectNode old) {
    if (old.path("metadata").has("deletionTimestamp")) {
      return old;
    }
    ObjectNode marked = old.deepCopy();
    marked
        .withObject("/metadata")
        .put("deletionTimestamp", now())
        .put("deletionGracePeriodSeconds", 0);
    return store.put(key, inOrder(key.type(), marked));
  }

  /** The object with its kind, and all its fields in the order in which they are printed. */
  private static ObjectNode inOrder(ResourceType type, ObjectNode object) {
    ObjectNode typed = object.deepCopy();
    typed.put("kind", type.kind()).put("apiVersion", type.apiVersion());
    return GoDecoder.canonical(type.schema(), typed);
  }

  private static JsonNode deleteOptions(String body) {
    try {
      return Json.parse(body);
    } catch (JsonProcessingException e) {
      throw StatusException.badRequest("couldn't parse the delete options");
    }
  }

  private ObjectNode required(ObjectKey key) {
    Optional<ObjectNode> stored = store.get(key);
    return stored.orElseThrow(() -> StatusException.notFound(key.type(), key.name()));
  }

  private static void requireUid(ObjectKey key, ObjectNode live, String uid) {
    String actual = Json.text(live, "metadata", "uid");
    if (!uid.isEmpty() && !uid.equals(actual)) {
      throw StatusException.conflict(
          key.type(),
          key.name(),
          "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + actual);
    }
  }

  private String now() {
    return GoTime.format(clock.instant());
  }
}
