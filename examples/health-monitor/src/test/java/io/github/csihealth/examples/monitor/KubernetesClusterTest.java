package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.examples.monitor.MonitorRig.PATCH;
import static io.github.csihealth.examples.monitor.MonitorRig.VOLUMES;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.examples.monitor.WriteResult.Outcome;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.WriteIntent;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Copies of one claim from a watch and from answers. The watch is of one server and the writes go
 * to another with the same objects, so that a test says which of the two is ahead.
 */
@Timeout(120)
class KubernetesClusterTest {

  private static final String DRIVER = "disk.csihealth.example";
  private static final String NAMESPACE = "shop";
  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

  private final InMemoryApiServer watched = InMemoryApiServer.start();
  private final InMemoryApiServer written = InMemoryApiServer.start();
  private final KubernetesClient watching = MonitorRig.watching(watched);
  private final KubernetesClient writing = MonitorRig.writing(written);
  private final KubernetesCluster cluster = new KubernetesCluster(watching, writing);
  private BoundClaim data;

  @BeforeEach
  void start() {
    data = watched.boundClaim(NAMESPACE, "data", DRIVER, "vol-data");
    // The first object of either server, so that both have the same resourceVersion.
    written.create(watched.get(CLAIMS, NAMESPACE, "data").orElseThrow());
    cluster.start();
  }

  @AfterEach
  void stop() {
    cluster.close();
    watching.close();
    writing.close();
    watched.close();
    written.close();
  }

  private BoundVolume bound() {
    return cluster.boundVolumes(DRIVER).get(0);
  }

