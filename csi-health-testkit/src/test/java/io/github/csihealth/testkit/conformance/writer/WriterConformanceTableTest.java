package io.github.csihealth.testkit.conformance.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.conformance.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WriterConformanceTableTest {

  @Test
  void theTableInTheJavadocIsThatOfTheSuite() throws IOException {
    String source =
        Files.readString(
            Path.of(
                "src/main/java/io/github/csihealth/testkit/conformance/writer",
                "WriterConformance.java"));
    String rows =
        WriterConformance.suite().rules().stream()
            .map(
                rule ->
                    " * <tr><td>{@code %s}</td><td>%s</td><td>%s</td></tr>\n"
                        .formatted(rule.name(), rule.clause(), rule.intent()))
            .collect(Collectors.joining());
    assertThat(source)
        .contains(
            " * <tr><th>rule</th><th>clause</th><th>intent</th></tr>\n" + rows + " * </table>\n");
  }

  @Test
  void theTableInTheReadmeIsThatOfTheSuite() throws IOException {
    assertThat(Files.readString(Path.of("../README.md")))
        .contains(
            "<!-- writer rules -->\n"
                + WriterConformance.suite().toMarkdown()
                + "<!-- end of writer rules -->");
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
