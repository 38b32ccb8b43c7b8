package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags of run: those of the upstream sidecar, in the forms that a deployment may have. */
@Timeout(60)
class FlagsTest {

  /** What the command has read, by flag. */
  private record Flags(ParseResult parsed) {
    @SuppressWarnings("TypeParameterUnusedInFormals")
    <T> T of(String flag) {
      return parsed.commandSpec().findOption(flag).getValue();
    }
  }

  private static Flags parse(Map<String, String> variables, String... arguments) {
    CommandLine line = HealthMonitorCommand.commandLine(variables);
    String[] all = Stream.concat(Stream.of("run"), Arrays.stream(arguments)).toArray(String[]::new);
    return new Flags(line.parseArgs(all).subcommand());
  }

  private static Flags parse(String... arguments) {
    return parse(Map.of(), arguments);
  }

  // ---- Names and defaults

  static Stream<Arguments> upstreamDefaults() {
    return Stream.of(
        Arguments.of("--csi-address", "unix:/run/csi/socket"),
        Arguments.of("--kubeconfig", "null"),
        Arguments.of("--timeout", "PT15S"),
        Arguments.of("--list-volumes-interval", "PT5M"),
        Arguments.of("--monitor-interval", "PT1M"),
        Arguments.of("--volume-list-add-interval", "PT5M"),
        Arguments.of("--worker-threads", "10"),
        Arguments.of("--resync", "PT10M"),
        Arguments.of("--kube-api-qps", "5.0"),
        Arguments.of("--kube-api-burst", "10"),
        Arguments.of("--http-endpoint", "null"),
        Arguments.of("--metrics-path", "/metrics"),
        Arguments.of("--metrics-address", "null"),
        Arguments.of("--v", "Verbosity[number=0]"),
        Arguments.of("--logging-format", "text"),
        Arguments.of("--leader-election", "false"),
        Arguments.of("--leader-election-namespace", "null"),
        Arguments.of("--leader-election-lease-duration", "PT15S"),
        Arguments.of("--leader-election-renew-deadline", "PT10S"),
        Arguments.of("--leader-election-retry-period", "PT5S"));
  }

  @ParameterizedTest
  @MethodSource("upstreamDefaults")
  void aFlagHasTheDefaultOfTheUpstreamSidecar(String flag, String value) {
    assertThat(String.valueOf(parse().<Object>of(flag))).isEqualTo(value);
  }

  @Test
  void helpShowsTheFlagsInGroups() throws IOException {
    try (InputStream golden = getClass().getResourceAsStream("run-help.txt")) {
      assertThat(Program.run("run", "--help").out())
          .isEqualToNormalizingNewlines(new String(golden.readAllBytes(), UTF_8));
    }
  }

