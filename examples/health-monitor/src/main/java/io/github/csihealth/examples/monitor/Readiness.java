package io.github.csihealth.examples.monitor;

import java.util.Optional;

/** What a monitor that is starting still waits for. Any thread may ask. */
final class Readiness {

  private volatile Optional<String> waiting =
      Optional.of("waiting for the driver to say what it is");

  /** It waits for this now, in the words of {@code waiting for <what>}. */
  void waitFor(String what) {
    waiting = Optional.of("waiting for " + what);
  }

  /** It does what it is there for: monitors, or stands by for another that does. */
  void ready() {
    waiting = Optional.empty();
  }

  /** What it waits for; empty if it is ready. */
  Optional<String> fault() {
    return waiting;
  }
}
