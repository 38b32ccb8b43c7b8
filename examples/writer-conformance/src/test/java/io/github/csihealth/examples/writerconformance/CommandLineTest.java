package io.github.csihealth.examples.writerconformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Flags, output and exit codes, with programs that write nothing. */
class CommandLineTest {

  private static final String[] ENDS_AT_ONCE = {"--", "true", "{kubeconfig}", "{socket}"};

  @TempDir Path temp;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = WriterConformanceCommand.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private int run(String[] flags, String[] command) {
    return run(Stream.of(flags, command).flatMap(Stream::of).toArray(String[]::new));
  }

  @Test
  void aProgramThatEndsAtOnceIsInconclusive() throws Exception {
    Path xml = temp.resolve("report.xml");
    int code = run(new String[] {"--rule", "W01", "--junit-xml", xml.toString()}, ENDS_AT_ONCE);

    assertThat(code).as(out.toString()).isEqualTo(ExitCode.INCONCLUSIVE.code());
    assertThat(out.toString())
        .startsWith("INCONCLUSIVE  required_W01_")
        .contains("the writer ended by itself")
        .endsWith("1 INCONCLUSIVE" + System.lineSeparator());
    assertThat(Files.readString(xml)).contains("<testsuite", "errors=\"1\"", "W01");
  }

  @Test
  void whatTheProgramPrintedIsToldWithTheOutcome() {
    int code =
        run(
            "--rule",
            "W01",
            "--",
            "sh",
            "-c",
            "echo no luck with $0 $1",
            "{kubeconfig}",
            "{socket}");

    assertThat(code).isEqualTo(ExitCode.INCONCLUSIVE.code());
    assertThat(out.toString()).containsPattern("no luck with \\S+kubeconfig\\S+ \\S+csi.sock");
  }

  @Test
  void aProgramThatCannotBeStartedIsInconclusive() {
    int code = run("--rule", "W01", "--", "no-such-program", "{kubeconfig}", "{socket}");

    assertThat(code).isEqualTo(ExitCode.INCONCLUSIVE.code());
    assertThat(out.toString()).contains("cannot be started", "no-such-program");
  }

  @Test
  void aReportThatCannotBeWrittenHasACodeOfItsOwn() {
    int code =
        run(
            new String[] {"--rule", "W01", "--junit-xml", temp.resolve("no/report.xml").toString()},
            ENDS_AT_ONCE);

    assertThat(code).isEqualTo(ExitCode.NO_REPORT.code());
    assertThat(err.toString()).startsWith("error: the report cannot be written");
  }

  @Test
  void theCommandHasToNameBothPlaceholders() {
    assertThat(run("--", "monitor", "{socket}")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).startsWith("error: the command has no {kubeconfig}");
  }

  @Test
  void theCommandMayNotBeMissing() {
    assertThat(run()).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).startsWith("error: the command of the program is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1", "-1s", "soon", "1.5s", "99999999999s"})
  void aBadIntervalIsRefused(String interval) {
    assertThat(run(new String[] {"--interval", interval}, ENDS_AT_ONCE))
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("--interval", "'" + interval + "'");
  }

  @Test
  void durationsHaveThreeUnits() {
    assertThat(ShortDuration.parse("200ms")).isEqualTo(Duration.ofMillis(200));
    assertThat(ShortDuration.parse("2s")).isEqualTo(Duration.ofSeconds(2));
    assertThat(ShortDuration.parse("1m")).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void anUnknownRuleIsRefused() {
    assertThat(run(new String[] {"--rule", "W00"}, ENDS_AT_ONCE)).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).startsWith("error: there is no rule W00");
  }

  @Test
  void theRulesAreListed() {
    assertThat(run("--list")).isZero();
    assertThat(out.toString())
        .startsWith("| rule | clause | intent |")
        .contains("| `required_W01_");
  }

  @Test
  void theHelpNamesTheExitCodes() {
    assertThat(run("--help")).isZero();
    for (ExitCode code : ExitCode.values()) {
      assertThat(out.toString()).containsPattern("(?m)^ +" + code.code() + " +\\S");
    }
  }
}
