package io.github.csihealth.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.StorageHealthCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * What another writer stores for one driver of a CSINode, with a field that nobody knows.
 *
 * @param conditions in any order; the list is atomic, so a key may be in it twice
 * @param secondsAhead the time of each, from now on; empty for none
 * @param removed whether it removes the entry instead
 */
record NodeEntry(
    String driver,
    List<StorageHealthCondition> conditions,
    Optional<Integer> secondsAhead,
    boolean removed) {

  ReferenceBackend.Entry stored(Instant now) {
    return removed
        ? ReferenceBackend.Entry.NOTHING
        : ReferenceBackend.Entry.of(
            conditions.stream()
                .map(c -> time(now).map(c::withLastTransitionTime).orElse(c))
                .toList());
  }

  JsonNode json(Instant now) {
    ObjectNode entry = Server.object().put("name", driver);
    ArrayNode list = entry.putArray("healthConditions");
    for (StorageHealthCondition condition : conditions) {
      ObjectNode json = list.addObject();
      json.put("status", condition.status().value()).put("reason", condition.reason());
      if (!condition.message().isEmpty()) {
        json.put("message", condition.message());
      }
      condition.accessMode().ifPresent(mode -> json.put("accessMode", mode.value()));
      condition.volumeMode().ifPresent(mode -> json.put("volumeMode", mode.value()));
      json.put("lastTransitionTime", time(now).map(Instant::toString).orElse(null));
    }
    return entry.put("later", "kept");
  }

  private Optional<Instant> time(Instant now) {
    return secondsAhead.map(s -> now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(s));
  }
}
