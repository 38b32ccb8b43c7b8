package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A namespace of an API server, where the test does by hand what a binding controller and other
 * writers do. Its persistent volumes are named {@code <namespace>-<name>}.
 */
final class TestNamespace {

  /** Sends a request and returns the answer, whatever its status. */
  interface Requests {
    HttpResponse<String> send(String method, String path, String contentType, String body)
        throws IOException, InterruptedException;
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String JSON_TYPE = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String VOLUMES = "/api/v1/persistentvolumes";

  private final Requests server;
  private final String name;

  private TestNamespace(Requests server, String name) {
    this.server = server;
    this.name = name;
  }

  /** A new namespace. */
  static TestNamespace create(Requests server) {
    JsonNode created =
        new TestNamespace(server, "")
            .ok(
                "POST",
                "/api/v1/namespaces",
                JSON_TYPE,
                "{\"metadata\": {\"generateName\": \"test-\"}}");
    return new TestNamespace(server, created.at("/metadata/name").asText());
  }

  String name() {
    return name;
  }

  /** A claim and a volume of the same name that are bound to each other, both ways. */
  void bind(String claim, String driver, String volumeHandle) {
    String uid = createClaim(claim);
    createVolume(
        claim,
        driver,
        volumeHandle,
        """
        , "claimRef": {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
            "namespace": "%s", "name": "%s", "uid": "%s"}
        """
            .formatted(name, claim, uid));
    ok("PATCH", volumePath(claim) + "/status", MERGE_PATCH, "{\"status\": {\"phase\": \"Bound\"}}");
  }

  /** A claim that takes itself for bound to the volume of its name. Returns its uid. */
  String createClaim(String claim) {
    JsonNode created =
        ok(
            "POST",
            claims(),
            JSON_TYPE,
            """
            {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "%s"},
             "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "",
               "volumeName": "%s-%s", "resources": {"requests": {"storage": "1Gi"}}}}
            """
                .formatted(claim, name, claim));
    patchStatus(claim, "{\"status\": {\"phase\": \"Bound\"}}");
    return created.at("/metadata/uid").asText();
  }

  /** A volume that nobody claims. */
  void createVolume(String volume, String driver, String volumeHandle) {
    createVolume(volume, driver, volumeHandle, "");
  }

  private void createVolume(String volume, String driver, String handle, String claimRef) {
    ok(
        "POST",
        VOLUMES,
        JSON_TYPE,
        """
        {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "%s-%s"},
         "spec": {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"},
           "csi": {"driver": "%s", "volumeHandle": "%s"}%s}}
        """
            .formatted(name, volume, driver, handle, claimRef));
  }

  /** Deletes a claim although it is in use. */
  void deleteClaim(String claim) {
    ok("PATCH", claimPath(claim), MERGE_PATCH, "{\"metadata\": {\"finalizers\": null}}");
    ok("DELETE", claimPath(claim), JSON_TYPE, null);
  }

  /** Deletes a volume although it is in use. */
  void deleteVolume(String volume) {
    ok("PATCH", volumePath(volume), MERGE_PATCH, "{\"metadata\": {\"finalizers\": null}}");
    ok("DELETE", volumePath(volume), JSON_TYPE, null);
  }

  /** Changes something of a claim that has nothing to do with health. */
  void annotate(String claim, String value) {
    ok(
        "PATCH",
        claimPath(claim),
        MERGE_PATCH,
        "{\"metadata\": {\"annotations\": {\"example\": \"%s\"}}}".formatted(value));
  }

  /** A JSON merge patch of a claim's status. */
  void patchStatus(String claim, String mergePatch) {
    ok("PATCH", claimPath(claim) + "/status", MERGE_PATCH, mergePatch);
  }

  /** A health of one condition is stored, as by another writer or an earlier run. */
  void storeHealth(String claim, String status, String reason, String message, String since) {
    patchStatus(
        claim,
        """
        {"status": {"healthStatus": {"lastTransitionTime": "%s", "healthConditions":
          [{"status": "%s", "reason": "%s", "message": "%s"}]}}}
        """
            .formatted(since, status, reason, message));
  }

  /** The claim as stored. */
  JsonNode claim(String claim) {
    return ok("GET", claimPath(claim), JSON_TYPE, null);
  }

  /** What is stored in a claim's {@code status.healthStatus}; empty if the field is not there. */
  Optional<JsonNode> health(String claim) {
    return Optional.ofNullable(claim(claim).path("status").get("healthStatus"));
  }

  /** The conditions stored there, in their order, as {@code Degraded/ReplicaDown: 1 of 3}. */
  List<String> conditions(String claim) {
    return conditionsOf(claim(claim).at("/status/healthStatus"));
  }

  /** The health of all claims by one request; empty for a claim without the field. */
  Map<String, Optional<JsonNode>> healthOfAll() {
    Map<String, Optional<JsonNode>> health = new TreeMap<>();
    for (JsonNode claim : ok("GET", claims(), JSON_TYPE, null).path("items")) {
      health.put(
          claim.at("/metadata/name").asText(),
          Optional.ofNullable(claim.path("status").get("healthStatus")));
    }
    return health;
  }

  /** The conditions of a health, in their order, as {@code Degraded/ReplicaDown: 1 of 3}. */
  static List<String> conditionsOf(JsonNode health) {
    List<String> conditions = new ArrayList<>();
    for (JsonNode condition : health.path("healthConditions")) {
      conditions.add(
          "%s/%s: %s"
              .formatted(
                  condition.path("status").asText(),
                  condition.path("reason").asText(),
                  condition.path("message").asText()));
    }
    return conditions;
  }

  /** A volume as stored. */
  JsonNode volume(String volume) {
    return ok("GET", volumePath(volume), JSON_TYPE, null);
  }

  private String claimPath(String claim) {
    return claims() + "/" + claim;
  }

  private String claims() {
    return "/api/v1/namespaces/" + name + "/persistentvolumeclaims";
  }

  private String volumePath(String volume) {
    return VOLUMES + "/" + name + "-" + volume;
  }

  private JsonNode ok(String method, String path, String contentType, String body) {
    try {
      HttpResponse<String> answer = server.send(method, path, contentType, body);
      assertThat(answer.statusCode()).as("%s %s: %s", method, path, answer.body()).isLessThan(300);
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
