package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;

/** Takes objects out of the store, or marks those that have finalizers. */
final class Deletions {
  private final ObjectStore store;
  private final InstantSource clock;

  Deletions(ObjectStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * Deletes an object, or marks it as being deleted while it has finalizers.
   *
   * @param options delete options as JSON, of which the preconditions count; may be empty
   */
  Outcome delete(ObjectKey key, String options, boolean dryRun) {
    JsonNode parsed = parse(options);
    JsonNode preconditions = parsed.path("preconditions");
    boolean isStored = !dryRun && parsed.path("dryRun").isEmpty();
    return store.exclusively(
        () -> {
          ObjectNode old = store.require(key);
          require(key, old, preconditions, "uid", "UID");
          require(key, old, preconditions, "resourceVersion", "ResourceVersion");
          if (!isStored) {
            return Outcome.ok(old);
          }
          if (UpdateRules.hasFinalizers(old)) {
            return Outcome.ok(mark(key, old));
          }
          ObjectNode last = store.remove(key).orElse(old);
          return Outcome.ok(key.type() == ResourceType.EVENT ? success(key, last) : last);
        });
  }

  /** What is answered where a deletion does not give the object back. */
  private static ObjectNode success(ObjectKey key, ObjectNode last) {
    ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
    status.set("metadata", Json.object());
    status.put("status", "Success");
    status
        .withObject("/details")
        .put("name", key.name())
        .put("kind", key.type().plural())
        .put("uid", Json.text(last, "metadata", "uid"));
    return status;
  }

  private ObjectNode mark(ObjectKey key, ObjectNode old) {
    if (old.path("metadata").has("deletionTimestamp")) {
      return old;
    }
    ObjectNode marked = old.deepCopy();
    marked
        .withObject("/metadata")
        .put("deletionTimestamp", GoTime.format(clock.instant()))
        .put("deletionGracePeriodSeconds", 0);
    return store.put(key, ObjectForm.inOrder(key.type(), marked));
  }

  private static JsonNode parse(String options) {
    try {
      return Json.parse(options);
    } catch (JsonProcessingException e) {
      throw StatusException.badRequest("couldn't parse the delete options");
    }
  }

  private static void require(
      ObjectKey key, ObjectNode old, JsonNode preconditions, String field, String inWords) {
    String wanted = Json.text(preconditions, field);
    String actual = Json.text(old, "metadata", field);
    if (!wanted.isEmpty() && !wanted.equals(actual)) {
      throw StatusException.conflict(
          key.type(),
          key.name(),
          "the "
              + inWords
              + " in the precondition ("
              + wanted
              + ") does not match the "
              + inWords
              + " in record ("
              + actual
              + ")");
    }
  }
}
