package io.github.csihealth.examples.driverconformance;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.testkit.conformance.driver.FaultInjector;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes and ends faults by a command of the driver's author. */
final class InjectCommand implements FaultInjector {

  private final String command;
  private final UnixEndpoint endpoint;
  private final Duration limit;

  /**
   * A command.
   *
   * @param command words for the shell; what is to happen follows as arguments
   * @param limit how long one run may take
   */
  InjectCommand(String command, UnixEndpoint endpoint, Duration limit) {
    this.command = command;
    this.endpoint = endpoint;
    this.limit = limit;
  }

  @Override
  public void degradeVolume(String volumeId) throws IOException, InterruptedException {
    run("degrade", volumeId);
  }

  @Override
  public void recoverVolume(String volumeId) throws IOException, InterruptedException {
    run("recover", volumeId);
  }

  @Override
  public void degradeStorage() throws IOException, InterruptedException {
    run("degrade-storage");
  }

  @Override
  public void recoverStorage() throws IOException, InterruptedException {
    run("recover-storage");
  }

  private void run(String... what) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    // What is to happen is passed as arguments: no id is read by the shell. Standard output is
    // ours.
    words.addAll(List.of("/bin/sh", "-c", "exec >&2\n" + command + " \"$@\"", "inject"));
    words.addAll(List.of(what));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    builder.environment().put("CSI_ENDPOINT", endpoint.toString());
    Process process = builder.start();
    try {
      if (!process.waitFor(limit.toNanos(), NANOSECONDS)) {
        throw new IOException(said(what) + " did not end within " + limit.toMillis() + " ms");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException(said(what) + " ended with code " + process.exitValue());
    }
  }

  private String said(String... what) {
    return "'" + command + " " + String.join(" ", what) + "'";
  }
}
