package io.github.csihealth.examples.hostpath;

/** A health file that says nothing that can be used; the message says what is wrong, and where. */
final class HealthFileException extends Exception {

  private static final long serialVersionUID = 1L;

  HealthFileException(String message) {
    super(message);
  }
}
