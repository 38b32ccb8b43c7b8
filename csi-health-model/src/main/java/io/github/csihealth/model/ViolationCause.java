package io.github.csihealth.model;

/** What the API server finds wrong with a field of a health status. */
public enum ViolationCause {
  /** A field that may not be empty is. */
  REQUIRED("FieldValueRequired"),
  /** A status or a mode that this version of the server does not know. */
  NOT_SUPPORTED("FieldValueNotSupported"),
  /** A reason or a driver name of another form than it may have. */
  INVALID("FieldValueInvalid"),
  /** A string of more bytes of UTF-8 than it may have. */
  TOO_LONG("FieldValueTooLong"),
  /** A list of more entries than it may have. */
  TOO_MANY("FieldValueTooMany"),
  /** An entry whose key one before it has. */
  DUPLICATE("FieldValueDuplicate"),
  /** A name that refers to nothing. */
  NOT_FOUND("FieldValueNotFound");

  private final String reason;

  ViolationCause(String reason) {
    this.reason = reason;
  }

  /** The server's word, as in {@code details.causes[].reason} of its answer. */
  public String reason() {
    return reason;
  }
}
