package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.Read;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The resources of a cluster that hold health. */
enum HealthResource {
  CLAIM("", "PersistentVolumeClaim", "persistentvolumeclaims", "claim") {
    @Override
    Health read(JsonNode object) {
      Read<Claim> read = HealthJson.readClaim(object);
      Claim claim = read.value();
      return health(read, ofVolume(claim, claim.volumeName(), claim.health()));
    }
  },

  POD("", "Pod", "pods", "pod") {
    @Override
    Health read(JsonNode object) {
      Read<Pod> read = HealthJson.readPod(object);
      List<AdverseCondition> conditions = new ArrayList<>();
      // The kubelet has left off looking after a finished pod: no information (rule C25).
      if (!FINISHED.contains(object.at("/status/phase").asText())) {
        for (PodVolumeHealth volume : read.value().volumeHealth()) {
          conditions.addAll(ofVolume(read.value(), volume.name(), volume.health()));
        }
      }
      return health(read, conditions);
    }
  },

  NODE("storage.k8s.io", "CSINode", "csinodes", "node") {
    @Override
    Health read(JsonNode object) {
      Read<CsiNode> read = HealthJson.readCsiNode(object);
      List<AdverseCondition> conditions = new ArrayList<>();
      for (StorageHealth driver : read.value().storageHealth()) {
        // Of a driver that is not registered there, it is no information (rule C25).
        if (read.value().drivers().contains(driver.name())) {
          conditions.addAll(ofDriver(read.value(), driver));
        }
      }
      return health(read, conditions);
    }
  };

  private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

  /**
   * What an object holds.
   *
   * @param object namespace and name, with a slash between them; the name where there is no
   *     namespace
   * @param conditions the adverse ones; none is not the same as healthy
   * @param findings what could not be read, in a line each
   */
  record Health(String object, List<AdverseCondition> conditions, List<String> findings) {}

  private final String group;
  private final String kind;
  private final String plural;
  private final String word;

  HealthResource(String group, String kind, String plural, String word) {
    this.group = group;
    this.kind = kind;
    this.plural = plural;
    this.word = word;
  }

  /** The Kubernetes kind. */
  String kind() {
    return kind;
  }

  /** The resource's name in rights and paths. */
  String plural() {
    return plural;
  }

  /** The resource as a person says it, singular. */
  String word() {
    return word;
  }

  boolean isNamespaced() {
    return this != NODE;
  }

  /** The resource as a client names it. */
  ResourceDefinitionContext definition() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion("v1")
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(isNamespaced())
        .build();
  }

  /** Reads an object of this kind: never fails, and statuses may be unknown (rules C1, C2). */
  abstract Health read(JsonNode object);

  private static Health health(Read<? extends HealthObject> read, List<AdverseCondition> found) {
    HealthObject object = read.value();
    return new Health(
        object.namespace().isEmpty() ? object.name() : object.namespace() + "/" + object.name(),
        found,
        read.findings().stream()
            // An unknown status is shown as it is.
            .filter(finding -> finding.kind() != FindingKind.UNKNOWN_STATUS)
            .map(Object::toString)
            .toList());
  }

  private static List<AdverseCondition> ofVolume(
      HealthObject object, String volume, VolumeHealthStatus health) {
    List<AdverseCondition> conditions = new ArrayList<>();
    for (VolumeHealthCondition condition : health.conditions()) {
      conditions.add(
          new AdverseCondition(
              object instanceof Claim ? CLAIM : POD,
              object.namespace(),
              object.name(),
              volume,
              condition.status().value(),
              condition.reason(),
              condition.message(),
              null,
              null,
              health.lastTransitionTime().orElse(null)));
    }
    return conditions;
  }

  private static List<AdverseCondition> ofDriver(CsiNode node, StorageHealth driver) {
    List<AdverseCondition> conditions = new ArrayList<>();
    for (StorageHealthCondition condition : driver.conditions()) {
      conditions.add(
          new AdverseCondition(
              NODE,
              "",
              node.name(),
              driver.name(),
              condition.status().value(),
              condition.reason(),
              condition.message(),
              condition.accessMode().map(Object::toString).orElse(null),
              condition.volumeMode().map(Object::toString).orElse(null),
              condition.lastTransitionTime().orElse(null)));
    }
    return conditions;
  }
}
