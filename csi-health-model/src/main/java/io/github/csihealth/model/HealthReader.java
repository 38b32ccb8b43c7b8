package io.github.csihealth.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one document, whatever it holds, and keeps what it found on the way (rule C1). */
final class HealthReader {

  private static final Set<String> VOLUME_HEALTH_FIELDS =
      Set.of("healthConditions", "conditions", "lastTransitionTime");
  private static final Set<String> POD_VOLUME_HEALTH_FIELDS =
      Set.of("name", "healthConditions", "conditions", "lastTransitionTime");
  private static final Set<String> STORAGE_HEALTH_FIELDS =
      Set.of("name", "healthConditions", "conditions");
  private static final Set<String> VOLUME_CONDITION_FIELDS = Set.of("status", "reason", "message");
  private static final Set<String> STORAGE_CONDITION_FIELDS =
      Set.of("status", "reason", "message", "accessMode", "volumeMode", "lastTransitionTime");

  private final List<Finding> findings = new ArrayList<>();

  Read<Claim> claim(JsonNode tree) {
    JsonNode root = object(tree, "");
    JsonNode metadata = child(root, "metadata", "metadata");
    JsonNode spec = child(root, "spec", "spec");
    JsonNode status = child(root, "status", "status");
    Claim claim =
        Claim.builder(
                text(metadata, "namespace", "metadata.namespace"),
                text(metadata, "name", "metadata.name"),
                text(metadata, "uid", "metadata.uid"))
            .resourceVersion(text(metadata, "resourceVersion", "metadata.resourceVersion"))
            .volumeName(text(spec, "volumeName", "spec.volumeName"))
            .phase(text(status, "phase", "status.phase"))
            .health(volumeHealth(status.path("healthStatus"), "status.healthStatus"))
            .build();
    return new Read<>(claim, findings);
  }

  Read<PersistentVolume> persistentVolume(JsonNode tree) {
    JsonNode root = object(tree, "");
    JsonNode metadata = child(root, "metadata", "metadata");
    JsonNode spec = child(root, "spec", "spec");
    JsonNode csi = child(spec, "csi", "spec.csi");
    JsonNode ref = child(spec, "claimRef", "spec.claimRef");
    JsonNode status = child(root, "status", "status");
    PersistentVolume volume =
        PersistentVolume.builder(text(metadata, "name", "metadata.name"))
            .csi(
                text(csi, "driver", "spec.csi.driver"),
                text(csi, "volumeHandle", "spec.csi.volumeHandle"))
            .claimRef(
                new ClaimRef(
                    text(ref, "namespace", "spec.claimRef.namespace"),
                    text(ref, "name", "spec.claimRef.name"),
                    text(ref, "uid", "spec.claimRef.uid")))
            .phase(text(status, "phase", "status.phase"))
            .deleting(metadata.hasNonNull("deletionTimestamp"))
            .build();
    return new Read<>(volume, findings);
  }

  Read<VolumeHealthStatus> volumeHealth(JsonNode tree) {
    return new Read<>(volumeHealth(tree, "healthStatus"), findings);
  }

  Read<MapList<String, PodVolumeHealth>> podHealth(JsonNode pod) {
    JsonNode list = child(object(pod, ""), "status", "status").path("volumeHealth");
    List<PodVolumeHealth> entries = new ArrayList<>();
    for (Item item : objects(list, "status.volumeHealth")) {
      JsonNode node = item.node;
      String name = required(node, "name", item.path);
      VolumeHealthStatus health = presentHealth(node, item.path, POD_VOLUME_HEALTH_FIELDS);
      if (health.state() != HealthState.NO_INFORMATION) {
        entries.add(PodVolumeHealth.of(name, health));
      }
    }
    return new Read<>(mapList(entries, "status.volumeHealth"), findings);
  }

  Read<MapList<String, StorageHealth>> csiNodeHealth(JsonNode csiNode) {
    JsonNode list = child(object(csiNode, ""), "status", "status").path("storageHealth");
    List<StorageHealth> entries = new ArrayList<>();
    for (Item item : objects(list, "status.storageHealth")) {
      String name = required(item.node, "name", item.path);
      String path = item.path + ".healthConditions";
      List<StorageHealthCondition> conditions = new ArrayList<>();
      JsonNode conditionList = conditionList(item.node);
      for (Item condition : objects(conditionList, path)) {
        conditions.add(storageCondition(condition.node, condition.path));
      }
      if (conditions.isEmpty() && holdsAnything(conditionList)) {
        continue;
      }
      entries.add(
          StorageHealth.of(name, mapList(conditions, path))
              .withUnknownFields(unknown(item.node, STORAGE_HEALTH_FIELDS, item.path)));
    }
    return new Read<>(mapList(entries, "status.storageHealth"), findings);
  }

  private VolumeHealthStatus volumeHealth(JsonNode node, String path) {
    if (node.isMissingNode() || node.isNull()) {
      return VolumeHealthStatus.absent();
    }
    if (!node.isObject()) {
      wrongType(node, "an object", path);
      return VolumeHealthStatus.absent();
    }
    return presentHealth(node, path, VOLUME_HEALTH_FIELDS);
  }

