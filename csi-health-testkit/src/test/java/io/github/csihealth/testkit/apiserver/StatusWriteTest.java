package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.Rest.CLAIMS;
import static io.github.csihealth.testkit.apiserver.Rest.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusWriteTest {
  private static final String STATUS = CLAIMS + "/data/status";
  private static final String DEGRADED =
      """
      {"status": {"healthStatus": {
        "healthConditions": [{"status": "Degraded", "reason": "DiskSlow"}],
        "lastTransitionTime": "2026-11-29T10:00:00Z"}}}
      """;

  private InMemoryApiServer server;
  private Rest rest;
  private BoundClaim claim;

  @BeforeEach
  void start() {
    server = InMemoryApiServer.start();
    rest = new Rest(server);
    claim = server.boundClaim("shop", "data", "disk.example.com", "vol-1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void uidOfAnotherObjectIsRefused() {
    Rest.Answer answer = rest.patch(STATUS, MERGE, "{\"metadata\": {\"uid\": \"other\"}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.causes()).containsExactly("FieldValueInvalid metadata.uid");
    assertThat(answer.json().path("message").asText())
        .isEqualTo(
            "PersistentVolumeClaim \"data\" is invalid: metadata.uid: Invalid value: \"other\":"
                + " field is immutable");
  }

  @Test
  void ownUidIsAccepted() {
    String patch =
        "{\"metadata\": {\"uid\": \"%s\"}, \"status\": {\"phase\": \"Lost\"}}"
            .formatted(claim.claimUid());

    assertThat(rest.patch(STATUS, MERGE, patch).code()).isEqualTo(200);
  }

  @Test
  void oldResourceVersionConflictsEvenWhereNothingWouldChange() {
    rest.patch(STATUS, MERGE, DEGRADED);
    Rest.Answer late = rest.patch(STATUS, MERGE, "{\"metadata\": {\"resourceVersion\": \"1\"}}");

    assertThat(late.code()).isEqualTo(409);
    assertThat(late.json().path("reason").asText()).isEqualTo("Conflict");
    assertThat(late.json().at("/details/kind").asText()).isEqualTo("persistentvolumeclaims");
  }

  @Test
  void conflictComesBeforeValidation() {
    rest.patch(STATUS, MERGE, DEGRADED);

    Rest.Answer answer =
        rest.patch(
            STATUS,
            MERGE,
            """
            {"metadata": {"resourceVersion": "1"},
             "status": {"healthStatus": {"healthConditions": [{"status": "Nope"}]}}}
            """);

    assertThat(answer.code()).isEqualTo(409);
  }

  @Test
  void identicalPatchKeepsTheResourceVersion() {
    String first = rest.patch(STATUS, MERGE, DEGRADED).resourceVersion();
    String second = rest.patch(STATUS, MERGE, DEGRADED).resourceVersion();

    assertThat(second).isEqualTo(first);
  }

  @Test
  void identicalPatchByAnotherWriterKeepsTheResourceVersion() {
    String first = rest.patch(STATUS + "?fieldManager=a", MERGE, DEGRADED).resourceVersion();
    String second = rest.patch(STATUS + "?fieldManager=b", MERGE, DEGRADED).resourceVersion();

    assertThat(second).isEqualTo(first);
  }

  @Test
  void resourceVersionsGrowAcrossResources() {
    long claimVersion = Long.parseLong(rest.patch(STATUS, MERGE, DEGRADED).resourceVersion());
    Rest.Answer volume =
        rest.patch(
            "/api/v1/persistentvolumes/" + claim.volumeName() + "/status",
            MERGE,
            "{\"status\": {\"phase\": \"Released\"}}");

    assertThat(Long.parseLong(volume.resourceVersion())).isGreaterThan(claimVersion);
  }

  @Test
  void patchOfTheObjectIgnoresStatus() {
    String before = rest.get(CLAIMS + "/data").resourceVersion();

    Rest.Answer answer = rest.patch(CLAIMS + "/data", MERGE, DEGRADED);

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.json().path("status").has("healthStatus")).isFalse();
    assertThat(answer.resourceVersion()).isEqualTo(before);
  }

  @Test
  void patchOfTheStatusIgnoresTheSpec() {
    Rest.Answer answer = rest.patch(STATUS, MERGE, "{\"spec\": {\"volumeName\": \"another\"}}");

    assertThat(answer.json().at("/spec/volumeName").asText()).isEqualTo(claim.volumeName());
  }

  // As observed on a real server; a CSINode is stricter.
  @Test
  void patchOfTheStatusOfAClaimChangesLabels() {
    Rest.Answer answer = rest.patch(STATUS, MERGE, "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}");

    assertThat(answer.json().at("/metadata/labels/a").asText()).isEqualTo("b");
  }

  @Test
  void patchOfTheStatusOfANodeChangesNoLabels() {
    server.create("{\"kind\": \"CSINode\", \"metadata\": {\"name\": \"n\"}}");

    Rest.Answer answer =
        rest.patch(
            "/apis/storage.k8s.io/v1/csinodes/n/status",
            MERGE,
            "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}");

    assertThat(answer.json().at("/metadata").has("labels")).isFalse();
  }

  @Test
  void draftNameIsDroppedInSilence() {
    Rest.Answer answer =
        rest.patch(
            STATUS,
            MERGE,
            """
            {"status": {"healthStatus": {
              "conditions": [{"status": "Degraded", "reason": "A"}],
              "lastTransitionTime": "2026-11-29T10:00:00Z"}}}
            """);

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.json().at("/status/healthStatus").toString())
        .isEqualTo("{\"lastTransitionTime\":\"2026-11-29T10:00:00Z\"}");
    assertThat(answer.headers().allValues("Warning"))
        .containsExactly("299 - \"unknown field \\\"status.healthStatus.conditions\\\"\"");
  }

  @Test
  void strictFieldValidationRefusesUnknownFields() {
    Rest.Answer answer =
        rest.patch(
            STATUS + "?fieldValidation=Strict",
            MERGE,
            "{\"status\": {\"healthStatus\": {\"conditions\": []}}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.causes()).containsExactly("FieldValueInvalid patch");
    assertThat(answer.json().path("message").asText())
        .endsWith("strict decoding error: unknown field \"status.healthStatus.conditions\"");
  }

  @Test
  void strictFieldValidationRefusesRepeatedFields() {
    Rest.Answer answer =
        rest.patch(
            STATUS + "?fieldValidation=Strict",
            MERGE,
            "{\"status\": {\"phase\": \"Bound\", \"phase\": \"Lost\"}}");

    assertThat(answer.code()).isEqualTo(422);
  }

  @Test
  void claimThatIsBeingDeletedTakesStatusPatches() {
    rest.patch(CLAIMS + "/data", MERGE, "{\"metadata\": {\"finalizers\": [\"example.com/x\"]}}");
    rest.delete(CLAIMS + "/data");

    Rest.Answer answer = rest.patch(STATUS, MERGE, DEGRADED);

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.json().at("/metadata/deletionTimestamp").isTextual()).isTrue();
    assertThat(answer.json().at("/status/healthStatus/healthConditions")).hasSize(1);
  }

  @Test
  void givingUpTheLastFinalizerCompletesTheDeletion() {
    rest.patch(CLAIMS + "/data", MERGE, "{\"metadata\": {\"finalizers\": [\"example.com/x\"]}}");
    rest.delete(CLAIMS + "/data");

    rest.patch(CLAIMS + "/data", MERGE, "{\"metadata\": {\"finalizers\": null}}");

    assertThat(rest.get(CLAIMS + "/data").code()).isEqualTo(404);
  }

  @Test
  void missingClaimIsNotFound() {
    Rest.Answer answer = rest.patch(CLAIMS + "/none/status", MERGE, DEGRADED);

    assertThat(answer.code()).isEqualTo(404);
    assertThat(answer.json().toString())
        .isEqualTo(
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                + "\"message\":\"persistentvolumeclaims \\\"none\\\" not found\","
                + "\"reason\":\"NotFound\",\"details\":{\"name\":\"none\","
                + "\"kind\":\"persistentvolumeclaims\"},\"code\":404}");
  }

  @Test
  void unknownPatchTypeIsUnsupported() {
    Rest.Answer answer = rest.patch(STATUS, "application/json", "{}");

    assertThat(answer.code()).isEqualTo(415);
    assertThat(answer.json().path("reason").asText()).isEqualTo("UnsupportedMediaType");
  }

  @Test
  void patchThatIsNoJsonIsABadRequest() {
    assertThat(rest.patch(STATUS, MERGE, "{").code()).isEqualTo(400);
    assertThat(rest.patch(STATUS, MERGE, "").code()).isEqualTo(400);
    assertThat(rest.patch(STATUS, MERGE, "[]").code()).isEqualTo(400);
    assertThat(rest.patch(STATUS, MERGE, "null").code()).isEqualTo(400);
  }

  @Test
  void largestLegalHealthIsAccepted() {
    StringBuilder conditions = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      conditions
          .append(i == 0 ? "" : ",")
          .append("{\"status\": \"Inaccessible\", \"reason\": \"R")
          .append((char) ('A' + i))
          .append("x".repeat(254))
          .append("\", \"message\": \"")
          .append("é".repeat(512))
          .append("\"}");
    }

    Rest.Answer answer =
        rest.patch(
            STATUS,
            MERGE,
            "{\"status\": {\"healthStatus\": {\"healthConditions\": [" + conditions + "]}}}");

    assertThat(answer.code()).isEqualTo(200);
  }

  @Test
  void replacementOfTheStatusTakesAConflict() {
    String stale = rest.get(CLAIMS + "/data").text();
    rest.patch(STATUS, MERGE, DEGRADED);
    String fresh = rest.get(CLAIMS + "/data").text().replace("DiskSlow", "PathLost");

    assertThat(rest.put(STATUS, stale).code()).isEqualTo(409);
    assertThat(rest.put(STATUS, fresh).json().at("/status/healthStatus/healthConditions/0/reason"))
        .hasToString("\"PathLost\"");
  }

  @Test
  void replacementOfAnotherObjectOfThatNameConflicts() {
    String of = rest.get(CLAIMS + "/data").text().replace(claim.claimUid(), "another-uid");

    assertThat(rest.put(STATUS, of).code()).isEqualTo(409);
  }

  @Test
  void whatIsStoredIsNotCheckedAgain() {
    server.create(
        """
        {"kind": "PersistentVolumeClaim", "metadata": {"name": "newer", "namespace": "shop"},
         "status": {"healthStatus": {"healthConditions": [
           {"status": "MultipathLoss", "reason": "A"}]}}}
        """);

    Rest.Answer kept =
        rest.patch(
            CLAIMS + "/newer/status",
            MERGE,
            """
            {"status": {"healthStatus": {"healthConditions": [
              {"status": "MultipathLoss", "reason": "A", "message": "m"},
              {"status": "Degraded", "reason": "B"}]}}}
            """);
    Rest.Answer added =
        rest.patch(
            CLAIMS + "/newer/status",
            MERGE,
            """
            {"status": {"healthStatus": {"healthConditions": [
              {"status": "MultipathLoss", "reason": "C"}]}}}
            """);

    assertThat(kept.code()).isEqualTo(200);
    assertThat(added.causes())
        .containsExactly("FieldValueNotSupported status.healthStatus.healthConditions[0].status");
  }

  @Test
  void dryRunStoresNothing() {
    Rest.Answer answer = rest.patch(STATUS + "?dryRun=All", MERGE, DEGRADED);

    assertThat(answer.json().at("/status/healthStatus").isObject()).isTrue();
    assertThat(rest.get(CLAIMS + "/data").json().at("/status/healthStatus").isMissingNode())
        .isTrue();
  }

  @Test
  void nodeWantsAResourceVersion() {
    server.create("{\"kind\": \"CSINode\", \"metadata\": {\"name\": \"n\"}}");

    Rest.Answer answer =
        rest.patch(
            "/apis/storage.k8s.io/v1/csinodes/n/status",
            MERGE,
            "{\"metadata\": {\"resourceVersion\": null}}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.causes()).containsExactly("FieldValueInvalid metadata.resourceVersion");
  }

  @Test
  void volumeNotesWhenItsPhaseChanges() {
    String path = "/api/v1/persistentvolumes/" + claim.volumeName() + "/status";

    Rest.Answer answer = rest.patch(path, MERGE, "{\"status\": {\"phase\": \"Released\"}}");

    assertThat(answer.json().at("/status/lastPhaseTransitionTime").isTextual()).isTrue();
  }
}
