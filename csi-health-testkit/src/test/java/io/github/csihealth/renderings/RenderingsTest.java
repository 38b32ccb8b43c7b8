package io.github.csihealth.renderings;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Decision.Cause;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.reconcile.PodReconciler;
import io.github.csihealth.reconcile.PodVolumes;
import io.github.csihealth.reconcile.ReconcileOptions;
import io.github.csihealth.reconcile.StorageObservation;
import io.github.csihealth.reconcile.StorageReconciler;
import io.github.csihealth.reconcile.WriteIntent;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules C19 and C20: every rendering of every intent is accepted, and leaves exactly the desired
 * state and nothing else changed, whatever was written before and by whom.
 */
class RenderingsTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String APPLY_PATCH = "application/apply-patch+yaml";

  private static final List<ReconcileOptions> OPTIONS =
      List.of(
          ReconcileOptions.builder().messageInterval(Duration.ZERO).keepFieldOnRecovery().build(),
          ReconcileOptions.builder()
              .messageInterval(Duration.ZERO)
              .removeFieldOnRecovery()
              .build());

  private static final InMemoryApiServer SERVER = InMemoryApiServer.start();
  private static final Http HTTP = new Http(SERVER.url());

  private static int objects;

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  /** Who wrote health into the object before us. */
  enum Before {
    NOBODY,
    ANOTHER_BY_MERGE,
    ANOTHER_BY_APPLY
  }

  static Stream<Arguments> histories() {
    return Arrays.stream(Rendering.values())
        .flatMap(
            first ->
                Arrays.stream(Rendering.values())
                    .flatMap(
                        second ->
                            Arrays.stream(Before.values())
                                .map(before -> Arguments.of(first, second, before))));
  }

  private static List<List<VolumeHealthCondition>> volumeReports() {
    VolumeHealthCondition a = VolumeHealthCondition.of(DEGRADED, "A", "<&> é");
    VolumeHealthCondition b = VolumeHealthCondition.of(DEGRADED, "B");
    VolumeHealthCondition newer = VolumeHealthCondition.of(DEGRADED, "B", "newer");
    VolumeHealthCondition lost = VolumeHealthCondition.of(DATA_LOSS, "Lost", "gone");
    return List.of(
        List.of(a), List.of(a, b), List.of(a, newer), List.of(lost), List.of(), List.of(b));
  }

  private static List<List<StorageHealthCondition>> storageReports() {
    StorageHealthCondition a =
        StorageHealthCondition.of(StorageHealthStatusType.STORAGE_DEGRADED, "A", "slow");
    StorageHealthCondition block =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(
                StorageHealthStatusType.STORAGE_DEGRADED,
                "A",
                PersistentVolumeAccessMode.READ_WRITE_ONCE,
                PersistentVolumeMode.BLOCK),
            "");
    StorageHealthCondition gone =
        StorageHealthCondition.of(StorageHealthStatusType.STORAGE_UNREACHABLE, "Gone", "");
    return List.of(
        List.of(a),
        List.of(a, block),
        List.of(StorageHealthCondition.of(a.key(), "slower"), block),
        List.of(gone),
        List.of(),
        List.of(a));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void c19EveryRenderingLeavesAClaimAsDesired(Rendering first, Rendering second, Before before)
      throws Exception {
    for (ReconcileOptions options : OPTIONS) {
      ClaimReconciler reconciler = ClaimReconciler.with(options);
      String name = "data-" + objects++;
      SERVER.boundClaim("shop", name, "disk.example.com", "vol-1");
      String path = "/api/v1/namespaces/shop/persistentvolumeclaims/" + name + "/status";
      another(
          before,
          path,
          "'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'name':'" + name + "'},",
          "'healthStatus':{'healthConditions':[{'status':'Degraded','reason':'Stale'},"
              + "{'status':'Degraded','reason':'A','message':'old'}],"
              + "'lastTransitionTime':'2025-01-01T00:00:00Z'}");
      Rendering rendering = first;
      for (List<VolumeHealthCondition> report : volumeReports()) {
        Observation observation = Observation.reported(VolumeHealthReport.of("vol-1", report));
        byte[] observed = stored("persistentvolumeclaims", "shop", name);
        Claim claim = HealthJson.readClaim(observed).value();
        WriteIntent intent =
            reconciler.decide(claim, observation, Memory.EMPTY, T0).write().orElseThrow();
        assertThat(intent.path()).isEqualTo(path);
        Claim answered = HealthJson.readClaim(send(intent, rendering.of(intent, observed))).value();
        assertThat(answered.health())
            .isEqualTo(intent.<Object>fold(c -> c.desired(), p -> p, s -> s));
        assertThat(intent.isDroppedIn(answered)).isFalse();
        assertUnchanged(reconciler.decide(answered, observation, Memory.EMPTY, T0));
        rendering = rendering == first ? second : first;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("histories")
  void c19EveryRenderingLeavesAPodAsDesired(Rendering first, Rendering second, Before before)
      throws Exception {
    for (ReconcileOptions options : OPTIONS) {
      PodReconciler reconciler = PodReconciler.with(options);
      String name = "web-" + objects++;
      createPod(name);
      String path = "/api/v1/namespaces/shop/pods/" + name + "/status";
      another(
          before,
          path,
          "'apiVersion':'v1','kind':'Pod','metadata':{'name':'" + name + "'},",
          "'volumeHealth':[{'name':'logs','healthConditions':[{'status':'Degraded','reason':'X'}],"
              + "'lastTransitionTime':'2025-01-01T00:00:00Z'},"
              + "{'name':'data','healthConditions':[{'status':'Degraded','reason':'Stale'}],"
              + "'lastTransitionTime':'2025-01-01T00:00:00Z'}]");
      Rendering rendering = first;
      for (List<VolumeHealthCondition> report : volumeReports()) {
        Observation observation = Observation.reported(VolumeHealthReport.of("vol-1", report));
        byte[] observed = stored("pods", "shop", name);
        PodVolumes volumes = orders(HealthJson.readPod(observed).value());
        WriteIntent intent =
            reconciler.decide(volumes, observation, Memory.EMPTY, T0).write().orElseThrow();
        assertThat(intent.path()).isEqualTo(path);
        Pod answered = HealthJson.readPod(send(intent, rendering.of(intent, observed))).value();
        assertThat(answered.volumeHealth())
            .isEqualTo(intent.<Object>fold(c -> c, p -> p.desired(), s -> s));
        assertThat(answered.volumeHealth().get("logs"))
            .isEqualTo(volumes.pod().volumeHealth().get("logs"));
        assertThat(intent.isDroppedIn(answered)).isFalse();
        assertUnchanged(reconciler.decide(orders(answered), observation, Memory.EMPTY, T0));
        rendering = rendering == first ? second : first;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("histories")
  void c19EveryRenderingLeavesACsiNodeAsDesired(Rendering first, Rendering second, Before before)
      throws Exception {
    for (ReconcileOptions options : OPTIONS) {
      StorageReconciler reconciler = StorageReconciler.with(options);
      String name = "node-" + objects++;
      createNode(name);
      String path = "/apis/storage.k8s.io/v1/csinodes/" + name + "/status";
      another(
          before,
          path,
          "'apiVersion':'storage.k8s.io/v1','kind':'CSINode','metadata':{'name':'" + name + "'},",
          "'storageHealth':[{'name':'e.example.com','healthConditions':["
              + "{'status':'StorageDegraded','reason':'X'}]},"
              + "{'name':'d.example.com','healthConditions':["
              + "{'status':'StorageDegraded','reason':'Stale'}]}]");
      Rendering rendering = first;
      for (List<StorageHealthCondition> report : storageReports()) {
        StorageObservation observation =
            StorageObservation.reported(StorageHealthReport.of(report));
        byte[] observed = stored("csinodes", "", name);
        CsiNode node = HealthJson.readCsiNode(observed).value();
        WriteIntent intent =
            reconciler
                .decide(node, "d.example.com", observation, Memory.EMPTY, T0)
                .write()
                .orElseThrow();
        assertThat(intent.path()).isEqualTo(path);
        CsiNode answered =
            HealthJson.readCsiNode(send(intent, rendering.of(intent, observed))).value();
        assertThat(answered.storageHealth().get("d.example.com"))
            .isEqualTo(intent.<Object>fold(c -> c, p -> p, s -> s.desired()));
        assertThat(answered.storageHealth().get("e.example.com"))
            .isEqualTo(node.storageHealth().get("e.example.com"));
        assertThat(intent.isDroppedIn(answered)).isFalse();
        assertUnchanged(
            reconciler.decide(answered, "d.example.com", observation, Memory.EMPTY, T0));
        rendering = rendering == first ? second : first;
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Rendering.class)
  void c19TwoReasonsOfOneStatusAreStoredBothAndLeaveOneByOne(Rendering rendering) throws Exception {
    VolumeHealthCondition latency = VolumeHealthCondition.of(DEGRADED, "HighLatency");
    VolumeHealthCondition path = VolumeHealthCondition.of(DEGRADED, "PathLost");
    String name = "data-" + objects++;
    SERVER.boundClaim("shop", name, "disk.example.com", "vol-1");
    for (List<VolumeHealthCondition> report :
        List.of(List.of(latency), List.of(latency, path), List.of(path))) {
      WriteIntent intent = decide(claim(name), report);
      send(intent, rendering.of(intent, stored("persistentvolumeclaims", "shop", name)));
      assertThat(claim(name).health().conditions()).isEqualTo(MapList.copyOf(report));
    }
  }

  @Test
  void c19ApplyStaysApplyWhileNobodyElseWrites() throws Exception {
    ClaimReconciler reconciler = ClaimReconciler.with(OPTIONS.get(0));
    String name = "data-" + objects++;
    SERVER.boundClaim("shop", name, "disk.example.com", "vol-1");
    for (List<VolumeHealthCondition> report : volumeReports()) {
      Claim claim = claim(name);
      WriteIntent intent = write(reconciler.decide(claim, reported(report), Memory.EMPTY, T0));
      Patch patch = intent.apply("our-writer");
      assertThat(patch.contentType()).isEqualTo(APPLY_PATCH);
      assertThat(patch.query()).isEqualTo(Map.of("fieldManager", "our-writer", "force", "true"));
      send(intent, patch);
    }
  }

  @Test
  void c19ApplyOverTheListOfAnotherManagerIsAMergePatch() throws Exception {
    String name = "data-" + objects++;
    SERVER.boundClaim("shop", name, "disk.example.com", "vol-1");
    List<List<VolumeHealthCondition>> reports = volumeReports();
    WriteIntent first = decide(claim(name), reports.get(0));
    send(first, first.apply("another"));
    Patch patch = decide(claim(name), reports.get(1)).apply("our-writer");
    assertThat(patch.contentType()).isEqualTo(MERGE_PATCH);
    assertThat(patch.query()).isEqualTo(Map.of("fieldManager", "our-writer"));
  }

  @Test
  void c19ApplyingTheVolumesOfOneClaimLeavesThoseOfAnother() throws Exception {
    String name = "web-" + objects++;
    createPod(name);
    for (PodVolumes volumes :
        PodVolumes.of(HealthJson.readPod(stored("pods", "shop", name)).value())) {
      PodVolumes now = in(HealthJson.readPod(stored("pods", "shop", name)).value(), volumes);
      WriteIntent intent =
          write(
              PodReconciler.create()
                  .decide(now, reported(volumeReports().get(0)), Memory.EMPTY, T0));
      Patch patch = intent.apply("our-writer");
      assertThat(patch.contentType()).isEqualTo(APPLY_PATCH);
      assertThat(patch.query()).containsEntry("fieldManager", "our-writer/" + now.names().get(0));
      send(intent, patch);
    }
    assertThat(HealthJson.readPod(stored("pods", "shop", name)).value().volumeHealth())
        .extracting(PodVolumeHealth::name)
        .containsExactly("backup", "data", "logs");
  }

  @ParameterizedTest
  @EnumSource(
      value = Rendering.class,
      names = {"MERGE", "JSON_PATCH", "REPLACEMENT"})
  void c21AWriteOfAnOldCopyIsRefusedAndDecidedAgain(Rendering rendering) throws Exception {
    String name = "data-" + objects++;
    SERVER.boundClaim("shop", name, "disk.example.com", "vol-1");
    byte[] observed = stored("persistentvolumeclaims", "shop", name);
    List<VolumeHealthCondition> report = volumeReports().get(1);
    WriteIntent intent = decide(claim(name), report);
    another(
        Before.ANOTHER_BY_MERGE,
        intent.path(),
        "",
        "'healthStatus':{'healthConditions':[{'status':'DataLoss','reason':'Other'}],"
            + "'lastTransitionTime':'2026-01-01T00:03:20Z'}");

    HttpResponse<String> refused = HTTP.send(intent.path(), rendering.of(intent, observed));
    assertThat(refused.statusCode()).isEqualTo(rendering == Rendering.JSON_PATCH ? 422 : 409);
    assertThat(refused.body()).doesNotContain("\"causes\"");

    Claim newer = claim(name);
    WriteIntent again = write(intent.rebase(newer, T0).orElseThrow());
    Claim answered =
        HealthJson.readClaim(
                send(again, rendering.of(again, stored("persistentvolumeclaims", "shop", name))))
            .value();
    assertThat(answered.health().conditions()).isEqualTo(MapList.copyOf(report));
    assertThat(answered.health().lastTransitionTime()).contains(T0.plusSeconds(200));
    assertUnchanged(intent.rebase(answered, T0).orElseThrow());
  }

  @ParameterizedTest
  @EnumSource(Rendering.class)
  void c19AClaimCreatedAgainUnderTheNameRefusesTheWrite(Rendering rendering) throws Exception {
    String name = "data-" + objects++;
    SERVER.boundClaim("shop", name, "disk.example.com", "vol-1");
    byte[] observed = stored("persistentvolumeclaims", "shop", name);
    WriteIntent intent = decide(claim(name), volumeReports().get(0));
    SERVER.delete("persistentvolumeclaims", "shop", name);
    SERVER.boundClaim("shop", name, "disk.example.com", "vol-2");
    assertThat(HTTP.send(intent.path(), rendering.of(intent, observed)).statusCode())
        .isIn(409, 422);
    assertThat(claim(name).health()).isEqualTo(VolumeHealthStatus.absent());
    assertThat(intent.rebase(claim(name), T0)).isEmpty();
  }

  @Test
  void c22AWriteThatAServerWithoutTheGateDropsIsSeenInItsAnswer() throws Exception {
    SERVER.setVolumeHealthEnabled(false);
    try {
      String name = "data-" + objects++;
      SERVER.boundClaim("shop", name, "disk.example.com", "vol-1");
      WriteIntent intent = decide(claim(name), volumeReports().get(0));
      assertThat(intent.introducesHealth()).isTrue();
      assertThat(
              intent.isDroppedIn(HealthJson.readClaim(send(intent, intent.mergePatch())).value()))
          .isTrue();
    } finally {
      SERVER.setVolumeHealthEnabled(true);
    }
  }

  private static WriteIntent decide(Claim claim, List<VolumeHealthCondition> report) {
    return write(ClaimReconciler.create().decide(claim, reported(report), Memory.EMPTY, T0));
  }

  private static WriteIntent write(Decision decision) {
    return decision.write().orElseThrow();
  }

  private static Observation reported(List<VolumeHealthCondition> report) {
    return Observation.reported(VolumeHealthReport.of("vol-1", report));
  }

  private Claim claim(String name) {
    return HealthJson.readClaim(stored("persistentvolumeclaims", "shop", name)).value();
  }

  private static PodVolumes in(Pod pod, PodVolumes volumes) {
    return PodVolumes.of(pod).stream()
        .filter(now -> now.claimName().equals(volumes.claimName()))
        .findFirst()
        .orElseThrow();
  }

  private static void assertUnchanged(Decision decision) {
    assertThat(decision.cause()).isEqualTo(Cause.UNCHANGED);
  }

  private void createPod(String name) {
    SERVER.create(
        quoted(
            "{'apiVersion':'v1','kind':'Pod','metadata':{'namespace':'shop','name':'"
                + name
                + "'},'spec':{'containers':[],'volumes':["
                + "{'name':'data','persistentVolumeClaim':{'claimName':'orders'}},"
                + "{'name':'logs','persistentVolumeClaim':{'claimName':'logs'}},"
                + "{'name':'backup','persistentVolumeClaim':{'claimName':'orders'}}]},"
                + "'status':{'phase':'Running'}}"));
  }

  private void createNode(String name) {
    SERVER.create(
        quoted(
            "{'apiVersion':'storage.k8s.io/v1','kind':'CSINode','metadata':{'name':'"
                + name
                + "'},'spec':{'drivers':[{'name':'d.example.com','nodeID':'n'},"
                + "{'name':'e.example.com','nodeID':'n'}]}}"));
  }

  private static PodVolumes orders(Pod pod) {
    return PodVolumes.of(pod).stream()
        .filter(volumes -> volumes.claimName().equals("orders"))
        .findFirst()
        .orElseThrow();
  }

  private void another(Before before, String path, String identity, String health)
      throws IOException, InterruptedException {
    if (before == Before.NOBODY) {
      return;
    }
    boolean merge = before == Before.ANOTHER_BY_MERGE;
    HttpResponse<String> answer =
        HTTP.send(
            "PATCH",
            path,
            Map.of("fieldManager", "another"),
            merge ? MERGE_PATCH : APPLY_PATCH,
            quoted("{" + (merge ? "" : identity) + "'status':{" + health + "}}")
                .getBytes(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private byte[] send(WriteIntent intent, Patch patch) throws IOException, InterruptedException {
    HttpResponse<String> answer = HTTP.send(intent.path(), patch);
    assertThat(answer.statusCode()).as("%s%n%s", patch, answer.body()).isEqualTo(200);
    return answer.body().getBytes(StandardCharsets.UTF_8);
  }

  private byte[] stored(String resource, String namespace, String name) {
    return SERVER.get(resource, namespace, name).orElseThrow().getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    return text.replace('\'', '"');
  }
}
