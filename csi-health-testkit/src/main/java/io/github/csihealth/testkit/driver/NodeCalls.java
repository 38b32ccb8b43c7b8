package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.NodeExpandVolumeRequest;
import io.github.csihealth.csi.v1.NodeExpandVolumeResponse;
import io.github.csihealth.csi.v1.NodeGetInfoResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsResponse;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodePublishVolumeResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.NodeStageVolumeRequest;
import io.github.csihealth.csi.v1.NodeStageVolumeResponse;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeResponse;
import io.github.csihealth.csi.v1.NodeUnstageVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnstageVolumeResponse;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeUsage;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the node of a fake driver does with volumes. Nothing is mounted: a published volume is an
 * empty directory, a block device an empty file, and a staged one leaves no trace.
 */
final class NodeCalls {

  private final VolumeBook volumes;
  private final Capabilities offered;
  private final Uses<VolumeCapability> staged = new Uses<>();

  /** By target path, the request without secrets: all of it must be the same in a repetition. */
  private final Uses<NodePublishVolumeRequest> published = new Uses<>();

  private volatile String id = "fake-node";
  private volatile long maxVolumes;

  NodeCalls(VolumeBook volumes, Capabilities offered) {
    this.volumes = volumes;
    this.offered = offered;
  }

  void id(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** 0 for no limit. */
  void maxVolumes(long volumes) {
    if (volumes < 0) {
      throw new IllegalArgumentException("the most volumes of a node are negative: " + volumes);
    }
    maxVolumes = volumes;
  }

  long maxVolumes() {
    return maxVolumes;
  }

  NodeGetInfoResponse info() {
    return NodeGetInfoResponse.newBuilder().setNodeId(id).setMaxVolumesPerNode(maxVolumes).build();
  }

  synchronized boolean uses(String volumeId) {
    return !staged.of(volumeId).isEmpty() || !published.of(volumeId).isEmpty();
  }

  synchronized NodeStageVolumeResponse stage(NodeStageVolumeRequest request) {
    String volumeId = request.getVolumeId();
    String path = request.getStagingTargetPath();
    VolumeCapability capability = request.getVolumeCapability();
    Demand.field(volumeId, "volume_id");
    Path unused = Demand.absolutePath(path, "staging_target_path");
    Demand.capability(capability, "volume_capability");
    expectAccepted(volumeId, capability);
    if (!staged.repeats(volumeId, path, capability)) {
      staged.add(volumeId, path, capability);
    }
    return NodeStageVolumeResponse.getDefaultInstance();
  }

  synchronized NodeUnstageVolumeResponse unstage(NodeUnstageVolumeRequest request) {
    String volumeId = request.getVolumeId();
    String path = request.getStagingTargetPath();
    Demand.field(volumeId, "volume_id");
    Demand.field(path, "staging_target_path");
    expectKnownOrUsed(volumeId, staged, path);
    for (NodePublishVolumeRequest publication : published.of(volumeId)) {
      Demand.that(
          !publication.getStagingTargetPath().equals(path),
          Status.Code.FAILED_PRECONDITION,
          "volume %s is still published at %s".formatted(volumeId, publication.getTargetPath()));
    }
    staged.remove(volumeId, path);
    return NodeUnstageVolumeResponse.getDefaultInstance();
  }

  synchronized NodePublishVolumeResponse publish(NodePublishVolumeRequest request) {
    String volumeId = request.getVolumeId();
    Demand.field(volumeId, "volume_id");
    Path target = Demand.absolutePath(request.getTargetPath(), "target_path");
    Demand.capability(request.getVolumeCapability(), "volume_capability");
    expectAccepted(volumeId, request.getVolumeCapability());
    NodePublishVolumeRequest publication = request.toBuilder().clearSecrets().build();
    if (!published.repeats(volumeId, request.getTargetPath(), publication)) {
      expectStaged(publication);
      expectMayJoin(publication);
      make(target, request.getVolumeCapability());
      published.add(volumeId, request.getTargetPath(), publication);
    }
    return NodePublishVolumeResponse.getDefaultInstance();
  }

  private void expectAccepted(String volumeId, VolumeCapability capability) {
    Demand.that(
        volumes.get(volumeId).accepts(capability),
        Status.Code.FAILED_PRECONDITION,
        "the volume was made for another access_type");
  }

  private void expectStaged(NodePublishVolumeRequest request) {
    if (!offered.has(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME)) {
      return;
    }
    Demand.that(
        !request.getStagingTargetPath().isEmpty(),
        Status.Code.FAILED_PRECONDITION,
        "staging_target_path is not set, though the node offers STAGE_UNSTAGE_VOLUME");
    Demand.that(
        staged.contain(request.getVolumeId(), request.getStagingTargetPath()),
        Status.Code.FAILED_PRECONDITION,
        "volume %s is not staged at %s"
            .formatted(request.getVolumeId(), request.getStagingTargetPath()));
  }

  private void expectMayJoin(NodePublishVolumeRequest request) {
    for (NodePublishVolumeRequest other : published.of(request.getVolumeId())) {
      Demand.that(
          AccessModes.isMultiTarget(other.getVolumeCapability())
              && AccessModes.isMultiTarget(request.getVolumeCapability()),
          Status.Code.FAILED_PRECONDITION,
          "volume %s is published at %s, and not for many targets"
              .formatted(request.getVolumeId(), other.getTargetPath()));
    }
  }

  private static void make(Path target, VolumeCapability capability) {
    try {
      if (Files.exists(target)) {
        return;
      }
      if (capability.hasBlock()) {
        Files.createFile(target);
      } else {
        Files.createDirectory(target);
      }
    } catch (IOException e) {
      throw cannot("make", target, e);
    }
  }

  synchronized NodeUnpublishVolumeResponse unpublish(NodeUnpublishVolumeRequest request) {
    String volumeId = request.getVolumeId();
    Demand.field(volumeId, "volume_id");
    Path target = Demand.absolutePath(request.getTargetPath(), "target_path");
    expectKnownOrUsed(volumeId, published, request.getTargetPath());
    if (published.contain(volumeId, request.getTargetPath())) {
      try {
        Files.deleteIfExists(target);
      } catch (IOException e) {
        throw cannot("delete", target, e);
      }
      published.remove(volumeId, request.getTargetPath());
    }
    return NodeUnpublishVolumeResponse.getDefaultInstance();
  }

  /** A volume that went away while it was in use must not keep its place for ever. */
  private void expectKnownOrUsed(String volumeId, Uses<?> uses, String path) {
    Demand.that(
        uses.contain(volumeId, path) || volumes.knows(volumeId),
        Status.Code.NOT_FOUND,
        "no volume " + volumeId);
  }

  synchronized NodeGetVolumeStatsResponse stats(NodeGetVolumeStatsRequest request) {
    Demand.field(request.getVolumePath(), "volume_path");
    KnownVolume volume = volumes.get(request.getVolumeId());
    expectAt(request.getVolumeId(), request.getVolumePath());
    return NodeGetVolumeStatsResponse.newBuilder()
        .addUsage(
            VolumeUsage.newBuilder()
                .setUnit(VolumeUsage.Unit.BYTES)
                .setTotal(volume.capacity())
                .setAvailable(volume.capacity()))
        .build();
  }

  synchronized NodeExpandVolumeResponse expand(NodeExpandVolumeRequest request) {
    Demand.field(request.getVolumePath(), "volume_path");
    KnownVolume volume = volumes.get(request.getVolumeId());
    expectAt(request.getVolumeId(), request.getVolumePath());
    Demand.that(
        !request.hasVolumeCapability() || volume.accepts(request.getVolumeCapability()),
        Status.Code.INVALID_ARGUMENT,
        "the volume was made for another access_type");
    return NodeExpandVolumeResponse.newBuilder()
        .setCapacityBytes(
            volumes.grow(request.getVolumeId(), SizeRange.of(request.getCapacityRange())))
        .build();
  }

  private void expectAt(String volumeId, String path) {
    Demand.that(
        staged.contain(volumeId, path) || published.contain(volumeId, path),
        Status.Code.NOT_FOUND,
        "volume %s is neither staged nor published at %s".formatted(volumeId, path));
  }

  private static RuntimeException cannot(String verb, Path target, IOException e) {
    return Status.INTERNAL
        .withDescription("cannot %s target_path %s: %s".formatted(verb, target, e))
        .withCause(e)
        .asRuntimeException();
  }
}
