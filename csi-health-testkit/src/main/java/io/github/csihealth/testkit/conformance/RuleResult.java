package io.github.csihealth.testkit.conformance;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What came of one rule in a run.
 *
 * @param rule the rule
 * @param outcome what came of it
 * @param time how long it took
 */
public record RuleResult(Rule<?> rule, Outcome outcome, Duration time) {

  /** Checks that nothing is null. */
  public RuleResult {
    requireNonNull(rule, "rule");
    requireNonNull(outcome, "outcome");
    requireNonNull(time, "time");
  }

  /** What came of it, in short. */
  public Verdict verdict() {
    return outcome.verdict();
  }
}
