package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.ReconcileOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine.Help.Ansi;

/** The demo comes out as the contract says, and would say so if it did not. */
@Timeout(120)
class DemoTest {

  private static final String ESCAPE = "\u001b";

  private final StringWriter told = new StringWriter();
  private final PrintWriter out = new PrintWriter(told, true);

  @Test
  void theTimelineEndsWithTheExpectedSummary() {
    Program program = Program.run("demo");

    assertThat(program.code()).isZero();
    assertThat(program.err()).isEmpty();
    assertThat(program.out())
        .contains("10 cycles: 10 list calls, 4 get calls, 5 status patches")
        .endsWith("every step came out as the contract says" + System.lineSeparator())
        .doesNotContain("NOT AS EXPECTED");
    assertThat(program.out().lines().filter(line -> line.endsWith("as expected"))).hasSize(10);
  }

  @Test
  void theTimelineIsPlainTextWhenItIsCaptured() throws ExitException {
    assertThat(Program.run("demo").out()).doesNotContain(ESCAPE).doesNotContain("@|");

    // On a terminal it is not.
    Demo.play(new TimelineReport(out, Ansi.ON));
    assertThat(told.toString()).contains(ESCAPE);
  }

  @Test
  void theJsonLinesTellTheSame() throws JsonProcessingException {
    Program program = Program.run("demo", "--output", "json");

    assertThat(program.code()).isZero();
    assertThat(program.err()).isEmpty();
    List<JsonNode> lines = parsed(program.out());
    assertThat(lines).hasSize(1 + 10 * 3 + 1);
    assertThat(lines.get(0).path("kind").asText()).isEqualTo("start");
    assertThat(lines.get(0).path("mode").asText()).isEqualTo("LIST");
    assertThat(ofKind(lines, "step")).hasSize(10).allMatch(l -> l.path("asExpected").asBoolean());
    assertThat(ofKind(lines, "volume"))
        .hasSize(20)
        .allMatch(l -> l.path("asExpected").asBoolean())
        .allMatch(l -> !l.path("decisions").isEmpty());
    assertThat(lines.get(lines.size() - 1).toString())
        .isEqualTo(
            "{\"kind\":\"summary\",\"steps\":10,\"lists\":10,\"gets\":4,\"patches\":5,"
                + "\"asExpected\":true}");
  }

  private static List<JsonNode> parsed(String text) throws JsonProcessingException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private static List<JsonNode> ofKind(List<JsonNode> lines, String kind) {
    return lines.stream().filter(line -> line.path("kind").asText().equals(kind)).toList();
  }

  @Test
  void anotherPolicyDoesNotComeOutAsTheContractSays() throws ExitException {
    boolean asExpected = Demo.play(new TimelineReport(out, Ansi.OFF), ignoringMessages());

    assertThat(asExpected).isFalse();
    // The one step in which a message alone changes.
    assertThat(told.toString().lines().filter(line -> line.endsWith("NOT AS EXPECTED"))).hasSize(1);
    assertThat(told.toString())
        .contains("10 cycles: 10 list calls, 4 get calls, 4 status patches")
        .contains("at least one step did not come out as the contract says")
        .doesNotContain("every step");
  }

  @Test
  void anotherPolicyIsToldInJsonToo() throws Exception {
    assertThat(Demo.play(new JsonLinesReport(out), ignoringMessages())).isFalse();

    List<JsonNode> lines = parsed(told.toString());
    assertThat(lines.get(lines.size() - 1).path("asExpected").asBoolean(true)).isFalse();
    assertThat(ofKind(lines, "volume"))
        .filteredOn(line -> !line.path("asExpected").asBoolean())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.path("step").asInt()).isEqualTo(7);
              assertThat(line.path("volume").asText()).isEqualTo("vol-media");
            });
  }

  private static ClaimReconciler ignoringMessages() {
    return ClaimReconciler.with(ReconcileOptions.builder().ignoreMessageChanges().build());
  }
}