  // ---- Forms

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--timeout=90s",
        "--timeout 90s",
        "-timeout=90s",
        "-timeout 1m30s",
        "-timeout=1.5m"
      })
  void aFlagMayHaveOneDashAndAnEqualsSign(String form) {
    assertThat(parse(form.split(" ")).<Duration>of("--timeout")).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aValueIsNotTakenForAFlagOfOneDash() {
    assertThat(parse("--kubeconfig=-timeout").of("--kubeconfig").toString()).isEqualTo("-timeout");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-no-such-flag", "-timeouts=1s", "-Timeout=1s"})
  void anUnknownFlagOfOneDashIsNamed(String flag) {
    Program.run("run", flag).failed(ExitCode.USAGE, "'" + flag + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-help", "--help", "-h"})
  void helpInAllForms(String flag) {
    assertThat(Program.run("run", flag).code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-version", "--version"})
  void versionInAllForms(String flag) {
    assertThat(Program.run("run", flag).out()).startsWith("health-monitor ");
  }

  @ParameterizedTest
  @CsvSource({
    "--leader-election, true",
    "-leader-election, true",
    "--leader-election=true, true",
    "--leader-election=T, true",
    "-leader-election=1, true",
    "--leader-election=false, false",
    "--leader-election=0, false"
  })
  void aBooleanFlagIsSetByItsNameOrByAWordOfGo(String form, boolean value) {
    assertThat(parse(form).<Boolean>of("--leader-election")).isEqualTo(value);
    // And what follows is not its value.
    Flags more = parse(form, "--timeout", "3s");
    assertThat(more.<Boolean>of("--leader-election")).isEqualTo(value);
    assertThat(more.<Duration>of("--timeout")).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void theTimesOfAnElectionDoNotMatterWithoutOne() {
    Program.run(
            "run",
            "--leader-election-lease-duration=1s",
            "--csi-address=/nonexistent",
            "--timeout=1ms")
        .failed(ExitCode.NO_DRIVER, "/nonexistent");
  }

  @Test
  void theLeaseIsInTheNamespaceOfTheFlagOrOfThePod() {
    Map<String, String> variables = Map.of("POD_NAMESPACE", "pod");
    assertThat(LeaderElectionOptions.namespace("flag", variables, "cluster")).isEqualTo("flag");
    assertThat(LeaderElectionOptions.namespace(null, variables, "cluster")).isEqualTo("pod");
    assertThat(LeaderElectionOptions.namespace(null, Map.of(), "cluster")).isEqualTo("cluster");
    assertThat(LeaderElectionOptions.namespace("", Map.of("POD_NAMESPACE", ""), null))
        .isEqualTo("default");
  }

  // ---- Flags without meaning here

  @ParameterizedTest
  @CsvSource({
    "--enable-node-watcher",
    "--enable-node-watcher=false",
    "-enable-node-watcher=true",
    "--node-list-add-interval=5m",
    "--node-list-add-interval 5m",
    "--automaxprocs",
    "--logtostderr",
    "--log_dir=/tmp",
    "-stderrthreshold=2"
  })
  void aFlagOfTheUpstreamSidecarWithoutMeaningIsIgnoredWithAWarning(String form) {
    Program program =
        Program.run(
            Stream.of("run --csi-address=/nonexistent --timeout=1ms", form)
                .flatMap(words -> Arrays.stream(words.split(" ")))
                .toArray(String[]::new));
    List<String> lines = program.err().lines().toList();
    String flag = "-" + form.replaceFirst("^--", "-").split("[= ]")[0];
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).contains("WARN", "flag is ignored", "flag=" + flag);
    assertThat(program.code()).isEqualTo(ExitCode.NO_DRIVER.code());
  }

  @Test
  void aBooleanFlagTakesNoValueAfterABlank() {
    assertThat(parse("--enable-node-watcher", "--timeout", "3s").<Duration>of("--timeout"))
        .isEqualTo(Duration.ofSeconds(3));
  }

  // ---- Environment variables

  @Test
  void aVariableSetsAFlagThatIsNotGiven() {
    Map<String, String> variables =
        Map.of(
            "HEALTH_MONITOR_LEADER_ELECTION",
            "true",
            "HEALTH_MONITOR_CSI_ADDRESS",
            "unix:///csi/csi.sock",
            "HEALTH_MONITOR_TIMEOUT",
            "3s",
            "HEALTH_MONITOR_WORKER_THREADS",
            "7");
    Flags flags = parse(variables, "--timeout=4s");
    assertThat(flags.of("--csi-address").toString()).isEqualTo("unix:/csi/csi.sock");
    assertThat(flags.<Duration>of("--timeout")).isEqualTo(Duration.ofSeconds(4));
    assertThat(flags.<Integer>of("--worker-threads")).isEqualTo(7);
    assertThat(flags.<Boolean>of("--leader-election")).isTrue();
    assertThat(parse(variables, "--leader-election=false").<Boolean>of("--leader-election"))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "status"})
  void everyFlagHasAVariableOfItsOwn(String command) throws Exception {
    Set<String> variables = new TreeSet<>();
    CommandLine line = HealthMonitorCommand.commandLine(Map.of()).getSubcommands().get(command);
    for (OptionSpec flag : line.getCommandSpec().options()) {
      if (!flag.usageHelp() && !flag.versionHelp()) {
        String variable =
            "HEALTH_MONITOR_"
                + flag.longestName().substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
        assertThat(variables.add(variable)).as(variable).isTrue();
        CommandLine set =
            HealthMonitorCommand.commandLine(Map.of(variable, "a value"))
                .getSubcommands()
                .get(command);
        assertThat(set.getDefaultValueProvider().defaultValue(flag)).isEqualTo("a value");
      }
    }
    assertThat(variables).contains("HEALTH_MONITOR_KUBECONFIG");
  }

  @Test
  void anEmptyVariableCountsAsNone() {
    assertThat(parse(Map.of("HEALTH_MONITOR_TIMEOUT", "")).<Duration>of("--timeout"))
        .isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void helpAndVersionAreNoVariables() {
    Map<String, String> variables =
        Map.of("HEALTH_MONITOR_HELP", "true", "HEALTH_MONITOR_VERSION", "true");
    Program.run(variables, "run", "--csi-address=/nonexistent", "--timeout=1ms")
        .failed(ExitCode.NO_DRIVER, "/nonexistent");
  }

  @Test
  void aBadValueOfAVariableNamesTheVariable() {
    Map<String, String> variables = Map.of("HEALTH_MONITOR_TIMEOUT", "15");
    Program.run(variables, "run")
        .failed(
            ExitCode.USAGE,
            "error: HEALTH_MONITOR_TIMEOUT: ",
            "'--timeout'",
            "'15' is no duration");
    // Where the flag is given, the variable is not even read.
    assertThat(parse(variables, "--timeout=1s").<Duration>of("--timeout"))
        .isEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--timeout=x", "-timeout=x", "--timeout x"})
  void aBadValueOfAFlagDoesNotNameTheVariable(String form) {
    String[] arguments = ("run " + form).split(" ");
    Program program =
        Program.run(Map.of("HEALTH_MONITOR_TIMEOUT", "y"), arguments)
            .failed(ExitCode.USAGE, "'x' is no duration");
    assertThat(program.err()).doesNotContain("HEALTH_MONITOR");
  }

  // ---- Completion

  @Test
  void completionKnowsTheFlagsInBash() throws Exception {
    String script = Program.run("generate-completion").out();
    String complete =
        String.join(
            "\n",
            script,
            "COMP_WORDS=(health-monitor run --kube)",
            "COMP_CWORD=2",
            "_complete_health-monitor",
            "printf '%s\\n' \"${COMPREPLY[@]}\"");
    Process bash =
        new ProcessBuilder("bash", "-c", complete)
            // It says that it is not called by a shell that completes.
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(bash.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8).lines())
        .containsExactlyInAnyOrder("--kubeconfig", "--kube-api-qps", "--kube-api-burst");
    assertThat(script).doesNotContain("--enable-node-watcher");
  }
}
