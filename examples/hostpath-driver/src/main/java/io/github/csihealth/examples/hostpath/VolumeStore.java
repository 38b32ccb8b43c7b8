package io.github.csihealth.examples.hostpath;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The volumes and snapshots in a data folder.
 *
 * <p>Each step leaves the disk in a state from which the same call, made again, gets to its end: a
 * folder is filled in the scratch folder, then moved to its place, then recorded; on deletion it is
 * moved away, then forgotten, then emptied.
 *
 * <p>Safe for use by many threads. Refuses with a {@link io.grpc.StatusRuntimeException} that has
 * the status of the CSI spec.
 */
final class VolumeStore {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver");

  private final DataFolder folder;
  private final RecordFolder<StoredVolume> volumes;
  private final RecordFolder<StoredSnapshot> snapshots;
  private final RecordFolder<VolumeUse> uses;
  private final PendingOperations pending = new PendingOperations();
  private final Clock clock;

  private VolumeStore(DataFolder folder, Clock clock) throws IOException {
    this.folder = folder;
    this.clock = clock;
    this.volumes =
        RecordFolder.load(
            folder.records("volumes"), StoredVolume.class, volume -> volume.id().text());
    this.snapshots =
        RecordFolder.load(
            folder.records("snapshots"), StoredSnapshot.class, copy -> copy.id().text());
    this.uses =
        RecordFolder.load(folder.records("node"), VolumeUse.class, use -> use.volumeId().text());
  }

  /**
   * What an earlier run left in the folder.
   *
   * @throws IOException if a record cannot be read
   */
  static VolumeStore open(DataFolder folder, Clock clock) throws IOException {
    VolumeStore store = new VolumeStore(folder, clock);
    store.warnOfStrays(folder.volumes(), store.volumes);
    store.warnOfStrays(folder.snapshots(), store.snapshots);
    return store;
  }

