package io.github.csihealth.model;

import java.util.Objects;

/** One cause for which the API server refuses a status: what, where and why. */
public final class Violation {

  private final ViolationCause cause;
  private final String path;
  private final String detail;

  Violation(ViolationCause cause, String path, String detail) {
    this.cause = cause;
    this.path = path;
    this.detail = detail;
  }

  /** What it is. */
  public ViolationCause cause() {
    return cause;
  }

  /**
   * Where it is, as in {@code details.causes[].field} of the server's answer: {@code
   * status.healthStatus.healthConditions[0].reason}.
   */
  public String path() {
    return path;
  }

  /** Why, for people; in words of this library, not of the server. */
  public String detail() {
    return detail;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Violation that
            && cause == that.cause
            && path.equals(that.path)
            && detail.equals(that.detail));
  }

  @Override
  public int hashCode() {
    return Objects.hash(cause, path, detail);
  }

  /** Reads {@code REQUIRED at status.storageHealth[0].name: empty}. */
  @Override
  public String toString() {
    return cause + " at " + path + ": " + detail;
  }
}
