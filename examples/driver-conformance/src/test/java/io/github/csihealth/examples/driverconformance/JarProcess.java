package io.github.csihealth.examples.driverconformance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A runnable jar in a process of its own, until it is closed. */
final class JarProcess implements AutoCloseable {

  static final Path CONFORMANCE = Path.of("target/driver-conformance.jar");
  static final Path HOSTPATH_DRIVER = Path.of("../hostpath-driver/target/hostpath-driver.jar");

  private final Process process;
  private final Path output;

  private JarProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a jar.
   *
   * @param output file for all that it prints
   */
  static JarProcess start(Path jar, Path output, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    return new JarProcess(
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  /** What it has printed. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for its end; answers its exit code. */
  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** Kills it. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
