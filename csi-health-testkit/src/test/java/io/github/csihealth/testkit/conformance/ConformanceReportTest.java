package io.github.csihealth.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ConformanceReportTest {

  private static final Suite<String> SUITE =
      Suite.of(
          "strings",
          List.of(
              Rule.required("S01", "isLong", "§1", "short is bad", s -> holds(s.length() > 3, s)),
              Rule.optional("S02", "isLower", "§2", "a|b", s -> holds(s.equals("lower"), s)),
              Rule.required("S03", "applies", "§3", "", s -> Outcome.skipped("no capability")),
              Rule.untested("S04", "isFast", "§4", "", "nobody can see it"),
              Rule.required(
                  "S05",
                  "canBeTried",
                  "§5",
                  "",
                  s -> {
                    throw new IllegalStateException("the secret is 12345");
                  })));

  private static Outcome holds(boolean held, String seen) {
    return held ? Outcome.pass() : Outcome.fail("saw " + seen);
  }

  @Test
  void theLevelOfARuleDecidesWhatAFailureIs() {
    List<RuleResult> progress = new ArrayList<>();
    ConformanceReport report = SUITE.run("LONG", progress::add);
    assertThat(report.results())
        .extracting(RuleResult::verdict)
        .containsExactly(
            Verdict.PASS, Verdict.WARN, Verdict.SKIPPED, Verdict.SKIPPED, Verdict.INCONCLUSIVE);
    assertThat(progress).isEqualTo(report.results());
    assertThat(SUITE.run("abc").with(Verdict.FAIL))
        .extracting(result -> result.rule().name())
        .containsExactly("required_S01_isLong");
  }

  @Test
  void aRunConformsOnlyIfAllThatAppliesWasTriedAndHeld() {
    Suite<String> first = Suite.of("first", SUITE.rules().subList(0, 4));
    assertThat(first.run("LONG").conforms()).isTrue();
    assertThat(first.run("abc").conforms()).isFalse();
    assertThat(SUITE.run("LONG").conforms()).isFalse();
  }

  @Test
  void peopleReadALineForEachRule() {
    assertThat(SUITE.run("abc").toText())
        .isEqualTo(
            """
            strings
            FAIL          required_S01_isLong
                          saw abc
            WARN          optional_S02_isLower
                          saw abc
            SKIPPED       required_S03_applies
                          no capability
            SKIPPED       untested_S04_isFast
                          nobody can see it
            INCONCLUSIVE  required_S05_canBeTried
                          could not be tried: java.lang.IllegalStateException
            1 WARN, 1 FAIL, 2 SKIPPED, 1 INCONCLUSIVE
            """);
  }

  @Test
  void buildServersReadXmlWhateverWasSeen() throws Exception {
    String xml = SUITE.run("\u0000<&\"\n\uD800").toJunitXml();
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(xml)))
            .getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("5");
    assertThat(suite.getAttribute("failures")).isEqualTo("0");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getAttribute("skipped")).isEqualTo("3");
    Element warned = (Element) suite.getElementsByTagName("testcase").item(1);
    assertThat(warned.getAttribute("name")).isEqualTo("optional_S02_isLower");
    Element skipped = (Element) warned.getElementsByTagName("skipped").item(0);
    assertThat(skipped.getAttribute("message")).isEqualTo("WARN: saw \uFFFD<&\" \uFFFD");
    assertThat(skipped.getTextContent()).isEqualTo("saw \uFFFD<&\"\n\uFFFD");
    assertThat(suite.getElementsByTagName("failure").getLength()).isZero();
    Element failed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(SUITE.run("abc").toJunitXml())))
            .getDocumentElement();
    assertThat(failed.getElementsByTagName("failure").getLength()).isEqualTo(1);
  }

  @Test
  void rulesAreATable() {
    assertThat(SUITE.toMarkdown())
        .startsWith("| rule | clause | intent |\n|---|---|---|\n")
        .contains("| `required_S01_isLong` | §1 | short is bad |\n")
        .contains("| `optional_S02_isLower` | §2 | a\\|b |\n");
  }

  @Test
  void numbersAreWellFormedAndUnique() {
    Rule<String> rule = SUITE.rules().get(0);
    assertThatThrownBy(() -> Suite.of("twice", List.of(rule, rule)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("S01");
    assertThatThrownBy(() -> Rule.untested("1", "isLong", "", "", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("D07");
    assertThatThrownBy(() -> Rule.untested("S01", "is long", "", "", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is long");
  }
}
