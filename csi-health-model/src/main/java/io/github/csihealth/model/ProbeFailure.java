package io.github.csihealth.model;

import java.util.Objects;

/** A probe that gave no answer which can be used. It clears nothing (rule C11). */
public final class ProbeFailure {

  private final FailureKind kind;
  private final String method;
  private final String detail;

  private ProbeFailure(FailureKind kind, String method, String detail) {
    this.kind = Objects.requireNonNull(kind, "kind");
    this.method = Objects.requireNonNull(method, "method");
    this.detail = Objects.requireNonNull(detail, "detail");
  }

  /**
   * A failure.
   *
   * @param method the RPC without its service: {@code ControllerGetVolumeHealth}
   * @param detail one line for people, such as the status code and description; holds no secret
   */
  public static ProbeFailure of(FailureKind kind, String method, String detail) {
    return new ProbeFailure(kind, method, detail);
  }

  /** What is to follow from it. */
  public FailureKind kind() {
    return kind;
  }

  /** The RPC that failed. */
  public String method() {
    return method;
  }

  /** What happened, for people. */
  public String detail() {
    return detail;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ProbeFailure that
            && kind == that.kind
            && method.equals(that.method)
            && detail.equals(that.detail));
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, method, detail);
  }

  /** Reads {@code ControllerGetVolumeHealth: NOT_FOUND: no such volume}. */
  @Override
  public String toString() {
    return method + ": " + detail;
  }
}
