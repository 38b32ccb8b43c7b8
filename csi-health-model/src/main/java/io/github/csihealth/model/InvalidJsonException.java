package io.github.csihealth.model;

/** The text is no JSON. The message says what was met, and at which line and column. */
public final class InvalidJsonException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  InvalidJsonException(String message) {
    super(message);
  }
}
