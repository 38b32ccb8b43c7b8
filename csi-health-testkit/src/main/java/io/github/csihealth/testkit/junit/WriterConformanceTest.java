package io.github.csihealth.testkit.junit;

import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.writer.WriterConformance;
import io.github.csihealth.testkit.conformance.writer.WriterUnderTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

/**
 * The rules of {@link WriterConformance} as JUnit 5 tests, one for each rule: extend it and say
 * what the writer is.
 *
 * <pre>{@code
 * class MyWriterTest extends WriterConformanceTest {
 *   @Override
 *   protected WriterUnderTest writer() {
 *     return WriterUnderTest.controller(Duration.ofMillis(200), MyController::start);
 *   }
 * }
 * }</pre>
 *
 * <p>A rule that does not hold fails its test; an optional one that does not hold is published as a
 * report entry, and its test passes. A rule that does not apply, or could not be tried, aborts its
 * test with the reason.
 */
public abstract class WriterConformanceTest {

  /** For subclasses. */
  protected WriterConformanceTest() {}

  /**
   * The writer to try; asked once, before the first rule.
   *
   * @throws Exception if there is none: all rules fail
   */
  protected abstract WriterUnderTest writer() throws Exception;

  /** A test for each rule, in the order of the suite. */
  @TestFactory
  public final Stream<DynamicTest> rules(TestReporter reporter) throws Exception {
    WriterUnderTest writer = writer();
    return WriterConformance.suite().rules().stream()
        .map(
            rule ->
                DynamicTest.dynamicTest(
                    rule.name(), () -> tell(rule, rule.check(writer), reporter)));
  }

  static void tell(Rule<?> rule, Outcome outcome, TestReporter reporter) {
    switch (outcome.verdict()) {
      case PASS -> {}
      case WARN -> reporter.publishEntry(rule.name(), outcome.detail());
      case FAIL -> Assertions.fail(outcome.detail());
      case SKIPPED, INCONCLUSIVE -> Assumptions.abort(outcome.verdict() + ": " + outcome.detail());
    }
  }
}
