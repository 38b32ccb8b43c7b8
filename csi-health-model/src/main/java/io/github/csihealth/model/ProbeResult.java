package io.github.csihealth.model;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What came of asking a driver: an answer, or a failure as data. Exactly one of the two is present.
 *
 * @param <T> the answer
 */
public final class ProbeResult<T> {

  private final @Nullable T answer;
  private final @Nullable ProbeFailure failure;

  private ProbeResult(@Nullable T answer, @Nullable ProbeFailure failure) {
    this.answer = answer;
    this.failure = failure;
  }

  /** The driver answered. */
  public static <T> ProbeResult<T> answered(T answer) {
    return new ProbeResult<>(Objects.requireNonNull(answer, "answer"), null);
  }

  /** The driver gave no answer that can be used. */
  public static <T> ProbeResult<T> failed(ProbeFailure failure) {
    return new ProbeResult<>(null, Objects.requireNonNull(failure, "failure"));
  }

  /** The answer; empty if the call failed. */
  public Optional<T> answer() {
    return Optional.ofNullable(answer);
  }

  /** Why the call failed; empty if it was answered. */
  public Optional<ProbeFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** The same with the answer, if there is one, turned into another. */
  public <R> ProbeResult<R> map(Function<? super T, ? extends R> onAnswer) {
    return fold(answer -> answered(onAnswer.apply(answer)), ProbeResult::failed);
  }

  /** Applies the function that fits. */
  public <R> R fold(
      Function<? super T, ? extends R> onAnswer,
      Function<? super ProbeFailure, ? extends R> onFailure) {
    return failure != null
        ? onFailure.apply(failure)
        : onAnswer.apply(Objects.requireNonNull(answer));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ProbeResult<?> that
            && Objects.equals(answer, that.answer)
            && Objects.equals(failure, that.failure));
  }

  @Override
  public int hashCode() {
    return Objects.hash(answer, failure);
  }

  /** The answer, or {@code failed (…)}. */
  @Override
  public String toString() {
    return failure != null ? "failed (" + failure + ")" : String.valueOf(answer);
  }
}
