package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes up requests about one object, most of them sensible, some of them not. The same seed makes
 * the same requests.
 *
 * <p>It keeps to what the in-memory server promises: specs and statuses other than health are not
 * made illegal, and names of managers, labels and finalizers are legal.
 */
final class RandomRequests {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String JSON = "application/json";
  private static final String MERGE = "application/merge-patch+json";
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";

  private static final List<JsonNode> STRANGE =
      List.of(
          NODES.nullNode(),
          NODES.numberNode(7),
          NODES.textNode("text"),
          NODES.textNode(""),
          NODES.booleanNode(true),
          NODES.objectNode(),
          NODES.arrayNode(),
          NODES.arrayNode().add(7),
          NODES.objectNode().put("a", 1));

  private static final List<String> REASONS = List.of("A", "B", "C", "A:b,c_D", "Z9");
  private static final List<String> BAD_REASONS =
      List.of("", "disk slow", "9a", "A,", "é", "R".repeat(256), "R".repeat(257));
  private static final List<String> MESSAGES = List.of("m", "n", "1 of 2", "é\u2028<&>\"\\");
  private static final List<String> BAD_MESSAGES =
      List.of("", "m".repeat(1024), "m".repeat(1025), "é".repeat(512), "é".repeat(513), "a\n\tb");
  private static final List<String> TIMES =
      List.of(
          "2025-01-01T00:00:00Z",
          "2025-01-01T00:00:00.750Z",
          "2025-01-01T01:00:00+01:00",
          "2025-02-03T04:05:06Z");
  private static final List<String> BAD_TIMES =
      List.of("", "yesterday", "2025-01-01 00:00:00Z", "2025-02-30T00:00:00Z");
  private static final List<String> MANAGERS = List.of("one", "two");

  private final Random random;
  private final ServedKind kind;

  RandomRequests(long seed, ServedKind kind) {
    this.random = new Random(seed);
    this.kind = kind;
  }

  /** The requests after which an object is there and holds health, or none. */
  static List<ObjectRequest> first(ServedKind kind, boolean holdsHealth) {
    ObjectRequest creation =
        new ObjectRequest("POST", "", "fieldManager=owner", JSON, text(manifest(kind)));
    if (!holdsHealth || kind == ServedKind.VOLUME) {
      return List.of(creation);
    }
    String health =
        switch (kind) {
          case CLAIM -> "{\"healthStatus\":{\"healthConditions\":[%s],%s}}";
          case POD -> "{\"volumeHealth\":[{\"name\":\"data\",\"healthConditions\":[%s],%s}]}";
          default -> "{\"storageHealth\":[{\"name\":\"d.example.com\",\"healthConditions\":[%s]}]}";
        };
    String status = kind == ServedKind.CSI_NODE ? "StorageDegraded" : "Degraded";
    String body =
        "{\"metadata\":{\"resourceVersion\":\"%s\"},\"status\":%s}"
            .formatted(
                ObjectRequest.VERSION,
                health.formatted(
                    "{\"status\":\"" + status + "\",\"reason\":\"A\"}",
                    "\"lastTransitionTime\":\"2025-01-01T00:00:00Z\""));
    return List.of(
        creation, new ObjectRequest("PATCH", "/status", "fieldManager=one", MERGE, body));
  }

  /** A sequence that begins with the creation of the object. */
  List<ObjectRequest> sequence(int length) {
    List<ObjectRequest> requests = new ArrayList<>();
    requests.addAll(first(kind, false));
    while (requests.size() < length) {
      requests.add(next());
    }
    return List.copyOf(requests);
  }

  private ObjectRequest next() {
    return switch (random.nextInt(20)) {
      case 0 -> creation();
      case 1 -> deletion();
      case 2, 3, 4 -> replacement();
      case 5, 6, 7, 8 -> patch(MERGE, text(mergePatch(false)));
      case 9, 10, 11 -> patch(STRATEGIC, text(mergePatch(true)));
      case 12, 13, 14 -> patch(JSON_PATCH, text(operations()));
      default -> application();
    };
  }

