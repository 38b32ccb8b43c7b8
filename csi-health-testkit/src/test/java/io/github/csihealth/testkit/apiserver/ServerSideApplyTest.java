package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.Rest.APPLY;
import static io.github.csihealth.testkit.apiserver.Rest.CLAIMS;
import static io.github.csihealth.testkit.apiserver.Rest.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerSideApplyTest {
  private static final String TEN = "2026-11-29T10:00:00Z";
  private static final String ELEVEN = "2026-11-29T11:00:00Z";

  private InMemoryApiServer server;
  private Rest rest;

  @BeforeEach
  void start() {
    server = InMemoryApiServer.start();
    rest = new Rest(server);
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void managersWithOneTimeAndOtherConditionsShareTheList() {
    apply("one", TEN, condition("Degraded", "A"));
    Rest.Answer answer = apply("two", TEN, condition("Degraded", "B"));

    assertThat(answer.code()).isEqualTo(200);
    assertThat(reasons(answer)).isEqualTo("[\"A\",\"B\"]");
  }

  @Test
  void anotherTimeConflicts() {
    apply("one", TEN, condition("Degraded", "A"));
    Rest.Answer answer = apply("two", ELEVEN, condition("Degraded", "B"));

    assertThat(answer.code()).isEqualTo(409);
    assertThat(answer.json().path("message").asText())
        .isEqualTo(
            "Apply failed with 1 conflict: conflict with \"one\" with subresource \"status\":"
                + " .status.healthStatus.lastTransitionTime");
    assertThat(answer.causes())
        .containsExactly("FieldManagerConflict .status.healthStatus.lastTransitionTime");
  }

  @Test
  void forceTakesWhatOthersOwn() {
    apply("one", TEN, condition("Degraded", "A"));
    Rest.Answer forced = apply("two&force=true", ELEVEN, condition("Degraded", "A"));
    Rest.Answer again = apply("one", TEN, condition("Degraded", "A"));

    assertThat(forced.code()).isEqualTo(200);
    assertThat(forced.json().at("/status/healthStatus/lastTransitionTime").asText())
        .isEqualTo(ELEVEN);
    assertThat(again.code()).isEqualTo(409);
  }

  @Test
  void whatAManagerNoLongerAppliesIsRemovedUnlessOthersOwnIt() {
    apply("one", TEN, condition("Degraded", "A") + "," + condition("Inaccessible", "S"));
    apply("two", TEN, condition("Inaccessible", "S"));

    Rest.Answer answer = apply("one", TEN, condition("DataLoss", "L"));

    assertThat(reasons(answer)).isEqualTo("[\"S\",\"L\"]");
  }

  @Test
  void leavingEverythingOutReleasesIt() {
    apply("one", TEN, condition("Degraded", "A"));
    Rest.Answer answer = applyStatus("one", "{}");

    assertThat(answer.json().at("/status").has("healthStatus")).isFalse();
    assertThat(answer.json().at("/status/phase").asText()).isEqualTo("Bound");
  }

  @Test
  void mergePatchByAnyoneReplacesAllConditionsAndOwnsThem() {
    apply("one", TEN, condition("Degraded", "A"));
    apply("two", TEN, condition("Degraded", "B"));

    Rest.Answer merged =
        rest.patch(
            CLAIMS + "/data/status?fieldManager=three",
            MERGE,
            "{\"status\": {\"healthStatus\": {\"healthConditions\": ["
                + condition("Degraded", "C")
                + "]}}}");
    Rest.Answer applied = apply("one", TEN, "{\"status\":\"Degraded\",\"reason\":\"C\"}");
    Rest.Answer other =
        apply("one", TEN, "{\"status\":\"Degraded\",\"reason\":\"C\",\"message\":\"m\"}");

    assertThat(reasons(merged)).isEqualTo("[\"C\"]");
    assertThat(applied.code()).isEqualTo(200);
    assertThat(other.code()).isEqualTo(200);
  }

  @Test
  void applyConflictsWithAnUpdaterToo() {
    rest.patch(
        CLAIMS + "/data/status?fieldManager=patcher",
        MERGE,
        "{\"status\": {\"healthStatus\": {\"lastTransitionTime\": \"" + TEN + "\"}}}");

    Rest.Answer answer = apply("one", ELEVEN, condition("Degraded", "A"));

    assertThat(answer.code()).isEqualTo(409);
    assertThat(answer.json().path("message").asText())
        .startsWith(
            "Apply failed with 1 conflict: conflict with \"patcher\" with subresource \"status\""
                + " using v1");
  }

  @Test
  void applyingTheSameAgainChangesNothing() {
    Rest.Answer first = apply("one", TEN, condition("Degraded", "A"));
    Rest.Answer second = apply("one", TEN, condition("Degraded", "A"));

    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void ownershipIsWrittenDown() {
    JsonNode entry =
        apply("one", TEN, condition("Degraded", "A")).json().at("/metadata/managedFields/0");

    assertThat(entry.path("manager").asText()).isEqualTo("one");
    assertThat(entry.path("operation").asText()).isEqualTo("Apply");
    assertThat(entry.path("subresource").asText()).isEqualTo("status");
    assertThat(entry.path("fieldsV1").toString())
        .isEqualTo(
            "{\"f:status\":{\"f:healthStatus\":{\"f:healthConditions\":{"
                + "\"k:{\\\"reason\\\":\\\"A\\\",\\\"status\\\":\\\"Degraded\\\"}\":"
                + "{\".\":{},\"f:reason\":{},\"f:status\":{}}},\"f:lastTransitionTime\":{}}}}");
  }

  @Test
  void onePodVolumeAppliedAfterAnotherByOneManagerPrunesTheFirst() {
    server.create(
        """
        {"kind": "Pod", "metadata": {"name": "p", "namespace": "shop"},
         "spec": {"volumes": [{"name": "data"}, {"name": "logs"}]}}
        """);

    applyPodVolume("kubelet", "data");
    Rest.Answer same = applyPodVolume("kubelet", "logs");
    Rest.Answer other = applyPodVolume("monitor", "data");

    assertThat(same.json().at("/status/volumeHealth")).hasSize(1);
    assertThat(other.json().at("/status/volumeHealth")).hasSize(2);
  }

  private Rest.Answer applyPodVolume(String manager, String volume) {
    return rest.patch(
        "/api/v1/namespaces/shop/pods/p/status?fieldManager=" + manager,
        APPLY,
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
         "status": {"volumeHealth": [{"name": "%s", "healthConditions": [
           {"status": "Degraded", "reason": "A"}]}]}}
        """
            .formatted(volume));
  }

  @Test
  void fieldThatTheServerDoesNotKnowIsAnError() {
    Rest.Answer answer = applyStatus("one", "{\"healthStatus\": {\"conditions\": []}}");

    assertThat(answer.code()).isEqualTo(500);
    assertThat(answer.json().path("message").asText())
        .endsWith(".status.healthStatus.conditions: field not declared in schema");
  }

  @Test
  void duplicateKeysAreAnError() {
    Rest.Answer answer =
        apply("one", TEN, condition("Degraded", "A") + "," + condition("Degraded", "A"));

    assertThat(answer.code()).isEqualTo(500);
    assertThat(answer.json().path("message").asText())
        .endsWith("duplicate entries for key [reason=\"A\",status=\"Degraded\"]");
  }

  @Test
  void fieldManagerIsRequired() {
    Rest.Answer answer = rest.patch(CLAIMS + "/data/status", APPLY, "{}");

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.causes()).containsExactly("FieldValueRequired fieldManager");
  }

  @Test
  void managedFieldsMayNotBeApplied() {
    Rest.Answer answer =
        rest.patch(
            CLAIMS + "/data/status?fieldManager=one", APPLY, rest.get(CLAIMS + "/data").text());

    assertThat(answer.code()).isEqualTo(400);
    assertThat(answer.json().path("message").asText())
        .isEqualTo("metadata.managedFields must be nil");
  }

  @Test
  void otherUidAndOldVersionAreRefused() {
    assertThat(applyWithMetadata("\"uid\": \"other\"").code()).isEqualTo(422);
    assertThat(applyWithMetadata("\"resourceVersion\": \"99\"").code()).isEqualTo(409);
  }

  private Rest.Answer applyWithMetadata(String metadata) {
    return rest.patch(
        CLAIMS + "/data/status?fieldManager=one",
        APPLY,
        """
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
         "metadata": {"name": "data", %s}, "status": {"healthStatus": {}}}
        """
            .formatted(metadata));
  }

  @Test
  void missingObjectIsCreatedByApplyingIt() {
    Rest.Answer answer =
        rest.patch(
            CLAIMS + "/fresh?fieldManager=one",
            APPLY,
            """
            {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "fresh"},
             "spec": {"accessModes": ["ReadWriteOnce"]}, "status": {"phase": "Bound"}}
            """);

    assertThat(answer.code()).isEqualTo(201);
    assertThat(answer.json().at("/status/phase").asText()).isEqualTo("Pending");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u007f", "\u0080", "\u0084", "\u0086", "\u009f", "\ufffe", "\uffff"})
  void controlCharactersAreNoYaml(String character) {
    Rest.Answer refused = apply("one", TEN, message("a" + character));
    Rest.Answer escaped =
        apply("one", TEN, message("a\\u%04x".formatted((int) character.charAt(0))));
    Rest.Answer merged =
        rest.patch(CLAIMS + "/data/status", MERGE, merge(message("b" + character)));

    assertThat(refused.code()).isEqualTo(400);
    assertThat(refused.json().path("message").asText())
        .isEqualTo(
            "error decoding patch: error converting YAML to JSON: yaml: control characters are not"
                + " allowed");
    assertThat(storedMessage(escaped)).isEqualTo("a" + character);
    assertThat(storedMessage(merged)).isEqualTo("b" + character);
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a\u0085b,a b",
        "a \u0085 b,a b",
        "a\u0085\u0085b,'a\nb'",
        "a \u0085 \u0085  \u0085 b,'a\n\nb'",
        "a\u0085,a ",
        "\u0085a, a",
        "a\\u0085b,a\u0085b",
        "\ufeff\u00a0 \ud83d\ude00,\ufeff\u00a0 \ud83d\ude00"
      })
  void theNextLineCharacterIsALineBreakOfYaml(String sent, String stored) {
    assertThat(storedMessage(apply("one", TEN, message(sent)))).isEqualTo(stored);
  }

  private static String message(String message) {
    return "{\"status\": \"Degraded\", \"reason\": \"A\", \"message\": \"%s\"}".formatted(message);
  }

  private static String merge(String condition) {
    return "{\"status\": {\"healthStatus\": {\"healthConditions\": [%s]}}}".formatted(condition);
  }

  private static String storedMessage(Rest.Answer answer) {
    return answer.json().at("/status/healthStatus/healthConditions/0/message").asText();
  }

  private Rest.Answer apply(String manager, String time, String conditions) {
    return applyStatus(
        manager,
        "{\"healthStatus\": {\"healthConditions\": [%s], \"lastTransitionTime\": \"%s\"}}"
            .formatted(conditions, time));
  }

  private Rest.Answer applyStatus(String manager, String status) {
    return rest.patch(
        CLAIMS + "/data/status?fieldManager=" + manager,
        APPLY,
        """
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
         "status": %s}
        """
            .formatted(status));
  }

  private static String condition(String status, String reason) {
    return "{\"status\": \"%s\", \"reason\": \"%s\"}".formatted(status, reason);
  }

  private static String reasons(Rest.Answer answer) {
    return answer
        .json()
        .at("/status/healthStatus/healthConditions")
        .findValuesAsText("reason")
        .stream()
        .map(reason -> "\"" + reason + "\"")
        .toList()
        .toString()
        .replace(" ", "");
  }
}
