package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One object on one server: takes requests, and tells what the server answers and then holds, in a
 * form that is the same for each server that does the same.
 *
 * <p>In that form uids and present times have one text, a resourceVersion only moves or does not,
 * managed fields come in an order without times, and a pod has no spec, which the in-memory server
 * stores without defaults.
 */
final class ObservedObject {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The code for a connection that was closed without an answer. */
  static final int NO_ANSWER = 0;

  private static final String MESSAGE = "message";
  private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Duration PRESENT = Duration.ofMinutes(15);

  private final TestNamespace.Requests server;
  private final ServedKind kind;
  private final String name;

  private String uid = "00000000-0000-4000-8000-000000000000";
  private String version = "0";
  private String stale = "1";

  ObservedObject(TestNamespace.Requests server, ServedKind kind, String name) {
    this.server = server;
    this.kind = kind;
    this.name = name;
  }

  /** Sends a request, and tells the verdict and what is then stored. */
  ObjectNode take(ObjectRequest request) throws Exception {
    String before = version;
    HttpResponse<String> answer;
    try {
      answer = send(request);
    } catch (IOException e) {
      return JsonNodeFactory.instance.objectNode().put("code", NO_ANSWER);
    }
    if (answer.statusCode() == 201 && kind == ServedKind.CLAIM) {
      bind();
    }
    ObjectNode observed = JsonNodeFactory.instance.objectNode().put("code", answer.statusCode());
    JsonNode body = tree(answer);
    HttpResponse<String> read = server.send("GET", path(), "", null);
    boolean isThere = read.statusCode() == 200;
    if (isThere) {
      remember(tree(read));
    } else {
      version = "0";
    }
    if (answer.statusCode() >= 400) {
      observed.put("reason", body.path("reason").asText());
      observed.set(MESSAGE, neutral(body.path("message")));
      observed.set("causes", causes(body));
    }
    // In any order, as Go walks its maps.
    ArrayNode warnings = observed.putArray("warnings");
    answer.headers().allValues("Warning").stream().sorted().forEach(warnings::add);
    observed.put("moved", !version.equals(before));
    JsonNode stored = isThere ? neutral(tree(read)) : JsonNodeFactory.instance.nullNode();
    observed.set("stored", stored);
    if (answer.statusCode() < 400) {
      JsonNode answered = neutral(body);
      if (!answered.equals(stored)) {
        observed.set("answer", answered);
      }
    }
    return observed;
  }

  /**
   * What must be the same on two servers: all but the words of a refusal, whose causes must be. It
   * is a text, since the order of fields counts as well.
   */
  static String comparable(JsonNode observed) {
    return ((ObjectNode) observed.deepCopy()).without(MESSAGE).toString();
  }

  private HttpResponse<String> send(ObjectRequest request) throws Exception {
    String to = request.method().equals("POST") ? kind.collection() : path();
    String query = request.query().isEmpty() ? "" : "?" + request.query();
    String body =
        request
            .body()
            .replace(ObjectRequest.NAME, name)
            .replace(ObjectRequest.UID, uid)
            .replace(ObjectRequest.VERSION, version)
            .replace(ObjectRequest.STALE, stale);
    return server.send(
        request.method(),
        to + request.path() + query,
        request.contentType(),
        body.isEmpty() ? null : body);
  }

  /**
   * A claim is bound as soon as it is created. Otherwise the next write would count as a change on
   * a real server, whatever it is: only then the phase of a new claim is stored.
   */
  private void bind() throws Exception {
    server.send(
        "PATCH",
        path() + "/status?fieldManager=binder",
        "application/merge-patch+json",
        "{\"status\":{\"phase\":\"Bound\"}}");
  }

  private String path() {
    return kind.collection() + "/" + name;
  }

  private void remember(JsonNode object) {
    uid = object.at("/metadata/uid").asText();
    String current = object.at("/metadata/resourceVersion").asText();
    if (!current.equals(version)) {
      stale = version.equals("0") ? stale : version;
      version = current;
    }
  }

  private static JsonNode tree(HttpResponse<String> answer) throws IOException {
    return JSON.readTree(answer.body());
  }

  /** The causes; the words about a patch that gives no object are those of Go's decoder. */
  private ArrayNode causes(JsonNode body) {
    List<JsonNode> sorted = new ArrayList<>();
    for (JsonNode cause : body.at("/details/causes")) {
      ObjectNode copy = (ObjectNode) neutral(cause);
      if (copy.path("field").asText().equals("patch")) {
        copy.remove("message");
      }
      sorted.add(copy);
    }
    // The conflicts of several managers come in any order.
    if (body.path("code").asInt() == 409) {
      sorted.sort(Comparator.comparing(JsonNode::toString));
    }
    return JsonNodeFactory.instance.arrayNode().addAll(sorted);
  }

  /** A copy without what differs from server to server or from time to time. */
  private JsonNode neutral(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(e -> copy.set(e.getKey(), neutral(e.getValue())));
      if (object.has("metadata")) {
        neutralObject(copy);
      }
      return copy;
    }
    if (node instanceof ArrayNode list) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      list.forEach(entry -> copy.add(neutral(entry)));
      return copy;
    }
    return node.isTextual() ? TextNode.valueOf(neutral(node.textValue())) : node;
  }

  private String neutral(String text) {
    String general =
        UUID.matcher(text).replaceAll(ObjectRequest.UID).replace(name, ObjectRequest.NAME);
    return isPresent(general) ? "now" : general;
  }

  private static boolean isPresent(String text) {
    try {
      Duration age = Duration.between(Instant.parse(text), Instant.now());
      return age.abs().compareTo(PRESENT) < 0;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private void neutralObject(ObjectNode object) {
    boolean isPod = kind == ServedKind.POD;
    if (isPod) {
      object.remove("spec");
    }
    if (!(object.get("metadata") instanceof ObjectNode metadata)) {
      return;
    }
    metadata.remove("resourceVersion");
    if (metadata.get("managedFields") instanceof ArrayNode managed) {
      List<JsonNode> entries = new ArrayList<>();
      for (JsonNode entry : managed) {
        ((ObjectNode) entry).remove("time");
        if (isPod && entry.get("fieldsV1") instanceof ObjectNode fields) {
          fields.remove("f:spec");
        }
        entries.add(entry);
      }
      entries.sort(Comparator.comparing(JsonNode::toString));
      managed.removeAll().addAll(entries);
    }
  }

  /** What a watch of the object shows, from before its creation on. */
  JsonNode events(List<JsonNode> watched) {
    ArrayNode events = JsonNodeFactory.instance.arrayNode();
    for (JsonNode event : watched) {
      if (event.at("/object/metadata/name").asText().equals(name)) {
        events.add(neutral(event));
      }
    }
    return events;
  }
}
