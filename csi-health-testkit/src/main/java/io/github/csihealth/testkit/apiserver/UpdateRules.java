package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a write may change, by resource and subresource.
 *
 * <p>A write to an object leaves its status alone; a write to the status leaves the spec alone. As
 * on a real server, a status write of a claim, a volume or a pod does change labels and
 * annotations; of a CSINode it does not.
 */
final class UpdateRules {
  /** The one subresource. */
  static final String STATUS = "status";

  private static final String METADATA = "metadata";
  private static final String SPEC = "spec";
  private static final String QOS_CLASS = "qosClass";
  private static final String IMMUTABLE = "field is immutable";
  private static final List<String> RESET_FOR_STATUS =
      List.of(
          "deletionTimestamp",
          "generation",
          "selfLink",
          "labels",
          "annotations",
          "finalizers",
          "ownerReferences");

  private UpdateRules() {}

  /** The fields that a write there cannot change. */
  static FieldSet resetFields(ResourceType type, String subresource) {
    if (!subresource.equals(STATUS)) {
      return type.hasStatus() ? FieldSet.ofNames(List.of(STATUS)) : new FieldSet();
    }
    return switch (type) {
      case CSI_NODE -> FieldSet.ofNames(List.of(METADATA), List.of(SPEC));
      case POD ->
          FieldSet.ofNames(
              List.of(SPEC),
              List.of(METADATA, "deletionTimestamp"),
              List.of(METADATA, "ownerReferences"));
      case CLAIM, VOLUME, EVENT, LEASE -> FieldSet.ofNames(List.of(SPEC));
    };
  }

  /** Puts back what the write cannot change, and fills in what the server keeps. */
  static void prepare(
      ResourceType type, String subresource, ObjectNode changed, ObjectNode old, String now) {
    ObjectNode metadata = changed.withObject("/metadata");
    JsonNode oldMetadata = old.path(METADATA);
    if (subresource.equals(STATUS)) {
      prepareStatus(type, changed, old, metadata, oldMetadata, now);
    } else if (type.hasStatus()) {
      copy(changed, old, STATUS);
    }
    copy(metadata, oldMetadata, "generation");
    if (type == ResourceType.POD && !changed.path(SPEC).equals(old.path(SPEC))) {
      metadata.put("generation", oldMetadata.path("generation").asLong(1) + 1);
    }
    if (Json.text(metadata, "uid").isEmpty()) {
      copy(metadata, oldMetadata, "uid");
    }
    copy(metadata, oldMetadata, "creationTimestamp");
    if (oldMetadata.has("deletionTimestamp")) {
      copy(metadata, oldMetadata, "deletionTimestamp");
    }
    if (!metadata.has("deletionGracePeriodSeconds")) {
      copy(metadata, oldMetadata, "deletionGracePeriodSeconds");
    }
  }

  private static void prepareStatus(
      ResourceType type,
      ObjectNode changed,
      ObjectNode old,
      ObjectNode metadata,
      JsonNode oldMetadata,
      String now) {
    copy(changed, old, SPEC);
    switch (type) {
      case CSI_NODE -> RESET_FOR_STATUS.forEach(name -> copy(metadata, oldMetadata, name));
      case POD -> {
        metadata.remove("deletionTimestamp");
        copy(metadata, oldMetadata, "ownerReferences");
        keepIfMissing(changed.withObject("/status"), old.path(STATUS), QOS_CLASS);
        keepIfMissing(changed.withObject("/status"), old.path(STATUS), "observedGeneration");
      }
      case VOLUME -> keepPhaseTime(changed.withObject("/status"), old.path(STATUS), now);
      case CLAIM, EVENT, LEASE -> {}
    }
  }

  private static void keepPhaseTime(ObjectNode status, JsonNode old, String now) {
    String time = "lastPhaseTransitionTime";
    boolean samePhase = Json.text(status, "phase").equals(Json.text(old, "phase"));
    if (samePhase) {
      keepIfMissing(status, old, time);
    } else if (!status.has(time) || status.path(time).equals(old.path(time))) {
      status.put(time, now);
    }
  }

  /** Gives a pod the class that a server would have given it at its creation. */
  static void fillQosClass(ResourceType type, ObjectNode created) {
    if (type == ResourceType.POD && Json.text(created, STATUS, QOS_CLASS).isEmpty()) {
      created.withObject("/status").put(QOS_CLASS, PodQos.of(created.path(SPEC)));
    }
  }

  private static void keepIfMissing(ObjectNode changed, JsonNode old, String name) {
    if (!changed.has(name)) {
      copy(changed, old, name);
    }
  }

  private static void copy(ObjectNode changed, JsonNode old, String name) {
    JsonNode value = old.get(name);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.set(name, value.deepCopy());
    }
  }

  /** What is wrong with the metadata of a changed object. */
  static List<FieldError> metadataErrors(ObjectNode changed, ObjectNode old) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode metadata = changed.path(METADATA);
    JsonNode oldMetadata = old.path(METADATA);
    if (oldMetadata.has("deletionTimestamp")) {
      Set<JsonNode> added = new HashSet<>();
      metadata.path("finalizers").forEach(added::add);
      oldMetadata.path("finalizers").forEach(added::remove);
      if (!added.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                "metadata.finalizers",
                "no new finalizers can be added if the object is being deleted"));
      }
    }
    for (String name : List.of("uid", "deletionTimestamp", "deletionGracePeriodSeconds")) {
      JsonNode value = metadata.path(name);
      if (!value.equals(oldMetadata.path(name))) {
        errors.add(FieldError.invalid("metadata." + name, value.asText(), IMMUTABLE));
      }
    }
    return errors;
  }

  /** What is wrong with the parts of a status that never change. */
  static List<FieldError> statusErrors(ResourceType type, ObjectNode changed, ObjectNode old) {
    String qosClass = Json.text(changed, STATUS, QOS_CLASS);
    boolean isSame = qosClass.equals(Json.text(old, STATUS, QOS_CLASS));
    return type != ResourceType.POD || isSame
        ? List.of()
        : List.of(FieldError.invalid("status." + QOS_CLASS, qosClass, IMMUTABLE));
  }

  /** Whether the write gave up the last finalizer of an object that is being deleted. */
  static boolean completesDeletion(ObjectNode changed, ObjectNode old) {
    return old.path(METADATA).has("deletionTimestamp") && !hasFinalizers(changed);
  }

  static boolean hasFinalizers(ObjectNode object) {
    return object.path(METADATA).path("finalizers") instanceof ArrayNode list && !list.isEmpty();
  }

  /** Gives a created object the status that it starts with, whatever the client sent. */
  static void resetStatus(ResourceType type, ObjectNode created, String now) {
    if (!type.hasStatus()) {
      return;
    }
    ObjectNode status = Json.object();
    if (type != ResourceType.CSI_NODE) {
      status.put("phase", "Pending");
    }
    if (type == ResourceType.POD) {
      status.put(QOS_CLASS, PodQos.of(created.path(SPEC)));
    }
    if (type == ResourceType.VOLUME) {
      status.put("lastPhaseTransitionTime", now);
    }
    created.set(STATUS, status);
  }

  /** Drops health content from an object, unless the stored one already holds some. */
  static void dropNewHealth(ResourceType type, ObjectNode changed, ObjectNode old) {
    String field = type.healthField();
    boolean inUse = !field.isEmpty() && old.path(STATUS).has(field);
    if (!field.isEmpty() && !inUse && changed.get(STATUS) instanceof ObjectNode status) {
      status.remove(field);
    }
  }
}