  /** A folder that no record names may still be somebody's data: it is not for us to delete. */
  private void warnOfStrays(Path parent, RecordFolder<?> records) throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
      for (Path child : children) {
        if (records.find(child.getFileName().toString()).isEmpty()) {
          LOG.warn("{} has no record and is not served: delete it if nobody misses it", child);
        }
      }
    }
  }

  /** All volumes, in no order. */
  Collection<StoredVolume> volumes() {
    return volumes.all();
  }

  /** The volume that a caller names, if there is one. */
  Optional<StoredVolume> findVolume(String volumeId) {
    return volumes.find(volumeId);
  }

  /**
   * The volume that a caller names.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND
   */
  StoredVolume volume(String volumeId) {
    return findVolume(volumeId)
        .orElseThrow(() -> Refusal.notFound("there is no volume " + volumeId));
  }

  /** What a pod sees of the volume. */
  FolderTree data(StoredVolume volume) {
    return folder.data(volume.id());
  }

  /** All snapshots, in no order. */
  Collection<StoredSnapshot> snapshots() {
    return snapshots.all();
  }

  /** The snapshot that a caller names, if there is one. */
  Optional<StoredSnapshot> findSnapshot(String snapshotId) {
    return snapshots.find(snapshotId);
  }

  /**
   * The snapshot that a caller names.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND
   */
  StoredSnapshot snapshot(String snapshotId) {
    return findSnapshot(snapshotId)
        .orElseThrow(() -> Refusal.notFound("there is no snapshot " + snapshotId));
  }

  /** Where the volume is staged and published. */
  VolumeUse use(StoredVolume volume) {
    return uses.find(volume.id().text()).orElseGet(() -> VolumeUse.none(volume.id()));
  }

  /** Keeps where a volume is staged and published. */
  void keep(VolumeUse use) throws IOException {
    if (use.inUse()) {
      uses.put(use);
    } else {
      uses.remove(use.volumeId().text());
    }
  }

  /**
   * Runs an operation on a volume, which no other call can change meanwhile.
   *
   * @throws io.grpc.StatusRuntimeException ABORTED if another one is under way; NOT_FOUND
   */
  <T> T with(String volumeId, Work<T> work) throws IOException {
    return pending.run(volumeId, () -> work.on(volume(volumeId)));
  }

  /** Something to be done with a volume. */
  interface Work<T> {
    T on(StoredVolume volume) throws IOException;
  }

  /**
   * Makes a volume, or finds the one of that name.
   *
   * @throws io.grpc.StatusRuntimeException ALREADY_EXISTS if that one is another size or from
   *     another source; NOT_FOUND if there is no such source; OUT_OF_RANGE if the source is larger
   */
  StoredVolume create(String name, SizeRange size, ContentSource source) throws IOException {
    return pending.run(
        "volume " + name,
        () -> {
          Optional<StoredVolume> existing =
              volumes.all().stream().filter(volume -> volume.name().equals(name)).findAny();
          return existing.isPresent()
              ? compatible(existing.get(), size, source)
              : createNew(name, size, source);
        });
  }

  private static StoredVolume compatible(
      StoredVolume volume, SizeRange size, ContentSource source) {
    if (!size.holds(volume.capacityBytes()) || !source.equals(volume.source())) {
      throw Refusal.alreadyExists(
          "volume " + volume.id() + " of that name has another size or source");
    }
    return volume;
  }

  private StoredVolume createNew(String name, SizeRange size, ContentSource source)
      throws IOException {
    VolumeId id = VolumeId.random();
    Path scratch = Files.createDirectory(folder.scratch(id.text()));
    try {
      long capacity = fill(DataFolder.data(scratch), size, source);
      Files.move(scratch, folder.volume(id), StandardCopyOption.ATOMIC_MOVE);
      StoredVolume volume = new StoredVolume(id, name, capacity, source);
      volumes.put(volume);
      LOG.info("made volume {} ({} bytes)", id, capacity);
      return volume;
    } finally {
      new FolderTree(scratch).delete();
    }
  }

  /** Fills the folder of a new volume; answers its capacity. */
  private long fill(FolderTree data, SizeRange size, ContentSource source) throws IOException {
    return switch (source.kind()) {
      case NONE -> {
        long capacity = size.chooseAtLeast(0);
        Files.createDirectory(data.root());
        yield capacity;
      }
      case VOLUME ->
          with(
              source.id(),
              from -> {
                long capacity = size.chooseAtLeast(from.capacityBytes());
                copy(data(from), data, from.id());
                return capacity;
              });
      case SNAPSHOT ->
          pending.run(
              source.id(),
              () -> {
                StoredSnapshot from = snapshot(source.id());
                long capacity = size.chooseAtLeast(from.sizeBytes());
                copy(folder.data(from.id()), data, from.id());
                return capacity;
              });
    };
  }

  private static void copy(FolderTree from, FolderTree to, Object id) throws IOException {
    if (!from.exists()) {
      throw Refusal.notFound("the folder of " + id + " is gone");
    }
    from.copyTo(to.root());
  }

  /**
   * Deletes a volume; fine if there is none.
   *
   * @throws io.grpc.StatusRuntimeException FAILED_PRECONDITION if it is staged or published
   */
  void delete(VolumeId id) throws IOException {
    delete(
        id.text(),
        folder.volume(id),
        volumes,
        volume -> {
          if (use(volume).inUse()) {
            throw Refusal.failedPrecondition("volume " + id + " is staged or published");
          }
        });
  }

  /** Deletes a snapshot; fine if there is none. */
  void delete(SnapshotId id) throws IOException {
    delete(id.text(), folder.snapshot(id), snapshots, snapshot -> {});
  }

  private <R> void delete(String id, Path path, RecordFolder<R> records, Consumer<R> check)
      throws IOException {
    FolderTree removed = new FolderTree(folder.scratch(id));
    pending.run(
        id,
        () -> {
          Optional<R> known = records.find(id);
          if (known.isPresent()) {
            check.accept(known.get());
            // What an earlier attempt moved away, before it failed.
            removed.delete();
            if (new FolderTree(path).exists()) {
              Files.move(path, removed.root(), StandardCopyOption.ATOMIC_MOVE);
            }
            records.remove(id);
            removed.delete();
            LOG.info("deleted {}", id);
          }
          return id;
        });
  }

  /**
   * Makes a volume larger, if it is not large enough.
   *
   * @return its capacity
   * @throws io.grpc.StatusRuntimeException NOT_FOUND; OUT_OF_RANGE if it is too large already
   */
  long expand(String volumeId, SizeRange size) throws IOException {
    return with(
        volumeId,
        volume -> {
          long capacity = size.growFrom(volume.capacityBytes());
          if (capacity != volume.capacityBytes()) {
            volumes.put(volume.withCapacity(capacity));
            LOG.info("volume {} grew to {} bytes", volume.id(), capacity);
          }
          return capacity;
        });
  }

  /**
   * Takes a snapshot of a volume, or finds the one of that name.
   *
   * @throws io.grpc.StatusRuntimeException ALREADY_EXISTS if that one is of another volume;
   *     NOT_FOUND if there is no such volume
   */
  StoredSnapshot snapshot(String name, String volumeId) throws IOException {
    return pending.run(
        "snapshot " + name,
        () -> {
          Optional<StoredSnapshot> existing =
              snapshots.all().stream().filter(snapshot -> snapshot.name().equals(name)).findAny();
          return existing.isPresent()
              ? compatible(existing.get(), volumeId)
              : with(volumeId, volume -> snapshotNew(name, volume));
        });
  }

  private static StoredSnapshot compatible(StoredSnapshot snapshot, String volumeId) {
    if (!snapshot.sourceVolumeId().text().equals(volumeId)) {
      throw Refusal.alreadyExists(
          "snapshot " + snapshot.id() + " of that name is of another volume");
    }
    return snapshot;
  }

  private StoredSnapshot snapshotNew(String name, StoredVolume volume) throws IOException {
    SnapshotId id = SnapshotId.random();
    Path scratch = Files.createDirectory(folder.scratch(id.text()));
    try {
      copy(data(volume), DataFolder.data(scratch), volume.id());
      Files.move(scratch, folder.snapshot(id), StandardCopyOption.ATOMIC_MOVE);
      StoredSnapshot snapshot =
          new StoredSnapshot(id, name, volume.id(), volume.capacityBytes(), clock.millis());
      snapshots.put(snapshot);
      LOG.info("made snapshot {} of volume {}", id, volume.id());
      return snapshot;
    } finally {
      new FolderTree(scratch).delete();
    }
  }
}
