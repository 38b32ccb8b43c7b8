package io.github.csihealth.examples.writerconformance;

/** How the program ends. */
enum ExitCode {
  /** Every rule that applies holds, but perhaps optional ones. */
  CONFORMS(0),
  /** A rule does not hold. */
  RULE_FAILED(1),
  /** A flag cannot be used, or the command is not given as it should be. */
  USAGE(2),
  /** No rule failed, and one that applies could not be tried. */
  INCONCLUSIVE(3),
  /** The report cannot be written. */
  NO_REPORT(4),
  /** A fault of this program. */
  BROKEN(5);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
