package io.github.csihealth.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what this library needs of one Kubernetes object. */
final class HealthReader extends TreeReader {

  private static final String CONDITIONS = "healthConditions";
  private static final String DRAFT_CONDITIONS = "conditions";
  private static final String TIME = "lastTransitionTime";
  private static final String ENTRY_KEY = "k:";

  private static final Set<String> VOLUME_HEALTH_FIELDS = Set.of(CONDITIONS, TIME);
  private static final Set<String> POD_VOLUME_HEALTH_FIELDS = Set.of("name", CONDITIONS, TIME);
  private static final Set<String> STORAGE_HEALTH_FIELDS = Set.of("name", CONDITIONS);
  private static final Set<String> VOLUME_CONDITION_FIELDS = Set.of("status", "reason", "message");
  private static final Set<String> STORAGE_CONDITION_FIELDS =
      Set.of("status", "reason", "message", "accessMode", "volumeMode", TIME);

  Read<Claim> claim(JsonNode tree) {
    JsonNode root = document(tree);
    JsonNode metadata = child(root, "metadata", "metadata");
    JsonNode spec = child(root, "spec", "spec");
    JsonNode status = child(root, "status", "status");
    return read(
        Claim.builder(
                text(metadata, "namespace", "metadata"),
                text(metadata, "name", "metadata"),
                text(metadata, "uid", "metadata"))
            .resourceVersion(text(metadata, "resourceVersion", "metadata"))
            .volumeName(text(spec, "volumeName", "spec"))
            .phase(text(status, "phase", "status"))
            .health(optionalHealth(status.path("healthStatus"), "status.healthStatus"))
            .owners(owners(metadata, "healthStatus"))
            .build());
  }

  Read<PersistentVolume> persistentVolume(JsonNode tree) {
    JsonNode root = document(tree);
    JsonNode metadata = child(root, "metadata", "metadata");
    JsonNode spec = child(root, "spec", "spec");
    JsonNode csi = child(spec, "csi", "spec.csi");
    JsonNode ref = child(spec, "claimRef", "spec.claimRef");
    JsonNode status = child(root, "status", "status");
    PersistentVolume.Builder volume =
        PersistentVolume.builder(text(metadata, "name", "metadata"))
            .csi(text(csi, "driver", "spec.csi"), text(csi, "volumeHandle", "spec.csi"))
            .claimRef(
                new ClaimRef(
                    text(ref, "namespace", "spec.claimRef"),
                    text(ref, "name", "spec.claimRef"),
                    text(ref, "uid", "spec.claimRef")))
            .phase(text(status, "phase", "status"))
            .deleting(metadata.hasNonNull("deletionTimestamp"))
            .accessModes(accessModes(spec, "spec"));
    volumeMode(spec, "spec").ifPresent(volume::volumeMode);
    return read(volume.build());
  }

  Read<VolumeHealthStatus> volumeHealth(JsonNode tree) {
    return read(optionalHealth(tree, "healthStatus"));
  }

  Read<Pod> pod(JsonNode tree) {
    JsonNode root = document(tree);
    JsonNode metadata = child(root, "metadata", "metadata");
    JsonNode spec = child(root, "spec", "spec");
    JsonNode status = child(root, "status", "status");
    String name = text(metadata, "name", "metadata");
    return read(
        Pod.builder(
                text(metadata, "namespace", "metadata"), name, text(metadata, "uid", "metadata"))
            .resourceVersion(text(metadata, "resourceVersion", "metadata"))
            .volumes(podVolumes(spec.path("volumes"), name))
            .volumeHealth(podHealth(status.path("volumeHealth")))
            .owners(owners(metadata, "volumeHealth"))
            .build());
  }

  private List<PodVolume> podVolumes(JsonNode list, String podName) {
    List<PodVolume> volumes = new ArrayList<>();
    for (Item item : objects(list, "spec.volumes")) {
      volumes.add(podVolume(item.node(), item.path(), podName));
    }
    return volumes;
  }

  private PodVolume podVolume(JsonNode node, String path, String podName) {
    String name = required(node, "name", path);
    String claim = "persistentVolumeClaim";
    if (node.hasNonNull(claim)) {
      JsonNode source = child(node, claim, path + "." + claim);
      return PodVolume.ofClaim(name, required(source, "claimName", path + "." + claim));
    }
    if (node.hasNonNull("ephemeral")) {
      return PodVolume.genericEphemeral(name, podName);
    }
    return node.hasNonNull("csi") ? PodVolume.inlineCsi(name) : PodVolume.other(name);
  }

  private MapList<String, PodVolumeHealth> podHealth(JsonNode list) {
    String path = "status.volumeHealth";
    List<PodVolumeHealth> entries = new ArrayList<>();
    for (Item item : objects(list, path)) {
      String name = required(item.node(), "name", item.path());
      health(item.node(), item.path(), POD_VOLUME_HEALTH_FIELDS)
          .ifPresent(health -> entries.add(PodVolumeHealth.of(name, health)));
    }
    return mapList(entries, path);
  }

  Read<CsiNode> csiNode(JsonNode tree) {
    JsonNode root = document(tree);
    JsonNode metadata = child(root, "metadata", "metadata");
    JsonNode spec = child(root, "spec", "spec");
    JsonNode status = child(root, "status", "status");
    Set<String> drivers = new LinkedHashSet<>();
    for (Item item : objects(spec.path("drivers"), "spec.drivers")) {
      drivers.add(required(item.node(), "name", item.path()));
    }
    return read(
        CsiNode.builder(text(metadata, "name", "metadata"), text(metadata, "uid", "metadata"))
            .resourceVersion(text(metadata, "resourceVersion", "metadata"))
            .drivers(drivers)
            .storageHealth(nodeHealth(status.path("storageHealth")))
            .owners(owners(metadata, "storageHealth"))
            .build());
  }

