package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.Rest.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GateTest {
  private static final String POD = "/api/v1/namespaces/default/pods/p";
  private static final String NODE = "/apis/storage.k8s.io/v1/csinodes/n";

  private InMemoryApiServer server;
  private Rest rest;

  @BeforeEach
  void start() {
    server = InMemoryApiServer.start();
    rest = new Rest(server);
    server.create(
        """
        {"kind": "Pod", "metadata": {"name": "p"}, "spec": {"volumes": [{"name": "data"}]}}
        """);
    server.create("{\"kind\": \"CSINode\", \"metadata\": {\"name\": \"n\"}}");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void gateIsOnAtFirst() {
    assertThat(server.isVolumeHealthEnabled()).isTrue();
  }

  @Test
  void newContentOfAPodIsDroppedWhileTheGateIsOff() {
    server.setVolumeHealthEnabled(false);
    String patch =
        "{\"status\": {\"phase\": \"Running\", \"volumeHealth\": [{\"name\": \"data\"}]}}";

    Rest.Answer answer = rest.patch(POD + "/status", MERGE, patch);

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.json().at("/status/phase").asText()).isEqualTo("Running");
    assertThat(answer.json().at("/status/volumeHealth").isMissingNode()).isTrue();
  }

  @Test
  void storedContentOfANodeStillChangesWhileTheGateIsOff() {
    rest.patch(NODE + "/status", MERGE, storageHealth("A"));
    server.setVolumeHealthEnabled(false);

    rest.patch(NODE + "/status", MERGE, storageHealth("B"));

    assertThat(reason()).isEqualTo("B");
  }

  @Test
  void clearedContentOfANodeDoesNotComeBackWhileTheGateIsOff() {
    rest.patch(NODE + "/status", MERGE, storageHealth("A"));
    server.setVolumeHealthEnabled(false);
    rest.patch(NODE + "/status", MERGE, "{\"status\": {\"storageHealth\": null}}");

    rest.patch(NODE + "/status", MERGE, storageHealth("B"));

    assertThat(rest.get(NODE).json().at("/status/storageHealth").isMissingNode()).isTrue();
  }

  @Test
  void contentIsKeptAgainOnceTheGateIsOn() {
    server.setVolumeHealthEnabled(false);
    rest.patch(NODE + "/status", MERGE, storageHealth("A"));
    server.setVolumeHealthEnabled(true);

    rest.patch(NODE + "/status", MERGE, storageHealth("A"));

    assertThat(reason()).isEqualTo("A");
  }

  private String reason() {
    return rest.get(NODE).json().at("/status/storageHealth/0/healthConditions/0/reason").asText();
  }

  private static String storageHealth(String reason) {
    return """
        {"status": {"storageHealth": [{"name": "d.example.com", "healthConditions": [
          {"status": "StorageDegraded", "reason": "%s"}]}]}}
        """
        .formatted(reason);
  }
}
