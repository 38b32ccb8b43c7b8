package io.github.csihealth.testkit.apiserver;

import java.util.Objects;

/**
 * What the server does instead of answering a request, or instead of letting its answer through.
 * Immutable.
 */
public final class Fault {
  enum Kind {
    STATUS,
    CUT,
    ANSWER_LOST
  }

  private final Kind kind;
  private final int code;
  private final String reason;
  private final String message;
  private final int retryAfterSeconds;

  private Fault(Kind kind, int code, String reason, String message, int retryAfterSeconds) {
    this.kind = kind;
    this.code = code;
    this.reason = reason;
    this.message = message;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /**
   * Answers with a {@code Status}; nothing is read or written.
   *
   * @param code the HTTP code, 400 to 599
   * @param reason the reason in the body, such as {@code Conflict}; may be empty
   */
  public static Fault status(int code, String reason) {
    if (code < 400 || code > 599) {
      throw new IllegalArgumentException("not the code of an error: " + code);
    }
    return new Fault(Kind.STATUS, code, Objects.requireNonNull(reason), "injected fault", 0);
  }

  /** Closes the connection without an answer; nothing is read or written. */
  public static Fault cut() {
    return new Fault(Kind.CUT, 0, "", "", 0);
  }

  /** Carries the request out, then closes the connection without an answer. */
  public static Fault answerLost() {
    return new Fault(Kind.ANSWER_LOST, 0, "", "", 0);
  }

  /**
   * The same fault with a {@code Retry-After} header and the same number in the body.
   *
   * @param seconds at least 1
   */
  public Fault withRetryAfter(int seconds) {
    if (seconds < 1 || kind != Kind.STATUS) {
      throw new IllegalArgumentException("Retry-After needs a status and at least one second");
    }
    return new Fault(kind, code, reason, message, seconds);
  }

  /** The same fault with another message in its body. */
  public Fault withMessage(String text) {
    return new Fault(kind, code, reason, Objects.requireNonNull(text), retryAfterSeconds);
  }

  Kind kind() {
    return kind;
  }

  int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  StatusException toStatus() {
    return StatusException.injected(code, reason, message, retryAfterSeconds);
  }

  @Override
  public String toString() {
    return kind == Kind.STATUS ? code + " " + reason : kind.name();
  }
}
