package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The one jar that is handed out, in a process of its own. */
@Timeout(120)
class RunnableJarIT {

  /** Runs the jar; its output and errors are one text. */
  private static Program run(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            "target/health-monitor.jar");
    builder.command().addAll(List.of(arguments));
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Program(process.waitFor(), out, "");
  }

  @Test
  void playsTheDemo() throws Exception {
    Program demo = run("demo");

    assertThat(demo.code()).as(demo.out()).isZero();
    assertThat(demo.out())
        .startsWith("Volume health")
        .endsWith("every step came out as the contract says" + System.lineSeparator())
        .doesNotContain("\u001b");
  }

  @Test
  void knowsItsVersion() throws Exception {
    assertThat(run("--version").out()).matches("health-monitor \\d+\\.\\d+\\.\\d+.*\\R");
  }

  @Test
  void endsWithTheCodeOfItsError() throws Exception {
    Program missing = run("run", "--csi-address=target/no.sock", "--timeout=100ms");

    assertThat(missing.code()).as(missing.out()).isEqualTo(ExitCode.NO_DRIVER.code());
    assertThat(missing.out()).startsWith("error: ").hasLineCount(1);
  }
}
