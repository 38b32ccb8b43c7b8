package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** Catches what goes to standard error: the program's log. One test at a time. */
final class StandardError {

  private static final ByteArrayOutputStream CAUGHT = new ByteArrayOutputStream();

  private StandardError() {}

  /** Runs the body and returns what was printed meanwhile; shown if the body fails. */
  static String during(MonitorRun.Body body) throws Exception {
    PrintStream real = System.err;
    CAUGHT.reset();
    System.setErr(new PrintStream(CAUGHT, true, UTF_8));
    boolean ended = false;
    try {
      body.run();
      ended = true;
      return soFar();
    } finally {
      System.setErr(real);
      if (!ended) {
        real.println("It printed:\n" + soFar());
      }
    }
  }

  /** What was printed so far. */
  static String soFar() {
    return CAUGHT.toString(UTF_8);
  }
}
