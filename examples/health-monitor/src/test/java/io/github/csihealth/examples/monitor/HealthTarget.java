package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.reconcile.ReconcileOptions;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One object on a server that is to hold health. */
final class HealthTarget {

  /** How another field manager writes health, if it does. */
  enum OtherWrite {
    NONE,
    UPDATE,
    MERGE_PATCH,
    APPLY
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String JSON_TYPE = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String APPLY_PATCH = "application/apply-patch+yaml";

  private final HealthKind kind;
  private final TestNamespace.Requests server;
  private final String collection;
  private final String name;

  /** The target of this name, which is not there yet. */
  HealthTarget(HealthKind kind, TestNamespace.Requests server, String namespace, String name) {
    this.kind = kind;
    this.server = server;
    this.collection = kind.collection(namespace);
    this.name = name;
  }

  /** Creates the object, without health. */
  void create() throws Exception {
    ok("POST", collection, JSON_TYPE, kind.manifest(name));
    ok("PATCH", statusPath(), MERGE_PATCH, "{\"status\": " + kind.status() + "}");
  }

  /** Deletes the object at once, although others may be about to use it. */
  void delete() throws Exception {
    ok("PATCH", path(), MERGE_PATCH, "{\"metadata\": {\"finalizers\": null}}");
    ok("DELETE", path(), JSON_TYPE, "{\"gracePeriodSeconds\": 0}");
  }

  HealthKind kind() {
    return kind;
  }

  String path() {
    return collection + "/" + name;
  }

  String statusPath() {
    return path() + "/status";
  }

  /** The object as the server has it. */
  byte[] stored() throws Exception {
    return ok("GET", path(), JSON_TYPE, null).getBytes(UTF_8);
  }

  HealthObject read() throws Exception {
    return read(stored());
  }

  HealthObject read(byte[] object) {
    return kind.read(object);
  }

  Decision decide(byte[] object, Report report, ReconcileOptions options, Instant now) {
    return kind.decide(read(object), report, options, now);
  }

  /** What a copy of the object holds in each of our places; empty for a place that is not there. */
  List<Optional<List<String>>> ours(byte[] object) {
    return kind.ours(read(object));
  }

  /** A copy of the object without our health, and without what every write changes. */
  JsonNode rest(byte[] object) {
    return kind.rest(object);
  }

  /** Sends a rendering as it is. */
  HttpResponse<String> send(Patch patch) throws IOException, InterruptedException {
    String query =
        patch.query().entrySet().stream()
            .map(p -> p.getKey() + "=" + URLEncoder.encode(p.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    return server.send(
        patch.method(), statusPath() + "?" + query, patch.contentType(), patch.bodyText());
  }

  /** Changes something that has nothing to do with health. */
  void annotate() throws Exception {
    ok(
        "PATCH",
        path(),
        MERGE_PATCH,
        "{\"metadata\": {\"annotations\": {\"example\": \"changed\"}}}");
  }

  /** Another field manager writes health of its own, of ours and of others. */
  void writtenByAnother(OtherWrite write) throws Exception {
    String path = statusPath() + "?fieldManager=another";
    String status = "\"status\": " + kind.othersHealth();
    switch (write) {
      case NONE -> {}
      case UPDATE -> {
        ObjectNode object = (ObjectNode) JSON.readTree(stored());
        object.withObject("/status").setAll((ObjectNode) JSON.readTree(kind.othersHealth()));
        ok("PUT", path, JSON_TYPE, object.toString());
      }
      case MERGE_PATCH -> ok("PATCH", path, MERGE_PATCH, "{" + status + "}");
      case APPLY -> ok("PATCH", path, APPLY_PATCH, "{" + kind.identity(name) + ", " + status + "}");
    }
  }

  @Override
  public String toString() {
    return path();
  }

  private String ok(String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = server.send(method, path, contentType, body);
    assertThat(answer.statusCode()).as("%s %s: %s", method, path, answer.body()).isLessThan(300);
    return answer.body();
  }
}
