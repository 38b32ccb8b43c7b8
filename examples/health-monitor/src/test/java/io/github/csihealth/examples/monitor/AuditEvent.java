package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * A request that the API server has answered, as its audit log tells. What does not apply is empty.
 *
 * @param verb as RBAC names it: {@code patch}, not PATCH
 * @param code of the answer
 */
record AuditEvent(
    String user,
    String verb,
    String uri,
    String resource,
    String subresource,
    String namespace,
    String name,
    int code) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static AuditEvent parse(String line) throws IOException {
    JsonNode event = JSON.readTree(line);
    JsonNode object = event.path("objectRef");
    return new AuditEvent(
        event.path("user").path("username").asText(),
        event.path("verb").asText(),
        event.path("requestURI").asText(),
        object.path("resource").asText(),
        object.path("subresource").asText(),
        object.path("namespace").asText(),
        object.path("name").asText(),
        event.path("responseStatus").path("code").asInt());
  }

  /** Whether it was meant to change something that is stored. */
  boolean isWrite() {
    return switch (verb) {
      case "get", "list", "watch" -> false;
      // A question in the form of a create.
      case "create" -> !resource.equals("selfsubjectaccessreviews");
      default -> true;
    };
  }
}
