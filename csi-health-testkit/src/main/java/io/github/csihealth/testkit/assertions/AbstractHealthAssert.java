package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.HealthState;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractAssert;

/**
 * What all assertions here share.
 *
 * @param <S> the assertion itself
 * @param <A> what is looked at
 */
public abstract class AbstractHealthAssert<S extends AbstractHealthAssert<S, A>, A>
    extends AbstractAssert<S, A> {

  AbstractHealthAssert(A actual, Class<S> self) {
    super(actual, self);
  }

  /** What is looked at, which is there. */
  final A given() {
    isNotNull();
    return actual;
  }

  final S check(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw failure("%s", otherwise.get());
    }
    return myself;
  }

  /**
   * Whether what is looked at is in this state.
   *
   * @param conditions for the message
   */
  final S checkState(
      String subject, HealthState actualState, HealthState expected, Object conditions) {
    return check(
        actualState == expected,
        () ->
            "Expected "
                + subject
                + " to be "
                + expected
                + ", but it is "
                + actualState
                + ": "
                + conditions);
  }

  /**
   * Whether a part is as it should be; reads {@code Expected the phase of … to be x, but was y}.
   */
  final S checkEqual(String part, Object actualPart, Object expected) {
    return check(
        actualPart.equals(expected),
        () ->
            "Expected "
                + part
                + " to be "
                + Differences.quoted(expected)
                + ", but it was "
                + Differences.quoted(actualPart));
  }

  /** Whether a detail for people holds a text. */
  final S checkDetail(String detail, String text) {
    return check(
        detail.contains(text), () -> "Expected \"" + text + "\" in the detail \"" + detail + "\"");
  }
}
