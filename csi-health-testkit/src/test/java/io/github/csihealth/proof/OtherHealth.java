package io.github.csihealth.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.VolumeHealthCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * What another writer stores in a claim.
 *
 * @param conditions each key once, in any order; none is a present, healthy field
 * @param secondsAhead its time, from now on; empty for none
 * @param removed whether it removes the field instead
 */
record OtherHealth(
    List<VolumeHealthCondition> conditions, Optional<Integer> secondsAhead, boolean removed) {

  Stored stored(Instant now) {
    return removed
        ? Stored.NOTHING
        : new Stored(true, Stored.messages(conditions), secondsAhead.map(s -> time(now, s)));
  }

  JsonNode json(Instant now) {
    if (removed) {
      return NullNode.instance;
    }
    ObjectNode health = Server.object();
    if (!conditions.isEmpty()) {
      ArrayNode list = health.putArray("healthConditions");
      for (VolumeHealthCondition condition : conditions) {
        ObjectNode entry = list.addObject();
        entry.put("status", condition.status().value()).put("reason", condition.reason());
        if (!condition.message().isEmpty()) {
          entry.put("message", condition.message());
        }
      }
    }
    // As Go's type writes it: null for none.
    return health.put(
        "lastTransitionTime", secondsAhead.map(s -> time(now, s).toString()).orElse(null));
  }

  private static Instant time(Instant now, int seconds) {
    return now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
  }
}
