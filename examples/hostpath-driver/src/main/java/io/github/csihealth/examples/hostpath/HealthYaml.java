package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.driver.SpecViolationException;
import io.github.csihealth.csi.driver.StorageConditions;
import io.github.csihealth.csi.driver.VolumeConditions;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What an operator writes into a health file, in the words of a claim's status. An empty file says
 * that all is well. What is misspelt is refused, rather than taken for nothing.
 *
 * <pre>
 * healthConditions:
 * - status: Degraded
 *   reason: ReplicaDown
 *   message: 1 of 3 replicas is down
 * </pre>
 *
 * <p>A condition of the backend may be one of volumes that are used in some way only, in the words
 * of the CSI spec: {@code accessMode: SINGLE_NODE_WRITER} with {@code accessType: mount} or {@code
 * block}.
 */
final class HealthYaml {

  private static final String CONDITIONS = "healthConditions";
  private static final Set<String> VOLUME_KEYS = Set.of("status", "reason", "message");
  private static final Set<String> STORAGE_KEYS =
      Set.of("status", "reason", "message", "accessMode", "accessType");

  /** Far more than 16 conditions need, far less than what would take long. */
  private static final int MAX_CHARACTERS = 1 << 16;

  private HealthYaml() {}

  /** The conditions of a volume. */
  static VolumeConditions volume(String yaml) throws HealthFileException {
    List<VolumeHealthCondition> conditions = new ArrayList<>();
    for (Entry entry : entries(yaml, VOLUME_KEYS)) {
      conditions.add(
          VolumeHealthCondition.of(
              VolumeHealthStatusType.of(entry.get("status")),
              entry.get("reason"),
              entry.get("message")));
    }
    try {
      return VolumeConditions.of(conditions);
    } catch (SpecViolationException e) {
      throw new HealthFileException(String.valueOf(e.getMessage()));
    }
  }

  /** The conditions of the storage backend. */
  static StorageConditions storage(String yaml) throws HealthFileException {
    StorageConditions.Builder conditions = StorageConditions.builder();
    for (Entry entry : entries(yaml, STORAGE_KEYS)) {
      try {
        add(conditions, entry);
      } catch (SpecViolationException e) {
        throw new HealthFileException(String.valueOf(e.getMessage()));
      }
    }
    return conditions.build();
  }

  private static void add(StorageConditions.Builder conditions, Entry entry)
      throws HealthFileException {
    StorageHealthStatusType status = StorageHealthStatusType.of(entry.get("status"));
    String reason = entry.get("reason");
    String message = entry.get("message");
    if (entry.has("accessMode") || entry.has("accessType")) {
      conditions.add(status, reason, message, entry.capability());
    } else {
      conditions.add(status, reason, message);
    }
  }

  private static List<Entry> entries(String yaml, Set<String> keys) throws HealthFileException {
    Object root = load(yaml);
    if (root == null) {
      return List.of();
    }
    Map<String, Object> file = map("the file", root, Set.of(CONDITIONS));
    Object list = file.getOrDefault(CONDITIONS, List.of());
    if (!(list instanceof List<?> items)) {
      throw new HealthFileException(CONDITIONS + " is no list");
    }
    List<Entry> entries = new ArrayList<>();
    for (Object item : items) {
      String place = CONDITIONS + "[" + entries.size() + "]";
      entries.add(new Entry(place, map(place, item, keys)));
    }
    return entries;
  }

  private static @Nullable Object load(String yaml) throws HealthFileException {
    if (yaml.length() > MAX_CHARACTERS) {
      throw new HealthFileException("it has over " + MAX_CHARACTERS + " characters");
    }
    try {
      return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    } catch (MarkedYamlEngineException e) {
      throw new HealthFileException(
          e.getProblemMark()
                  .map(
                      at ->
                          "line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1) + ": ")
                  .orElse("")
              + e.getProblem());
    } catch (YamlEngineException e) {
      throw new HealthFileException(String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, Object> map(String place, @Nullable Object value, Set<String> keys)
      throws HealthFileException {
    if (!(value instanceof Map<?, ?> entries)) {
      throw new HealthFileException(place + " is no map");
    }
    Map<String, Object> known = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      if (!(entry.getKey() instanceof String key) || !keys.contains(key)) {
        throw new HealthFileException(
            place + " has the unknown key " + entry.getKey() + ", known are " + sorted(keys));
      }
      if (entry.getValue() != null) {
        known.put(key, entry.getValue());
      }
    }
    return known;
  }

  private static List<String> sorted(Set<String> keys) {
    return keys.stream().sorted().toList();
  }

  /** One condition as it is written. */
  private record Entry(String place, Map<String, Object> values) {

    boolean has(String key) {
      return values.containsKey(key);
    }

    /** The text at the key; empty if there is none. */
    String get(String key) throws HealthFileException {
      Object value = values.getOrDefault(key, "");
      if (value instanceof String text) {
        return text;
      }
      throw new HealthFileException(place + "." + key + " is no text: put it in quotes");
    }

    VolumeCapability capability() throws HealthFileException {
      VolumeCapability.Builder capability = VolumeCapability.newBuilder();
      switch (get("accessType")) {
        case "mount" -> capability.getMountBuilder();
        case "block" -> capability.getBlockBuilder();
        default ->
            throw new HealthFileException(
                place + ".accessType is neither mount nor block, which accessMode goes with");
      }
      capability.getAccessModeBuilder().setMode(mode());
      return capability.build();
    }

    private Mode mode() throws HealthFileException {
      String name = get("accessMode");
      return Arrays.stream(Mode.values())
          .filter(mode -> mode != Mode.UNKNOWN && mode != Mode.UNRECOGNIZED)
          .filter(mode -> mode.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new HealthFileException(
                      place + ".accessMode is none of the CSI spec, such as SINGLE_NODE_WRITER"));
    }
  }
}
