package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetInfoRequest;
import io.github.csihealth.csi.v1.NodeGetInfoResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodePublishVolumeResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.NodeServiceCapability.RPC;
import io.github.csihealth.csi.v1.NodeStageVolumeRequest;
import io.github.csihealth.csi.v1.NodeStageVolumeResponse;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeResponse;
import io.github.csihealth.csi.v1.NodeUnstageVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnstageVolumeResponse;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeUsage;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The driver's {@code csi.v1.Node}, but for its health. */
final class HostPathNode extends NodeGrpc.NodeImplBase {

  private static final List<RPC.Type> CAPABILITIES =
      List.of(
          RPC.Type.STAGE_UNSTAGE_VOLUME,
          RPC.Type.GET_VOLUME_STATS,
          RPC.Type.SINGLE_NODE_MULTI_WRITER);

  private final NodeTopology topology;
  private final VolumeStore store;
  private final NodeLinks links;

  HostPathNode(NodeTopology topology, VolumeStore store, NodeLinks links) {
    this.topology = topology;
    this.store = store;
    this.links = links;
  }

  @Override
  public void nodeGetCapabilities(
      NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          NodeGetCapabilitiesResponse.Builder answer = NodeGetCapabilitiesResponse.newBuilder();
          for (RPC.Type type : CAPABILITIES) {
            answer.addCapabilities(
                NodeServiceCapability.newBuilder().setRpc(RPC.newBuilder().setType(type)));
          }
          return answer.build();
        });
  }

  @Override
  public void nodeGetInfo(
      NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> observer) {
    Answers.answer(
        observer,
        () ->
            NodeGetInfoResponse.newBuilder()
                .setNodeId(topology.nodeId())
                .setAccessibleTopology(topology.toMessage())
                .build());
  }

  @Override
  public void nodeStageVolume(
      NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Required.text("volume_id", request.getVolumeId());
          Path stagingPath = Required.path("staging_target_path", request.getStagingTargetPath());
          links.stage(request.getVolumeId(), stagingPath, mode(request.getVolumeCapability()));
          return NodeStageVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void nodeUnstageVolume(
      NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Required.text("volume_id", request.getVolumeId());
          links.unstage(
              request.getVolumeId(),
              Required.path("staging_target_path", request.getStagingTargetPath()));
          return NodeUnstageVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void nodePublishVolume(
      NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Required.text("volume_id", request.getVolumeId());
          Path targetPath = Required.path("target_path", request.getTargetPath());
          Mode mode = mode(request.getVolumeCapability());
          if (request.getReadonly()) {
            throw Refusal.invalid("readonly is not supported: nothing is mounted");
          }
          if (request.getStagingTargetPath().isEmpty()) {
            throw Refusal.failedPrecondition(
                "staging_target_path is required: the driver has STAGE_UNSTAGE_VOLUME");
          }
          Path stagingPath = Required.path("staging_target_path", request.getStagingTargetPath());
          links.publish(request.getVolumeId(), targetPath, stagingPath, mode);
          return NodePublishVolumeResponse.getDefaultInstance();
        });
  }

  private static Mode mode(VolumeCapability capability) {
    Required.capability("volume_capability", capability);
    Support.missing(capability)
        .ifPresent(
            why -> {
              throw Refusal.failedPrecondition(why);
            });
    return capability.getAccessMode().getMode();
  }

  @Override
  public void nodeUnpublishVolume(
      NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Required.text("volume_id", request.getVolumeId());
          links.unpublish(
              request.getVolumeId(), Required.path("target_path", request.getTargetPath()));
          return NodeUnpublishVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void nodeGetVolumeStats(
      NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Required.text("volume_id", request.getVolumeId());
          String path = Required.text("volume_path", request.getVolumePath());
          StoredVolume volume = store.volume(request.getVolumeId());
          if (!links.isAt(volume, path) || !store.data(volume).exists()) {
            throw Refusal.notFound("volume " + volume.id() + " is not at " + path);
          }
          return NodeGetVolumeStatsResponse.newBuilder().addUsage(usage(volume)).build();
        });
  }

  private VolumeUsage usage(StoredVolume volume) throws IOException {
    long used = store.data(volume).bytes();
    return VolumeUsage.newBuilder()
        .setUnit(VolumeUsage.Unit.BYTES)
        .setTotal(volume.capacityBytes())
        .setUsed(used)
        .setAvailable(Math.max(0, volume.capacityBytes() - used))
        .build();
  }
}
