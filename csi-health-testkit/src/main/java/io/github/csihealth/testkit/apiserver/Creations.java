package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Brings objects into the store. */
final class Creations {
  private final ObjectStore store;
  private final InstantSource clock;

  Creations(ObjectStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Creates an object that a client sent; its status starts anew. */
  Outcome create(ResourceType type, String namespace, String body, WriteOptions options) {
    BodyReader reader = new BodyReader(type, body, options);
    return reader.answer(
        201,
        () -> {
          ObjectNode created = reader.object();
          ObjectIdentity.fillNamespace(type, namespace, created);
          ObjectIdentity.generateName(created);
          if (!options.dryRun()) {
            ObjectIdentity.requireNoVersion(created);
          }
          own(type, created, options.manager());
          return startAnew(type, created, options.dryRun());
        });
  }

  /** Stores an object that is complete but for what the server gives a new one. */
  ObjectNode startAnew(ResourceType type, ObjectNode created, boolean dryRun) {
    String now = GoTime.format(clock.instant());
    ObjectNode metadata = created.withObject("/metadata");
    metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds"));
    metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now);
    if (type == ResourceType.POD) {
      metadata.put("generation", 1);
    }
    UpdateRules.resetStatus(type, created, now);
    return insert(type, created, dryRun);
  }

  /**
   * Stores an object as a test's author wrote it, its status included. Neither what the server
   * would refuse nor a switched-off health field is dropped: such an object may stem from another
   * server.
   */
  ObjectNode seed(ObjectNode given) {
    ResourceType type = ResourceType.named(Json.text(given, "kind"));
    ObjectNode created = ObjectForm.of(type, given);
    ObjectNode metadata = created.withObject("/metadata");
    if (Json.text(metadata, "uid").isEmpty()) {
      metadata.put("uid", UUID.randomUUID().toString());
    }
    if (!metadata.has("creationTimestamp")) {
      metadata.put("creationTimestamp", GoTime.format(clock.instant()));
    }
    if (type.namespaced() && Json.text(metadata, "namespace").isEmpty()) {
      metadata.put("namespace", "default");
    }
    ObjectIdentity.fillNamespace(type, Json.text(metadata, "namespace"), created);
    ObjectIdentity.generateName(created);
    own(type, created, "test");
    UpdateRules.fillQosClass(type, created);
    return insert(type, created, false);
  }

  private void own(ResourceType type, ObjectNode created, String manager) {
    new FieldManager(type, "")
        .update(ObjectForm.empty(type), created, manager, GoTime.format(clock.instant()));
  }

  private ObjectNode insert(ResourceType type, ObjectNode created, boolean dryRun) {
    ObjectNode stored = ObjectForm.inOrder(type, created);
    String name = Json.text(stored, "metadata", "name");
    ObjectIdentity.requireLegalName(type, name);
    ObjectKey key = new ObjectKey(type, Json.text(stored, "metadata", "namespace"), name);
    return store.exclusively(
        () -> {
          if (store.get(key).isPresent()) {
            throw StatusException.alreadyExists(type, name);
          }
          return dryRun ? stored : store.put(key, stored);
        });
  }
}
