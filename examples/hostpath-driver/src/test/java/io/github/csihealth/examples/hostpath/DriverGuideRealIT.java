package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.driver.ControllerHealthService;
import io.github.csihealth.csi.driver.NodeHealthService;
import io.github.csihealth.csi.driver.PortExecution;
import io.github.csihealth.csi.driver.StorageConditions;
import io.github.csihealth.csi.driver.VolumeConditions;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.testkit.sanity.CsiSanity;
import io.github.csihealth.testkit.sanity.SanityReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README's way from a driver without health to one that passes csi-sanity, to the letter. */
@Timeout(600)
class DriverGuideRealIT {

  private record Disk(int replicasDown) {}

  /** What a driver knows of its disks; here, those that it made are well. */
  private record Disks(VolumeStore store) {
    Optional<Disk> find(String volumeId) throws IOException {
      return store.findVolume(volumeId).map(volume -> new Disk(0));
    }
  }

  private Disks disks;

  // snippet: health
  Optional<VolumeConditions> healthOf(String volumeId) throws IOException {
    Optional<Disk> disk = disks.find(volumeId);
    if (disk.isEmpty()) {
      return Optional.empty(); // answered NOT_FOUND
    }
    int down = disk.get().replicasDown();
    return Optional.of(
        down == 0
            ? VolumeConditions.healthy()
            : VolumeConditions.of(
                VolumeHealthCondition.of(
                    DEGRADED, "ReplicaDown", down + " of 3 replicas are down")));
  }

  // end

  private Map<String, VolumeConditions> healthOfAll() throws IOException {
    Map<String, VolumeConditions> all = new HashMap<>();
    for (StoredVolume volume : disks.store.volumes()) {
      healthOf(volume.id().toString()).ifPresent(health -> all.put(volume.id().toString(), health));
    }
    return all;
  }

  @Test
  void aDriverWithoutHealthGetsItAndPassesTheSuite(@TempDir Path temp) throws Exception {
    Path csiSanity = HostPathSanityRealIT.sanityProgram();
    UnixEndpoint endpoint = UnixEndpoint.parse("unix://" + temp.resolve("csi.sock"));
    ExecutorService threads = Executors.newCachedThreadPool();
    try (DataFolder folder = DataFolder.open(temp.resolve("data"))) {
      VolumeStore store = VolumeStore.open(folder, Clock.systemUTC());
      disks = new Disks(store);
      NodeTopology topology = NodeTopology.of("hostpath.example.com", "node-1");
      HostPathIdentity identity = new HostPathIdentity("hostpath.example.com", "1");
      HostPathController controller = new HostPathController(topology, store);
      HostPathNode node = new HostPathNode(topology, store, new NodeLinks(store));

      // snippet: add
      PortExecution execution =
          PortExecution.on(threads); // the driver's threads, 10 seconds a call
      ControllerHealthService controllerHealth =
          ControllerHealthService.builder((volumeId, secrets) -> healthOf(volumeId), execution)
              .list(secrets -> healthOfAll()) // offers LIST_VOLUME_HEALTH beside GET_VOLUME_HEALTH
              .build();
      NodeHealthService nodeHealth =
          NodeHealthService.ofVolumesAndStorage(
              volume -> healthOf(volume.volumeId()),
              secrets -> StorageConditions.healthy(),
              execution);
      try (UnixServer server =
          UnixServer.builder(endpoint)
              .service(identity.bindService())
              .service(controllerHealth.addTo(controller.bindService()))
              .service(nodeHealth.addTo(node.bindService()))
              .start()) {

        SanityReport report = CsiSanity.program(csiSanity).run(server.endpoint());
        assertThat(report.failed()).as(report.output()).isEmpty();
        assertThat(report.skipped()).noneMatch(spec -> spec.contains("Health"));
      }
      // end
    } finally {
      threads.shutdownNow();
    }
  }
}
