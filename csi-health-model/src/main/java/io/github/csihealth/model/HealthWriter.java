package io.github.csihealth.model;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Writes health values in the key order of the Go types. */
final class HealthWriter {

  private HealthWriter() {}

  static void volumeHealth(JsonGenerator out, VolumeHealthStatus health) throws IOException {
    if (health.state() == HealthState.NO_INFORMATION) {
      out.writeNull();
      return;
    }
    out.writeStartObject();
    volumeHealthFields(out, health);
    out.writeEndObject();
  }

  static void podVolumeHealth(JsonGenerator out, PodVolumeHealth entry) throws IOException {
    out.writeStartObject();
    string(out, "name", entry.name());
    volumeHealthFields(out, entry.health());
    out.writeEndObject();
  }

  static void storageHealth(JsonGenerator out, StorageHealth entry) throws IOException {
    out.writeStartObject();
    string(out, "name", entry.name());
    MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions = entry.conditions();
    if (!conditions.isEmpty()) {
      out.writeArrayFieldStart("healthConditions");
      for (StorageHealthCondition condition : conditions.stored()) {
        storageCondition(out, condition);
      }
      out.writeEndArray();
    }
    unknownFields(out, entry.unknownFields());
    out.writeEndObject();
  }

  static void policy(JsonGenerator out, HealthSchedulingPolicy policy) throws IOException {
    out.writeStartObject();
    out.writeArrayFieldStart("rules");
    for (HealthSchedulingRule rule : policy.rules()) {
      rule(out, rule);
    }
    out.writeEndArray();
    unknownFields(out, policy.unknownFields());
    out.writeEndObject();
  }

  private static void rule(JsonGenerator out, HealthSchedulingRule rule) throws IOException {
    out.writeStartObject();
    string(out, "status", rule.status().value());
    if (!rule.accessModes().isEmpty()) {
      out.writeArrayFieldStart("accessModes");
      for (PersistentVolumeAccessMode mode : rule.accessModes()) {
        out.writeString(Utf8.withoutLoneSurrogates(mode.value()));
      }
      out.writeEndArray();
    }
    optional(out, "volumeMode", rule.volumeMode());
    unknownFields(out, rule.unknownFields());
    out.writeEndObject();
  }

  private static void volumeHealthFields(JsonGenerator out, VolumeHealthStatus health)
      throws IOException {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions = health.conditions();
    if (!conditions.isEmpty()) {
      out.writeArrayFieldStart("healthConditions");
      for (VolumeHealthCondition condition : conditions.stored()) {
        volumeCondition(out, condition);
      }
      out.writeEndArray();
    }
    time(out, health.lastTransitionTime());
    unknownFields(out, health.unknownFields());
  }

  private static void volumeCondition(JsonGenerator out, VolumeHealthCondition condition)
      throws IOException {
    out.writeStartObject();
    commonFields(out, condition.status(), condition.reason(), condition.message());
    unknownFields(out, condition.unknownFields());
    out.writeEndObject();
  }

  private static void storageCondition(JsonGenerator out, StorageHealthCondition condition)
      throws IOException {
    out.writeStartObject();
    commonFields(out, condition.status(), condition.reason(), condition.message());
    optional(out, "accessMode", condition.accessMode());
    optional(out, "volumeMode", condition.volumeMode());
    time(out, condition.lastTransitionTime());
    unknownFields(out, condition.unknownFields());
    out.writeEndObject();
  }

  private static void commonFields(
      JsonGenerator out, OpenType status, String reason, String message) throws IOException {
    string(out, "status", status.value());
    string(out, "reason", reason);
    if (!message.isEmpty()) {
      string(out, "message", message);
    }
  }

  private static void optional(JsonGenerator out, String field, Optional<? extends OpenType> value)
      throws IOException {
    if (value.isPresent()) {
      string(out, field, value.get().value());
    }
  }

  private static void string(JsonGenerator out, String field, String value) throws IOException {
    out.writeStringField(field, Utf8.withoutLoneSurrogates(value));
  }

  private static void time(JsonGenerator out, Optional<Instant> time) throws IOException {
    if (time.isPresent()) {
      out.writeStringField("lastTransitionTime", time.get().toString());
    } else {
      out.writeNullField("lastTransitionTime");
    }
  }

  private static void unknownFields(JsonGenerator out, Map<String, ?> fields) throws IOException {
    for (Map.Entry<String, ?> field : fields.entrySet()) {
      out.writeFieldName(field.getKey());
      HealthJson.MAPPER.writeValue(out, field.getValue());
    }
  }
}
