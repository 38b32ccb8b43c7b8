package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.model.HealthJson;
import java.nio.charset.StandardCharsets;

/** Objects of a cluster that are sick, in the JSON of the API server. */
final class StatusObjects {

  private StatusObjects() {}

  /** A condition without a time, as claims and pods have it. */
  static String condition(String status, String reason, String message) {
    return "{\"status\": \"%s\", \"reason\": \"%s\", \"message\": \"%s\"}"
        .formatted(status, reason, message);
  }

  /** A claim with this {@code status.healthStatus}; null for none. */
  static String claim(String namespace, String name, String healthStatus) {
    return """
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
         "metadata": {"namespace": "%s", "name": "%s"}, "spec": {"volumeName": "pv-%s"},
         "status": {"phase": "Bound"%s}}
        """
        .formatted(
            namespace,
            name,
            name,
            healthStatus == null ? "" : ", \"healthStatus\": " + healthStatus);
  }

  /** A {@code healthStatus}, or the value of a pod's volume. */
  static String health(String since, String... conditions) {
    return "{%s\"healthConditions\": [%s]}"
        .formatted(
            since == null ? "" : "\"lastTransitionTime\": \"" + since + "\", ",
            String.join(", ", conditions));
  }

  /** A pod whose volumes {@code data} and {@code logs} have the healths. */
  static String pod(String namespace, String name, String phase, String data, String logs) {
    return """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "%s", "name": "%s"},
         "spec": {"containers": [{"name": "app", "image": "registry.example.com/app"}],
           "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}},
             {"name": "logs", "persistentVolumeClaim": {"claimName": "logs"}}]},
         "status": {"phase": "%s", "volumeHealth": [%s, %s]}}
        """
        .formatted(namespace, name, phase, named("data", data), named("logs", logs));
  }

  private static String named(String name, String health) {
    return "{\"name\": \"" + name + "\", " + health.substring(1);
  }

  /** A CSINode with one driver registered, and health of any. */
  static String node(String name, String driver, String... storageHealth) {
    return """
        {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": "%s"},
         "spec": {"drivers": [{"name": "%s", "nodeID": "%s"}]},
         "status": {"storageHealth": [%s]}}
        """
        .formatted(name, driver, name, String.join(", ", storageHealth));
  }

  /** Storage health of a driver with conditions. */
  static String storage(String driver, String... conditions) {
    return "{\"name\": \"%s\", \"healthConditions\": [%s]}"
        .formatted(driver, String.join(", ", conditions));
  }

  static JsonNode tree(String json) {
    return HealthJson.tree(json.getBytes(StandardCharsets.UTF_8));
  }
}
