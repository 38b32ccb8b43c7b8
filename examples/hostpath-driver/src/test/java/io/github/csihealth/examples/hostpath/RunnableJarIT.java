package io.github.csihealth.examples.hostpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ListVolumesRequest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The one jar that is handed out, in a process of its own. */
@Timeout(120)
class RunnableJarIT {

  /** What the JVM exits with after SIGTERM, however well it ended. */
  private static final int TERMINATED = 143;

  @TempDir Path temp;

  private JarProcess run(String... arguments) throws Exception {
    return JarProcess.start(JarProcess.DRIVER, temp.resolve("run.log"), List.of(arguments));
  }

  @Test
  void knowsItsVersionAndItsFlags() throws Exception {
    try (JarProcess version = run("--version")) {
      assertThat(version.exitCode()).isZero();
      assertThat(version.output()).matches("hostpath-driver \\d+\\.\\d+\\.\\d+.*\\R");
    }
    try (JarProcess help = run("--help")) {
      assertThat(help.exitCode()).isZero();
      assertThat(help.output()).contains("--endpoint", "--data-dir", "--name", "--node-id");
    }
  }

  @Test
  void endsWithTheCodeOfItsError() throws Exception {
    try (JarProcess failed = run("--endpoint=csi.sock", "--data-dir=pom.xml")) {
      assertThat(failed.exitCode()).as(failed.output()).isEqualTo(ExitCode.NO_DATA_FOLDER.code());
      assertThat(failed.output()).startsWith("error: ").hasLineCount(1);
    }
  }

  @Test
  void stopsWhenAskedToAndLeavesNoSocket() throws Exception {
    try (DriverProcess driver = new DriverProcess(temp)) {
      driver.create("one");

      assertThat(driver.process().stop()).isEqualTo(TERMINATED);
      assertThat(driver.socket()).doesNotExist();
      assertThat(driver.process().output().lines().toList())
          .noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "))
          .last()
          .asString()
          .endsWith("stopped");
    }
  }

  @Test
  void afterBeingKilledItServesTheSameSocketAndWhatItHad() throws Exception {
    String volumeId;
    try (DriverProcess driver = new DriverProcess(temp)) {
      volumeId = driver.create("one");
      driver.process().close();
      assertThat(driver.socket()).exists();
    }
    try (DriverProcess driver = new DriverProcess(temp)) {
      assertThat(
              driver
                  .controller()
                  .listVolumes(ListVolumesRequest.getDefaultInstance())
                  .getEntriesList())
          .extracting(entry -> entry.getVolume().getVolumeId())
          .containsExactly(volumeId);
    }
  }
}
