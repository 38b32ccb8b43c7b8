package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Replaces and patches stored objects, each change as one step that no other interrupts. */
final class Changes {
  private final ObjectStore store;
  private final Creations creations;
  private final InstantSource clock;
  private final BooleanSupplier healthEnabled;

  Changes(
      ObjectStore store, Creations creations, InstantSource clock, BooleanSupplier healthEnabled) {
    this.store = store;
    this.creations = creations;
    this.clock = clock;
    this.healthEnabled = healthEnabled;
  }

  /** Replaces an object or its status. */
  Outcome replace(ObjectKey key, String subresource, String body, WriteOptions options) {
    BodyReader reader = new BodyReader(key.type(), body, options);
    FieldManager manager = new FieldManager(key.type(), subresource);
    return reader.answer(
        200,
        () -> {
          ObjectNode given = reader.object();
          ObjectIdentity.fillNamespace(key.type(), key.namespace(), given);
          return change(
              key,
              subresource,
              options,
              live -> {
                ObjectIdentity.requireUid(key, live, Json.text(given, "metadata", "uid"));
                manager.update(live, given, options.manager(), now());
                return given;
              });
        });
  }

  /** Patches an object or its status; applying to an object that is not there creates it. */
  Outcome patch(
      ObjectKey key, String subresource, PatchKind kind, String body, WriteOptions options) {
    BodyReader reader = new BodyReader(key.type(), body, options);
    if (kind == PatchKind.APPLY) {
      return apply(key, subresource, reader.configuration(), options);
    }
    FieldManager manager = new FieldManager(key.type(), subresource);
    UnaryOperator<ObjectNode> patch =
        live -> {
          ObjectNode patched = reader.patched(kind, live);
          manager.update(live, patched, options.manager(), now());
          return patched;
        };
    return reader.answer(200, () -> change(key, subresource, options, patch));
  }

  private Outcome apply(
      ObjectKey key, String subresource, ObjectNode configuration, WriteOptions options) {
    FieldManager manager = new FieldManager(key.type(), subresource);
    UnaryOperator<ObjectNode> applied =
        live -> manager.apply(live, configuration, options.manager(), options.force(), now());
    return store.exclusively(
        () -> {
          if (!subresource.isEmpty() || store.get(key).isPresent()) {
            return Outcome.ok(change(key, subresource, options, applied));
          }
          ObjectNode created = applied.apply(ObjectForm.empty(key.type()));
          requireNoUid(key, configuration);
          ObjectIdentity.fillNamespace(key.type(), key.namespace(), created);
          ObjectIdentity.requireName(key, created);
          ObjectIdentity.requireLegalVersion(created);
          ObjectNode stored = creations.startAnew(key.type(), created, options.dryRun());
          return Outcome.stored(201, stored, List.of());
        });
  }

  /** Who names a uid means an object that was there. */
  private static void requireNoUid(ObjectKey key, ObjectNode configuration) {
    String uid = Json.text(configuration, "metadata", "uid");
    if (!uid.isEmpty()) {
      throw StatusException.conflict(
          key.type(),
          key.name(),
          "uid mismatch: the provided object specified uid "
              + uid
              + ", and no existing object was found");
    }
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
          ObjectNode old = store.require(key);
          ObjectNode changed = change.apply(old);
          ObjectIdentity.fillNamespace(key.type(), key.namespace(), changed);
          ObjectIdentity.requireName(key, changed);
          ObjectIdentity.settleVersion(key, changed, old);
          UpdateRules.prepare(key.type(), subresource, changed, old, now());
          if (!healthEnabled.getAsBoolean()) {
            UpdateRules.dropNewHealth(key.type(), changed, old);
          }
          requireValid(key, subresource, changed, old);
          return storeChanged(key, changed, old, options.dryRun());
        });
  }

  private static void requireValid(
      ObjectKey key, String subresource, ObjectNode changed, ObjectNode old) {
    List<FieldError> errors = new ArrayList<>(UpdateRules.metadataErrors(changed, old));
    if (subresource.equals(UpdateRules.STATUS)) {
      errors.addAll(UpdateRules.statusErrors(key.type(), changed, old));
      errors.addAll(StatusValidation.validate(key.type(), changed, old));
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(key.type(), key.name(), errors);
    }
  }

  private ObjectNode storeChanged(
      ObjectKey key, ObjectNode changed, ObjectNode old, boolean dryRun) {
    ObjectNode stored = ObjectForm.inOrder(key.type(), changed);
    if (UpdateRules.completesDeletion(changed, old)) {
      if (!dryRun) {
        store.remove(key);
      }
      return stored;
    }
    if (isSameButForTimes(stored, old)) {
      return old;
    }
    return dryRun ? stored : store.put(key, stored);
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

  private String now() {
    return GoTime.format(clock.instant());
  }
}
