package io.github.csihealth.reconcile;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Rules C19, C20 and C22: the bytes of each rendering, and what an answer tells. */
class WriteIntentTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthCondition A = VolumeHealthCondition.of(DEGRADED, "A");
  private static final String TESTS =
      "[{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"u1\"},"
          + "{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"}";

  @Nested
  class OfACsiNode {

    private static final String DRIVER = "disk.example.com";
    private static final StorageHealthCondition SLOW =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(
                StorageHealthStatusType.STORAGE_DEGRADED, "Slow", null, null),
            "");
    private static final StorageHealth OURS =
        StorageHealth.of(DRIVER, MapList.of(SLOW.withLastTransitionTime(NOW)));
    private static final StorageHealth OURS_BEFORE =
        StorageHealth.of(DRIVER, MapList.of(lost().withLastTransitionTime(NOW)));

    private static StorageHealthCondition lost() {
      return StorageHealthCondition.of(
          new StorageHealthCondition.Key(
              StorageHealthStatusType.STORAGE_DEGRADED, "Lost", null, null),
          "");
    }

    private static final StorageHealth OTHERS = StorageHealth.of("a.example.com", MapList.of(SLOW));
    private static final String TEST_NAME =
        ",{\"op\":\"test\",\"path\":\"/status/storageHealth/1/name\",\"value\":\"" + DRIVER + "\"}";

    @Test
    void c19TheMergePatchGoesByTheDriversName() {
      StorageIntent intent = intent(node(OTHERS), SLOW);
      assertThat(intent.path()).isEqualTo("/apis/storage.k8s.io/v1/csinodes/node-1/status");
      assertThat(intent.mergePatch().contentType())
          .isEqualTo("application/strategic-merge-patch+json");
      assertThat(intent.mergePatch().bodyText())
          .isEqualTo(
              "{\"metadata\":{\"uid\":\"u1\"},\"status\":{\"storageHealth\":["
                  + json(OURS)
                  + "]}}");
    }

    @Test
    void c20OnRecoveryTheDriversEntryIsRemoved() {
      StorageIntent intent = intent(node(OTHERS, OURS));
      assertThat(intent.mergePatch().bodyText())
          .isEqualTo(
              "{\"metadata\":{\"uid\":\"u1\"},\"status\":{\"storageHealth\":[{\"name\":\""
                  + DRIVER
                  + "\",\"$patch\":\"delete\"}]}}");
      assertThat(intent.jsonPatch().bodyText())
          .isEqualTo(
              TESTS + TEST_NAME + ",{\"op\":\"remove\",\"path\":\"/status/storageHealth/1\"}]");
      assertThat(intent.outcome()).isEqualTo(DRIVER + "=absent");
      assertThat(intent).hasToString("node-1: " + DRIVER + "=absent");
    }

    @Test
    void c20WhereItIsToStayItsConditionsAreNamedAsGone() {
      StorageIntent intent =
          (StorageIntent)
              StorageReconciler.with(ReconcileOptions.builder().keepFieldOnRecovery().build())
                  .decide(
                      node(OURS),
                      DRIVER,
                      StorageObservation.reported(StorageHealthReport.of(List.of())),
                      Memory.EMPTY,
                      NOW)
                  .write()
                  .orElseThrow();
      assertThat(intent.mergePatch().bodyText())
          .contains("[{\"name\":\"" + DRIVER + "\",\"healthConditions\":null}]");
      assertThat(intent.desired()).isPresent();
    }

    @Test
    void theJsonPatchGoesByTheEntrysPlace() {
      assertThat(intent(node(OTHERS, OURS_BEFORE), SLOW).jsonPatch().bodyText())
          .isEqualTo(
              TESTS
                  + TEST_NAME
                  + ",{\"op\":\"replace\",\"path\":\"/status/storageHealth/1\",\"value\":"
                  + json(OURS)
                  + "}]");
      assertThat(intent(node(OTHERS), SLOW).jsonPatch().bodyText())
          .isEqualTo(
              TESTS
                  + ",{\"op\":\"add\",\"path\":\"/status/storageHealth/-\",\"value\":"
                  + json(OURS)
                  + "}]");
      assertThat(intent(node(), SLOW).jsonPatch().bodyText())
          .isEqualTo(
              TESTS
                  + ",{\"op\":\"add\",\"path\":\"/status/storageHealth\",\"value\":["
                  + json(OURS)
                  + "]}]");
    }

    @Test
    void aJsonPatchNeedsTheVersion() {
      WriteIntent intent = intent(CsiNode.builder("node-1", "u1").build(), SLOW);
      assertThatThrownBy(intent::jsonPatch)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("CSINode node-1 was read without its resourceVersion");
      assertThat(intent.mergePatch().bodyText()).contains("\"u1\"");
    }

    @Test
    void c19ApplyNamesOurEntryOnlyAndIsInTheDriversName() {
      Patch apply = intent(node(OTHERS), SLOW).apply("monitor");
      assertThat(apply.contentType()).isEqualTo("application/apply-patch+yaml");
      assertThat(apply.query()).containsEntry("fieldManager", "monitor/" + DRIVER);
      assertThat(apply.bodyText())
          .isEqualTo(
              "{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"CSINode\","
                  + "\"metadata\":{\"name\":\"node-1\",\"uid\":\"u1\"},"
                  + "\"status\":{\"storageHealth\":["
                  + json(OURS)
                  + "]}}");
      // What is there and has no owner may be anybody's.
      assertThat(intent(node(OURS_BEFORE), SLOW).apply("monitor").contentType())
          .isEqualTo("application/strategic-merge-patch+json");
    }

    @Test
    void theReplacementKeepsTheEntriesOfOthersInTheirPlaces() {
      String observed =
          "{\"metadata\":{\"name\":\"node-1\",\"uid\":\"u1\",\"resourceVersion\":\"7\"},"
              + "\"spec\":{\"drivers\":[]},\"status\":{\"storageHealth\":[],\"x\":1}}";
      StorageIntent change = intent(node(OTHERS, OURS_BEFORE), SLOW);
      assertThat(change.replacement(observed.getBytes(UTF_8)).bodyText())
          .isEqualTo(
              observed
                  .replace("\"storageHealth\":[],", "")
                  .replace(
                      "\"x\":1",
                      "\"x\":1,\"storageHealth\":[" + json(OTHERS) + "," + json(OURS) + "]"));
      assertThat(intent(node(OTHERS), SLOW).replacement(observed.getBytes(UTF_8)).bodyText())
          .contains("\"storageHealth\":[" + json(OTHERS) + "," + json(OURS) + "]");
      assertThat(intent(node(OURS)).replacement(observed.getBytes(UTF_8)).bodyText())
          .doesNotContain("storageHealth");
    }

    @Test
    void c22OnlyAWriteOfAnEntryCanBeDroppedAndOnlyTheFirstOneTellsOfTheGate() {
      StorageIntent first = intent(node(), SLOW);
      assertThat(first.introducesHealth()).isTrue();
      assertThat(first.isDroppedIn(node())).isTrue();
      assertThat(first.isDroppedIn(node(OTHERS))).isTrue();
      assertThat(first.isDroppedIn(node(OURS))).isFalse();
      assertThat(first.isDroppedIn(Pod.builder("", "node-1", "u1").build())).isFalse();
      assertThat(intent(node(OTHERS), SLOW).introducesHealth()).isFalse();
      StorageIntent removal = intent(node(OURS));
      assertThat(removal.introducesHealth()).isFalse();
      assertThat(removal.isDroppedIn(node())).isFalse();
    }

    @Test
    void itIsToldApartAndDecidedAgain() {
      StorageIntent intent = intent(node(OURS_BEFORE), SLOW);
      assertThat(intent.<String>fold(c -> "claim", p -> "pod", s -> s.driver())).isEqualTo(DRIVER);
      assertThat(intent.target()).isEqualTo(node(OURS_BEFORE));
      assertThat(intent.rebase(node(OURS), NOW).orElseThrow().cause())
          .isEqualTo(Decision.Cause.UNCHANGED);
      assertThat(intent.rebase(node(), NOW).orElseThrow().write()).isPresent();
      assertThat(intent.rebase(CsiNode.builder("node-1", "u2").build(), NOW)).isEmpty();
      assertThat(intent.rebase(CsiNode.builder("node-2", "u1").build(), NOW)).isEmpty();
    }

    @Test
    void c11AFailedProbeKeepsWhatIsStored() {
      StorageObservation failed =
          StorageObservation.failed(
              io.github.csihealth.model.ProbeFailure.of(FailureKind.RETRYABLE, "M", "why"));
      assertThat(
              StorageReconciler.create()
                  .decide(node(OURS), DRIVER, failed, Memory.EMPTY, NOW)
                  .write())
          .isEmpty();
      assertThat(failed.failure()).isPresent();
      assertThat(failed.toString()).startsWith("failed (").contains("why");
      assertThat(StorageObservation.reported(StorageHealthReport.of(List.of())))
          .hasToString("reported []");
    }

    private static StorageIntent intent(CsiNode node, StorageHealthCondition... report) {
      return (StorageIntent)
          StorageReconciler.create()
              .decide(
                  node,
                  DRIVER,
                  StorageObservation.reported(StorageHealthReport.of(List.of(report))),
                  Memory.EMPTY,
                  NOW)
              .write()
              .orElseThrow();
    }

    private static CsiNode node(StorageHealth... entries) {
      return CsiNode.builder("node-1", "u1")
          .resourceVersion("7")
          .storageHealth(MapList.of(entries))
          .build();
    }

    private static String json(StorageHealth entry) {
      return new String(HealthJson.write(entry), UTF_8);
    }
  }

  @Nested
  class OfAPod {

    private static final PodVolumeHealth SICK =
        PodVolumeHealth.of("data", VolumeHealthStatus.of(MapList.of(A), NOW));
    private static final PodVolumeHealth WELL =
        PodVolumeHealth.of("data", VolumeHealthStatus.of(MapList.of(), NOW));
    private static final PodVolumeHealth OTHER =
        PodVolumeHealth.of("logs", VolumeHealthStatus.of(MapList.of(A), NOW));

    @Test
    void c19TheMergePatchReplacesTheListAndCarriesTheVersion() {
      PodIntent intent = intent(pod(OTHER), A);
      assertThat(intent.path()).isEqualTo("/api/v1/namespaces/shop/pods/web/status");
      assertThat(intent.mergePatch().contentType()).isEqualTo("application/merge-patch+json");
      assertThat(intent.mergePatch().bodyText())
          .isEqualTo(
              "{\"metadata\":{\"uid\":\"u1\",\"resourceVersion\":\"7\"},\"status\":{"
                  + "\"volumeHealth\":["
                  + json(SICK)
                  + ","
                  + json(OTHER)
                  + "]}}");
      WriteIntent unversioned =
          intent(Pod.builder("shop", "web", "u1").volumes(volumes()).build(), A);
      assertThatThrownBy(unversioned::mergePatch)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Pod web was read without its resourceVersion");
      assertThatThrownBy(unversioned::jsonPatch).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void c20OnRecoveryTheEntryStaysUnlessAnOptionSaysOtherwise() {
      PodIntent stays = intent(pod(SICK));
      assertThat(stays.desired()).isEqualTo(MapList.of(WELL));
      assertThat(stays.jsonPatch().bodyText())
          .isEqualTo(
              TESTS
                  + ",{\"op\":\"add\",\"path\":\"/status/volumeHealth\",\"value\":["
                  + json(WELL)
                  + "]}]");
      PodIntent goes =
          (PodIntent)
              PodReconciler.with(ReconcileOptions.builder().removeFieldOnRecovery().build())
                  .decide(volumes(pod(SICK)), reported(), Memory.EMPTY, NOW)
                  .write()
                  .orElseThrow();
      assertThat(goes.mergePatch().bodyText()).endsWith("\"status\":{\"volumeHealth\":null}}");
      assertThat(goes.jsonPatch().bodyText())
          .isEqualTo(TESTS + ",{\"op\":\"remove\",\"path\":\"/status/volumeHealth\"}]");
      assertThat(goes.outcome()).isEqualTo("data=absent");
      assertThat(goes.isDroppedIn(pod())).isFalse();
      assertThat(goes.introducesHealth()).isFalse();
      assertThat(goes.apply("kubelet").bodyText()).endsWith("\"status\":{\"volumeHealth\":null}}");
    }

    @Test
    void c19ApplyNamesOurEntriesOnly() {
      Patch apply = intent(pod(OTHER), A).apply("kubelet");
      assertThat(apply.query()).containsEntry("fieldManager", "kubelet/data");
      assertThat(apply.bodyText())
          .isEqualTo(
              "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\","
                  + "\"namespace\":\"shop\",\"uid\":\"u1\"},\"status\":{\"volumeHealth\":["
                  + json(SICK)
                  + "]}}");
      assertThat(intent(pod(SICK, OTHER)).apply("kubelet").contentType())
          .isEqualTo("application/merge-patch+json");
    }

    @Test
    void c22TheEntryOfOurVolumeTells() {
      PodIntent first = intent(pod(), A);
      assertThat(first.introducesHealth()).isTrue();
      assertThat(first.isDroppedIn(pod())).isTrue();
      assertThat(first.isDroppedIn(pod(OTHER))).isTrue();
      assertThat(first.isDroppedIn(pod(SICK))).isFalse();
      assertThat(first.isDroppedIn(Claim.builder("shop", "web", "u1").build())).isFalse();
      assertThat(intent(pod(OTHER), A).introducesHealth()).isFalse();
    }

    @Test
    void itIsToldApartAndDecidedAgain() {
      PodIntent intent = intent(pod(), A);
      assertThat(
              intent.<String>fold(c -> "claim", p -> p.volumes().names().toString(), s -> "node"))
          .isEqualTo("[data]");
      assertThat(intent.outcome()).startsWith("data");
      assertThat(intent.rebase(pod(SICK), NOW).orElseThrow().cause())
          .isEqualTo(Decision.Cause.UNCHANGED);
      assertThat(intent.rebase(Pod.builder("other", "web", "u1").build(), NOW)).isEmpty();
    }

    @Test
    void aClaimUnderTwoNamesIsAdverseIfOneOfThemIs() {
      Pod pod =
          Pod.builder("shop", "web", "u1")
              .resourceVersion("7")
              .volumes(List.of(PodVolume.ofClaim("data", "c"), PodVolume.ofClaim("more", "c")))
              .volumeHealth(
                  MapList.of(
                      WELL, PodVolumeHealth.of("more", VolumeHealthStatus.of(MapList.of(A), NOW))))
              .build();
      PodVolumes both = PodVolumes.of(pod).get(0);
      Decision recovered = PodReconciler.create().decide(both, reported(), Memory.EMPTY, NOW);
      assertThat(recovered.cause()).isEqualTo(Decision.Cause.RECOVERED);
      // Nothing joins: one name only learns what the other one holds.
      Decision again = PodReconciler.create().decide(both, reported(A), Memory.EMPTY, NOW);
      assertThat(again.write()).isPresent();
      assertThat(again.eventOnceStored()).isEmpty();
    }

    private static PodIntent intent(Pod pod, VolumeHealthCondition... report) {
      return (PodIntent)
          PodReconciler.create()
              .decide(volumes(pod), reported(report), Memory.EMPTY, NOW)
              .write()
              .orElseThrow();
    }

    private static Observation reported(VolumeHealthCondition... report) {
      return Observation.reported(VolumeHealthReport.of("vol-1", List.of(report)));
    }

    private static PodVolumes volumes(Pod pod) {
      return PodVolumes.of(pod).get(0);
    }

    private static List<PodVolume> volumes() {
      return List.of(PodVolume.ofClaim("data", "c"), PodVolume.ofClaim("logs", "l"));
    }

    private static Pod pod(PodVolumeHealth... entries) {
      return Pod.builder("shop", "web", "u1")
          .resourceVersion("7")
          .volumes(volumes())
          .volumeHealth(MapList.of(entries))
          .build();
    }

    private static String json(PodVolumeHealth entry) {
      return new String(HealthJson.write(entry), UTF_8);
    }
  }
}
