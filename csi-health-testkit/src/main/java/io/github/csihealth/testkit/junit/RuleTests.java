package io.github.csihealth.testkit.junit;

import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Suite;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestReporter;

/** The rules of a suite as tests, one for each. */
final class RuleTests {

  private RuleTests() {}

  /** In the order of the suite; each tries its rule when it is run. */
  static <T> Stream<DynamicTest> of(Suite<T> suite, T subject, TestReporter reporter) {
    return suite.rules().stream()
        .map(
            rule ->
                DynamicTest.dynamicTest(
                    rule.name(), () -> tell(rule, rule.check(subject), reporter)));
  }

  /** Ends a test as its rule did. */
  static void tell(Rule<?> rule, Outcome outcome, TestReporter reporter) {
    switch (outcome.verdict()) {
      case PASS -> {}
      case WARN -> reporter.publishEntry(rule.name(), outcome.detail());
      case FAIL -> Assertions.fail(outcome.detail());
      case SKIPPED, INCONCLUSIVE -> Assumptions.abort(outcome.verdict() + ": " + outcome.detail());
    }
  }
}
