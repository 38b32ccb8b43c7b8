package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Volumes where pods use them. Nothing is mounted, so that no privilege is needed: a volume is
 * staged by a link to its folder, and published by a link to that link.
 *
 * <p>A use is recorded before its link is made, and forgotten after its link is removed: whatever
 * was made is known after a crash.
 */
final class NodeLinks {

  private static final String STAGED = "volume";

  private final VolumeStore store;

  NodeLinks(VolumeStore store) {
    this.store = store;
  }

  private Link stagingLink(Path stagingPath, StoredVolume volume) {
    return new Link(stagingPath.resolve(STAGED), store.data(volume).root());
  }

  private static Link publishLink(Path targetPath, Path stagingPath) {
    return new Link(targetPath, stagingPath.resolve(STAGED));
  }

  void stage(String volumeId, Path stagingPath, Mode mode) throws IOException {
    store.with(
        volumeId,
        volume -> {
          VolumeUse use = store.use(volume);
          checkStaged(use, stagingPath, mode);
          if (!Files.isDirectory(stagingPath)) {
            throw Refusal.failedPrecondition("staging_target_path is no folder: " + stagingPath);
          }
          requireFolder(volume);
          Link link = stagingLink(stagingPath, volume);
          link.requireRoom();
          store.keep(use.stagedAt(stagingPath.toString(), mode));
          link.make();
          return volume;
        });
  }

  /** The CSI spec allows one staging path for a volume. */
  private static void checkStaged(VolumeUse use, Path stagingPath, Mode mode) {
    Optional<String> staged = use.stagingPath();
    if (staged.isPresent() && !staged.get().equals(stagingPath.toString())) {
      throw Refusal.failedPrecondition("the volume is staged at " + staged.get());
    }
    Mode stagedMode = use.staged().getOrDefault(stagingPath.toString(), mode);
    if (stagedMode != mode) {
      throw Refusal.alreadyExists("the volume is staged there as " + stagedMode);
    }
  }

  private void requireFolder(StoredVolume volume) throws IOException {
    if (!store.data(volume).exists()) {
      throw new IOException("the folder of volume " + volume.id() + " is gone");
    }
  }

  void unstage(String volumeId, Path stagingPath) throws IOException {
    store.with(
        volumeId,
        volume -> {
          VolumeUse use = store.use(volume);
          if (use.staged().containsKey(stagingPath.toString())) {
            if (!use.published().isEmpty()) {
              throw Refusal.failedPrecondition("the volume is published");
            }
            stagingLink(stagingPath, volume).remove();
            store.keep(use.unstaged());
          }
          return volume;
        });
  }

  void publish(String volumeId, Path targetPath, Path stagingPath, Mode mode) throws IOException {
    store.with(
        volumeId,
        volume -> {
          VolumeUse use = store.use(volume);
          if (!use.staged().containsKey(stagingPath.toString())) {
            throw Refusal.failedPrecondition("the volume is not staged at " + stagingPath);
          }
          checkPublished(use, targetPath.toString(), mode);
          requireFolder(volume);
          Link link = publishLink(targetPath, stagingPath);
          link.requireRoom();
          store.keep(use.publishedAt(targetPath.toString(), mode));
          link.make();
          return volume;
        });
  }

  /** The table of the CSI spec for a second NodePublishVolume, with SINGLE_NODE_MULTI_WRITER. */
  private static void checkPublished(VolumeUse use, String targetPath, Mode mode) {
    Mode publishedMode = use.published().get(targetPath);
    if (publishedMode == null) {
      boolean shared =
          mode == Mode.SINGLE_NODE_MULTI_WRITER
              && use.published().values().stream().allMatch(mode::equals);
      if (!use.published().isEmpty() && !shared) {
        throw Refusal.failedPrecondition(
            "the volume is published at another path, and not as SINGLE_NODE_MULTI_WRITER");
      }
    } else if (publishedMode != mode) {
      throw Refusal.alreadyExists("the volume is published there as " + publishedMode);
    }
  }

  void unpublish(String volumeId, Path targetPath) throws IOException {
    store.with(
        volumeId,
        volume -> {
          VolumeUse use = store.use(volume);
          if (use.published().containsKey(targetPath.toString())) {
            publishLink(targetPath, Path.of(use.stagingPath().orElseThrow())).remove();
            store.keep(use.unpublished(targetPath.toString()));
          }
          return volume;
        });
  }

  /** Whether the volume is staged or published at this path. */
  boolean isAt(StoredVolume volume, String path) {
    VolumeUse use = store.use(volume);
    return use.staged().containsKey(path) || use.published().containsKey(path);
  }

  /**
   * Whether the way to the volume is broken: it is published at this path, and the links that were
   * made for that do not lead to it any more.
   */
  boolean isLost(StoredVolume volume, String targetPath) throws IOException {
    VolumeUse use = store.use(volume);
    Optional<String> staging = use.stagingPath();
    if (staging.isEmpty() || !use.published().containsKey(targetPath)) {
      return false;
    }
    Path stagingPath = Path.of(staging.get());
    return !publishLink(Path.of(targetPath), stagingPath).exists()
        || !stagingLink(stagingPath, volume).exists();
  }
}
