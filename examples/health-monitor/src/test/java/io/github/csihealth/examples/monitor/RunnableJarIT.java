package io.github.csihealth.examples.monitor;

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

  /** Starts the jar; its output and errors are one text. */
  private static Process start(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            "target/health-monitor.jar");
    builder.command().addAll(List.of(arguments));
    return builder.redirectErrorStream(true).start();
  }

  private static Program run(String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
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

  /** A limit of the JDK's server, which holds only for a program that sets it before it serves. */
  @Test
  void clientsThatSendHalfARequestDoNotKeepOthersFromAnAnswer() throws Exception {
    Process process =
        start(
            "run", "--csi-address=target/no.sock", "--timeout=10m", "--http-endpoint=127.0.0.1:0");
    List<Socket> clients = new ArrayList<>();
    try (BufferedReader log = process.inputReader()) {
      Matcher served = Pattern.compile("url=http://(\\S+)/metrics").matcher(log.readLine());
      assertThat(served.find()).isTrue();
      HttpAddress at = HttpAddress.parse(served.group(1));
      for (int i = 0; i < 20; i++) {
        Socket client = new Socket(at.host(), at.port());
        clients.add(client);
        client.getOutputStream().write("GET /readyz HTTP/1.1\r\nHost:".getBytes(UTF_8));
      }
      assertThat(Http.get(at, "/healthz").statusCode()).isEqualTo(200);
    } finally {
      process.destroyForcibly().waitFor();
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void endsWithTheCodeOfItsError() throws Exception {
    Program missing = run("run", "--csi-address=target/no.sock", "--timeout=100ms");

    assertThat(missing.code()).as(missing.out()).isEqualTo(ExitCode.NO_DRIVER.code());
    assertThat(missing.out()).startsWith("error: ").hasLineCount(1);
  }
}
