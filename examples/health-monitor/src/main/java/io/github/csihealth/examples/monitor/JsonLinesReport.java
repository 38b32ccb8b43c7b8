package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.HealthJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The story as JSON lines: one object for the start, each step and volume, and the summary. */
final class JsonLinesReport implements DemoReport {

  private final PrintWriter out;

  JsonLinesReport(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void begin(DriverInfo driver, String socket, String server) {
    line(
        json -> {
          json.writeStringField("kind", "start");
          json.writeStringField("driver", driver.name());
          json.writeStringField("mode", driver.controllerMode().name());
          json.writeStringField("socket", socket);
          json.writeStringField("server", server);
        });
  }

  @Override
  public void step(StepOutcome outcome) {
    for (StepOutcome.Volume volume : outcome.volumes()) {
      line(
          json -> {
            json.writeStringField("kind", "volume");
            json.writeNumberField("step", outcome.number());
            json.writeStringField("time", outcome.time().toString());
            json.writeStringField("event", outcome.event());
            json.writeStringField("volume", volume.handle());
            json.writeStringField("claim", volume.claim());
            json.writeArrayFieldStart("decisions");
            for (int i = 0; i < volume.seen().decisions().size(); i++) {
              json.writeStartObject();
              json.writeStringField("observed", volume.seen().observations().get(i).toString());
              json.writeStringField("cause", volume.seen().decisions().get(i).cause().name());
              json.writeBooleanField("write", volume.seen().decisions().get(i).write().isPresent());
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeFieldName("healthStatus");
            HealthJson.write(json, volume.stored());
            json.writeBooleanField("asExpected", volume.asExpected());
          });
    }
    line(
        json -> {
          json.writeStringField("kind", "step");
          json.writeNumberField("step", outcome.number());
          counts(json, outcome.made());
          json.writeBooleanField("asExpected", outcome.asExpected());
        });
  }

  @Override
  public void end(Demo.Counts total, int steps, boolean asExpected) {
    line(
        json -> {
          json.writeStringField("kind", "summary");
          json.writeNumberField("steps", steps);
          counts(json, total);
          json.writeBooleanField("asExpected", asExpected);
        });
  }

  private static void counts(JsonGenerator json, Demo.Counts counts) throws IOException {
    json.writeNumberField("lists", counts.lists());
    json.writeNumberField("gets", counts.gets());
    json.writeNumberField("patches", counts.patches());
  }

  private void line(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = HealthJson.generator(bytes)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println(bytes.toString(StandardCharsets.UTF_8));
    out.flush();
  }

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }
}