  private ObjectRequest creation() {
    ObjectNode object = manifest();
    if (oneIn(2)) {
      object.set("status", status());
    }
    seldom(() -> object.withObject("/metadata").put("resourceVersion", "1"));
    seldom(() -> object.withObject("/metadata").put("namespace", "other"));
    return new ObjectRequest("POST", "", query("fieldManager=owner"), type(JSON), broken(object));
  }

  private ObjectRequest deletion() {
    ObjectNode options = NODES.objectNode();
    if (oneIn(3)) {
      options.withObject("/preconditions").put("uid", oneIn(2) ? ObjectRequest.UID : "other");
    }
    if (oneIn(3)) {
      options
          .withObject("/preconditions")
          .put("resourceVersion", oneIn(2) ? ObjectRequest.VERSION : ObjectRequest.STALE);
    }
    String body = options.isEmpty() ? "" : text(options);
    return new ObjectRequest("DELETE", "", oneIn(6) ? "dryRun=All" : "", JSON, body);
  }

  private ObjectRequest replacement() {
    ObjectNode object = manifest();
    ObjectNode metadata = object.withObject("/metadata");
    if (!oneIn(5)) {
      metadata.put("resourceVersion", oneIn(6) ? ObjectRequest.STALE : ObjectRequest.VERSION);
    }
    if (oneIn(2)) {
      metadata.put("uid", oneIn(6) ? "other" : ObjectRequest.UID);
    }
    metadata(metadata);
    object.set("status", oneIn(25) ? strange() : status());
    return new ObjectRequest("PUT", subresource(), query(manager(3)), type(JSON), broken(object));
  }

  private ObjectRequest patch(String contentType, String body) {
    return new ObjectRequest("PATCH", subresource(), query(manager(3)), type(contentType), body);
  }

  private ObjectRequest application() {
    ObjectNode object = manifest();
    String path = oneIn(8) ? "" : "/status";
    if (!path.isEmpty()) {
      object.remove("spec");
    }
    ObjectNode metadata = object.withObject("/metadata");
    identity(metadata);
    metadata(metadata);
    if (!oneIn(10)) {
      object.set("status", oneIn(25) ? strange() : status());
    }
    seldom(() -> object.remove("kind"));
    seldom(() -> object.put("kind", "Other"));
    seldom(() -> metadata.remove("name"));
    seldom(() -> metadata.putArray("managedFields"));
    seldom(() -> object.put("unknown", 1));
    String force = oneIn(2) ? "&force=true" : oneIn(4) ? "&force=false" : "";
    return new ObjectRequest("PATCH", path, query(manager(25)) + force, type(APPLY), text(object));
  }

  private ObjectNode mergePatch(boolean strategic) {
    ObjectNode patch = NODES.objectNode();
    if (oneIn(4)) {
      ObjectNode metadata = patch.withObject("/metadata");
      identity(metadata);
      metadata(metadata);
      if (strategic && oneIn(3)) {
        list(metadata, "$deleteFromPrimitiveList/finalizers").add(finalizer());
      }
      if (strategic && oneIn(3)) {
        list(metadata, "$setElementOrder/finalizers").add(finalizer()).add(finalizer());
      }
    }
    // A CSINode without a version is refused for that alone.
    if (kind == ServedKind.CSI_NODE && !oneIn(8)) {
      patch.withObject("/metadata").put("resourceVersion", ObjectRequest.VERSION);
    }
    if (!oneIn(12)) {
      JsonNode status = oneIn(25) ? strange() : status();
      patch.set("status", status);
      if (strategic) {
        direct(status);
      }
    }
    seldom(() -> patch.withObject("/metadata").put("name", "other"));
    seldom(() -> patch.put("unknown", 1));
    return patch;
  }

