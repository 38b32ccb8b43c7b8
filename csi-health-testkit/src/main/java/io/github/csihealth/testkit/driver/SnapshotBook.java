package io.github.csihealth.testkit.driver;

import com.google.protobuf.Timestamp;
import io.github.csihealth.csi.v1.CreateSnapshotRequest;
import io.github.csihealth.csi.v1.CreateSnapshotResponse;
import io.github.csihealth.csi.v1.DeleteSnapshotRequest;
import io.github.csihealth.csi.v1.DeleteSnapshotResponse;
import io.github.csihealth.csi.v1.GetSnapshotRequest;
import io.github.csihealth.csi.v1.GetSnapshotResponse;
import io.github.csihealth.csi.v1.ListSnapshotsRequest;
import io.github.csihealth.csi.v1.ListSnapshotsResponse;
import io.github.csihealth.csi.v1.Snapshot;
import io.grpc.Status;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The snapshots of a fake driver. They are ready at once, take no room and outlive their volume.
 */
final class SnapshotBook {

  private record NamedSnapshot(String name, Snapshot snapshot) {}

  private final VolumeBook volumes;
  private final NavigableMap<String, NamedSnapshot> snapshots = new TreeMap<>();
  private final Pager pages = new Pager();
  private long lastId;

  SnapshotBook(VolumeBook volumes) {
    this.volumes = volumes;
  }

  synchronized void pageSize(int entries) {
    pages.size(entries);
  }

  synchronized CreateSnapshotResponse create(CreateSnapshotRequest request) {
    String source = request.getSourceVolumeId();
    Demand.field(request.getName(), "name");
    Demand.field(source, "source_volume_id");
    Demand.that(
        !request.hasAccessibilityRequirements(),
        Status.Code.INVALID_ARGUMENT,
        "accessibility_requirements are not supported");
    Optional<Snapshot> existing = named(request.getName());
    existing.ifPresent(
        snapshot ->
            Demand.that(
                snapshot.getSourceVolumeId().equals(source),
                Status.Code.ALREADY_EXISTS,
                "the snapshot of that name is of volume " + snapshot.getSourceVolumeId()));
    return CreateSnapshotResponse.newBuilder()
        .setSnapshot(existing.orElseGet(() -> cut(request.getName(), source)))
        .build();
  }

  private Optional<Snapshot> named(String name) {
    return snapshots.values().stream()
        .filter(named -> named.name().equals(name))
        .map(NamedSnapshot::snapshot)
        .findFirst();
  }

  private Snapshot cut(String name, String sourceVolumeId) {
    Snapshot snapshot =
        Snapshot.newBuilder()
            .setSizeBytes(volumes.get(sourceVolumeId).capacity())
            .setSnapshotId("snapshot-" + ++lastId)
            .setSourceVolumeId(sourceVolumeId)
            .setCreationTime(Timestamp.newBuilder().setSeconds(Instant.now().getEpochSecond()))
            .setReadyToUse(true)
            .build();
    snapshots.put(snapshot.getSnapshotId(), new NamedSnapshot(name, snapshot));
    return snapshot;
  }

  synchronized DeleteSnapshotResponse delete(DeleteSnapshotRequest request) {
    Demand.field(request.getSnapshotId(), "snapshot_id");
    snapshots.remove(request.getSnapshotId());
    return DeleteSnapshotResponse.getDefaultInstance();
  }

  GetSnapshotResponse get(GetSnapshotRequest request) {
    return GetSnapshotResponse.newBuilder().setSnapshot(find(request.getSnapshotId())).build();
  }

  /** The snapshot, or NOT_FOUND. */
  synchronized Snapshot find(String snapshotId) {
    Demand.field(snapshotId, "snapshot_id");
    NamedSnapshot named = snapshots.get(snapshotId);
    if (named == null) {
      throw Status.NOT_FOUND.withDescription("no snapshot " + snapshotId).asRuntimeException();
    }
    return named.snapshot();
  }

  synchronized ListSnapshotsResponse list(ListSnapshotsRequest request) {
    Pager.Page<Snapshot> page =
        pages.cut(
            snapshots,
            named ->
                Optional.of(named.snapshot())
                    .filter(cut -> isWanted(request.getSnapshotId(), cut.getSnapshotId()))
                    .filter(cut -> isWanted(request.getSourceVolumeId(), cut.getSourceVolumeId())),
            request.getStartingToken(),
            request.getMaxEntries());
    ListSnapshotsResponse.Builder response =
        ListSnapshotsResponse.newBuilder().setNextToken(page.nextToken());
    page.entries().forEach(snapshot -> response.addEntriesBuilder().setSnapshot(snapshot));
    return response.build();
  }

  private static boolean isWanted(String filter, String value) {
    return filter.isEmpty() || filter.equals(value);
  }
}
