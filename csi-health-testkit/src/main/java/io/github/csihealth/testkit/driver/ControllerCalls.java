package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerExpandVolumeResponse;
import io.github.csihealth.csi.v1.ControllerPublishVolumeRequest;
import io.github.csihealth.csi.v1.ControllerPublishVolumeResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.ControllerUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.ControllerUnpublishVolumeResponse;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.CreateVolumeResponse;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.DeleteVolumeResponse;
import io.github.csihealth.csi.v1.GetCapacityRequest;
import io.github.csihealth.csi.v1.GetCapacityResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeContentSource;
import io.grpc.Status;
import java.util.Optional;

/**
 * What the controller of a fake driver does with volumes: makes them, attaches them, grows them.
 */
final class ControllerCalls {

  private record Attachment(String nodeId, VolumeCapability capability, boolean readonly) {}

  private final VolumeBook volumes;
  private final SnapshotBook snapshots;
  private final NodeCalls node;
  private final Capabilities offered;
  private final Uses<Attachment> attachments = new Uses<>();

  ControllerCalls(
      VolumeBook volumes, SnapshotBook snapshots, NodeCalls node, Capabilities offered) {
    this.volumes = volumes;
    this.snapshots = snapshots;
    this.node = node;
    this.offered = offered;
  }

  synchronized CreateVolumeResponse create(CreateVolumeRequest request) {
    Demand.field(request.getName(), "name");
    Demand.capabilities(request.getVolumeCapabilitiesList(), "volume_capabilities");
    Demand.that(
        request.getMutableParametersCount() == 0,
        Status.Code.INVALID_ARGUMENT,
        "mutable_parameters are not supported");
    Demand.that(
        !request.hasAccessibilityRequirements(),
        Status.Code.INVALID_ARGUMENT,
        "accessibility_requirements are not supported");
    Optional<KnownVolume> existing = volumes.named(request.getName());
    existing.ifPresent(
        volume ->
            Demand.that(
                volume.satisfies(request),
                Status.Code.ALREADY_EXISTS,
                "volume %s of that name has another size, source, use or parameters"
                    .formatted(volume.volume().getVolumeId())));
    KnownVolume volume = existing.orElseGet(() -> volumes.create(request, sizeOfSource(request)));
    return CreateVolumeResponse.newBuilder().setVolume(volume.volume()).build();
  }

  /** How many bytes the volume starts with; 0 for an empty one. */
  private long sizeOfSource(CreateVolumeRequest request) {
    if (!request.hasVolumeContentSource()) {
      return 0;
    }
    VolumeContentSource source = request.getVolumeContentSource();
    return switch (source.getTypeCase()) {
      case SNAPSHOT -> {
        expectSource(ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT);
        yield snapshots.find(source.getSnapshot().getSnapshotId()).getSizeBytes();
      }
      case VOLUME -> {
        expectSource(ControllerServiceCapability.RPC.Type.CLONE_VOLUME);
        yield volumes.get(source.getVolume().getVolumeId()).capacity();
      }
      case TYPE_NOT_SET ->
          throw Status.INVALID_ARGUMENT
              .withDescription("volume_content_source.type is required")
              .asRuntimeException();
    };
  }

  private void expectSource(ControllerServiceCapability.RPC.Type type) {
    Demand.that(
        offered.has(type),
        Status.Code.INVALID_ARGUMENT,
        "volume_content_source is not supported without " + type);
  }

  synchronized DeleteVolumeResponse delete(DeleteVolumeRequest request) {
    String volumeId = request.getVolumeId();
    Demand.field(volumeId, "volume_id");
    Demand.that(
        !volumes.knows(volumeId) || (attachments.of(volumeId).isEmpty() && !node.uses(volumeId)),
        Status.Code.FAILED_PRECONDITION,
        "volume " + volumeId + " is still published");
    volumes.remove(volumeId);
    return DeleteVolumeResponse.getDefaultInstance();
  }

