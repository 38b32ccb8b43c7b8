package io.github.csihealth.model;

import java.util.Objects;

/** Something in an input that is not as it should be: what, where, and what was done about it. */
public final class Finding {

  private final FindingKind kind;
  private final String path;
  private final String detail;

  private Finding(FindingKind kind, String path, String detail) {
    this.kind = Objects.requireNonNull(kind, "kind");
    this.path = Objects.requireNonNull(path, "path");
    this.detail = Objects.requireNonNull(detail, "detail");
  }

  /**
   * A finding.
   *
   * @param path where, in the words of the input: {@code status.healthStatus.healthConditions[0]}
   * @param detail one line for people; holds no secret
   */
  public static Finding of(FindingKind kind, String path, String detail) {
    return new Finding(kind, path, detail);
  }

  /** What it is. */
  public FindingKind kind() {
    return kind;
  }

  /** Where it is. */
  public String path() {
    return path;
  }

  /** What was found and done, for people. */
  public String detail() {
    return detail;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Finding that
            && kind == that.kind
            && path.equals(that.path)
            && detail.equals(that.detail));
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, path, detail);
  }

  /** Reads {@code UNKNOWN_STATUS at health_statuses[0]: 99 is not written}. */
  @Override
  public String toString() {
    return kind + " at " + path + ": " + detail;
  }
}
