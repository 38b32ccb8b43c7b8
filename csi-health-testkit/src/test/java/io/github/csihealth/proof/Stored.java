package io.github.csihealth.proof;

import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthCondition.Key;
import io.github.csihealth.model.VolumeHealthStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A claim's health in plain collections.
 *
 * @param present whether there is a field at all (rule C2)
 * @param messages of the conditions by key
 * @param since lastTransitionTime
 */
record Stored(boolean present, Map<Key, String> messages, Optional<Instant> since) {

  static final Stored NOTHING = new Stored(false, Map.of(), Optional.empty());

  static Stored of(VolumeHealthStatus health) {
    return new Stored(
        health.state() != HealthState.NO_INFORMATION,
        messages(health.conditions()),
        health.lastTransitionTime());
  }

  static Map<Key, String> messages(Iterable<VolumeHealthCondition> conditions) {
    Map<Key, String> messages = new TreeMap<>();
    conditions.forEach(condition -> messages.put(condition.key(), condition.message()));
    return messages;
  }

  boolean adverse() {
    return !messages.isEmpty();
  }
}
