package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.testkit.conformance.Outcome;

/** Ends a rule that cannot be tried on this driver, or does not apply to it. */
final class NotTriedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  private NotTriedException(Outcome outcome) {
    super(outcome.detail());
    this.outcome = outcome;
  }

  static NotTriedException inconclusive(String why) {
    return new NotTriedException(Outcome.inconclusive(why));
  }

  static NotTriedException skipped(String why) {
    return new NotTriedException(Outcome.skipped(why));
  }

  Outcome outcome() {
    return outcome;
  }
}
