package io.github.csihealth.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Verdict;
import io.github.csihealth.testkit.conformance.writer.WriterConformance;
import io.github.csihealth.testkit.conformance.writer.WriterUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** What becomes of a rule's outcome in JUnit. */
class WriterConformanceTestTest {

  private static final Rule<Object> RULE =
      Rule.required("W99", "someRule", "clause", "intent", subject -> Outcome.pass());

  private final List<Map<String, String>> published = new ArrayList<>();

  private void tell(Outcome outcome) {
    WriterConformanceTest.tell(RULE, outcome, published::add);
  }

  @Test
  void thereIsATestForEachRule() throws Exception {
    WriterConformanceTest tests =
        new WriterConformanceTest() {
          @Override
          protected WriterUnderTest writer() {
            return WriterUnderTest.function((claim, answer) -> Optional.empty());
          }
        };
    assertThat(tests.rules(published::add))
        .extracting(DynamicTest::getDisplayName)
        .containsExactlyElementsOf(
            WriterConformance.suite().rules().stream().map(Rule::name).toList());
  }

  @Test
  void aRuleThatHoldsPasses() {
    tell(Outcome.pass());
    assertThat(published).isEmpty();
  }

  @Test
  void anOptionalRuleThatDoesNotHoldIsPublishedAndPasses() {
    tell(new Outcome(Verdict.WARN, "8 writes"));
    assertThat(published).containsExactly(Map.of(RULE.name(), "8 writes"));
  }

  @Test
  void aRuleThatDoesNotHoldFails() {
    assertThatThrownBy(() -> tell(Outcome.fail("8 writes")))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessage("8 writes");
  }

  @ParameterizedTest
  @EnumSource(names = {"SKIPPED", "INCONCLUSIVE"})
  void aRuleThatWasNotTriedAborts(Verdict verdict) {
    assertThatThrownBy(() -> tell(new Outcome(verdict, "no list")))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining(verdict + ": no list");
  }
}
