package io.github.csihealth.testkit.apiserver;

/** JSON that does not fit the type of an API object. */
final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DecodeException(String message) {
    super(message, null, false, false);
  }
}
