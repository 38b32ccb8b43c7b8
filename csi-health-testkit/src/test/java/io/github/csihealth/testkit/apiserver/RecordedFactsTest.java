package io.github.csihealth.testkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replays what a real kube-apiserver v1.37.2 was recorded to answer, request by request. */
class RecordedFactsTest {
  private static final String FACTS = "/facts/apiserver-v1.37.2-status-patches.json";

  @TestFactory
  Stream<DynamicTest> answersAsRecorded() throws IOException {
    return StreamSupport.stream(cases().spliterator(), false)
        .map(
            recorded -> {
              String kind = recorded.path("kind").asText();
              String id = recorded.path("id").asText();
              return dynamicTest(
                  kind + " " + id + ": " + recorded.path("about").asText(), () -> replay(recorded));
            });
  }

  @Test
  void allRecordsAreReplayed() throws IOException {
    assertThat(cases()).hasSize(68);
  }

  private static JsonNode cases() throws IOException {
    try (InputStream in = RecordedFactsTest.class.getResourceAsStream(FACTS)) {
      return new ObjectMapper().readTree(in).path("cases");
    }
  }

  private static void replay(JsonNode recorded) {
    try (InMemoryApiServer server = InMemoryApiServer.start()) {
      Subject subject = Subject.create(server, recorded);
      server.setVolumeHealthEnabled(recorded.path("gate").asBoolean());
      Rest rest = new Rest(server);
      int number = 0;
      for (JsonNode step : recorded.path("steps")) {
        subject.take(rest, step, "step " + number++);
      }
    }
  }

  /** The object that the requests of one record are about. */
  private record Subject(String path, String healthField) {

    static Subject create(InMemoryApiServer server, JsonNode recorded) {
      String id = recorded.path("id").asText();
      switch (recorded.path("kind").asText()) {
        case "PersistentVolumeClaim" -> {
          // One record begins with a claim that got its health while the gate was on.
          String status =
              id.equals("gate-off-stored")
                  ? "{'healthStatus': {'healthConditions': [{'status': 'Degraded', 'reason': 'X'}]}}"
                  : "{'phase': 'Bound'}";
          create(server, "PersistentVolumeClaim", "c-" + id, "{}", status);
          return new Subject(
              "/api/v1/namespaces/default/persistentvolumeclaims/c-" + id, "healthStatus");
        }
        case "Pod" -> {
          String spec = "{'volumes': [{'name': 'data'}, {'name': 'logs'}]}";
          create(server, "Pod", "p-" + id, spec, "{}");
          return new Subject("/api/v1/namespaces/default/pods/p-" + id, "volumeHealth");
        }
        case "CSINode" -> {
          String spec = "{'drivers': [{'name': 'd.example.com', 'nodeID': 'n'}]}";
          create(server, "CSINode", "n-" + id, spec, "{}");
          return new Subject("/apis/storage.k8s.io/v1/csinodes/n-" + id, "storageHealth");
        }
        default -> throw new IllegalArgumentException(recorded.path("kind").asText());
      }
    }

    private static void create(
        InMemoryApiServer server, String kind, String name, String spec, String status) {
      server.create(
          """
          {'kind': '%s', 'metadata': {'name': '%s'}, 'spec': %s, 'status': %s}
          """
              .formatted(kind, name, spec, status)
              .replace('\'', '"'));
    }

    void take(Rest rest, JsonNode step, String description) {
      String before = rest.get(path).resourceVersion();
      String contentType = step.path("contentType").asText();
      String query = contentType.equals(Rest.APPLY) ? "?fieldManager=writer" : "";
      Rest.Answer answer =
          rest.patch(path + "/status" + query, contentType, step.path("patch").toString());
      Rest.Answer stored = rest.get(path);

      assertThat(answer.code()).as(description).isEqualTo(step.path("code").asInt());
      assertThat(!stored.resourceVersion().equals(before))
          .as(description + ": object changed")
          .isEqualTo(step.path("objectChanged").asBoolean());
      // As text, since the order of fields counts as well.
      JsonNode health = stored.json().path("status").get(healthField);
      assertThat(health == null ? "null" : health.toString())
          .as(description + ": stored")
          .isEqualTo(step.path("after").toString());
      List<String> causes = new ArrayList<>();
      step.path("causes")
          .forEach(c -> causes.add(c.path("reason").asText() + " " + c.path("field").asText()));
      assertThat(answer.causes()).as(description + ": causes").isEqualTo(causes);
    }
  }
}
