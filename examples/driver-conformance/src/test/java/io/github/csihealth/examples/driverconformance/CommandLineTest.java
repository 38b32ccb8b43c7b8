package io.github.csihealth.examples.driverconformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.conformance.driver.DriverConformance;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The program's flags, what it prints, and its exit codes. */
@Timeout(60)
class CommandLineTest {

  @TempDir Path temp;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = DriverConformanceCommand.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private String misused(String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(run(arguments)).isEqualTo(ExitCode.USAGE.code());
    List<String> lines = err.toString().lines().toList();
    assertThat(lines.get(0)).startsWith("error: ");
    assertThat(lines.subList(1, lines.size())).containsExactly("try 'driver-conformance --help'");
    return lines.get(0);
  }

  @Test
  void flagsThatCannotBeUsedAreNamed() {
    assertThat(misused()).contains("--endpoint");
    assertThat(misused("--endpoint=tcp://localhost")).contains("--endpoint", "tcp");
    assertThat(misused("--endpoint=/csi.sock", "--speed=high")).contains("--speed");
    assertThat(misused("--endpoint=/csi.sock", "--timeout=15")).contains("--timeout", "15s");
    assertThat(misused("--endpoint=/csi.sock", "--timeout=0s")).contains("--timeout", "0s");
  }

  @Test
  void helpSaysHowFaultsAreMadeAndWhatTheCodesMean() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("degrade <volume-id>", "recover-storage", "CSI_ENDPOINT", "Exit codes:");
    for (ExitCode code : ExitCode.values()) {
      assertThat(out.toString()).containsPattern("(?m)^ +" + code.code() + " +[a-z]");
    }
  }

  @Test
  void nothingListens() {
    assertThat(run("--endpoint=" + temp.resolve("csi.sock"))).isEqualTo(ExitCode.NO_DRIVER.code());
    assertThat(err.toString()).startsWith("error: nothing listens on unix:").hasLineCount(1);
  }

  @Test
  void everyRuleIsPrintedAsItEnds() {
    try (FakeDriver driver = FakeDriver.start()) {
      assertThat(run("--endpoint=" + driver.endpoint())).isEqualTo(ExitCode.INCONCLUSIVE.code());
    }
    assertThat(out.toString())
        .startsWith(DriverConformance.suite() + " on " + FakeDriver.DEFAULT_NAME)
        .containsPattern("PASS +required_D01_pluginNameIsADomainName\\R");
    DriverConformance.suite()
        .rules()
        .forEach(rule -> assertThat(out.toString()).containsOnlyOnce(rule.name()));
  }

  @Test
  void existingVolumesAreUsed() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.healthy("a").healthy("b").healthy("c");
      assertThat(
              run(
                  "--endpoint=" + driver.endpoint(),
                  "--volume-id=a",
                  "--volume-id=b",
                  "--volume-id=c"))
          .isEqualTo(ExitCode.INCONCLUSIVE.code());
      assertThat(driver.calls(CsiMethods.CREATE_VOLUME)).isZero();
    }
  }

  @Test
  void aDriverThatIsBrokenFails() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.fail(CsiMethods.GET_PLUGIN_INFO, Status.INTERNAL);
      driver.fail(CsiMethods.NODE_GET_STORAGE_HEALTH, Status.INTERNAL);

      assertThat(run("--endpoint=" + driver.endpoint())).isEqualTo(ExitCode.RULE_FAILED.code());
    }
  }

  @Test
  void aReportThatCannotBeWrittenIsSaid() {
    try (FakeDriver driver = FakeDriver.start()) {
      assertThat(run("--endpoint=" + driver.endpoint(), "--junit-xml=" + temp))
          .isEqualTo(ExitCode.FAILED.code());
    }
    assertThat(err.toString()).startsWith("error: --junit-xml").hasLineCount(1);
  }
}