  /** Puts directives of the strategic merge patch here and there. */
  private void direct(JsonNode node) {
    if (node instanceof ArrayNode list) {
      list.forEach(this::direct);
      if (oneIn(6)) {
        list.addObject().put("$patch", "replace");
      }
      return;
    }
    if (!(node instanceof ObjectNode object)) {
      return;
    }
    for (String name : names(object)) {
      if (name.equals("conditions")) {
        continue;
      }
      JsonNode below = object.get(name);
      direct(below);
      if (below.isArray() && oneIn(8)) {
        ArrayNode order = list(object, "$setElementOrder/" + name);
        below.forEach(
            entry -> {
              JsonNode key = mergeKey(entry);
              if (key != null && !oneIn(8)) {
                order.add(key);
              }
            });
      }
    }
    if (oneIn(12)) {
      object.put("$patch", one(List.of("delete", "delete", "replace", "merge", "other")));
    }
    if (oneIn(20)) {
      ArrayNode keys = list(object, "$retainKeys");
      names(object).stream().filter(n -> !n.startsWith("$")).forEach(keys::add);
    }
  }

  private static JsonNode mergeKey(JsonNode entry) {
    for (String key : List.of("name", "type", "status")) {
      if (entry.has(key)) {
        return NODES.objectNode().set(key, entry.get(key));
      }
    }
    return null;
  }