  ValidateVolumeCapabilitiesResponse validate(ValidateVolumeCapabilitiesRequest request) {
    Demand.field(request.getVolumeId(), "volume_id");
    Demand.capabilities(request.getVolumeCapabilitiesList(), "volume_capabilities");
    KnownVolume volume = volumes.get(request.getVolumeId());
    if (!request.getVolumeCapabilitiesList().stream().allMatch(volume::accepts)) {
      return ValidateVolumeCapabilitiesResponse.newBuilder()
          .setMessage("the volume was made for another access_type")
          .build();
    }
    return ValidateVolumeCapabilitiesResponse.newBuilder()
        .setConfirmed(
            ValidateVolumeCapabilitiesResponse.Confirmed.newBuilder()
                .addAllVolumeCapabilities(request.getVolumeCapabilitiesList()))
        .build();
  }

  GetCapacityResponse capacity(GetCapacityRequest request) {
    return GetCapacityResponse.newBuilder().setAvailableCapacity(volumes.available()).build();
  }

  ControllerExpandVolumeResponse expand(ControllerExpandVolumeRequest request) {
    Demand.field(request.getVolumeId(), "volume_id");
    Demand.field(request.hasCapacityRange(), "capacity_range");
    KnownVolume volume = volumes.get(request.getVolumeId());
    Demand.that(
        !request.hasVolumeCapability() || volume.accepts(request.getVolumeCapability()),
        Status.Code.INVALID_ARGUMENT,
        "the volume was made for another access_type");
    return ControllerExpandVolumeResponse.newBuilder()
        .setCapacityBytes(
            volumes.grow(request.getVolumeId(), SizeRange.of(request.getCapacityRange())))
        .setNodeExpansionRequired(offered.has(NodeServiceCapability.RPC.Type.EXPAND_VOLUME))
        .build();
  }

  synchronized ControllerPublishVolumeResponse publish(ControllerPublishVolumeRequest request) {
    String volumeId = request.getVolumeId();
    String nodeId = request.getNodeId();
    VolumeCapability capability = request.getVolumeCapability();
    Demand.field(volumeId, "volume_id");
    Demand.field(nodeId, "node_id");
    Demand.capability(capability, "volume_capability");
    KnownVolume volume = volumes.get(volumeId);
    Demand.that(nodeId.equals(node.id()), Status.Code.NOT_FOUND, "no node " + nodeId);
    Demand.that(
        volume.accepts(capability),
        Status.Code.INVALID_ARGUMENT,
        "the volume was made for another access_type");
    Attachment attachment = new Attachment(nodeId, capability, request.getReadonly());
    if (!attachments.repeats(volumeId, nodeId, attachment)) {
      expectMayJoin(volumeId, attachment);
      Demand.that(
          node.maxVolumes() == 0 || attachments.countAt(nodeId) < node.maxVolumes(),
          Status.Code.RESOURCE_EXHAUSTED,
          "node %s has %d volumes, the most it takes".formatted(nodeId, node.maxVolumes()));
      attachments.add(volumeId, nodeId, attachment);
    }
    return ControllerPublishVolumeResponse.getDefaultInstance();
  }

  private void expectMayJoin(String volumeId, Attachment attachment) {
    for (Attachment other : attachments.of(volumeId)) {
      Demand.that(
          AccessModes.isMultiNode(other.capability())
              && AccessModes.isMultiNode(attachment.capability()),
          Status.Code.FAILED_PRECONDITION,
          "volume %s is published to node %s, and not for many nodes"
              .formatted(volumeId, other.nodeId()));
    }
  }

  synchronized ControllerUnpublishVolumeResponse unpublish(
      ControllerUnpublishVolumeRequest request) {
    Demand.field(request.getVolumeId(), "volume_id");
    if (request.getNodeId().isEmpty()) {
      attachments.removeAll(request.getVolumeId());
    } else {
      attachments.remove(request.getVolumeId(), request.getNodeId());
    }
    return ControllerUnpublishVolumeResponse.getDefaultInstance();
  }
}
