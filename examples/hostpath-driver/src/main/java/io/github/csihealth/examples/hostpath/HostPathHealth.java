package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;

import io.github.csihealth.csi.driver.HealthCallException;
import io.github.csihealth.csi.driver.NodeVolume;
import io.github.csihealth.csi.driver.StorageConditions;
import io.github.csihealth.csi.driver.VolumeConditions;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is wrong with volumes and their backend, by what is on disk now:
 *
 * <ul>
 *   <li>The folder of a volume is gone: Inaccessible, VolumeNotFound.
 *   <li>It cannot be read: Inaccessible, ReadFailed.
 *   <li>It is full: Degraded, OutOfSpace.
 *   <li>On the node, the links that publish a volume are broken: Inaccessible, PublishPathLost.
 *   <li>The folder of all volumes is gone: StorageUnreachable, DataFolderNotFound.
 *   <li>Whatever the volume's {@link HealthFile}, or that of the backend, says besides.
 * </ul>
 *
 * <p>Where a health file could never be read, facts alone are the answer if there are any: the
 * volume is adverse anyway. Without facts the call fails, as "healthy" might be false.
 *
 * <p>Safe for use by many threads.
 */
final class HostPathHealth {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver");

  private final DataFolder folder;
  private final VolumeStore store;
  private final NodeLinks links;
  private final Usage usage;
  private final HealthFile<StorageConditions> storageFile;
  private final Map<VolumeId, HealthFile<VolumeConditions>> volumeFiles = new ConcurrentHashMap<>();

  /** Measures how full a folder is. */
  interface Usage {
    long of(FolderTree folder) throws IOException;
  }

  HostPathHealth(DataFolder folder, VolumeStore store, NodeLinks links, Usage usage) {
    this.folder = folder;
    this.store = store;
    this.links = links;
    this.usage = usage;
    this.storageFile =
        new HealthFile<>(folder.healthFile(), HealthYaml::storage, StorageConditions.healthy());
  }

  /** The health of a volume that a caller names; empty if there is none. */
  Optional<VolumeConditions> ofVolume(String volumeId) throws IOException, HealthCallException {
    Optional<StoredVolume> volume = store.findVolume(volumeId);
    return volume.isEmpty()
        ? Optional.empty()
        : Optional.of(withFile(volume.get(), facts(volume.get())));
  }

  /** The health of all volumes by id. */
  Map<String, VolumeConditions> ofAllVolumes() throws IOException, HealthCallException {
    Map<String, VolumeConditions> all = new HashMap<>();
    for (StoredVolume volume : store.volumes()) {
      all.put(volume.id().text(), withFile(volume, facts(volume)));
    }
    volumeFiles.keySet().removeIf(id -> !all.containsKey(id.text()));
    return all;
  }

  /** The health of a volume seen from this node; empty if there is none. */
  Optional<VolumeConditions> onNode(NodeVolume asked) throws IOException, HealthCallException {
    Optional<StoredVolume> volume = store.findVolume(asked.volumeId());
    if (volume.isEmpty()) {
      return Optional.empty();
    }
    List<VolumeHealthCondition> facts = new ArrayList<>(facts(volume.get()));
    if (links.isLost(volume.get(), asked.volumePublishPath())) {
      facts.add(inaccessible("PublishPathLost", "the links that publish the volume are broken"));
    }
    return Optional.of(withFile(volume.get(), facts));
  }

  private List<VolumeHealthCondition> facts(StoredVolume volume) throws InterruptedIOException {
    FolderTree data = store.data(volume);
    if (!data.exists()) {
      return List.of(gone());
    }
    long used;
    try {
      used = usage.of(data);
    } catch (NoSuchFileException e) {
      return List.of(gone());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("volume {} cannot be read: {}", volume.id(), e.toString());
      return List.of(inaccessible("ReadFailed", "the folder of the volume cannot be read"));
    }
    return used < volume.capacityBytes()
        ? List.of()
        : List.of(
            VolumeHealthCondition.of(
                DEGRADED,
                "OutOfSpace",
                used + " of " + volume.capacityBytes() + " bytes are used"));
  }

  private static VolumeHealthCondition gone() {
    return inaccessible("VolumeNotFound", "the folder of the volume is gone");
  }

  private static VolumeHealthCondition inaccessible(String reason, String message) {
    return VolumeHealthCondition.of(INACCESSIBLE, reason, message);
  }

  /** Where the file and the facts have one key, the facts' message counts. */
  private VolumeConditions withFile(StoredVolume volume, List<VolumeHealthCondition> facts)
      throws HealthCallException {
    HealthFile<VolumeConditions> file = file(volume.id());
    Optional<VolumeConditions> said = file.read();
    if (said.isEmpty() && facts.isEmpty()) {
      throw unknown(file);
    }
    Map<VolumeHealthCondition.Key, VolumeHealthCondition> all = new LinkedHashMap<>();
    facts.forEach(fact -> all.put(fact.key(), fact));
    said.ifPresent(
        conditions -> conditions.conditions().forEach(told -> all.putIfAbsent(told.key(), told)));
    return VolumeConditions.of(all.values());
  }

  private HealthFile<VolumeConditions> file(VolumeId id) {
    return volumeFiles.computeIfAbsent(
        id,
        key ->
            new HealthFile<>(
                folder.healthFile(key), HealthYaml::volume, VolumeConditions.healthy()));
  }

  /** The health of the storage backend, of which the folder of all volumes stands for. */
  StorageConditions ofStorage() throws HealthCallException {
    if (!Files.isDirectory(folder.volumes())) {
      return StorageConditions.builder()
          .add(
              StorageHealthStatusType.STORAGE_UNREACHABLE,
              "DataFolderNotFound",
              "the folder of all volumes is gone")
          .build();
    }
    return storageFile.read().orElseThrow(() -> unknown(storageFile));
  }

  private static HealthCallException unknown(HealthFile<?> file) {
    return HealthCallException.unavailable(
        "the health file cannot be used, see the driver's log: " + file.path());
  }
}
