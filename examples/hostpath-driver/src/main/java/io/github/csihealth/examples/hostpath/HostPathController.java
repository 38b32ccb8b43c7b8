package io.github.csihealth.examples.hostpath;

import com.google.protobuf.Timestamp;
import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerExpandVolumeResponse;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.ControllerServiceCapability.RPC;
import io.github.csihealth.csi.v1.CreateSnapshotRequest;
import io.github.csihealth.csi.v1.CreateSnapshotResponse;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.CreateVolumeResponse;
import io.github.csihealth.csi.v1.DeleteSnapshotRequest;
import io.github.csihealth.csi.v1.DeleteSnapshotResponse;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.DeleteVolumeResponse;
import io.github.csihealth.csi.v1.GetSnapshotRequest;
import io.github.csihealth.csi.v1.GetSnapshotResponse;
import io.github.csihealth.csi.v1.ListSnapshotsRequest;
import io.github.csihealth.csi.v1.ListSnapshotsResponse;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.ListVolumesResponse;
import io.github.csihealth.csi.v1.Snapshot;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.github.csihealth.csi.v1.Volume;
import io.github.csihealth.csi.v1.VolumeContentSource;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The driver's {@code csi.v1.Controller}, but for its health. */
final class HostPathController extends ControllerGrpc.ControllerImplBase {

  private static final List<RPC.Type> CAPABILITIES =
      List.of(
          RPC.Type.CREATE_DELETE_VOLUME,
          RPC.Type.LIST_VOLUMES,
          RPC.Type.EXPAND_VOLUME,
          RPC.Type.CLONE_VOLUME,
          RPC.Type.CREATE_DELETE_SNAPSHOT,
          RPC.Type.LIST_SNAPSHOTS,
          RPC.Type.GET_SNAPSHOT,
          RPC.Type.SINGLE_NODE_MULTI_WRITER);

  private final NodeTopology topology;
  private final VolumeStore store;

  HostPathController(NodeTopology topology, VolumeStore store) {
    this.topology = topology;
    this.store = store;
  }

