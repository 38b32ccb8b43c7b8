package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.driver.ControllerHealthService;
import io.github.csihealth.csi.driver.NodeHealthService;
import io.github.csihealth.csi.driver.PortExecution;
import io.github.csihealth.csi.driver.StorageConditions;
import io.github.csihealth.csi.driver.VolumeConditions;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.CreateVolumeResponse;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.DeleteVolumeResponse;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodePublishVolumeResponse;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeResponse;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A driver made as the README says, its health added to services of its own, and the faults that
 * can be made in it. Its storage fault is two conditions that only their capabilities tell apart.
 */
final class PortDriver implements FaultInjector, AutoCloseable {

  private final Map<String, VolumeConditions> volumes = new ConcurrentHashMap<>();
  private volatile StorageConditions storage = StorageConditions.healthy();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Path directory;
  private final UnixServer server;
  private final UnixChannel channel;

  PortDriver() throws IOException {
    directory = Files.createTempDirectory(Path.of("/tmp"), "csi");
    PortExecution execution = PortExecution.on(threads);
    ControllerHealthService controllerHealth =
        ControllerHealthService.builder(
                (volumeId, secrets) -> Optional.ofNullable(volumes.get(volumeId)), execution)
            .list(secrets -> Map.copyOf(volumes))
            .build();
    NodeHealthService nodeHealth =
        NodeHealthService.ofVolumesAndStorage(
            volume -> Optional.ofNullable(volumes.get(volume.volumeId())),
            secrets -> storage,
            execution);
    server =
        UnixServer.builder(UnixEndpoint.parse(directory.resolve("csi.sock").toString()))
            .service(new Identity())
            .service(controllerHealth.addTo(new Controller().bindService()))
            .service(nodeHealth.addTo(new Node().bindService()))
            .start();
    channel = UnixChannel.dial(server.endpoint());
  }

  Channel channel() {
    return channel.channel();
  }

  /** The ids of the volumes that it has now. */
  Set<String> volumes() {
    return volumes.keySet();
  }

  PortDriver with(String volumeId) {
    volumes.put(volumeId, VolumeConditions.healthy());
    return this;
  }

  @Override
  public void degradeVolume(String volumeId) {
    volumes.put(
        volumeId,
        VolumeConditions.of(
            VolumeHealthCondition.of(
                VolumeHealthStatusType.DEGRADED, "ReplicaDown", "1 of 3 replicas is down")));
  }

  @Override
  public void recoverVolume(String volumeId) {
    volumes.put(volumeId, VolumeConditions.healthy());
  }

  @Override
  public void degradeStorage() {
    StorageConditions.Builder conditions = StorageConditions.builder();
    for (VolumeCapability.AccessMode.Mode mode :
        new VolumeCapability.AccessMode.Mode[] {
          VolumeCapability.AccessMode.Mode.MULTI_NODE_MULTI_WRITER,
          VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER
        }) {
      conditions.add(
          StorageHealthStatusType.STORAGE_DEGRADED,
          "PathsLost",
          "1 of 2 paths is lost",
          VolumeCapability.newBuilder()
              .setMount(VolumeCapability.MountVolume.getDefaultInstance())
              .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
              .build());
    }
    storage = conditions.build();
  }

  @Override
  public void recoverStorage() {
    storage = StorageConditions.healthy();
  }

  @Override
  public void close() {
    channel.close();
    server.close();
    threads.shutdownNow();
    try {
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static <T> void answer(StreamObserver<T> observer, T answer) {
    observer.onNext(answer);
    observer.onCompleted();
  }

  private static final class Identity extends IdentityGrpc.IdentityImplBase {
    @Override
    public void getPluginInfo(
        GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> observer) {
      answer(
          observer, GetPluginInfoResponse.newBuilder().setName("port.csihealth.example").build());
    }
  }

  private final class Controller extends ControllerGrpc.ControllerImplBase {

    private final AtomicInteger lastId = new AtomicInteger();

    @Override
    public void controllerGetCapabilities(
        ControllerGetCapabilitiesRequest request,
        StreamObserver<ControllerGetCapabilitiesResponse> observer) {
      ControllerGetCapabilitiesResponse.Builder answer =
          ControllerGetCapabilitiesResponse.newBuilder();
      answer
          .addCapabilitiesBuilder()
          .getRpcBuilder()
          .setType(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME);
      answer(observer, answer.build());
    }

    @Override
    public void createVolume(
        CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> observer) {
      String volumeId = "volume-" + lastId.incrementAndGet();
      with(volumeId);
      CreateVolumeResponse.Builder answer = CreateVolumeResponse.newBuilder();
      answer.getVolumeBuilder().setVolumeId(volumeId);
      answer(observer, answer.build());
    }

    @Override
    public void deleteVolume(
        DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> observer) {
      volumes.remove(request.getVolumeId());
      answer(observer, DeleteVolumeResponse.getDefaultInstance());
    }
  }

  private static final class Node extends NodeGrpc.NodeImplBase {

    @Override
    public void nodeGetCapabilities(
        NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> observer) {
      answer(observer, NodeGetCapabilitiesResponse.getDefaultInstance());
    }

    @Override
    public void nodePublishVolume(
        NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> observer) {
      answer(observer, NodePublishVolumeResponse.getDefaultInstance());
    }

    @Override
    public void nodeUnpublishVolume(
        NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> observer) {
      answer(observer, NodeUnpublishVolumeResponse.getDefaultInstance());
    }
  }
}
