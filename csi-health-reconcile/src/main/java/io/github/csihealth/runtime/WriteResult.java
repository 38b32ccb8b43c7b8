package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an API server made of a write, by what is to follow (rules C21, C22). */
public final class WriteResult {

  /** What is to follow. A minor version may add outcomes. */
  public enum Outcome {
    /** 2xx: the answered claim is the stored state, whether it kept the write or dropped it. */
    ANSWERED,
    /** 409, or a failed {@code test} of a JSON patch: read again, decide again. */
    CONFLICT,
    /** 404 of the claim, or 422 on its uid: forget it. */
    GONE,
    /**
     * 404 of the subresource, or "field not declared": the server does not know the field (C22).
     */
    NOT_KNOWN,
    /** 401, 403: surface, slow down. */
    FORBIDDEN,
    /** 400, 413, 415, another 422: surface, and do not repeat the same content. */
    REFUSED,
    /** 429, 5xx, a time-out, no connection: back off, then write what is latest. */
    RETRY
  }

  private final Outcome outcome;
  private final @Nullable Claim claim;
  private final String detail;
  private final @Nullable Duration retryAfter;

  private WriteResult(
      Outcome outcome, @Nullable Claim claim, String detail, @Nullable Duration retryAfter) {
    this.outcome = outcome;
    this.claim = claim;
    this.detail = Objects.requireNonNull(detail, "detail");
    this.retryAfter = retryAfter;
  }

  /** The server answered with this claim. */
  public static WriteResult answered(Claim claim) {
    return new WriteResult(Outcome.ANSWERED, Objects.requireNonNull(claim, "claim"), "", null);
  }

  /**
   * The server did not take the write.
   *
   * @param outcome not {@link Outcome#ANSWERED}
   * @param detail what it said, in one line for people
   */
  public static WriteResult of(Outcome outcome, String detail) {
    if (outcome == Outcome.ANSWERED) {
      throw new IllegalArgumentException("an answered write has a claim");
    }
    return new WriteResult(outcome, null, detail, null);
  }

  /** The server is to be tried again, not before the time that its Retry-After names. */
  public static WriteResult retry(String detail, Duration retryAfter) {
    return new WriteResult(Outcome.RETRY, null, detail, retryAfter);
  }

  /** What is to follow. */
  public Outcome outcome() {
    return outcome;
  }

  /** The answered claim; present for {@link Outcome#ANSWERED} alone. */
  public Optional<Claim> claim() {
    return Optional.ofNullable(claim);
  }

  /** What the server said, for people; empty for {@link Outcome#ANSWERED}. */
  public String detail() {
    return detail;
  }

  /** How long the server asks to be left alone. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Reads {@code REFUSED: …}. */
  @Override
  public String toString() {
    return detail.isEmpty() ? outcome.toString() : outcome + ": " + detail;
  }
}
