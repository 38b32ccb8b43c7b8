package io.github.csihealth.testkit.junit;

import io.github.csihealth.testkit.conformance.driver.DriverConformance;
import io.github.csihealth.testkit.conformance.driver.DriverUnderTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

/**
 * The rules of {@link DriverConformance} as JUnit 5 tests, one for each rule: extend it and say
 * what the driver is.
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
 * <p>A rule that does not hold fails its test; an optional one that does not hold is published as a
 * report entry, and its test passes. A rule that does not apply, or could not be tried, aborts its
 * test with the reason. Methods before and after each test run once around all rules.
 */
public abstract class DriverConformanceTest {

  /** For subclasses. */
  protected DriverConformanceTest() {}

  /**
   * The driver to try; asked once, before the first rule.
   *
   * @throws Exception if there is none: all rules fail
   */
  protected abstract DriverUnderTest driver() throws Exception;

  /** A test for each rule, in the order of the suite. */
  @TestFactory
  final Stream<DynamicTest> driverConforms(TestReporter reporter) throws Exception {
    return RuleTests.of(DriverConformance.suite(), driver(), reporter);
  }
}
