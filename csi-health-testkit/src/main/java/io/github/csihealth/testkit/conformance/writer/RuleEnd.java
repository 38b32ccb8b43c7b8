package io.github.csihealth.testkit.conformance.writer;

import io.github.csihealth.testkit.conformance.Outcome;

/** Ends the play of a rule with an outcome. */
final class RuleEnd extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  RuleEnd(Outcome outcome) {
    super(outcome.detail(), null, false, false);
    this.outcome = outcome;
  }

  static RuleEnd failed(String detail) {
    return new RuleEnd(Outcome.fail(detail));
  }

  static RuleEnd skipped(String why) {
    return new RuleEnd(Outcome.skipped(why));
  }

  static RuleEnd inconclusive(String why) {
    return new RuleEnd(Outcome.inconclusive(why));
  }

  Outcome outcome() {
    return outcome;
  }
}
