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

  private static final String MONITOR = "../health-monitor/target/health-monitor.jar";

  /** The monitor lives for a second or two: compiling it well does not pay. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  @TempDir Path temp;

  private record Ended(int code, String output) {}

  private Ended conformance(List<String> flags, String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of(JAVA, "-jar", "target/writer-conformance.jar"));
    all.addAll(flags);
    all.addAll(List.of(command));
    return program(all);
  }

  private Ended program(List<String> all) throws Exception {
    Path log = temp.resolve("run.log");
    Process process =
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      return new Ended(process.waitFor(), Files.readString(log));
    } finally {
      process.destroy();
    }
  }

  /** An archive of the classes of the monitor: reading them anew is most of a short life. */
  private Path classesOfMonitor() throws Exception {
    Path archive = temp.resolve("health-monitor.jsa");
    Ended demo =
        program(
            List.of(JAVA, QUICK, "-XX:ArchiveClassesAtExit=" + archive, "-jar", MONITOR, "demo"));
    assertThat(demo.code()).as(demo.output()).isZero();
    assertThat(archive).exists();
    return archive;
  }

  @Test
  void theHealthMonitorKeepsAllRules() throws Exception {
    Path classes = classesOfMonitor();
    Path xml = temp.resolve("report.xml");
    Ended run =
        conformance(
            List.of("--interval", "200ms", "--junit-xml", xml.toString()),
            "--",
            JAVA,
            QUICK,
            "-XX:SharedArchiveFile=" + classes,
            "-jar",
            MONITOR,
            "run",
            "--csi-address",
            "{socket}",
            "--kubeconfig",
            "{kubeconfig}",
            "--list-volumes-interval",
            "200ms",
            "--monitor-interval",
            "200ms",
            // How soon it asks a driver again that answered UNIMPLEMENTED.
            "--volume-list-add-interval",
            "200ms");

    assertThat(run.code()).as(run.output()).isEqualTo(ExitCode.CONFORMS.code());
    assertThat(run.output()).doesNotContain("WARN ");
    // Its pause after a dropped write is five minutes.
    assertThat(
            run.output()
                .lines()
                .filter(line -> line.startsWith("SKIPPED") && !line.contains("untested_")))
        .singleElement()
        .asString()
        .contains("W78");
    assertThat(Files.readString(xml, UTF_8)).contains("failures=\"0\"", "errors=\"0\"");
  }

  @Test
  void listsItsRules() throws Exception {
    assertThat(conformance(List.of("--list")).output()).contains("| `required_W01_");
  }

  @Test
  void knowsItsVersion() throws Exception {
    assertThat(conformance(List.of("--version")).output())
        .matches("writer-conformance \\d+\\.\\d+\\.\\d+.*\\R");
  }
}
