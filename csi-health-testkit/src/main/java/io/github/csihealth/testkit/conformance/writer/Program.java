package io.github.csihealth.testkit.conformance.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.csihealth.csi.unix.UnixEndpoint;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A writer in a process of its own. */
final class Program implements Running {

  static final String KUBECONFIG = "{kubeconfig}";
  static final String SOCKET = "{socket}";

  private static final int SECONDS_TO_END = 10;

  /** Characters of its output that are kept, the last ones. */
  private static final int KEPT = 4000;

  private final Process process;
  private final Path kubeconfig;
  private final StringBuilder output = new StringBuilder();

  /** So that no program outlives us, however we end. */
  private final Thread hook;

  private Program(Process process, Path kubeconfig) {
    this.process = process;
    this.kubeconfig = kubeconfig;
    this.hook = new Thread(process::destroy, "writer-conformance-stop");
  }

  static Program start(List<String> command, String kubeconfigText, UnixEndpoint endpoint)
      throws IOException {
    Path kubeconfig = Files.createTempFile("kubeconfig", ".yaml");
    Files.writeString(kubeconfig, kubeconfigText);
    List<String> parts =
        command.stream()
            .map(
                part ->
                    part.replace(KUBECONFIG, kubeconfig.toString())
                        .replace(SOCKET, endpoint.path().toString()))
            .toList();
    Process process;
    try {
      process = new ProcessBuilder(parts).redirectErrorStream(true).start();
    } catch (IOException e) {
      Files.deleteIfExists(kubeconfig);
      throw RuleEnd.inconclusive("the command cannot be started: " + e.getMessage());
    }
    Program program = new Program(process, kubeconfig);
    Runtime.getRuntime().addShutdownHook(program.hook);
    Thread reader = new Thread(program::read, "writer-conformance-output");
    reader.setDaemon(true);
    reader.start();
    return program;
  }

  private void read() {
    try (Reader reader = new InputStreamReader(process.getInputStream(), UTF_8)) {
      char[] buffer = new char[1024];
      for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
        synchronized (output) {
          output.append(buffer, 0, count);
          output.delete(0, Math.max(0, output.length() - KEPT));
        }
      }
    } catch (IOException e) {
      // It was killed; what it printed before is kept.
    }
  }

  @Override
  public String output() {
    synchronized (output) {
      return output.toString();
    }
  }

  @Override
  public boolean ended() {
    return !process.isAlive();
  }

  @Override
  public void end() throws IOException, InterruptedException {
    try {
      process.destroy();
      if (!process.waitFor(SECONDS_TO_END, SECONDS)) {
        process.destroyForcibly().waitFor(SECONDS_TO_END, SECONDS);
      }
    } finally {
      removeHook();
      Files.deleteIfExists(kubeconfig);
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // We are ending ourselves.
    }
  }
}
