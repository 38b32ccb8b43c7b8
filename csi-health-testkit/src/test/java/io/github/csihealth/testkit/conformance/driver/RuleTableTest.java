package io.github.csihealth.testkit.conformance.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of the rules, in the Javadoc and in the documentation, are those of the code. */
class RuleTableTest {

  private static final Path JAVADOC =
      Path.of(
          "src/main/java/io/github/csihealth/testkit/conformance/driver/DriverConformance.java");
  private static final Path README = Path.of("../README.md");

  @Test
  void theJavadocHasTheRulesOfTheSuite() throws IOException {
    String rows =
        DriverConformance.suite().rules().stream()
            .map(
                rule ->
                    " * <tr><td>{@code %s}</td><td>%s</td><td>%s</td></tr>\n"
                        .formatted(rule.name(), rule.clause(), rule.intent()))
            .collect(Collectors.joining());
    assertThat(between(JAVADOC, "<tr><th>rule</th><th>clause</th><th>intent</th></tr>", "</table>"))
        .isEqualTo(rows);
  }

  @Test
  void theReadmeHasTheRulesOfTheSuite() throws IOException {
    assertThat(between(README, "<!-- driver rules -->", "<!-- end of driver rules -->"))
        .isEqualTo(DriverConformance.suite().toMarkdown());
  }

  /** The lines after the one that holds the first text, up to the one that holds the second. */
  private static String between(Path file, String first, String last) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> rest = lines.stream().dropWhile(line -> !line.contains(first)).skip(1).toList();
    return rest.stream()
        .takeWhile(line -> !line.contains(last))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
