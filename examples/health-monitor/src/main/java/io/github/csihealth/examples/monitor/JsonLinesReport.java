package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.JsonWriter;
import java.io.PrintWriter;
import java.util.function.Consumer;

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
          json.name("kind").value("start");
          json.name("driver").value(driver.name());
          json.name("mode").value(driver.controllerMode().name());
          json.name("socket").value(socket);
          json.name("server").value(server);
        });
  }

  @Override
  public void step(StepOutcome outcome) {
    for (StepOutcome.Volume volume : outcome.volumes()) {
      line(
          json -> {
            json.name("kind").value("volume");
            json.name("step").value(outcome.number());
            json.name("time").value(outcome.time().toString());
            json.name("event").value(outcome.event());
            json.name("volume").value(volume.handle());
            json.name("claim").value(volume.claim());
            json.name("decisions").beginArray();
            for (int i = 0; i < volume.seen().decisions().size(); i++) {
              json.beginObject();
              json.name("observed").value(volume.seen().observations().get(i).toString());
              json.name("cause").value(volume.seen().decisions().get(i).cause().name());
              json.name("write").value(volume.seen().decisions().get(i).write().isPresent());
              json.endObject();
            }
            json.endArray();
            json.name("healthStatus");
            HealthJson.write(json, volume.stored());
            json.name("asExpected").value(volume.asExpected());
          });
    }
    line(
        json -> {
          json.name("kind").value("step");
          json.name("step").value(outcome.number());
          counts(json, outcome.made());
          json.name("asExpected").value(outcome.asExpected());
        });
  }

  @Override
  public void end(Demo.Counts total, int steps, boolean asExpected) {
    line(
        json -> {
          json.name("kind").value("summary");
          json.name("steps").value(steps);
          counts(json, total);
          json.name("asExpected").value(asExpected);
        });
  }

  private static void counts(JsonWriter json, Demo.Counts counts) {
    json.name("lists").value(counts.lists());
    json.name("gets").value(counts.gets());
    json.name("patches").value(counts.patches());
  }

  private void line(Consumer<JsonWriter> fields) {
    JsonWriter json = new JsonWriter().beginObject();
    fields.accept(json);
    out.println(json.endObject());
    out.flush();
  }
}
