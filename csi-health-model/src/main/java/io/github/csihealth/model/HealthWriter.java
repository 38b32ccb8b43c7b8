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
    out.writeStringField("name", Utf8.withoutLoneSurrogates(entry.name()));
    volumeHealthFields(out, entry.health());
    out.writeEndObject();
  }

  static void storageHealth(JsonGenerator out, StorageHealth entry) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", Utf8.withoutLoneSurrogates(entry.name()));
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
    out.writeStringField("status", Utf8.withoutLoneSurrogates(status.value()));
    out.writeStringField("reason", Utf8.withoutLoneSurrogates(reason));
    if (!message.isEmpty()) {
      out.writeStringField("message", Utf8.withoutLoneSurrogates(message));
    }
  }

  private static void optional(JsonGenerator out, String field, Optional<? extends OpenType> value)
      throws IOException {
    if (value.isPresent()) {
      out.writeStringField(field, Utf8.withoutLoneSurrogates(value.get().value()));
    }
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
