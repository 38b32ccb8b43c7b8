package io.github.csihealth.examples.hostpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From a folder on a disk to the status of a claim: both packaged programs, and an API server. */
@Timeout(180)
class MonitoredDriverIT {

  @TempDir Path temp;

  private Path kubeconfig(InMemoryApiServer server) throws Exception {
    return Files.writeString(
        temp.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: test
          cluster:
            server: %s
        contexts:
        - name: test
          context:
            cluster: test
        current-context: test
        """
            .formatted(server.url()));
  }

  private JarProcess monitor(DriverProcess driver, InMemoryApiServer server) throws Exception {
    return JarProcess.start(
        JarProcess.MONITOR,
        temp.resolve("monitor.log"),
        List.of(
            "run",
            "--csi-address=" + driver.endpoint(),
            "--kubeconfig=" + kubeconfig(server),
            "--list-volumes-interval=100ms"));
  }

  /** Every event is a write of the monitor: one for each change on the disk, and no other. */
  @Test
  void whatIsWrongOnTheDiskReachesTheClaimAndSoDoesItsRepair() throws Exception {
    try (InMemoryApiServer server = InMemoryApiServer.start();
        DriverProcess driver = new DriverProcess(temp)) {
      String volumeId = driver.create("data");
      server.boundClaim("shop", "data", DriverProcess.NAME, volumeId);
      Path volume = driver.dataDir().resolve("volumes").resolve(volumeId);
      try (ClaimWatch claim = ClaimWatch.open(server, "shop");
          JarProcess monitor = monitor(driver, server)) {
        assertThat(claim.next()).isEmpty();

        Files.writeString(
            volume.resolve("health.yaml"),
            """
            healthConditions:
            - status: Degraded
              reason: ReplicaDown
              message: 1 of 3 replicas is down
            """);
        assertThat(claim.next()).as(monitor.output()).containsExactly("Degraded/ReplicaDown");

        Files.delete(volume.resolve("health.yaml"));
        assertThat(claim.next()).as(monitor.output()).isEmpty();

        Files.delete(volume.resolve("data"));
        Files.delete(volume);
        assertThat(claim.next())
            .as(monitor.output())
            .containsExactly("Inaccessible/VolumeNotFound");

        Files.createDirectories(volume.resolve("data"));
        assertThat(claim.next()).as(monitor.output()).isEmpty();
      }
      // Counted once the monitor has ended: a watch tells of a write before the write is answered.
      assertThat(server.requestCount("patch", "persistentvolumeclaims", "status")).isEqualTo(4);
    }
  }
}
