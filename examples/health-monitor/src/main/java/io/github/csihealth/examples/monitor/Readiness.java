package io.github.csihealth.examples.monitor;

import io.github.csihealth.examples.monitor.HealthPage.Answer;

/** What a monitor waits for, or does by now. Any thread may ask. */
final class Readiness {

  private volatile Answer now = Answer.bad("waiting for the driver to say what it is");

  /** It waits for this now, in the words of {@code waiting for <what>}. */
  void waitFor(String what) {
    now = Answer.bad("waiting for " + what);
  }

  /** It waits for another replica to end, which is all that it is there for at the moment. */
  void standBy() {
    now = Answer.good("standing by");
  }

  /** It monitors. */
  void ready() {
    now = Answer.good("ok");
  }

  Answer now() {
    return now;
  }
}
