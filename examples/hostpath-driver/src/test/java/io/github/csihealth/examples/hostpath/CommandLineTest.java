package io.github.csihealth.examples.hostpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program's flags, and how it ends: by a code, and one line that says why. */
class CommandLineTest {

  @TempDir Path temp;
  private String endpoint;
  private String dataDir;

  @BeforeEach
  void names() {
    endpoint = "--endpoint=unix://" + temp.resolve("csi.sock");
    dataDir = "--data-dir=" + temp.resolve("data");
  }

  /** Runs the program, which fails; answers what it prints. */
  private static List<String> failed(ExitCode code, String... arguments) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, UTF_8));
    try {
      assertThat(HostPathDriverCommand.commandLine().execute(arguments)).isEqualTo(code.code());
    } finally {
      System.setErr(before);
    }
    List<String> lines = bytes.toString(UTF_8).lines().toList();
    assertThat(lines.get(0)).startsWith("error: ");
    assertThat(lines).hasSize(code == ExitCode.USAGE ? 2 : 1);
    return lines;
  }

  private List<String> misused(String... more) {
    List<String> arguments = new ArrayList<>(List.of(endpoint, dataDir));
    arguments.addAll(List.of(more));
    List<String> lines = failed(ExitCode.USAGE, arguments.toArray(String[]::new));
    assertThat(lines.get(1)).isEqualTo("try 'hostpath-driver --help'");
    assertThat(temp.resolve("data")).doesNotExist();
    return lines;
  }

  @Test
  void flagsThatCannotBeUsedAreNamed() {
    assertThat(misused("--speed=high").get(0)).contains("--speed");
    assertThat(misused("--name=").get(0)).contains("--name", "domain name");
    assertThat(misused("--name=-a").get(0)).contains("--name", "domain name");
    assertThat(misused("--name=" + "a".repeat(64)).get(0)).contains("63");
    assertThat(misused("--node-id=a b").get(0)).contains("--node-id");
    endpoint = "--endpoint=tcp://localhost";
    assertThat(misused().get(0)).contains("--endpoint", "tcp");
    endpoint = "--endpoint=" + "/a".repeat(100);
    assertThat(misused().get(0)).contains("--endpoint", "107");
  }

  @Test
  void flagsThatAreMissingAreNamed() {
    assertThat(failed(ExitCode.USAGE).get(0)).contains("--endpoint", "--data-dir");
  }

  @Test
  void aPathOneByteTooLongForJavaIsAFlagToo() {
    String path = "/" + "a".repeat(106);
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, UTF_8));
    try {
      assertThat(HostPathDriverCommand.commandLine().execute("--endpoint=" + path, dataDir))
          .isEqualTo(ExitCode.USAGE.code());
    } finally {
      System.setErr(before);
    }
    assertThat(bytes.toString(UTF_8)).startsWith("error: --endpoint").hasLineCount(1);
  }

  @Test
  void aDataFolderThatCannotBeUsedIsNamed() throws IOException {
    Files.writeString(temp.resolve("data"), "a file");
    assertThat(failed(ExitCode.NO_DATA_FOLDER, endpoint, dataDir).get(0))
        .contains(temp.resolve("data").toString(), "not a folder");

    assertThat(failed(ExitCode.NO_DATA_FOLDER, endpoint, dataDir + "/below").get(0))
        .contains(temp.resolve("data").toString());
    assertThat(failed(ExitCode.NO_DATA_FOLDER, endpoint, "--data-dir=/proc/data").get(0))
        .contains("/proc/data");
  }

  @Test
  void aSocketThatCannotBeServedIsNamed() throws IOException {
    Path socket = temp.resolve("csi.sock");
    Files.writeString(socket, "no socket");
    assertThat(failed(ExitCode.NO_SOCKET, endpoint, dataDir).get(0))
        .contains("--endpoint", socket.toString(), "no socket");

    Files.delete(socket);
    try (UnixServer other = UnixServer.builder(UnixEndpoint.parse(socket.toString())).start()) {
      assertThat(failed(ExitCode.NO_SOCKET, endpoint, dataDir).get(0))
          .contains("another server listens", other.endpoint().path());
    }
    assertThat(failed(ExitCode.NO_SOCKET, "--endpoint=" + temp + "/none/csi.sock", dataDir).get(0))
        .contains("--endpoint");
  }

  /** What a failed start took is free again. */
  @Test
  void afterAFailedStartAnotherOneSucceeds() throws Exception {
    Files.writeString(temp.resolve("csi.sock"), "no socket");
    failed(ExitCode.NO_SOCKET, endpoint, dataDir);
    Files.delete(temp.resolve("csi.sock"));

    new DriverRig(temp).close();
    assertThat(temp.resolve("csi.sock")).doesNotExist();
  }
}