  private MapList<String, StorageHealth> nodeHealth(JsonNode list) {
    String path = "status.storageHealth";
    List<StorageHealth> entries = new ArrayList<>();
    for (Item item : objects(list, path)) {
      storageHealth(item.node(), item.path()).ifPresent(entries::add);
    }
    return mapList(entries, path);
  }

  /** The managers that own something of this field of the status. */
  private List<FieldOwner> owners(JsonNode metadata, String healthField) {
    String path = "metadata.managedFields";
    List<FieldOwner> owners = new ArrayList<>();
    for (Item item : objects(metadata.path("managedFields"), path)) {
      JsonNode owned = item.node().path("fieldsV1").path("f:status").path("f:" + healthField);
      if (owned.isObject()) {
        boolean applied =
            text(item.node(), "operation", item.path()).equals("Apply")
                && text(item.node(), "subresource", item.path()).equals("status");
        owners.add(
            FieldOwner.of(text(item.node(), "manager", item.path()), applied, entries(owned)));
      }
    }
    return owners;
  }

  /** The names in keys such as {@code k:{"name":"data"}}: the entries that are owned in part. */
  private static Set<String> entries(JsonNode owned) {
    Set<String> names = new LinkedHashSet<>();
    owned
        .fieldNames()
        .forEachRemaining(
            field -> {
              if (field.startsWith(ENTRY_KEY)) {
                names.add(entryName(field.substring(ENTRY_KEY.length())));
              }
            });
    return names;
  }

  private static String entryName(String key) {
    try {
      return HealthJson.tree(key.getBytes(StandardCharsets.UTF_8)).path("name").asText();
    } catch (InvalidJsonException e) {
      return ""; // no server writes such a key, and no entry has that name
    }
  }

  private VolumeHealthStatus optionalHealth(JsonNode node, String path) {
    if (isAbsent(node) || !isObject(node, path)) {
      return VolumeHealthStatus.absent();
    }
    return health(node, path, VOLUME_HEALTH_FIELDS).orElse(VolumeHealthStatus.absent());
  }

  /** Empty where there is a list of conditions of which none can be read: no report of health. */
  private Optional<VolumeHealthStatus> health(JsonNode node, String path, Set<String> fields) {
    String listName = listName(node);
    String listPath = path + "." + listName;
    JsonNode list = node.path(listName);
    List<VolumeHealthCondition> conditions = new ArrayList<>();
    for (Item item : objects(list, listPath)) {
      conditions.add(volumeCondition(item.node(), item.path()));
    }
    if (isUnreadable(list, conditions)) {
      return Optional.empty();
    }
    return Optional.of(
        VolumeHealthStatus.of(mapList(conditions, listPath), time(node, TIME, path))
            .withUnknownFields(
                unknown(node, field -> fields.contains(field) || field.equals(listName), path)));
  }

  private VolumeHealthCondition volumeCondition(JsonNode node, String path) {
    VolumeHealthCondition condition =
        VolumeHealthCondition.of(
            VolumeHealthStatusType.of(required(node, "status", path)),
            required(node, "reason", path),
            text(node, "message", path));
    surfaceUnknown(condition.status(), path);
    return condition.withUnknownFields(unknown(node, VOLUME_CONDITION_FIELDS::contains, path));
  }

  private Optional<StorageHealth> storageHealth(JsonNode node, String path) {
    String name = required(node, "name", path);
    String listName = listName(node);
    String listPath = path + "." + listName;
    JsonNode list = node.path(listName);
    List<StorageHealthCondition> conditions = new ArrayList<>();
    for (Item item : objects(list, listPath)) {
      conditions.add(storageCondition(item.node(), item.path()));
    }
    if (isUnreadable(list, conditions)) {
      return Optional.empty();
    }
    return Optional.of(
        StorageHealth.of(name, mapList(conditions, listPath))
            .withUnknownFields(
                unknown(
                    node,
                    field -> STORAGE_HEALTH_FIELDS.contains(field) || field.equals(listName),
                    path)));
  }

  private StorageHealthCondition storageCondition(JsonNode node, String path) {
    StorageHealthCondition condition =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(
                StorageHealthStatusType.of(required(node, "status", path)),
                required(node, "reason", path),
                optionalText(node, "accessMode", path)
                    .map(PersistentVolumeAccessMode::of)
                    .orElse(null),
                volumeMode(node, path).orElse(null)),
            text(node, "message", path));
    surfaceUnknown(condition.status(), path);
    Instant time = time(node, TIME, path);
    return (time == null ? condition : condition.withLastTransitionTime(time))
        .withUnknownFields(unknown(node, STORAGE_CONDITION_FIELDS::contains, path));
  }

  private void surfaceUnknown(OpenType status, String path) {
    if (!status.isKnown() && !status.value().isEmpty()) {
      found(
          FindingKind.UNKNOWN_STATUS,
          path + ".status",
          "status '" + status + "' is not known; it is kept and is not healthy");
    }
  }

  /** The shipped name of the list of conditions, unless only the draft's is there. */
  private static String listName(JsonNode node) {
    return isAbsent(node.path(CONDITIONS)) && !isAbsent(node.path(DRAFT_CONDITIONS))
        ? DRAFT_CONDITIONS
        : CONDITIONS;
  }

  private static boolean isUnreadable(JsonNode list, List<?> conditions) {
    return conditions.isEmpty() && !isAbsent(list) && !(list.isArray() && list.isEmpty());
  }
}