  private static WriteIntent slow(BoundVolume volume) {
    VolumeHealthReport report =
        VolumeHealthReport.of(
            volume.handle(),
            List.of(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "DiskSlow", "slow")));
    return ClaimReconciler.create()
        .decide(volume.claim(), Observation.reported(report), Memory.EMPTY, NOW)
        .write()
        .orElseThrow();
  }

  @Test
  void c19AWriteIsOneMergePatchOfTheStatusAndNothingElse() {
    assertThat(cluster.write(slow(bound()))).isEqualTo(WriteResult.STORED);

    assertThat(written.requests()).hasSize(1);
    ApiRequest patch = written.requests().get(0);
    assertThat(patch.toString())
        .isEqualTo("PATCH /api/v1/namespaces/shop/persistentvolumeclaims/data/status -> 200");
    assertThat(patch.contentType()).isEqualTo("application/merge-patch+json");
    assertThat(patch.body()).contains("\"uid\":\"" + data.claimUid() + "\"");
  }

  @Test
  void c21AnAnswerIsTheStoredStateAtOnce() {
    cluster.write(slow(bound()));

    assertThat(bound().claim().health().state()).isEqualTo(HealthState.ADVERSE);
  }

  @Test
  void c21AnAnswerStandsAgainstAnOlderCopyFromTheWatch() {
    for (String name : List.of("a", "b", "c")) {
      // The answer is to be later than all that the watch will show.
      written.boundClaim(NAMESPACE, name, DRIVER, "vol-" + name);
    }
    cluster.write(slow(bound()));
    watched.patchStatus(
        CLAIMS, NAMESPACE, "data", "{\"status\": {\"capacity\": {\"storage\": \"2Gi\"}}}");
    watchUntilLaterClaim();

    assertThat(claimOf("vol-data").health().state()).isEqualTo(HealthState.ADVERSE);
  }

  /** Returns when all changes made so far are seen. */
  private void watchUntilLaterClaim() {
    watched.boundClaim(NAMESPACE, "later", DRIVER, "vol-later");
    eventually(
        "a later claim is seen",
        () -> cluster.boundVolumes(DRIVER).stream().anyMatch(v -> v.handle().equals("vol-later")));
  }

  private Claim claimOf(String handle) {
    return cluster.boundVolumes(DRIVER).stream()
        .filter(volume -> volume.handle().equals(handle))
        .findAny()
        .orElseThrow()
        .claim();
  }

  @Test
  void c21TheAnswerToAWriteDoesNotBringBackADeletedClaim() {
    WriteIntent intent = slow(bound());
    BoundVolume before = bound();
    watched.delete(CLAIMS, NAMESPACE, "data");
    eventually("the deletion is seen", () -> cluster.boundVolumes(DRIVER).isEmpty());

    assertThat(cluster.write(intent)).isEqualTo(WriteResult.STORED);
    assertThat(cluster.refresh(before)).isTrue();
    assertThat(cluster.boundVolumes(DRIVER)).isEmpty();
  }

  @Test
  void c21AClaimWhoseWriteFindsItGoneIsForgotten() {
    WriteIntent intent = slow(bound());
    written.delete(CLAIMS, NAMESPACE, "data");

    assertThat(cluster.write(intent).outcome()).isEqualTo(Outcome.GONE);
    assertThat(cluster.boundVolumes(DRIVER)).isEmpty();
  }

  @Test
  void c18TheDeletionOfAClaimLeavesItsSuccessor() {
    written.delete(CLAIMS, NAMESPACE, "data");
    written.create(
        """
        {"kind": "PersistentVolumeClaim", "apiVersion": "v1",
         "metadata": {"namespace": "shop", "name": "data", "uid": "successor"},
         "spec": {"volumeName": "%s"}, "status": {"phase": "Bound"}}"""
            .formatted(data.volumeName()));
    cluster.refresh(bound());
    watched.delete(CLAIMS, NAMESPACE, "data");
    String volume = watched.get(VOLUMES, "", data.volumeName()).orElseThrow();
    watched.delete(VOLUMES, "", data.volumeName());
    watched.create(volume.replace("\"uid\":\"" + data.claimUid() + "\"", "\"uid\":\"successor\""));
    watchUntilLaterClaim();

    assertThat(claimOf("vol-data").uid()).isEqualTo("successor");
  }

  @Test
  void c21AClaimOfAnotherUidIsGone() {
    WriteIntent intent = slow(bound());
    String json = written.get(CLAIMS, NAMESPACE, "data").orElseThrow();
    try (InMemoryApiServer other = InMemoryApiServer.start();
        KubernetesClient client = MonitorRig.writing(other);
        KubernetesCluster elsewhere = new KubernetesCluster(watching, client)) {
      // Of the same resourceVersion; another one would be a conflict.
      other.create(json.replace(data.claimUid(), "successor"));

      WriteResult result = elsewhere.write(intent);
      assertThat(result.outcome()).isEqualTo(Outcome.GONE);
      assertThat(result.detail()).startsWith("422 ").contains("metadata.uid");
    }
  }

  @Test
  void c22ALaterClearingByAnotherWriterIsNoDroppedWrite() {
    WriteIntent intent = slow(bound());
    String later = "";
    for (String size : List.of("2Gi", "3Gi", "4Gi")) {
      later =
          watched.patchStatus(
              CLAIMS,
              NAMESPACE,
              "data",
              "{\"status\": {\"capacity\": {\"storage\": \"" + size + "\"}}}");
    }
    String latest = MonitorRig.resourceVersion(later);
    eventually("that is seen", () -> bound().claim().resourceVersion().equals(latest));

    assertThat(cluster.write(intent)).isEqualTo(WriteResult.STORED);
    assertThat(bound().claim().resourceVersion()).isEqualTo(latest);
  }

  @Test
  void aRefusalTellsInOneLineWhatTheServerSaid() {
    written.failNext(
        1, PATCH, Fault.status(403, "Forbidden").withMessage("user \"m\" cannot\n  patch"));

    assertThat(cluster.write(slow(bound())))
        .isEqualTo(new WriteResult(Outcome.FORBIDDEN, "403 user \"m\" cannot patch"));
  }

  @Test
  void aServerThatIsNotThereIsUnavailable() {
    WriteIntent intent = slow(bound());
    written.close();

    assertThat(cluster.write(intent))
        .isEqualTo(new WriteResult(Outcome.UNAVAILABLE, "cannot connect"));
    assertThat(cluster.refresh(bound())).isFalse();
  }
}
