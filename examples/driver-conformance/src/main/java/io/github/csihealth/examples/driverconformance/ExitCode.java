package io.github.csihealth.examples.driverconformance;

/** How the program ends. */
enum ExitCode {
  /** Every rule that applies was tried and holds. */
  CONFORMS(0),
  /** A required rule does not hold. */
  RULE_FAILED(1),
  /** A flag cannot be used. */
  USAGE(2),
  /** Nothing listens on the driver's socket. */
  NO_DRIVER(3),
  /** No rule failed, and some that apply could not be tried. */
  INCONCLUSIVE(4),
  /** A fault of this program, or the report cannot be written. */
  FAILED(5);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
