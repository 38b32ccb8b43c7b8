package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.driver.ControllerHealthService;
import io.github.csihealth.csi.driver.NodeHealthService;
import io.github.csihealth.csi.driver.PortExecution;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A driver that serves until it is closed. */
final class HostPathDriver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver");

  private final DataFolder folder;
  private final ExecutorService healthThreads;
  private final UnixServer server;

  private HostPathDriver(DataFolder folder, ExecutorService healthThreads, UnixServer server) {
    this.folder = folder;
    this.healthThreads = healthThreads;
    this.server = server;
  }

  /**
   * Starts a driver.
   *
   * @param version of this program
   * @throws ExitException if the data folder or the socket cannot be used
   */
  static HostPathDriver start(
      UnixEndpoint endpoint, Path dataDir, DriverName name, NodeId nodeId, String version)
      throws ExitException {
    DataFolder folder = null;
    ExecutorService healthThreads = Executors.newCachedThreadPool(HostPathDriver::healthThread);
    boolean started = false;
    try {
      folder = DataFolder.open(dataDir);
      VolumeStore store = VolumeStore.open(folder, Clock.systemUTC());
      UnixServer server =
          serve(
              endpoint,
              services(folder, store, name, nodeId, version, PortExecution.on(healthThreads)));
      LOG.info(
          "{} {} on node {} serves {} from {}: {} volume(s), {} snapshot(s)",
          name,
          version,
          nodeId,
          endpoint,
          folder.root(),
          store.volumes().size(),
          store.snapshots().size());
      started = true;
      return new HostPathDriver(folder, healthThreads, server);
    } catch (IOException e) {
      throw new ExitException(ExitCode.NO_DATA_FOLDER, "--data-dir " + dataDir + ": " + oneLine(e));
    } finally {
      if (!started) {
        healthThreads.shutdownNow();
        if (folder != null) {
          folder.close();
        }
      }
    }
  }

  /** The driver's own services, with health added to them. */
  private static List<ServerServiceDefinition> services(
      DataFolder folder,
      VolumeStore store,
      DriverName name,
      NodeId nodeId,
      String version,
      PortExecution execution) {
    NodeTopology topology = NodeTopology.of(name.text(), nodeId.text());
    NodeLinks links = new NodeLinks(store);
    HostPathHealth health = new HostPathHealth(folder, store, links, FolderTree::bytes);
    ControllerHealthService controllerHealth =
        ControllerHealthService.builder((volumeId, secrets) -> health.ofVolume(volumeId), execution)
            .list(secrets -> health.ofAllVolumes())
            .build();
    NodeHealthService nodeHealth =
        NodeHealthService.ofVolumesAndStorage(
            health::onNode, secrets -> health.ofStorage(), execution);
    return List.of(
        new HostPathIdentity(name.text(), version).bindService(),
        controllerHealth.addTo(new HostPathController(topology, store).bindService()),
        nodeHealth.addTo(new HostPathNode(topology, store, links).bindService()));
  }

  private static UnixServer serve(UnixEndpoint endpoint, List<ServerServiceDefinition> services)
      throws ExitException {
    UnixServer.Builder server = UnixServer.builder(endpoint).interceptor(new CallLog());
    services.forEach(server::service);
    try {
      return server.start();
    } catch (IOException e) {
      throw new ExitException(ExitCode.NO_SOCKET, "--endpoint " + endpoint + ": " + oneLine(e));
    } catch (IllegalArgumentException e) {
      throw new ExitException(ExitCode.USAGE, "--endpoint: " + e.getMessage());
    }
  }

  private static Thread healthThread(Runnable task) {
    Thread thread = new Thread(task, "hostpath-driver-health");
    thread.setDaemon(true);
    return thread;
  }

  /** The JDK's file errors name the file, and say in their class what is wrong. */
  private static String oneLine(IOException e) {
    String text = String.valueOf(e.getMessage());
    if (e instanceof FileSystemException file && file.getReason() == null) {
      text = e.getClass().getSimpleName().replaceAll("Exception$", "") + " " + file.getFile();
    }
    return text.replaceAll("\\s+", " ").strip();
  }

  /** Ends the calls under way, removes the socket and lets go of the data folder. */
  @Override
  public void close() {
    server.close();
    healthThreads.shutdownNow();
    folder.close();
    LOG.info("stopped");
  }
}
