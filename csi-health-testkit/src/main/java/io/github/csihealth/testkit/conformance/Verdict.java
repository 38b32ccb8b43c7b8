package io.github.csihealth.testkit.conformance;

/** What came of a rule. */
public enum Verdict {
  /** It was tried and held. */
  PASS,
  /** It is optional, was tried and did not hold. No failure of the suite. */
  WARN,
  /** It is required, was tried and did not hold. */
  FAIL,
  /** It does not apply to this subject, for want of a capability, or cannot be tried by anybody. */
  SKIPPED,
  /**
   * It applies, but could not be tried, so that nothing is known: a fault was needed and nothing
   * could make it, or the subject could not be reached. Never counted as held.
   */
  INCONCLUSIVE
}
