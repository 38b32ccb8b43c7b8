package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;

/**
 * The answer to a request.
 *
 * @param code the HTTP code
 * @param body the body: a tree, or a text for the few answers that are no JSON
 * @param warnings what goes into warning headers
 * @param retryAfterSeconds what goes into that header; 0 for none
 */
record Outcome(int code, JsonNode body, List<String> warnings, int retryAfterSeconds) {

  static Outcome ok(JsonNode body) {
    return new Outcome(200, body, List.of(), 0);
  }

  static Outcome stored(int code, JsonNode body, List<String> warnings) {
    return new Outcome(code, body, warnings, 0);
  }

  static Outcome text(int code, String text) {
    return new Outcome(code, TextNode.valueOf(text), List.of(), 0);
  }

  static Outcome refused(StatusException refusal) {
    int retryAfter = refusal.body().path("details").path("retryAfterSeconds").asInt();
    return new Outcome(refusal.code(), refusal.body(), refusal.warnings(), retryAfter);
  }

  boolean isJson() {
    return !body.isTextual();
  }

  String print() {
    return isJson() ? Json.write(body) : body.textValue();
  }
}
