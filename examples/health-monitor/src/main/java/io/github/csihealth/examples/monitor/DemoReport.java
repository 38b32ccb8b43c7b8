package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.DriverInfo;

/** Tells the demo's story to whoever watches it. */
interface DemoReport {

  void begin(DriverInfo driver, String socket, String server);

  void step(StepOutcome outcome);

  void end(Demo.Counts total, int steps, boolean asExpected);
}
