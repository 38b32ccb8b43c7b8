package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

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
   * @param options delete options as JSON, of which the preconditions and the dry run count; may be
   *     empty
   * @param queriedDryRun the dry run that the query asks for; only heard where there are no options
   */
  Outcome delete(ObjectKey key, String options, List<String> queriedDryRun) {
    JsonNode parsed = parse(options);
    JsonNode preconditions = parsed.path("preconditions");
    List<String> dryRun = new ArrayList<>();
    parsed.path("dryRun").forEach(value -> dryRun.add(value.asText()));
    if (options.isEmpty()) {
      dryRun.addAll(queriedDryRun);
    }
    List<FieldError> errors = WriteOptions.dryRunErrors(dryRun);
    if (!errors.isEmpty()) {
      throw StatusException.invalid("meta.k8s.io", "DeleteOptions", "", errors);
    }
    return store.exclusively(
        () -> {
          ObjectNode old = store.require(key);
          require(key, old, preconditions, "uid", "UID");
          require(key, old, preconditions, "resourceVersion", "ResourceVersion");
          boolean stays = UpdateRules.hasFinalizers(old);
          // A pod is marked before it goes, even if it goes at once.
          boolean marks =
              (stays || key.type() == ResourceType.POD)
                  && !old.path("metadata").has("deletionTimestamp");
          ObjectNode last = marks ? marked(key, old) : old;
          if (!dryRun.isEmpty()) {
            return Outcome.ok(last);
          }
          if (marks) {
            last = store.put(key, last);
          }
          if (stays) {
            return Outcome.ok(last);
          }
          last = store.remove(key).orElse(last);
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

  /** The object as one that is being deleted. */
  private ObjectNode marked(ObjectKey key, ObjectNode old) {
    ObjectNode marked = old.deepCopy();
    ObjectNode metadata = marked.withObject("/metadata");
    metadata
        .put("deletionTimestamp", GoTime.format(clock.instant()))
        .put("deletionGracePeriodSeconds", 0);
    if (metadata.has("generation")) {
      metadata.put("generation", metadata.path("generation").asLong() + 1);
    }
    return ObjectForm.inOrder(key.type(), marked);
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
