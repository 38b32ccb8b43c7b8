package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeResult;

/**
 * Assertions on what came of asking a driver.
 *
 * @param <T> the answer
 */
public final class ProbeResultAssert<T>
    extends AbstractHealthAssert<ProbeResultAssert<T>, ProbeResult<T>> {

  @SuppressWarnings("unchecked") // A class object knows no type arguments.
  ProbeResultAssert(ProbeResult<T> actual) {
    super(actual, (Class<ProbeResultAssert<T>>) (Class<?>) ProbeResultAssert.class);
  }

  /** The driver answered. */
  public ProbeResultAssert<T> isAnswered() {
    return check(given().answer().isPresent(), () -> "Expected an answer, but the call " + given());
  }

  /** The driver answered this. */
  public ProbeResultAssert<T> hasAnswer(T expected) {
    isAnswered();
    return checkEqual("the answer", given().answer().orElseThrow(), expected);
  }

  /** Goes on with why the call failed; it did. */
  public ProbeFailureAssert failure() {
    check(
        given().failure().isPresent(),
        () -> "Expected a failed call, but it was answered: " + given());
    return new ProbeFailureAssert(given().failure().orElseThrow());
  }

  /** The call failed for this reason. */
  public ProbeResultAssert<T> hasFailed(FailureKind kind) {
    failure().hasKind(kind);
    return this;
  }
}
