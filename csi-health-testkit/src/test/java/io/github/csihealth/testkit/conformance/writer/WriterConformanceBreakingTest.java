package io.github.csihealth.testkit.conformance.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Verdict;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A good writer keeps all rules, and one that breaks a rule breaks that one alone. A broken writer
 * is tried on the rules of its group, or on all with the property {@code
 * csihealth.broken.rules=all}, as in the profile "nightly". Rules mostly wait, so they are tried
 * side by side.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WriterConformanceBreakingTest {

  private static final Set<Verdict> BROKEN = EnumSet.of(Verdict.FAIL, Verdict.WARN);
  private static final int SIDE_BY_SIDE = 16;
  private static final boolean ALL = "all".equals(System.getProperty("csihealth.broken.rules"));

  private final ExecutorService pool = Executors.newFixedThreadPool(SIDE_BY_SIDE);
  private final Map<String, Map<Rule<?>, Future<Outcome>>> outcomes = new LinkedHashMap<>();

  @BeforeAll
  void tryAll() {
    begin("function", WriterUnderTest.function(new ReferenceFunction()), "W");
    begin("controller", controller(ReferenceController::new), "W");
    BrokenFunctions.all()
        .forEach((rule, function) -> begin(rule, WriterUnderTest.function(function), group(rule)));
    BrokenControllers.all().forEach((rule, making) -> begin(rule, controller(making), group(rule)));
  }

  /** What the numbers of the rules begin with on which a broken writer is tried. */
  private static String group(String rule) {
    return ALL ? "W" : rule.substring(0, 2);
  }

  private static WriterUnderTest controller(BrokenControllers.Making making) {
    return WriterUnderTest.controller(
            ReferenceController.INTERVAL,
            (kubeconfig, endpoint) -> making.apply(kubeconfig, endpoint).begin())
        .withGatePause(ReferenceController.GATE_PAUSE);
  }

  private void begin(String writer, WriterUnderTest subject, String numbers) {
    Map<Rule<?>, Future<Outcome>> results = new LinkedHashMap<>();
    for (Rule<WriterUnderTest> rule : WriterConformance.suite().rules()) {
      if (isTested(rule) && rule.number().startsWith(numbers)) {
        results.put(rule, pool.submit(() -> rule.check(subject)));
      }
    }
    outcomes.put(writer, results);
  }

  private static boolean isTested(Rule<?> rule) {
    return rule.level() != Rule.Level.UNTESTED;
  }

  @AfterAll
  void stop() {
    pool.shutdownNow();
  }

  static Stream<String> broken() {
    return Stream.concat(
        BrokenFunctions.all().keySet().stream(), BrokenControllers.all().keySet().stream());
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aWriterThatBreaksARuleIsCaughtByThatOneAlone(String number) throws Exception {
    Map<String, String> caught = new TreeMap<>();
    for (var result : outcomes.get(number).entrySet()) {
      Outcome outcome = result.getValue().get();
      if (BROKEN.contains(outcome.verdict())) {
        caught.put(result.getKey().number(), outcome.detail());
      }
    }
    assertThat(caught).containsOnlyKeys(number);
  }

  @Test
  void everyRuleThatIsTestedIsBrokenByAWriter() {
    assertThat(broken().sorted())
        .containsExactlyElementsOf(
            WriterConformance.suite().rules().stream()
                .filter(WriterConformanceBreakingTest::isTested)
                .map(Rule::number)
                .sorted()
                .toList());
  }

  @Test
  void aGoodControllerKeepsAllRules() throws Exception {
    assertThat(notPassed("controller")).isEmpty();
  }

  @Test
  void aGoodFunctionKeepsAllRulesThatApplyToFunctions() throws Exception {
    Map<String, Outcome> notPassed = notPassed("function");
    assertThat(notPassed.values()).extracting(Outcome::verdict).containsOnly(Verdict.SKIPPED);
    assertThat(notPassed.keySet()).doesNotContainAnyElementsOf(BrokenFunctions.all().keySet());
  }

  private Map<String, Outcome> notPassed(String writer) throws Exception {
    Map<String, Outcome> others = new TreeMap<>();
    for (var result : outcomes.get(writer).entrySet()) {
      Outcome outcome = result.getValue().get();
      if (outcome.verdict() != Verdict.PASS) {
        others.put(result.getKey().number(), outcome);
      }
    }
    return others;
  }
}
