package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The one jar that is handed out, in a process of its own. */
@Timeout(120)
class RunnableJarIT {

  /** Runs the jar; its output and errors are one text. */
  private static Program run(String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Program(process.waitFor(), out, "");
  }

  private static Process start(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            "target/health-monitor.jar");
    builder.command().addAll(List.of(arguments));
    return builder.redirectErrorStream(true).start();
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

  /** In a process of its own, since the JDK reads its limit for requests once for all servers. */
  @Test
  void clientsThatSendHalfARequestDoNotKeepOthersFromAnAnswer() throws Exception {
    Process monitor =
        start(
            "run", "--csi-address=target/no.sock", "--timeout=90s", "--http-endpoint=127.0.0.1:0");
    List<Socket> clients = new ArrayList<>();
    try {
      HttpAddress at = HttpAddress.parse(firstMatch(monitor, "metrics: http://([^/]+)/"));
      for (int i = 0; i < 20; i++) {
        Socket client = new Socket(at.host(), at.port());
        clients.add(client);
        client.getOutputStream().write("GET /readyz HTTP/1.1\r\nHost:".getBytes(US_ASCII));
      }
      assertThat(Http.get(at, "/readyz").statusCode()).isEqualTo(503);
    } finally {
      monitor.destroy();
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  /** What the group of the pattern matches first in the lines that a program prints. */
  private static String firstMatch(Process program, String pattern) throws IOException {
    Pattern group = Pattern.compile(pattern);
    BufferedReader lines = program.inputReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher matcher = group.matcher(line);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    throw new AssertionError("it ended without a line like " + pattern);
  }
}
