package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A request about one object, for any server. Where the body says {@link #NAME}, {@link #UID},
 * {@link #VERSION} or {@link #STALE}, each server's own is put in.
 *
 * @param path what follows the path of the object, such as {@code /status}; for a POST, that of the
 *     collection
 * @param query without question mark; may be empty
 * @param contentType not read when the body is empty
 * @param body any text; empty for none
 */
record ObjectRequest(String method, String path, String query, String contentType, String body) {

  /** The object's name. */
  static final String NAME = "@name@";

  /** The object's uid, or that of the one which was there last. */
  static final String UID = "@uid@";

  /** The object's resourceVersion. */
  static final String VERSION = "@version@";

  /** A resourceVersion that the object had before. */
  static final String STALE = "@stale@";

  static ObjectRequest parse(JsonNode json) {
    return new ObjectRequest(
        json.path("method").asText(),
        json.path("path").asText(),
        json.path("query").asText(),
        json.path("contentType").asText(),
        json.path("body").asText());
  }

  ObjectNode toJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("method", method)
        .put("path", path)
        .put("query", query)
        .put("contentType", contentType)
        .put("body", body);
  }
}
