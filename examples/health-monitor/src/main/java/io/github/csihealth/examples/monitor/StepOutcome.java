package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.VolumeHealthStatus;
import java.time.Instant;
import java.util.List;

/** What one step of the demo came to. */
record StepOutcome(
    int number,
    Instant time,
    String event,
    List<Volume> volumes,
    Demo.Counts made,
    boolean countsAsExpected) {

  boolean asExpected() {
    return countsAsExpected && volumes.stream().allMatch(Volume::asExpected);
  }

  /** What was seen, decided and stored for one volume. */
  record Volume(
      String handle,
      String claim,
      StepRecorder.Seen seen,
      VolumeHealthStatus stored,
      boolean asExpected) {}
}
