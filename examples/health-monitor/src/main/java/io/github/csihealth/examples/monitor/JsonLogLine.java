package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.JsonWriter;
import org.jspecify.annotations.Nullable;

/** A line that is one object: time, level, logger, message, then the fields of the event. */
final class JsonLogLine implements LogLine {

  private final JsonWriter json = new JsonWriter();

  JsonLogLine(String time, String level, String logger) {
    json.beginObject();
    field("time", time);
    field("level", level);
    field("logger", logger);
  }

  @Override
  public void message(String text) {
    field("message", text);
  }

  @Override
  public void field(String key, @Nullable Object value) {
    json.name(key);
    if (value == null) {
      json.nullValue();
    } else if (value instanceof Integer || value instanceof Long) {
      json.value(((Number) value).longValue());
    } else if (value instanceof Boolean truth) {
      json.value(truth);
    } else {
      json.value(value.toString());
    }
  }

  @Override
  public String end() {
    return json.endObject().toString();
  }
}
