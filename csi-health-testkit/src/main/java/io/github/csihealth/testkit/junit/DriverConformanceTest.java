package io.github.csihealth.testkit.junit;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.driver.DriverConformance;
import io.github.csihealth.testkit.conformance.driver.DriverUnderTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

/**
 * {@link DriverConformance} on a driver of the subclass, one test a rule.
 *
 * <pre>{@code
 * class MyDriverTest extends DriverConformanceTest {
 *   @Override
 *   protected DriverUnderTest driver() {
 *     return DriverUnderTest.builder(channel).faults(faults).build();
 *   }
 * }
 * }</pre>
 *
 * <p>A rule that does not hold fails its test. One that does not apply or could not be tried aborts
 * it, with the reason. An optional rule that does not hold passes, and is reported under its name.
 * Methods before and after each test run once around all rules.
 */
public abstract class DriverConformanceTest {

  /** For subclasses. */
  protected DriverConformanceTest() {}

  /**
   * The driver to be tried. Called once for all rules.
   *
   * @throws Exception if there is none: fails the test
   */
  protected abstract DriverUnderTest driver() throws Exception;

  /** One test a rule. */
  @TestFactory
  final Stream<DynamicTest> driverConforms(TestReporter reporter) throws Exception {
    DriverUnderTest driver = driver();
    return DriverConformance.suite().rules().stream()
        .map(rule -> dynamicTest(rule.name(), () -> conforms(rule, driver, reporter)));
  }

  private static void conforms(
      Rule<DriverUnderTest> rule, DriverUnderTest driver, TestReporter reporter) {
    Outcome outcome = rule.check(driver);
    switch (outcome.verdict()) {
      case PASS -> {}
      case WARN -> reporter.publishEntry(rule.name(), outcome.detail());
      case FAIL -> fail(outcome.detail());
      case SKIPPED, INCONCLUSIVE -> Assumptions.abort(outcome.verdict() + ": " + outcome.detail());
    }
  }
}