  @Override
  public void controllerGetCapabilities(
      ControllerGetCapabilitiesRequest request,
      StreamObserver<ControllerGetCapabilitiesResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          ControllerGetCapabilitiesResponse.Builder answer =
              ControllerGetCapabilitiesResponse.newBuilder();
          for (RPC.Type type : CAPABILITIES) {
            answer.addCapabilities(
                ControllerServiceCapability.newBuilder().setRpc(RPC.newBuilder().setType(type)));
          }
          return answer.build();
        });
  }

  @Override
  public void createVolume(
      CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> observer) {
    Answers.answer(
        observer, () -> CreateVolumeResponse.newBuilder().setVolume(create(request)).build());
  }

  private Volume create(CreateVolumeRequest request) throws IOException {
    Required.text("name", request.getName());
    Required.capabilities("volume_capabilities", request.getVolumeCapabilitiesList());
    refuseIfPresent(Support.missing(request.getVolumeCapabilitiesList()));
    refuseIfPresent(Support.unknown(request.getParametersMap()));
    refuseIfPresent(Support.unknown(request.getMutableParametersMap()));
    SizeRange size =
        request.hasCapacityRange() ? SizeRange.of(request.getCapacityRange()) : SizeRange.ANY;
    if (!topology.satisfies(request.getAccessibilityRequirements())) {
      throw Refusal.resourceExhausted("volumes can only be made on node " + topology.nodeId());
    }
    return message(store.create(request.getName(), size, source(request)));
  }

  private static void refuseIfPresent(Optional<String> why) {
    if (why.isPresent()) {
      throw Refusal.invalid(why.get());
    }
  }

  private static ContentSource source(CreateVolumeRequest request) {
    if (!request.hasVolumeContentSource()) {
      return ContentSource.NONE;
    }
    VolumeContentSource source = request.getVolumeContentSource();
    return switch (source.getTypeCase()) {
      case VOLUME ->
          ContentSource.of(
              VolumeId.parse(source.getVolume().getVolumeId()).orElseThrow(() -> noSource(source)));
      case SNAPSHOT ->
          ContentSource.of(
              SnapshotId.parse(source.getSnapshot().getSnapshotId())
                  .orElseThrow(() -> noSource(source)));
      case TYPE_NOT_SET -> throw Refusal.invalid("volume_content_source has no type");
    };
  }

  private static StatusRuntimeException noSource(VolumeContentSource source) {
    return Refusal.notFound("volume_content_source." + source.getTypeCase() + " does not exist");
  }

  private Volume message(StoredVolume volume) {
    Volume.Builder message =
        Volume.newBuilder()
            .setVolumeId(volume.id().text())
            .setCapacityBytes(volume.capacityBytes())
            .addAccessibleTopology(topology.toMessage());
    String sourceId = volume.source().id();
    switch (volume.source().kind()) {
      case NONE -> {}
      case VOLUME -> message.getContentSourceBuilder().getVolumeBuilder().setVolumeId(sourceId);
      case SNAPSHOT ->
          message.getContentSourceBuilder().getSnapshotBuilder().setSnapshotId(sourceId);
    }
    return message.build();
  }

  @Override
  public void deleteVolume(
      DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Optional<VolumeId> id = VolumeId.parse(Required.text("volume_id", request.getVolumeId()));
          if (id.isPresent()) {
            store.delete(id.get());
          }
          return DeleteVolumeResponse.getDefaultInstance();
        });
  }

  @Override
  public void validateVolumeCapabilities(
      ValidateVolumeCapabilitiesRequest request,
      StreamObserver<ValidateVolumeCapabilitiesResponse> observer) {
    Answers.answer(observer, () -> validate(request));
  }

  private ValidateVolumeCapabilitiesResponse validate(ValidateVolumeCapabilitiesRequest request) {
    Required.text("volume_id", request.getVolumeId());
    Required.capabilities("volume_capabilities", request.getVolumeCapabilitiesList());
    store.volume(request.getVolumeId());
    Optional<String> missing =
        Support.missing(request.getVolumeCapabilitiesList())
            .or(() -> Support.unknown(request.getParametersMap()))
            .or(() -> Support.unknown(request.getMutableParametersMap()));
    ValidateVolumeCapabilitiesResponse.Builder answer =
        ValidateVolumeCapabilitiesResponse.newBuilder();
    if (missing.isPresent()) {
      answer.setMessage(missing.get());
    } else {
      answer
          .getConfirmedBuilder()
          .addAllVolumeCapabilities(request.getVolumeCapabilitiesList())
          .putAllParameters(request.getParametersMap())
          .putAllMutableParameters(request.getMutableParametersMap());
    }
    return answer.build();
  }

  @Override
  public void listVolumes(
      ListVolumesRequest request, StreamObserver<ListVolumesResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Page<StoredVolume> page =
              Page.of(
                  store.volumes(),
                  volume -> volume.id().text(),
                  IdForm.VOLUME::fits,
                  request.getStartingToken(),
                  request.getMaxEntries());
          ListVolumesResponse.Builder answer =
              ListVolumesResponse.newBuilder().setNextToken(page.nextToken());
          page.entries().forEach(volume -> answer.addEntriesBuilder().setVolume(message(volume)));
          return answer.build();
        });
  }

  @Override
  public void controllerExpandVolume(
      ControllerExpandVolumeRequest request,
      StreamObserver<ControllerExpandVolumeResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Required.text("volume_id", request.getVolumeId());
          if (!request.hasCapacityRange()) {
            throw Refusal.invalid("capacity_range is required");
          }
          if (request.hasVolumeCapability()) {
            Required.capability("volume_capability", request.getVolumeCapability());
            refuseIfPresent(Support.missing(request.getVolumeCapability()));
          }
          SizeRange size = SizeRange.of(request.getCapacityRange());
          return ControllerExpandVolumeResponse.newBuilder()
              .setCapacityBytes(store.expand(request.getVolumeId(), size))
              .build();
        });
  }

  @Override
  public void createSnapshot(
      CreateSnapshotRequest request, StreamObserver<CreateSnapshotResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Required.text("name", request.getName());
          Required.text("source_volume_id", request.getSourceVolumeId());
          refuseIfPresent(Support.unknown(request.getParametersMap()));
          StoredSnapshot snapshot = store.snapshot(request.getName(), request.getSourceVolumeId());
          return CreateSnapshotResponse.newBuilder().setSnapshot(message(snapshot)).build();
        });
  }

  private static Snapshot message(StoredSnapshot snapshot) {
    Instant created = Instant.ofEpochMilli(snapshot.createdMillis());
    return Snapshot.newBuilder()
        .setSnapshotId(snapshot.id().text())
        .setSourceVolumeId(snapshot.sourceVolumeId().text())
        .setSizeBytes(snapshot.sizeBytes())
        .setCreationTime(
            Timestamp.newBuilder().setSeconds(created.getEpochSecond()).setNanos(created.getNano()))
        .setReadyToUse(true)
        .build();
  }

  @Override
  public void deleteSnapshot(
      DeleteSnapshotRequest request, StreamObserver<DeleteSnapshotResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Optional<SnapshotId> id =
              SnapshotId.parse(Required.text("snapshot_id", request.getSnapshotId()));
          if (id.isPresent()) {
            store.delete(id.get());
          }
          return DeleteSnapshotResponse.getDefaultInstance();
        });
  }

  @Override
  public void listSnapshots(
      ListSnapshotsRequest request, StreamObserver<ListSnapshotsResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          Page<StoredSnapshot> page =
              Page.of(
                  store.snapshots().stream()
                      .filter(snapshot -> isAsked(snapshot, request))
                      .toList(),
                  snapshot -> snapshot.id().text(),
                  IdForm.SNAPSHOT::fits,
                  request.getStartingToken(),
                  request.getMaxEntries());
          ListSnapshotsResponse.Builder answer =
              ListSnapshotsResponse.newBuilder().setNextToken(page.nextToken());
          page.entries()
              .forEach(snapshot -> answer.addEntriesBuilder().setSnapshot(message(snapshot)));
          return answer.build();
        });
  }

  private static boolean isAsked(StoredSnapshot snapshot, ListSnapshotsRequest request) {
    String id = request.getSnapshotId();
    String volumeId = request.getSourceVolumeId();
    return (id.isEmpty() || id.equals(snapshot.id().text()))
        && (volumeId.isEmpty() || volumeId.equals(snapshot.sourceVolumeId().text()));
  }

  @Override
  public void getSnapshot(
      GetSnapshotRequest request, StreamObserver<GetSnapshotResponse> observer) {
    Answers.answer(
        observer,
        () -> {
          StoredSnapshot snapshot =
              store.snapshot(Required.text("snapshot_id", request.getSnapshotId()));
          return GetSnapshotResponse.newBuilder().setSnapshot(message(snapshot)).build();
        });
  }
}
