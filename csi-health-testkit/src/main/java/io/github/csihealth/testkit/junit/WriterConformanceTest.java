package io.github.csihealth.testkit.junit;

import io.github.csihealth.testkit.conformance.writer.WriterConformance;
import io.github.csihealth.testkit.conformance.writer.WriterUnderTest;
import java.util.stream.Stream;
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
 * <p>A rule's outcome becomes that of its test as in {@link DriverConformanceTest}.
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
  final Stream<DynamicTest> writerConforms(TestReporter reporter) throws Exception {
    return RuleTests.of(WriterConformance.suite(), writer(), reporter);
  }
}
