package io.github.csihealth.examples.hostpath;

/** How the program ends; each has a one-line message on standard error, but {@link #OK}. */
enum ExitCode {
  OK(0),
  /** A fault of this program. */
  FAILED(1),
  /** A flag cannot be used. */
  USAGE(2),
  /** The data folder cannot be used. */
  NO_DATA_FOLDER(3),
  /** The socket cannot be served. */
  NO_SOCKET(4);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
