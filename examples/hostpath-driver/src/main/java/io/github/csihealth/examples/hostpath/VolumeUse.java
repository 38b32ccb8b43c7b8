package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a volume is staged and published on this node.
 *
 * @param staged by path: none, or the only one that the CSI spec allows
 * @param published by path
 */
record VolumeUse(VolumeId volumeId, Map<String, Mode> staged, Map<String, Mode> published) {

  VolumeUse {
    staged = Map.copyOf(staged);
    published = Map.copyOf(published);
  }

  static VolumeUse none(VolumeId volumeId) {
    return new VolumeUse(volumeId, Map.of(), Map.of());
  }

  Optional<String> stagingPath() {
    return staged.keySet().stream().findFirst();
  }

  boolean inUse() {
    return !staged.isEmpty() || !published.isEmpty();
  }

  VolumeUse stagedAt(String path, Mode mode) {
    return new VolumeUse(volumeId, Map.of(path, mode), published);
  }

  VolumeUse unstaged() {
    return new VolumeUse(volumeId, Map.of(), published);
  }

  VolumeUse publishedAt(String path, Mode mode) {
    Map<String, Mode> more = new TreeMap<>(published);
    more.put(path, mode);
    return new VolumeUse(volumeId, staged, more);
  }

  VolumeUse unpublished(String path) {
    Map<String, Mode> fewer = new TreeMap<>(published);
    fewer.remove(path);
    return new VolumeUse(volumeId, staged, fewer);
  }
}
