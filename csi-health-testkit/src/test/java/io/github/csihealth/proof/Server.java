package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.reconcile.Patch;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Just enough of an API server for one kind: objects as JSON, preconditions, patches, the gate. */
final class Server {

  /** What became of a patch. */
  enum Answer {
    TAKEN,
    CONFLICT,
    GONE
  }

  /** The field of the status that the gate guards. */
  private final String field;

  private final Map<String, ObjectNode> objects = new TreeMap<>();
  private long version = 90; // soon over 99, which text would take for the later version
  private int uids;
  private boolean gate = true;

  Server(String field) {
    this.field = field;
  }

  void gate(boolean on) {
    gate = on;
  }

  boolean gate() {
    return gate;
  }

  String newUid() {
    return "uid-" + ++uids;
  }

  /**
   * Creates or changes an object.
   *
   * @param rest sets all but its identity and the guarded field
   */
  void put(String namespace, String name, String uid, Consumer<ObjectNode> rest) {
    ObjectNode object = objects.computeIfAbsent(name, unused -> object());
    ObjectNode metadata = object.withObject("/metadata");
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    metadata.put("name", name).put("uid", uid);
    rest.accept(object);
    touch(object);
  }

  void delete(String name) {
    objects.remove(name);
  }

  byte[] read(String name) {
    return objects.get(name).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The guarded field; a missing node where it is absent. */
  JsonNode health(String name) {
    return objects.get(name).path("status").path(field);
  }

  /** Another writer's value of the guarded field, whatever it was before; null removes it. */
  void putHealth(String name, JsonNode health) {
    ObjectNode object = objects.get(name);
    ObjectNode status = object.withObject("/status");
    boolean had = status.has(field);
    status.remove(field);
    if (!health.isNull() && (gate || had)) {
      status.set(field, health);
    }
    touch(object);
  }

  /** A patch of the status; a field that the gate guards is dropped where there was none. */
  Answer patch(String name, Patch patch) {
    ObjectNode before = objects.get(name);
    JsonNode body = HealthJson.tree(patch.body());
    JsonNode metadata = body.path("metadata");
    if (before == null || differs(metadata, before, "uid")) {
      return Answer.GONE;
    }
    if (differs(metadata, before, "resourceVersion")) {
      return Answer.CONFLICT;
    }
    boolean strategic = patch.contentType().equals("application/strategic-merge-patch+json");
    if (!strategic) {
      assertThat(patch.contentType()).isEqualTo("application/merge-patch+json");
    }
    ObjectNode after = (ObjectNode) merge(before, body, strategic);
    if (!gate && !before.path("status").has(field)) {
      after.withObject("/status").remove(field);
    }
    touch(after);
    objects.put(name, after);
    return Answer.TAKEN;
  }

  private static boolean differs(JsonNode metadata, ObjectNode object, String field) {
    return metadata.has(field) && !metadata.get(field).equals(object.path("metadata").get(field));
  }

  private void touch(ObjectNode object) {
    object.withObject("/metadata").put("resourceVersion", Long.toString(++version));
  }

  /** RFC 7386, section 2; or a strategic merge, where the guarded field goes by name. */
  private JsonNode merge(JsonNode target, JsonNode patch, boolean strategic) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode merged = target != null && target.isObject() ? target.deepCopy() : object();
    for (Map.Entry<String, JsonNode> part : patch.properties()) {
      String name = part.getKey();
      if (part.getValue().isNull()) {
        merged.remove(name);
      } else if (strategic && name.equals(field)) {
        ArrayNode list = mergeByName(merged.path(name), part.getValue());
        merged.set(name, list);
        if (list.isEmpty()) {
          merged.remove(name);
        }
      } else {
        merged.set(name, merge(merged.get(name), part.getValue(), strategic));
      }
    }
    return merged;
  }

  private ArrayNode mergeByName(JsonNode before, JsonNode patch) {
    Map<String, JsonNode> byName = new TreeMap<>();
    before.forEach(entry -> byName.put(entry.path("name").asText(), entry));
    for (JsonNode entry : patch) {
      String name = entry.path("name").asText();
      if (entry.path("$patch").asText().equals("delete")) {
        byName.remove(name);
      } else {
        byName.put(name, merge(byName.get(name), entry, true));
      }
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    byName.values().forEach(list::add);
    return list;
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
