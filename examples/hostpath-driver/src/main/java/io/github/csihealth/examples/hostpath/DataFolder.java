package io.github.csihealth.examples.hostpath;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where everything of a driver lies, locked against a second driver:
 *
 * <pre>
 * health.yaml                        what to say of the storage backend
 * volumes/&lt;volume id&gt;/data/          the volume
 * volumes/&lt;volume id&gt;/health.yaml    what to say of the volume
 * snapshots/&lt;snapshot id&gt;/data/
 * records/volumes|snapshots|node/    what was made, and where it is staged and published
 * scratch/                           what is being made or deleted; emptied at the start
 * </pre>
 *
 * <p>Records lie apart from the volumes, so that a volume whose folder is gone is still known.
 */
final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver");
  private static final String DATA = "data";
  private static final String HEALTH = "health.yaml";

  private final Path root;
  private final FileChannel lock;

  private DataFolder(Path root, FileChannel lock) {
    this.root = root;
    this.lock = lock;
  }

  /**
   * Opens a data folder, and makes it if it is missing.
   *
   * @throws IOException if it cannot be used, or another driver uses it
   */
  static DataFolder open(Path path) throws IOException {
    Path root;
    try {
      root = Files.createDirectories(path).toRealPath();
    } catch (FileAlreadyExistsException e) {
      throw new IOException(e.getFile() + " is not a folder", e);
    }
    FileChannel lock =
        FileChannel.open(
            root.resolve("driver.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean open = false;
    try {
      if (!isLocked(lock)) {
        throw new IOException("another driver uses " + root);
      }
      DataFolder folder = new DataFolder(root, lock);
      new FolderTree(folder.scratch()).delete();
      Files.createDirectories(folder.scratch());
      Files.createDirectories(folder.volumes());
      Files.createDirectories(folder.snapshots());
      open = true;
      return folder;
    } finally {
      if (!open) {
        lock.close();
      }
    }
  }

  private static boolean isLocked(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  Path root() {
    return root;
  }

  Path records(String kind) {
    return root.resolve("records").resolve(kind);
  }

  Path volumes() {
    return root.resolve("volumes");
  }

  Path snapshots() {
    return root.resolve("snapshots");
  }

  private Path scratch() {
    return root.resolve("scratch");
  }

  /** Where the folder of a volume or snapshot is while it is incomplete. */
  Path scratch(String id) {
    return scratch().resolve(id);
  }

  Path volume(VolumeId id) {
    return volumes().resolve(id.text());
  }

  /** What a pod sees of the volume. */
  FolderTree data(VolumeId id) {
    return data(volume(id));
  }

  Path snapshot(SnapshotId id) {
    return snapshots().resolve(id.text());
  }

  FolderTree data(SnapshotId id) {
    return data(snapshot(id));
  }

  static FolderTree data(Path volumeOrSnapshot) {
    return new FolderTree(volumeOrSnapshot.resolve(DATA));
  }

  Path healthFile() {
    return root.resolve(HEALTH);
  }

  Path healthFile(VolumeId id) {
    return volume(id).resolve(HEALTH);
  }

  /** Lets another driver use it. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.warn("{} may stay locked until the process ends: {}", root, e.toString());
    }
  }
}
