package io.github.csihealth.testkit.conformance.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.conformance.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WriterConformanceTableTest {

  private static final Pattern ROW = Pattern.compile("<li>\\{@code (\\w+)\\}: (.*?) (?=<)");

  @Test
  void theTableInTheJavadocIsThatOfTheSuite() throws IOException {
    String source =
        Files.readString(
            Path.of(
                "src/main/java/io/github/csihealth/testkit/conformance/writer",
                "WriterConformance.java"));
    String text =
        source
            .substring(source.indexOf("/**"), source.indexOf("*/"))
            .replaceAll("\\s*\\n\\s*\\*\\s*", " ");
    List<String> rows =
        ROW.matcher(text).results().map(row -> row.group(1) + ": " + row.group(2)).toList();
    assertThat(rows)
        .containsExactlyElementsOf(
            WriterConformance.suite().rules().stream()
                .map(rule -> rule.name() + ": " + rule.intent())
                .toList());
  }

  @Test
  void everyRuleHasAClauseAndAnIntentInASentence() {
    assertThat(WriterConformance.suite().rules())
        .allSatisfy(
            rule -> {
              assertThat(rule.clause()).isNotBlank();
              assertThat(rule.intent()).endsWith(".");
            })
        .extracting(Rule::number)
        .isSorted();
  }
}