  private ArrayNode operations() {
    ArrayNode operations = NODES.arrayNode();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      ObjectNode operation = operations.addObject();
      String op =
          one(List.of("add", "add", "add", "replace", "replace", "remove", "test", "copy", "move"));
      operation.put("op", op).put("path", pointer());
      switch (op) {
        case "copy", "move" -> operation.put("from", pointer());
        case "remove" -> {}
        default -> operation.set("value", valueAt(operation.path("path").asText()));
      }
      seldom(() -> operation.put("op", "other"));
      seldom(() -> operation.remove("path"));
    }
    if (kind == ServedKind.CSI_NODE && !oneIn(8)) {
      operations
          .insertObject(0)
          .put("op", "test")
          .put("path", "/metadata/resourceVersion")
          .put("value", oneIn(8) ? ObjectRequest.STALE : ObjectRequest.VERSION);
    }
    return operations;
  }

  private String pointer() {
    String health = "/status/" + healthField();
    List<String> inEntry =
        List.of("/healthConditions", "/lastTransitionTime", "/healthConditions/0");
    String below =
        switch (kind) {
          case CLAIM, VOLUME -> one(inEntry);
          case POD, CSI_NODE -> one(List.of("/0", "/-", "/1", "/0" + one(inEntry), "/-1"));
        };
    return one(
        List.of(
            health,
            health,
            health + below,
            health + below,
            health + below + one(List.of("/0", "/message", "/reason", "/-")),
            "/status",
            "/metadata/labels",
            "/metadata/annotations/example.com~1note",
            "/metadata/uid"));
  }

  private JsonNode valueAt(String pointer) {
    if (oneIn(10)) {
      return strange();
    }
    if (pointer.endsWith("/uid")) {
      return NODES.textNode(oneIn(2) ? ObjectRequest.UID : "other");
    }
    if (pointer.equals("/status")) {
      return status();
    }
    if (pointer.startsWith("/metadata")) {
      return pointer.endsWith("labels")
          ? NODES.objectNode().put("label", "value")
          : NODES.textNode("value");
    }
    if (pointer.endsWith(healthField())) {
      return health();
    }
    if (pointer.endsWith("lastTransitionTime")) {
      return time();
    }
    if (pointer.endsWith("healthConditions")) {
      return conditions();
    }
    if (pointer.endsWith("message") || pointer.endsWith("reason")) {
      return NODES.textNode(one(REASONS));
    }
    boolean isCondition = pointer.contains("healthConditions");
    return isCondition || kind == ServedKind.CLAIM ? condition() : entry();
  }

  private String healthField() {
    return switch (kind) {
      case CLAIM -> "healthStatus";
      case VOLUME -> "message";
      case POD -> "volumeHealth";
      case CSI_NODE -> "storageHealth";
    };
  }

  private ObjectNode status() {
    ObjectNode status = NODES.objectNode();
    if (kind == ServedKind.VOLUME) {
      status.put("phase", one(List.of("Available", "Bound", "Released", "Failed")));
      occasionally(() -> status.put("reason", one(REASONS)));
      occasionally(() -> status.set("lastPhaseTransitionTime", time()));
    } else if (kind != ServedKind.CSI_NODE) {
      occasionally(
          () ->
              status.put(
                  "phase", kind == ServedKind.CLAIM ? one(List.of("Bound", "Lost")) : "Running"));
      occasionally(
          () ->
              list(status, "conditions")
                  .addObject()
                  .put("type", one(List.of("Resizing", "Ready")))
                  .put("status", one(List.of("True", "False"))));
    }
    if (!oneIn(10)) {
      status.set(healthField(), oneIn(15) ? NODES.nullNode() : oneIn(25) ? strange() : health());
    }
    seldom(() -> status.put("unknown", "x"));
    return status;
  }

  private JsonNode health() {
    return switch (kind) {
      case VOLUME -> NODES.textNode(one(MESSAGES));
      case CLAIM -> described(NODES.objectNode());
      case POD, CSI_NODE -> {
        ArrayNode entries = NODES.arrayNode();
        for (int count = random.nextInt(3); count >= 0; count--) {
          entries.add(oneIn(40) ? strange() : entry());
        }
        yield entries;
      }
    };
  }

  private JsonNode entry() {
    ObjectNode entry = NODES.objectNode();
    String name =
        kind == ServedKind.POD
            ? one(List.of("data", "data", "logs"))
            : one(List.of("d.example.com", "d.example.com", "e.example.com", "D.example.com"));
    entry.put("name", name);
    seldom(() -> entry.put("name", one(List.of("", "other", "Not a name", "n".repeat(64)))));
    seldom(() -> entry.remove("name"));
    return described(entry);
  }

  /** With conditions, and with the time that belongs to all of them where there is one. */
  private ObjectNode described(ObjectNode entry) {
    if (!oneIn(12)) {
      entry.set("healthConditions", oneIn(25) ? strange() : conditions());
    }
    if (kind != ServedKind.CSI_NODE && !oneIn(5)) {
      entry.set("lastTransitionTime", time());
    }
    seldom(() -> entry.put("unknown", 1));
    return entry;
  }

  private ArrayNode conditions() {
    ArrayNode conditions = NODES.arrayNode();
    if (oneIn(20)) {
      for (int i = 15 + random.nextInt(3); i > 0; i--) {
        conditions.addObject().put("status", statusType()).put("reason", "R" + i);
      }
      return conditions;
    }
    for (int count = random.nextInt(4); count > 0; count--) {
      conditions.add(oneIn(40) ? strange() : condition());
    }
    return conditions;
  }

  private ObjectNode condition() {
    ObjectNode condition = NODES.objectNode();
    condition.put("status", statusType());
    condition.put("reason", one(oneIn(15) ? BAD_REASONS : REASONS));
    if (oneIn(2)) {
      condition.put("message", one(oneIn(10) ? BAD_MESSAGES : MESSAGES));
    }
    if (kind == ServedKind.CSI_NODE) {
      occasionally(
          () ->
              condition.put(
                  "accessMode",
                  one(List.of("ReadWriteOnce", "ReadWriteOncePod", "ReadWriteMany", "Other", ""))));
      occasionally(
          () -> condition.put("volumeMode", one(List.of("Filesystem", "Block", "Block", "Other"))));
      if (oneIn(2)) {
        condition.set("lastTransitionTime", time());
      }
    }
    if (oneIn(40)) {
      condition.set(one(names(condition)), strange());
    }
    if (oneIn(40)) {
      condition.remove(one(names(condition)));
    }
    seldom(() -> condition.put("unknown", 1));
    return condition;
  }

  private String statusType() {
    if (oneIn(20)) {
      return one(List.of("", "Unknown", "degraded"));
    }
    return one(
        kind == ServedKind.CSI_NODE
            ? List.of("StorageDegraded", "StorageUnreachable")
            : List.of("Degraded", "Degraded", "Inaccessible", "DataLoss"));
  }

  private JsonNode time() {
    if (kind == ServedKind.VOLUME) {
      return NODES.textNode(one(List.of("2025-01-01T00:00:00Z", "2025-02-03T04:05:06Z")));
    }
    return oneIn(25) ? strange() : NODES.textNode(one(oneIn(12) ? BAD_TIMES : TIMES));
  }

  /** Which object, and which version of it, a patch is meant for. */
  private void identity(ObjectNode metadata) {
    if (oneIn(4)) {
      metadata.put("uid", oneIn(6) ? "other" : ObjectRequest.UID);
    }
    if (oneIn(6)) {
      metadata.put("resourceVersion", oneIn(6) ? ObjectRequest.STALE : ObjectRequest.VERSION);
    }
    seldom(() -> metadata.put("resourceVersion", one(List.of("0", "abc", "-1"))));
  }

  private void metadata(ObjectNode metadata) {
    if (oneIn(6)) {
      metadata.withObject("/labels").put(one(List.of("label", "other")), one(List.of("a", "b")));
    }
    if (oneIn(8)) {
      metadata.withObject("/annotations").put("example.com/note", one(List.of("", "a", "b")));
    }
    if (oneIn(8)) {
      ArrayNode finalizers = metadata.putArray("finalizers");
      occasionally(() -> finalizers.add(finalizer()));
    }
  }

  private String finalizer() {
    return one(List.of("example.com/keep", "example.com/hold"));
  }

  private ObjectNode manifest() {
    return manifest(kind);
  }

  private static ObjectNode manifest(ServedKind kind) {
    ObjectNode object =
        NODES.objectNode().put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
    object.withObject("/metadata").put("name", ObjectRequest.NAME);
    object.putRawValue("spec", new RawValue(kind.spec()));
    return object;
  }

  private String subresource() {
    return oneIn(5) ? "" : "/status";
  }

  private String manager(int absent) {
    return oneIn(absent) ? "" : "fieldManager=" + one(MANAGERS);
  }

  private String query(String first) {
    List<String> parameters = new ArrayList<>();
    if (!first.isEmpty()) {
      parameters.add(first);
    }
    if (oneIn(4)) {
      parameters.add("fieldValidation=" + one(List.of("Strict", "Strict", "Warn", "Ignore")));
    }
    if (oneIn(15)) {
      parameters.add("dryRun=All");
    }
    seldom(
        () -> parameters.add(one(List.of("fieldValidation=Other", "dryRun=Other", "force=true"))));
    return String.join("&", parameters);
  }

  private String type(String right) {
    return oneIn(50) ? one(List.of("text/plain", JSON, MERGE)) : right;
  }

  /** The text of an object, seldom one that is no JSON or repeats a field. */
  private String broken(ObjectNode object) {
    String text = text(object);
    if (oneIn(60)) {
      return text.substring(0, random.nextInt(text.length()));
    }
    return oneIn(40) ? text.replaceFirst("\\{", "{\"kind\":\"" + kind.kind() + "\",") : text;
  }

  private static String text(JsonNode node) {
    return node.toString();
  }

  private JsonNode strange() {
    return one(STRANGE).deepCopy();
  }

  private boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  private void occasionally(Runnable action) {
    if (oneIn(4)) {
      action.run();
    }
  }

  private void seldom(Runnable action) {
    if (oneIn(40)) {
      action.run();
    }
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static ArrayNode list(ObjectNode object, String name) {
    return object.putArray(name);
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
