package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.ListVolumesResponse;
import io.github.csihealth.csi.v1.Volume;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The volumes that a fake driver knows, with their health and the room that they take, and its
 * pages over them.
 */
final class VolumeBook {

  private static final long DEFAULT_SIZE = 1L << 30;

  private final NavigableMap<String, KnownVolume> volumes = new TreeMap<>();

  /** What the node says, where it is not what the controller says. */
  private final Map<String, KnownVolume> onNode = new HashMap<>();

  private final Pager volumePages = new Pager();
  private final Pager healthPages = new Pager();
  private boolean listsHealthy;
  private long room = FakeDriver.DEFAULT_STORAGE_CAPACITY;
  private long lastId;

  // ---- What the test sets

  /**
   * @param conditions what the volume has at each time; empty for gone
   */
  synchronized void setHealth(
      String volumeId, Supplier<Optional<List<VolumeHealthEntry>>> conditions) {
    volumes.put(
        volumeId,
        volumes.getOrDefault(volumeId, KnownVolume.madeByTest(volumeId)).with(conditions));
  }

  /**
   * @param conditions what the volume has on the node at each time; empty for gone
   */
  synchronized void setNodeHealth(
      String volumeId, Supplier<Optional<List<VolumeHealthEntry>>> conditions) {
    onNode.put(volumeId, KnownVolume.madeByTest(volumeId).with(conditions));
  }

  synchronized void remove(String volumeId) {
    volumes.remove(volumeId);
    onNode.remove(volumeId);
  }

  synchronized void pageSize(int entries) {
    volumePages.size(entries);
    healthPages.size(entries);
  }

  synchronized void pagesByPosition(boolean wanted) {
    healthPages.byPosition(wanted);
  }

  synchronized void listHealthy(boolean listed) {
    listsHealthy = listed;
  }

  synchronized void room(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("storage capacity is negative: " + bytes);
    }
    room = bytes;
  }

  // ---- Volumes

  synchronized boolean knows(String volumeId) {
    return find(volumeId).isPresent();
  }

  private Optional<KnownVolume> find(String volumeId) {
    return Optional.ofNullable(volumes.get(volumeId)).filter(volume -> !volume.isGone());
  }

  /** The volume, or NOT_FOUND. */
  synchronized KnownVolume get(String volumeId) {
    Demand.field(volumeId, "volume_id");
    return find(volumeId).orElseThrow(() -> notFound(volumeId));
  }

  private static StatusRuntimeException notFound(String volumeId) {
    return Status.NOT_FOUND.withDescription("no volume " + volumeId).asRuntimeException();
  }

  synchronized Optional<KnownVolume> named(String name) {
    return volumes.values().stream()
        .filter(volume -> volume.origin().getName().equals(name) && !volume.isGone())
        .findFirst();
  }

  /** A new volume, healthy, that holds at least so many bytes. */
  synchronized KnownVolume create(CreateVolumeRequest request, long content) {
    SizeRange range = SizeRange.of(request.getCapacityRange());
    long size = content == 0 ? range.leastOr(DEFAULT_SIZE) : range.leastFor(content);
    expectRoom(size, 0);
    Volume.Builder volume = Volume.newBuilder().setVolumeId(newId()).setCapacityBytes(size);
    if (request.hasVolumeContentSource()) {
      volume.setContentSource(request.getVolumeContentSource());
    }
    KnownVolume created = KnownVolume.created(volume.build(), request);
    volumes.put(volume.getVolumeId(), created);
    return created;
  }

  /** Never used again, and none that the test has used. */
  private String newId() {
    String id;
    do {
      id = "volume-" + ++lastId;
    } while (volumes.containsKey(id) || onNode.containsKey(id));
    return id;
  }

  /** The volume's size once it is in the range; it never shrinks. */
  synchronized long grow(String volumeId, SizeRange range) {
    KnownVolume volume = get(volumeId);
    long size = range.leastFor(volume.capacity());
    expectRoom(size, volume.capacity());
    volumes.put(volumeId, volume.withCapacity(size));
    return size;
  }

  synchronized long available() {
    long taken = 0;
    for (KnownVolume volume : volumes.values()) {
      taken += volume.isGone() ? 0 : volume.capacity();
    }
    return Math.max(0, room - taken);
  }

  /** What is there already stays, though the storage became smaller. */
  private void expectRoom(long size, long held) {
    if (size == held) {
      return;
    }
    Demand.that(
        size <= room,
        Status.Code.OUT_OF_RANGE,
        "%d bytes are more than the storage has: %d".formatted(size, room));
    long available = available();
    Demand.that(
        size - held <= available,
        Status.Code.RESOURCE_EXHAUSTED,
        "%d bytes more are more than the storage has left: %d".formatted(size - held, available));
  }

  synchronized ListVolumesResponse list(ListVolumesRequest request) {
    Pager.Page<KnownVolume> page =
        volumePages.cut(
            volumes,
            volume -> Optional.of(volume).filter(known -> !known.isGone()),
            request.getStartingToken(),
            request.getMaxEntries());
    ListVolumesResponse.Builder response =
        ListVolumesResponse.newBuilder().setNextToken(page.nextToken());
    page.entries().forEach(volume -> response.addEntriesBuilder().setVolume(volume.volume()));
    return response.build();
  }

  // ---- Their health

  /** The health of one volume, or NOT_FOUND. */
  synchronized VolumeHealth health(String volumeId) {
    return get(volumeId).health().orElseThrow(() -> notFound(volumeId));
  }

  /** The health of one volume on the node, or NOT_FOUND. */
  synchronized VolumeHealth healthOnNode(String volumeId) {
    KnownVolume volume = onNode.get(volumeId);
    return volume == null
        ? health(volumeId)
        : volume.health().orElseThrow(() -> notFound(volumeId));
  }

  /** How many pages of health came before the one that the token asks for; 0 if none is. */
  synchronized int pagesBefore(String token) {
    return healthPages.pagesBefore(token);
  }

  synchronized ControllerListVolumeHealthResponse listHealth(
      ControllerListVolumeHealthRequest request) {
    Pager.Page<VolumeHealth> page =
        healthPages.cut(
            volumes,
            volume -> volume.health().filter(this::isListed),
            request.getStartingToken(),
            request.getMaxEntries());
    return ControllerListVolumeHealthResponse.newBuilder()
        .addAllEntries(page.entries())
        .setNextToken(page.nextToken())
        .build();
  }

  private boolean isListed(VolumeHealth health) {
    return listsHealthy || health.getHealthStatusesCount() > 0;
  }
}
