package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * NodeGetVolumeHealth, NodeGetStorageHealth or both of a driver, answered from its ports. Its
 * capabilities follow from the ports.
 *
 * <p>Statuses are those of {@link ControllerHealthService}; and a path that is neither absolute nor
 * empty is INVALID_ARGUMENT. Calls for one volume at two publish paths may be under way at once.
 *
 * <p>Safe for use by many threads; starts none. Source: the error tables of the CSI spec v1.13.
 */
public final class NodeHealthService implements BindableService {

  private final NodeHealthCapabilities capabilities;
  private final List<HealthRpc<?, ?>> rpcs;

  private NodeHealthService(NodeHealthCapabilities capabilities, List<HealthRpc<?, ?>> rpcs) {
    this.capabilities = capabilities;
    this.rpcs = rpcs;
  }

  /** NodeGetVolumeHealth alone. */
  public static NodeHealthService ofVolumes(NodeVolumeHealthPort port, PortExecution execution) {
    return new NodeHealthService(
        NodeHealthCapabilities.VOLUME, List.of(volumeRpc(port, execution)));
  }

  /** NodeGetStorageHealth alone. */
  public static NodeHealthService ofStorage(StorageHealthPort port, PortExecution execution) {
    return new NodeHealthService(
        NodeHealthCapabilities.STORAGE, List.of(storageRpc(port, execution)));
  }

  /** NodeGetVolumeHealth and NodeGetStorageHealth. */
  public static NodeHealthService ofVolumesAndStorage(
      NodeVolumeHealthPort volumes, StorageHealthPort storage, PortExecution execution) {
    return new NodeHealthService(
        NodeHealthCapabilities.VOLUME_AND_STORAGE,
        List.of(volumeRpc(volumes, execution), storageRpc(storage, execution)));
  }

  private static HealthRpc<?, ?> volumeRpc(NodeVolumeHealthPort port, PortExecution execution) {
    Objects.requireNonNull(port, "volume port");
    PortCalls calls = new PortCalls(execution);
    return new HealthRpc<>(
        NodeGrpc.getNodeGetVolumeHealthMethod(),
        (request, observer) -> getVolume(port, calls, request, observer));
  }

  private static HealthRpc<?, ?> storageRpc(StorageHealthPort port, PortExecution execution) {
    Objects.requireNonNull(port, "storage port");
    PortCalls calls = new PortCalls(execution);
    return new HealthRpc<>(
        NodeGrpc.getNodeGetStorageHealthMethod(),
        (request, observer) -> getStorage(port, calls, request, observer));
  }

  private static void getVolume(
      NodeVolumeHealthPort port,
      PortCalls calls,
      NodeGetVolumeHealthRequest request,
      StreamObserver<NodeGetVolumeHealthResponse> observer) {
    NodeVolume volume =
        NodeVolume.of(
            request.getVolumeId(), request.getVolumePublishPath(), request.getStagingTargetPath());
    calls.call(
        Optional.of(volume),
        Secrets.none(),
        () ->
            port.get(volume)
                .orElseThrow(HealthCallException::notFound)
                .toNodeAnswer(volume.volumeId()),
        observer);
  }

  private static void getStorage(
      StorageHealthPort port,
      PortCalls calls,
      NodeGetStorageHealthRequest request,
      StreamObserver<NodeGetStorageHealthResponse> observer) {
    Secrets secrets = Secrets.of(request.getSecretsMap());
    calls.call(Optional.empty(), secrets, () -> port.get(secrets).toAnswer(), observer);
  }

  /** What it offers. */
  public NodeHealthCapabilities capabilities() {
    return capabilities;
  }

  /** A {@code csi.v1.Node} with these methods and NodeGetCapabilities, and nothing else. */
  @Override
  public ServerServiceDefinition bindService() {
    return methods().alone();
  }

  /**
   * The driver's own {@code csi.v1.Node} with these methods, as {@link
   * ControllerHealthService#addTo} does it for the controller.
   *
   * @throws IllegalArgumentException if it is not {@code csi.v1.Node}, or has no
   *     NodeGetCapabilities
   */
  public ServerServiceDefinition addTo(ServerServiceDefinition driver) {
    return methods().addedTo(driver);
  }

  private HealthMethods<NodeGetCapabilitiesResponse> methods() {
    return new HealthMethods<>(
        NodeGrpc.SERVICE_NAME,
        new CapabilitiesRpc<>(
            NodeGrpc.getNodeGetCapabilitiesMethod(),
            NodeGetCapabilitiesResponse.parser(),
            capabilities::missingIn),
        NodeGetCapabilitiesResponse.getDefaultInstance(),
        rpcs);
  }
}
