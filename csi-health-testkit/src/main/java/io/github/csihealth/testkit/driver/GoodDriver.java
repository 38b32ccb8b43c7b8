package io.github.csihealth.testkit.driver;

import com.google.protobuf.BoolValue;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesResponse;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetInfoResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.PluginCapability;
import io.github.csihealth.csi.v1.ProbeResponse;
import io.grpc.Status;
import java.util.List;

/** What a fake driver answers while no fault is scripted: the state that a test sets. */
final class GoodDriver {

  final VolumeBook volumes = new VolumeBook();
  final VolumeBook nodeVolumes = new VolumeBook();
  volatile String name = FakeDriver.DEFAULT_NAME;
  volatile String vendorVersion = "0.0.0-fake";
  volatile String nodeId = "fake-node";
  volatile boolean ready = true;
  volatile List<Integer> controllerCapabilities =
      List.of(
          ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH_VALUE,
          ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH_VALUE);
  volatile List<Integer> nodeCapabilities =
      List.of(
          NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH_VALUE,
          NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH_VALUE);
  volatile List<StorageBackendHealth> storageHealth = List.of();

  Stage stage() {
    return new Stage.Builder()
        .play(CsiMethods.GET_PLUGIN_INFO, request -> pluginInfo())
        .play(CsiMethods.GET_PLUGIN_CAPABILITIES, request -> pluginCapabilities())
        .play(CsiMethods.PROBE, request -> probe())
        .play(CsiMethods.CONTROLLER_GET_CAPABILITIES, request -> controllerCapabilities())
        .play(CsiMethods.LIST_VOLUME_HEALTH, this::listVolumeHealth)
        .play(CsiMethods.GET_VOLUME_HEALTH, this::getVolumeHealth)
        .play(CsiMethods.NODE_GET_CAPABILITIES, request -> nodeCapabilities())
        .play(CsiMethods.NODE_GET_INFO, request -> nodeInfo())
        .play(CsiMethods.NODE_GET_VOLUME_HEALTH, this::nodeVolumeHealth)
        .play(CsiMethods.NODE_GET_STORAGE_HEALTH, request -> nodeStorageHealth())
        .build();
  }

  private GetPluginInfoResponse pluginInfo() {
    return GetPluginInfoResponse.newBuilder().setName(name).setVendorVersion(vendorVersion).build();
  }

  private static GetPluginCapabilitiesResponse pluginCapabilities() {
    return GetPluginCapabilitiesResponse.newBuilder()
        .addCapabilities(
            PluginCapability.newBuilder()
                .setService(
                    PluginCapability.Service.newBuilder()
                        .setType(PluginCapability.Service.Type.CONTROLLER_SERVICE)))
        .build();
  }

  private ProbeResponse probe() {
    return ProbeResponse.newBuilder().setReady(BoolValue.of(ready)).build();
  }

  private ControllerGetCapabilitiesResponse controllerCapabilities() {
    ControllerGetCapabilitiesResponse.Builder offered =
        ControllerGetCapabilitiesResponse.newBuilder();
    for (int number : controllerCapabilities) {
      offered.addCapabilities(
          ControllerServiceCapability.newBuilder()
              .setRpc(ControllerServiceCapability.RPC.newBuilder().setTypeValue(number)));
    }
    return offered.build();
  }

  private ControllerListVolumeHealthResponse listVolumeHealth(
      ControllerListVolumeHealthRequest request) {
    expectOffered(
        controllerCapabilities, ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH_VALUE);
    return volumes.page(request);
  }

  private ControllerGetVolumeHealthResponse getVolumeHealth(
      ControllerGetVolumeHealthRequest request) {
    expectOffered(
        controllerCapabilities, ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH_VALUE);
    return ControllerGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(volumes.get(request.getVolumeId()))
        .build();
  }

  private NodeGetCapabilitiesResponse nodeCapabilities() {
    NodeGetCapabilitiesResponse.Builder offered = NodeGetCapabilitiesResponse.newBuilder();
    for (int number : nodeCapabilities) {
      offered.addCapabilities(
          NodeServiceCapability.newBuilder()
              .setRpc(NodeServiceCapability.RPC.newBuilder().setTypeValue(number)));
    }
    return offered.build();
  }

  private NodeGetInfoResponse nodeInfo() {
    return NodeGetInfoResponse.newBuilder().setNodeId(nodeId).build();
  }

  private NodeGetVolumeHealthResponse nodeVolumeHealth(NodeGetVolumeHealthRequest request) {
    expectOffered(nodeCapabilities, NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH_VALUE);
    String volumeId = request.getVolumeId();
    VolumeBook book = nodeVolumes.holds(volumeId) ? nodeVolumes : volumes;
    return NodeGetVolumeHealthResponse.newBuilder().setVolumeHealth(book.get(volumeId)).build();
  }

  private NodeGetStorageHealthResponse nodeStorageHealth() {
    expectOffered(nodeCapabilities, NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH_VALUE);
    return NodeGetStorageHealthResponse.newBuilder().addAllBackendHealth(storageHealth).build();
  }

  private static void expectOffered(List<Integer> capabilities, int number) {
    if (!capabilities.contains(number)) {
      throw Status.UNIMPLEMENTED.withDescription("capability not offered").asRuntimeException();
    }
  }
}
