package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.Pod;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.PodReconciler;
import io.github.csihealth.reconcile.PodVolumes;
import io.github.csihealth.reconcile.ReconcileOptions;
import io.github.csihealth.reconcile.StorageReconciler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The objects that hold health, by what is different about them for a test. Ours in them are the
 * claim's health, the two volumes of a pod that are one claim, and one of a node's two drivers.
 */
enum HealthKind {
  CLAIM(
      "v1",
      "PersistentVolumeClaim",
      "persistentvolumeclaims",
      """
      {"accessModes": ["ReadWriteOnce"], "storageClassName": "", "volumeName": "pv",
       "resources": {"requests": {"storage": "1Gi"}}}
      """,
      """
      {"phase": "Bound", "accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"}}
      """,
      """
      {"healthStatus": {"lastTransitionTime": "2025-01-01T00:00:00Z", "healthConditions": [
         {"status": "Degraded", "reason": "Stale"},
         {"status": "Degraded", "reason": "A", "message": "old"}]}}
      """) {

    @Override
    Claim read(byte[] object) {
      return HealthJson.readClaim(object).value();
    }

    @Override
    Decision decide(HealthObject object, Report report, ReconcileOptions options, Instant now) {
      return ClaimReconciler.with(options)
          .decide((Claim) object, report.ofVolume(), Memory.EMPTY, now);
    }

    @Override
    List<String> told(Report report) {
      return texts(report.volume());
    }

    @Override
    List<Optional<List<String>>> ours(HealthObject object) {
      return List.of(
          Optional.of(((Claim) object).health())
              .filter(health -> health.state() != HealthState.NO_INFORMATION)
              .map(health -> texts(health.conditions())));
    }

    @Override
    void removeOurs(ObjectNode status) {
      status.remove("healthStatus");
    }
  },

  POD(
      "v1",
      "Pod",
      "pods",
      """
      {"containers": [{"name": "app", "image": "registry.example.com/app"}], "volumes": [
         {"name": "data", "persistentVolumeClaim": {"claimName": "orders"}},
         {"name": "logs", "persistentVolumeClaim": {"claimName": "logs"}},
         {"name": "backup", "persistentVolumeClaim": {"claimName": "orders"}}]}
      """,
      """
      {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
      """,
      """
      {"volumeHealth": [
         {"name": "logs", "lastTransitionTime": "2025-01-01T00:00:00Z", "healthConditions": [
            {"status": "Degraded", "reason": "X"}]},
         {"name": "data", "lastTransitionTime": "2025-01-01T00:00:00Z", "healthConditions": [
            {"status": "Degraded", "reason": "Stale"},
            {"status": "Degraded", "reason": "A", "message": "old"}]}]}
      """) {

    private final Set<String> volumes = Set.of("data", "backup");

    @Override
    Pod read(byte[] object) {
      return HealthJson.readPod(object).value();
    }

    @Override
    Decision decide(HealthObject object, Report report, ReconcileOptions options, Instant now) {
      PodVolumes orders =
          PodVolumes.of((Pod) object).stream()
              .filter(claim -> claim.claimName().equals("orders"))
              .findFirst()
              .orElseThrow();
      return PodReconciler.with(options).decide(orders, report.ofVolume(), Memory.EMPTY, now);
    }

    @Override
    List<String> told(Report report) {
      return texts(report.volume());
    }

    @Override
    List<Optional<List<String>>> ours(HealthObject object) {
      return volumes.stream()
          .map(
              name ->
                  ((Pod) object)
                      .volumeHealth()
                      .get(name)
                      .map(entry -> texts(entry.health().conditions())))
          .toList();
    }

    @Override
    void removeOurs(ObjectNode status) {
      removeEntries(status, "volumeHealth", volumes);
    }
  },

  CSI_NODE(
      "storage.k8s.io/v1",
      "CSINode",
      "csinodes",
      """
      {"drivers": [{"name": "d.example.com", "nodeID": "n"},
                   {"name": "e.example.com", "nodeID": "n"}]}
      """,
      "{}",
      """
      {"storageHealth": [
         {"name": "e.example.com", "healthConditions": [
            {"status": "StorageDegraded", "reason": "X"}]},
         {"name": "d.example.com", "healthConditions": [
            {"status": "StorageDegraded", "reason": "Stale"},
            {"status": "StorageDegraded", "reason": "A", "message": "old"}]}]}
      """) {

    private final String driver = "d.example.com";

    @Override
    CsiNode read(byte[] object) {
      return HealthJson.readCsiNode(object).value();
    }

    @Override
    Decision decide(HealthObject object, Report report, ReconcileOptions options, Instant now) {
      return StorageReconciler.with(options)
          .decide((CsiNode) object, driver, report.ofStorage(), Memory.EMPTY, now);
    }

    @Override
    List<String> told(Report report) {
      return texts(report.storage());
    }

    @Override
    List<Optional<List<String>>> ours(HealthObject object) {
      return List.of(
          ((CsiNode) object).storageHealth().get(driver).map(entry -> texts(entry.conditions())));
    }

    @Override
    void removeOurs(ObjectNode status) {
      removeEntries(status, "storageHealth", Set.of(driver));
    }
  };

  private final String apiVersion;
  private final String kind;
  private final String plural;
  private final String spec;
  private final String status;
  private final String othersHealth;

  HealthKind(
      String apiVersion,
      String kind,
      String plural,
      String spec,
      String status,
      String othersHealth) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.plural = plural;
    this.spec = spec;
    this.status = status;
    this.othersHealth = othersHealth;
  }

  /** Where the objects are; those of a CSINode in no namespace. */
  String collection(String namespace) {
    return switch (this) {
      case CLAIM, POD -> "/api/v1/namespaces/" + namespace + "/" + plural;
      case CSI_NODE -> "/apis/" + apiVersion + "/" + plural;
    };
  }

  /** The fields that say what a document is. */
  String identity(String name) {
    return "\"apiVersion\": \"%s\", \"kind\": \"%s\", \"metadata\": {\"name\": \"%s\"}"
        .formatted(apiVersion, kind, name);
  }

  /** An object without status, as its owner creates it. */
  String manifest(String name) {
    return "{%s, \"spec\": %s}".formatted(identity(name), spec);
  }

  /** What others than writers of health say in the status. */
  String status() {
    return status;
  }

  /** The status with what another writer of health would say, in ours and elsewhere. */
  String othersHealth() {
    return othersHealth;
  }

  /** The object without our health, and without what every write changes. */
  JsonNode rest(byte[] object) {
    ObjectNode rest = (ObjectNode) HealthJson.tree(object);
    rest.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    removeOurs(rest.withObject("/status"));
    return rest;
  }

  abstract HealthObject read(byte[] object);

  abstract Decision decide(
      HealthObject object, Report report, ReconcileOptions options, Instant now);

  /** The conditions that are told of this kind of object. */
  abstract List<String> told(Report report);

  /** The conditions stored in each of our places; empty for a place that is not there. */
  abstract List<Optional<List<String>>> ours(HealthObject object);

  /** Leaves of the status what is not ours. */
  abstract void removeOurs(ObjectNode status);

  private static List<String> texts(Iterable<?> conditions) {
    List<String> texts = new ArrayList<>();
    conditions.forEach(condition -> texts.add(condition.toString()));
    Collections.sort(texts);
    return texts;
  }

  private static void removeEntries(ObjectNode status, String list, Set<String> names) {
    if (status.get(list) instanceof ArrayNode entries) {
      entries.removeIf(entry -> names.contains(entry.path("name").asText()));
      if (entries.isEmpty()) {
        status.remove(list);
      }
    }
  }
}
