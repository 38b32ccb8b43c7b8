package io.github.csihealth.examples.driverconformance;

/** Ends the program with one line and a code. */
final class ExitException extends Exception {

  private static final long serialVersionUID = 1L;

  private final ExitCode code;

  ExitException(ExitCode code, String message) {
    super(message);
    this.code = code;
  }

  ExitCode code() {
    return code;
  }
}
