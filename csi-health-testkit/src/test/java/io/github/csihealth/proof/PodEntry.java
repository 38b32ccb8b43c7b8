package io.github.csihealth.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** What another writer stores for one volume of a pod, with a field that nobody knows. */
record PodEntry(String volume, OtherHealth health) {

  /** Null where it removes the entry. */
  JsonNode json(Instant now) {
    if (health.removed()) {
      return health.json(now);
    }
    ObjectNode entry = Server.object().put("name", volume);
    entry.setAll((ObjectNode) health.json(now));
    return entry.put("later", "kept");
  }
}