  /** Absent where there is a list of conditions of which none can be read: no report of health. */
  private VolumeHealthStatus presentHealth(JsonNode node, String path, Set<String> known) {
    String listPath = path + ".healthConditions";
    List<VolumeHealthCondition> conditions = new ArrayList<>();
    JsonNode list = conditionList(node);
    for (Item item : objects(list, listPath)) {
      VolumeHealthCondition condition =
          VolumeHealthCondition.of(
              VolumeHealthStatusType.of(required(item.node, "status", item.path)),
              required(item.node, "reason", item.path),
              text(item.node, "message", item.path + ".message"));
      Map<String, ?> unknown = unknown(item.node, VOLUME_CONDITION_FIELDS, item.path);
      conditions.add(unknown.isEmpty() ? condition : condition.withUnknownFields(unknown));
      surfaceUnknown(condition.status(), item.path);
    }
    if (conditions.isEmpty() && holdsAnything(list)) {
      return VolumeHealthStatus.absent();
    }
    return VolumeHealthStatus.of(mapList(conditions, listPath), time(node, path))
        .withUnknownFields(unknown(node, known, path));
  }

  private StorageHealthCondition storageCondition(JsonNode node, String path) {
    String accessMode = text(node, "accessMode", path + ".accessMode");
    String volumeMode = text(node, "volumeMode", path + ".volumeMode");
    StorageHealthCondition condition =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(
                StorageHealthStatusType.of(required(node, "status", path)),
                required(node, "reason", path),
                accessMode.isEmpty() ? null : PersistentVolumeAccessMode.of(accessMode),
                volumeMode.isEmpty() ? null : PersistentVolumeMode.of(volumeMode)),
            text(node, "message", path + ".message"));
    surfaceUnknown(condition.status(), path);
    Instant time = time(node, path);
    StorageHealthCondition timed =
        time == null ? condition : condition.withLastTransitionTime(time);
    Map<String, ?> unknown = unknown(node, STORAGE_CONDITION_FIELDS, path);
    return unknown.isEmpty() ? timed : timed.withUnknownFields(unknown);
  }

  private void surfaceUnknown(OpenType status, String path) {
    if (!status.isKnown() && !status.value().isEmpty()) {
      findings.add(
          Finding.of(
              FindingKind.UNKNOWN_STATUS,
              path + ".status",
              "status '" + status + "' is not known; it is kept and is not healthy"));
    }
  }

  /** The shipped name, else the one of the draft. */
  private static JsonNode conditionList(JsonNode node) {
    JsonNode list = node.path("healthConditions");
    return list.isMissingNode() || list.isNull() ? node.path("conditions") : list;
  }

  private static boolean holdsAnything(JsonNode list) {
    return !(list.isMissingNode() || list.isNull() || (list.isArray() && list.isEmpty()));
  }

  private record Item(JsonNode node, String path) {}

  /** The objects of a list; absent and null are an empty one, anything else is a finding. */
  private List<Item> objects(JsonNode list, String path) {
    if (list.isMissingNode() || list.isNull()) {
      return List.of();
    }
    if (!list.isArray()) {
      wrongType(list, "a list", path);
      return List.of();
    }
    List<Item> items = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      String itemPath = path + "[" + i + "]";
      if (list.get(i).isObject()) {
        items.add(new Item(list.get(i), itemPath));
      } else {
        wrongType(list.get(i), "an object", itemPath);
      }
    }
    return items;
  }

  private <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> mapList(
      List<E> entries, String path) {
    MapList<K, E> list = MapList.ofStored(entries);
    for (E duplicate : list.duplicates()) {
      findings.add(
          Finding.of(
              FindingKind.DUPLICATE_KEY,
              path,
              "stored more than once: (" + duplicate.key() + "); the first is used"));
    }
    return list;
  }

  private JsonNode object(JsonNode node, String path) {
    if (!node.isObject()) {
      wrongType(node, "an object", path.isEmpty() ? "document" : path);
    }
    return node;
  }

  private JsonNode child(JsonNode parent, String field, String path) {
    JsonNode node = parent.path(field);
    if (!node.isMissingNode() && !node.isNull() && !node.isObject()) {
      wrongType(node, "an object", path);
    }
    return node;
  }

  private String required(JsonNode node, String field, String path) {
    if (!node.hasNonNull(field)) {
      findings.add(
          Finding.of(FindingKind.MISSING_FIELD, path + "." + field, "required, read as empty"));
      return "";
    }
    return text(node, field, path + "." + field);
  }

  private String text(JsonNode parent, String field, String path) {
    JsonNode node = parent.path(field);
    if (node.isMissingNode() || node.isNull()) {
      return "";
    }
    if (!node.isTextual()) {
      wrongType(node, "a string", path);
      return "";
    }
    return node.textValue();
  }

  private @Nullable Instant time(JsonNode parent, String path) {
    String field = path + ".lastTransitionTime";
    JsonNode node = parent.path("lastTransitionTime");
    String text = text(parent, "lastTransitionTime", field);
    if (node.isTextual() && !KubernetesTime.isTime(text)) {
      findings.add(Finding.of(FindingKind.BAD_TIME, field, "no RFC 3339 time; read as no time"));
      return null;
    }
    Optional<Instant> time = KubernetesTime.parse(text);
    return time.orElse(null);
  }

  private Map<String, ?> unknown(JsonNode node, Set<String> known, String path) {
    Map<String, @Nullable Object> unknown = null;
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!known.contains(field.getKey())) {
        if (unknown == null) {
          unknown = new LinkedHashMap<>();
        }
        unknown.put(field.getKey(), HealthJson.MAPPER.convertValue(field.getValue(), Object.class));
        findings.add(
            Finding.of(FindingKind.UNKNOWN_FIELD, path + "." + field.getKey(), "not known; kept"));
      }
    }
    return unknown == null ? Map.of() : Collections.unmodifiableMap(unknown);
  }

  private void wrongType(JsonNode node, String wanted, String path) {
    findings.add(
        Finding.of(
            FindingKind.WRONG_TYPE,
            path,
            "expected "
                + wanted
                + ", found "
                + node.getNodeType().name().toLowerCase(Locale.ROOT)
                + "; read as absent"));
  }
}
