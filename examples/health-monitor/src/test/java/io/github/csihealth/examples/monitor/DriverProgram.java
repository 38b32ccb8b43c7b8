package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A driver in a process of its own, to be killed: it lists slowly, two volumes a page, and prints a
 * line after each page.
 */
final class DriverProgram implements AutoCloseable {

  private final Process process;
  private final BufferedReader printed;

  private DriverProgram(Process process) {
    this.process = process;
    this.printed = process.inputReader();
  }

  /** Serves volumes that have one condition each, and healthy ones. */
  static DriverProgram start(
      UnixEndpoint endpoint, String name, List<String> sick, List<String> healthy)
      throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath,
            DriverProgram.class.getName(),
            endpoint.toString(),
            name);
    sick.forEach(volume -> builder.command().add("sick=" + volume));
    healthy.forEach(volume -> builder.command().add("healthy=" + volume));
    DriverProgram program =
        new DriverProgram(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    program.await("ready");
    return program;
  }

  /** The program itself: endpoint, name, and {@code sick=} or {@code healthy=} volumes. */
  public static void main(String[] arguments) throws InterruptedException {
    FakeDriver driver =
        FakeDriver.start(UnixEndpoint.parse(arguments[0]))
            .named(arguments[1])
            .pageSize(2)
            .delay(LIST_VOLUME_HEALTH, Duration.ofMillis(50))
            .betweenPages(page -> System.out.println("page"));
    for (String volume : List.of(arguments).subList(2, arguments.length)) {
      String[] stateAndId = volume.split("=", 2);
      if (stateAndId[0].equals("sick")) {
        driver.setHealth(stateAndId[1], entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
      } else {
        driver.healthy(stateAndId[1]);
      }
    }
    System.out.println("ready");
    Thread.currentThread().join();
  }

  private void await(String line) throws IOException {
    for (String read = printed.readLine(); !line.equals(read); read = printed.readLine()) {
      if (read == null) {
        throw new IOException("the driver ended");
      }
    }
  }

  /** Kills it just after a page that is not the last. */
  void killBetweenPages() throws IOException {
    // What was printed before is no news.
    while (printed.ready()) {
      printed.readLine();
    }
    await("page");
    close();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
