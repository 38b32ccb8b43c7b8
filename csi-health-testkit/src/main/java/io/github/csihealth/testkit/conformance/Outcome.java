package io.github.csihealth.testkit.conformance;

import static java.util.Objects.requireNonNull;

/**
 * What a rule's function answers: a verdict, and in words what was seen.
 *
 * @param verdict what came of it; a function says {@link Verdict#FAIL} for an optional rule too
 * @param detail what was seen and what was expected, or why it could not be tried; empty for {@link
 *     Verdict#PASS}. It never holds secrets
 */
public record Outcome(Verdict verdict, String detail) {

  private static final Outcome PASS = new Outcome(Verdict.PASS, "");

  /** Checks that nothing is null. */
  public Outcome {
    requireNonNull(verdict, "verdict");
    requireNonNull(detail, "detail");
  }

  /** The rule held. */
  public static Outcome pass() {
    return PASS;
  }

  /** The rule did not hold. */
  public static Outcome fail(String detail) {
    return new Outcome(Verdict.FAIL, detail);
  }

  /** The rule does not apply to this subject. */
  public static Outcome skipped(String why) {
    return new Outcome(Verdict.SKIPPED, why);
  }

  /** The rule applies, and could not be tried. */
  public static Outcome inconclusive(String why) {
    return new Outcome(Verdict.INCONCLUSIVE, why);
  }
}
