package io.github.csihealth.examples.writerconformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The one jar that is handed out, on the jar of the health monitor. */
@Timeout(900)
class RunnableJarIT {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir Path temp;

  private record Ended(int code, String output) {}

  private Ended run(List<String> flags, String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of(JAVA, "-jar", "target/writer-conformance.jar"));
    all.addAll(flags);
    all.addAll(List.of(command));
    Path log = temp.resolve("run.log");
    Process process =
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      return new Ended(process.waitFor(), Files.readString(log));
    } finally {
      process.destroy();
    }
  }

  @Test
  void theHealthMonitorKeepsAllRules() throws Exception {
    Path xml = temp.resolve("report.xml");
    Ended run =
        run(
            List.of("--interval", "200ms", "--junit-xml", xml.toString()),
            "--",
            JAVA,
            // It lives for a second or two: compiling it well does not pay.
            "-XX:TieredStopAtLevel=1",
            "-jar",
            "../health-monitor/target/health-monitor.jar",
            "run",
            "--csi-address",
            "{socket}",
            "--kubeconfig",
            "{kubeconfig}",
            "--list-volumes-interval",
            "200ms",
            "--monitor-interval",
            "200ms");

    assertThat(run.code()).as(run.output()).isEqualTo(ExitCode.CONFORMS.code());
    assertThat(run.output()).doesNotContain("WARN ");
    // Its pause after a dropped write is five minutes.
    assertThat(run.output().lines().filter(line -> line.startsWith("SKIPPED")))
        .singleElement()
        .asString()
        .contains("W78");
    assertThat(Files.readString(xml, UTF_8)).contains("failures=\"0\"", "errors=\"0\"");
  }

  @Test
  void listsItsRules() throws Exception {
    assertThat(run(List.of("--list")).output()).contains("| `required_W01_");
  }

  @Test
  void knowsItsVersion() throws Exception {
    assertThat(run(List.of("--version")).output())
        .matches("writer-conformance \\d+\\.\\d+\\.\\d+.*\\R");
  }
}
