package io.github.csihealth.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.proof.ReferenceBinding.Owner;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Just enough of an API server: claims as JSON, preconditions, merge patches and the gate. */
final class Server {

  private static final String HEALTH = "healthStatus";

  /** What became of a patch. */
  enum Answer {
    TAKEN,
    CONFLICT,
    GONE
  }

  private final Map<String, ObjectNode> claims = new TreeMap<>();
  private long version = 90; // soon over 99, which text would take for the later version
  private int uids;
  private boolean gate = true;

  void gate(boolean on) {
    gate = on;
  }

  boolean gate() {
    return gate;
  }

  String newUid() {
    return "uid-" + ++uids;
  }

  /** Creates or replaces all but the health. */
  void put(Owner owner) {
    ObjectNode claim = claims.computeIfAbsent(owner.name(), name -> object());
    ObjectNode metadata = claim.withObject("/metadata");
    metadata.put("namespace", owner.namespace()).put("name", owner.name()).put("uid", owner.uid());
    claim.withObject("/spec").put("volumeName", owner.volumeName());
    claim.withObject("/status").put("phase", owner.phase());
    touch(claim);
  }

  void delete(String name) {
    claims.remove(name);
  }

  byte[] read(String name) {
    return claims.get(name).toString().getBytes(StandardCharsets.UTF_8);
  }

  Claim claim(String name) {
    return HealthJson.readClaim(read(name)).value();
  }

  /** Another writer's health, whatever it was before; null removes it. */
  void putHealth(String name, JsonNode health) {
    ObjectNode claim = claims.get(name);
    ObjectNode status = claim.withObject("/status");
    boolean had = status.has(HEALTH);
    status.remove(HEALTH);
    if (!health.isNull() && (gate || had)) {
      status.set(HEALTH, health);
    }
    touch(claim);
  }

  /** PATCH with a merge patch; a field that the gate guards is dropped where there was none. */
  Answer patch(String name, byte[] body) {
    ObjectNode before = claims.get(name);
    JsonNode patch = HealthJson.tree(body);
    JsonNode metadata = patch.path("metadata");
    if (before == null || differs(metadata, before, "uid")) {
      return Answer.GONE;
    }
    if (differs(metadata, before, "resourceVersion")) {
      return Answer.CONFLICT;
    }
    ObjectNode after = (ObjectNode) merge(before, patch);
    if (!gate && !before.path("status").has(HEALTH)) {
      after.withObject("/status").remove(HEALTH);
    }
    touch(after);
    claims.put(name, after);
    return Answer.TAKEN;
  }

  private static boolean differs(JsonNode metadata, ObjectNode claim, String field) {
    return metadata.has(field) && !metadata.get(field).equals(claim.path("metadata").get(field));
  }

  private void touch(ObjectNode claim) {
    claim.withObject("/metadata").put("resourceVersion", Long.toString(++version));
  }

  /** RFC 7386, section 2. */
  private static JsonNode merge(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode merged = target != null && target.isObject() ? target.deepCopy() : object();
    patch
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                merged.remove(field.getKey());
              } else {
                merged.set(field.getKey(), merge(merged.get(field.getKey()), field.getValue()));
              }
            });
    return merged;
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
