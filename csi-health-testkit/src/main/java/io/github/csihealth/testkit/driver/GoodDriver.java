package io.github.csihealth.testkit.driver;

import com.google.protobuf.BoolValue;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.ProbeResponse;
import io.grpc.ServerCall;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** What a fake driver answers while no fault is scripted. */
final class GoodDriver {

  final Capabilities offered = new Capabilities();
  final VolumeBook volumes = new VolumeBook();
  final SnapshotBook snapshots = new SnapshotBook(volumes);
  final NodeCalls node = new NodeCalls(volumes, offered);
  private final ControllerCalls controller = new ControllerCalls(volumes, snapshots, node, offered);
  volatile String name = FakeDriver.DEFAULT_NAME;
  volatile String vendorVersion = "0.0.0-fake";
  volatile boolean ready = true;
  volatile Supplier<List<StorageBackendHealth>> storageHealth = List::of;
  volatile IntConsumer betweenPages = pages -> {};

  /**
   * @param cut breaks the connection of a call
   */
  Stage stage(Consumer<ServerCall<?, ?>> cut) {
    Stage.Builder stage = new Stage.Builder(cut);
    playIdentity(stage);
    playController(stage);
    playSnapshots(stage);
    playNode(stage);
    return stage.build();
  }

  private void playIdentity(Stage.Builder stage) {
    stage
        .play(CsiMethods.GET_PLUGIN_INFO, request -> pluginInfo())
        .play(CsiMethods.GET_PLUGIN_CAPABILITIES, request -> offered.ofPlugin())
        .play(CsiMethods.PROBE, request -> probe());
  }

  private void playController(Stage.Builder stage) {
    stage
        .play(CsiMethods.CONTROLLER_GET_CAPABILITIES, request -> offered.ofController())
        .play(
            CsiMethods.LIST_VOLUME_HEALTH,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH, this::listVolumeHealth))
        .play(
            CsiMethods.GET_VOLUME_HEALTH,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH, this::getVolumeHealth))
        .play(
            CsiMethods.CREATE_VOLUME,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME, controller::create))
        .play(
            CsiMethods.DELETE_VOLUME,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME, controller::delete))
        .play(CsiMethods.VALIDATE_VOLUME_CAPABILITIES, controller::validate)
        .play(
            CsiMethods.LIST_VOLUMES,
            offered.ifController(ControllerServiceCapability.RPC.Type.LIST_VOLUMES, volumes::list))
        .play(
            CsiMethods.GET_CAPACITY,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.GET_CAPACITY, controller::capacity))
        .play(
            CsiMethods.CONTROLLER_EXPAND_VOLUME,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.EXPAND_VOLUME, controller::expand))
        .play(
            CsiMethods.CONTROLLER_PUBLISH_VOLUME,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME, controller::publish))
        .play(
            CsiMethods.CONTROLLER_UNPUBLISH_VOLUME,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME,
                controller::unpublish));
  }

  private void playSnapshots(Stage.Builder stage) {
    stage
        .play(
            CsiMethods.CREATE_SNAPSHOT,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT, snapshots::create))
        .play(
            CsiMethods.DELETE_SNAPSHOT,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT, snapshots::delete))
        .play(
            CsiMethods.LIST_SNAPSHOTS,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.LIST_SNAPSHOTS, snapshots::list))
        .play(
            CsiMethods.GET_SNAPSHOT,
            offered.ifController(
                ControllerServiceCapability.RPC.Type.GET_SNAPSHOT, snapshots::get));
  }

  private void playNode(Stage.Builder stage) {
    stage
        .play(CsiMethods.NODE_GET_CAPABILITIES, request -> offered.ofNode())
        .play(CsiMethods.NODE_GET_INFO, request -> node.info())
        .play(
            CsiMethods.NODE_GET_VOLUME_HEALTH,
            offered.ifNode(
                NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH, this::nodeVolumeHealth))
        .play(
            CsiMethods.NODE_GET_STORAGE_HEALTH,
            offered.ifNode(
                NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH, request -> nodeStorageHealth()))
        .play(
            CsiMethods.NODE_STAGE_VOLUME,
            offered.ifNode(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME, node::stage))
        .play(
            CsiMethods.NODE_UNSTAGE_VOLUME,
            offered.ifNode(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME, node::unstage))
        .play(CsiMethods.NODE_PUBLISH_VOLUME, node::publish)
        .play(CsiMethods.NODE_UNPUBLISH_VOLUME, node::unpublish)
        .play(
            CsiMethods.NODE_GET_VOLUME_STATS,
            offered.ifNode(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS, node::stats))
        .play(
            CsiMethods.NODE_EXPAND_VOLUME,
            offered.ifNode(NodeServiceCapability.RPC.Type.EXPAND_VOLUME, node::expand));
  }

  private GetPluginInfoResponse pluginInfo() {
    return GetPluginInfoResponse.newBuilder().setName(name).setVendorVersion(vendorVersion).build();
  }

  private ProbeResponse probe() {
    return ProbeResponse.newBuilder().setReady(BoolValue.of(ready)).build();
  }

  private ControllerListVolumeHealthResponse listVolumeHealth(
      ControllerListVolumeHealthRequest request) {
    int pages = volumes.pagesBefore(request.getStartingToken());
    if (pages > 0) {
      betweenPages.accept(pages);
    }
    return volumes.listHealth(request);
  }

  private ControllerGetVolumeHealthResponse getVolumeHealth(
      ControllerGetVolumeHealthRequest request) {
    return ControllerGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(volumes.health(request.getVolumeId()))
        .build();
  }

  private NodeGetVolumeHealthResponse nodeVolumeHealth(NodeGetVolumeHealthRequest request) {
    Demand.absolutePathIfAny(request.getVolumePublishPath(), "volume_publish_path");
    Demand.absolutePathIfAny(request.getStagingTargetPath(), "staging_target_path");
    return NodeGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(volumes.healthOnNode(request.getVolumeId()))
        .build();
  }

  private NodeGetStorageHealthResponse nodeStorageHealth() {
    return NodeGetStorageHealthResponse.newBuilder()
        .addAllBackendHealth(storageHealth.get())
        .build();
  }
}
