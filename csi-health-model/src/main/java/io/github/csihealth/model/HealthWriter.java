package io.github.csihealth.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes health values in the key order of the Go types. */
final class HealthWriter {

  private HealthWriter() {}

  static void volumeHealth(JsonWriter json, VolumeHealthStatus health) {
    if (health.state() == HealthState.NO_INFORMATION) {
      json.nullValue();
      return;
    }
    json.beginObject();
    volumeHealthFields(json, health);
    json.endObject();
  }

  static void podVolumeHealth(JsonWriter json, PodVolumeHealth entry) {
    json.beginObject();
    json.name("name").value(entry.name());
    volumeHealthFields(json, entry.health());
    json.endObject();
  }

  static void storageHealth(JsonWriter json, StorageHealth entry) {
    json.beginObject();
    json.name("name").value(entry.name());
    MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions = entry.conditions();
    if (!conditions.isEmpty()) {
      json.name("healthConditions").beginArray();
      for (StorageHealthCondition condition : conditions.stored()) {
        storageCondition(json, condition);
      }
      json.endArray();
    }
    unknownFields(json, entry.unknownFields());
    json.endObject();
  }

  static void policy(JsonWriter json, HealthSchedulingPolicy policy) {
    json.beginObject();
    json.name("rules").beginArray();
    for (HealthSchedulingRule rule : policy.rules()) {
      rule(json, rule);
    }
    json.endArray();
    unknownFields(json, policy.unknownFields());
    json.endObject();
  }

  private static void rule(JsonWriter json, HealthSchedulingRule rule) {
    json.beginObject();
    json.name("status").value(rule.status().value());
    if (!rule.accessModes().isEmpty()) {
      json.name("accessModes").beginArray();
      for (PersistentVolumeAccessMode mode : rule.accessModes()) {
        json.value(mode.value());
      }
      json.endArray();
    }
    optional(json, "volumeMode", rule.volumeMode());
    unknownFields(json, rule.unknownFields());
    json.endObject();
  }

  private static void volumeHealthFields(JsonWriter json, VolumeHealthStatus health) {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions = health.conditions();
    if (!conditions.isEmpty()) {
      json.name("healthConditions").beginArray();
      for (VolumeHealthCondition condition : conditions.stored()) {
        volumeCondition(json, condition);
      }
      json.endArray();
    }
    time(json, health.lastTransitionTime());
    unknownFields(json, health.unknownFields());
  }

  private static void volumeCondition(JsonWriter json, VolumeHealthCondition condition) {
    json.beginObject();
    commonFields(json, condition.status(), condition.reason(), condition.message());
    unknownFields(json, condition.unknownFields());
    json.endObject();
  }

  private static void storageCondition(JsonWriter json, StorageHealthCondition condition) {
    json.beginObject();
    commonFields(json, condition.status(), condition.reason(), condition.message());
    optional(json, "accessMode", condition.accessMode());
    optional(json, "volumeMode", condition.volumeMode());
    time(json, condition.lastTransitionTime());
    unknownFields(json, condition.unknownFields());
    json.endObject();
  }

  private static void commonFields(
      JsonWriter json, OpenType status, String reason, String message) {
    json.name("status").value(status.value());
    json.name("reason").value(reason);
    if (!message.isEmpty()) {
      json.name("message").value(message);
    }
  }

  private static void optional(JsonWriter json, String field, Optional<? extends OpenType> value) {
    if (value.isPresent()) {
      json.name(field).value(value.get().value());
    }
  }

  private static void time(JsonWriter json, Optional<Instant> time) {
    json.name("lastTransitionTime");
    if (time.isPresent()) {
      json.value(time.get());
    } else {
      json.nullValue();
    }
  }

  private static void unknownFields(JsonWriter json, Map<String, ?> fields) {
    for (Map.Entry<String, ?> field : fields.entrySet()) {
      plain(json.name(field.getKey()), field.getValue());
    }
  }

  /** A value of the types that {@link PlainValues} makes, or a tree. */
  static void plain(JsonWriter json, @Nullable Object value) {
    try {
      json.json(HealthJson.MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) { // neither such values nor bytes in memory fail
      throw new UncheckedIOException(e);
    }
  }
}
