package io.github.csihealth.testkit.apiserver;

import io.github.csihealth.testkit.apiserver.TypeSpec.Struct;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The resources that the server serves. */
@SuppressWarnings("ImmutableEnumChecker") // Its collections are unmodifiable, its schema is fixed.
enum ResourceType {
  CLAIM(
      "",
      "persistentvolumeclaims",
      "persistentvolumeclaim",
      "PersistentVolumeClaim",
      List.of("pvc"),
      true,
      true,
      Schemas.CLAIM,
      "healthStatus",
      Set.of("metadata.name", "metadata.namespace")),
  VOLUME(
      "",
      "persistentvolumes",
      "persistentvolume",
      "PersistentVolume",
      List.of("pv"),
      false,
      true,
      Schemas.VOLUME,
      "",
      Set.of("metadata.name")),
  POD(
      "",
      "pods",
      "pod",
      "Pod",
      List.of("po"),
      true,
      true,
      Schemas.POD,
      "volumeHealth",
      Set.of("metadata.name", "metadata.namespace", "spec.nodeName", "status.phase")),
  CSI_NODE(
      "storage.k8s.io",
      "csinodes",
      "csinode",
      "CSINode",
      List.of(),
      false,
      true,
      Schemas.CSI_NODE,
      "storageHealth",
      Set.of("metadata.name")),
  EVENT(
      "",
      "events",
      "event",
      "Event",
      List.of("ev"),
      true,
      false,
      Schemas.EVENT,
      "",
      Set.of(
          "metadata.name",
          "metadata.namespace",
          "involvedObject.kind",
          "involvedObject.name",
          "involvedObject.namespace",
          "involvedObject.uid",
          "reason",
          "type")),
  LEASE(
      "coordination.k8s.io",
      "leases",
      "lease",
      "Lease",
      List.of(),
      true,
      false,
      Schemas.LEASE,
      "",
      Set.of("metadata.name", "metadata.namespace"));

  private final String group;
  private final String plural;
  private final String singular;
  private final String kind;
  private final List<String> shortNames;
  private final boolean namespaced;
  private final boolean hasStatus;
  private final Struct schema;
  private final String healthField;
  private final Set<String> selectableFields;

  ResourceType(
      String group,
      String plural,
      String singular,
      String kind,
      List<String> shortNames,
      boolean namespaced,
      boolean hasStatus,
      Struct schema,
      String healthField,
      Set<String> selectableFields) {
    this.group = group;
    this.plural = plural;
    this.singular = singular;
    this.kind = kind;
    this.shortNames = shortNames;
    this.namespaced = namespaced;
    this.hasStatus = hasStatus;
    this.schema = schema;
    this.healthField = healthField;
    this.selectableFields = selectableFields;
  }

  /** The API group; empty for the core group. */
  String group() {
    return group;
  }

  String plural() {
    return plural;
  }

  String singular() {
    return singular;
  }

  String kind() {
    return kind;
  }

  List<String> shortNames() {
    return shortNames;
  }

  boolean namespaced() {
    return namespaced;
  }

  /** Whether there is a status subresource. */
  boolean hasStatus() {
    return hasStatus;
  }

  Struct schema() {
    return schema;
  }

  /** The field of the status that holds volume or storage health; empty where there is none. */
  String healthField() {
    return healthField;
  }

  Set<String> selectableFields() {
    return selectableFields;
  }

  /** The value of {@code apiVersion} in its objects. */
  String apiVersion() {
    return group.isEmpty() ? "v1" : group + "/v1";
  }

  /** The plural with its group, as error messages name a resource. */
  String qualifiedPlural() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** The resource of a group; empty where it is not served. */
  static Optional<ResourceType> served(String group, String plural) {
    return Arrays.stream(values())
        .filter(type -> type.group.equals(group) && type.plural.equals(plural))
        .findFirst();
  }

  /** Whether any resource of the group is served. */
  static boolean isServedGroup(String group) {
    return Arrays.stream(values()).anyMatch(type -> type.group.equals(group));
  }

  /** The resource by its plural or kind, as a test's author writes it. */
  static ResourceType named(String pluralOrKind) {
    return Arrays.stream(values())
        .filter(type -> type.plural.equals(pluralOrKind) || type.kind.equals(pluralOrKind))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no resource \""
                        + pluralOrKind
                        + "\"; served are "
                        + Arrays.stream(values()).map(ResourceType::plural).toList()));
  }
}
