package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.runtime.SystemTime;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** C26: what a claim's Events tell, as a real server stores them. */
class EventsRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final VolumeHealthEntry SICK = entry(DEGRADED, "ReplicaDown", "1 of 3 replicas");

  private final TestNamespace namespace = SERVER.newNamespace();

  @AutoClose
  private final FakeDriver driver =
      FakeDriver.start().named(namespace.name() + ".csihealth.example");

  private List<JsonNode> events() throws Exception {
    String path = "/api/v1/namespaces/" + namespace.name() + "/events";
    List<JsonNode> events = new ArrayList<>();
    JSON.readTree(SERVER.get().request("GET", path, null, null).body())
        .path("items")
        .forEach(events::add);
    return events;
  }

  private List<String> told() throws Exception {
    return events().stream()
        .map(event -> event.path("type").asText() + " " + event.path("reason").asText())
        .toList();
  }

  @Test
  void aSickAnUnknownAndARecoveredVolumeAreTold() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", SICK);
    MonitorRun.during(
        driver,
        SERVER.get().kubeconfig(MONITOR),
        () -> {
          eventually(() -> assertThat(told()).containsExactly("Warning VolumeHealthAbnormal"));
          driver.setHealth("vol-1", SICK, SICK.toBuilder().setStatusValue(99).build());
          eventually(
              () -> assertThat(told()).contains("Warning UnknownVolumeHealthCondition").hasSize(2));
          driver.healthy("vol-1");
          eventually(() -> assertThat(told()).contains("Normal VolumeHealthRecovered").hasSize(3));
        });
    JsonNode claim = namespace.claim("data");
    assertThat(events())
        .allSatisfy(
            event -> {
              assertThat(event.at("/involvedObject/kind").asText())
                  .isEqualTo("PersistentVolumeClaim");
              assertThat(event.at("/involvedObject/uid").asText())
                  .isEqualTo(claim.at("/metadata/uid").asText());
              assertThat(event.at("/source/component").asText()).isEqualTo("health-monitor");
              assertThat(event.path("count").asInt()).isEqualTo(1);
              assertThat(event.toString()).doesNotContain("1 of 3 replicas");
            });
  }

  @Test
  void aVolumeThatFlaps200TimesMakesTwoEventsThatCountAndFewRequests() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    Claim claim = HealthJson.readClaim(JSON.writeValueAsBytes(namespace.claim("data"))).value();
    Config config = Config.fromKubeconfig(SERVER.get().kubeconfig(MONITOR).toFile());
    try (KubernetesClient client = ApiServer.writing(config);
        SystemTime time = SystemTime.start();
        ClaimEvents events = new ClaimEvents(client, time)) {
      for (int i = 0; i < 200; i++) {
        events.publish(claim, SampleEvents.abnormal("ReplicaDown"));
        events.publish(claim, SampleEvents.recovered());
      }
      eventually(() -> assertThat(requests()).hasSize(EventCorrelator.BURST));
    }
    assertThat(requests()).as("what was held back stays so").hasSize(EventCorrelator.BURST);
    assertThat(requests()).extracting(AuditEvent::code).containsOnly(200, 201);
    assertThat(told())
        .containsExactlyInAnyOrder("Warning VolumeHealthAbnormal", "Normal VolumeHealthRecovered");
    assertThat(events()).extracting(event -> event.path("count").asInt()).contains(12, 13);
  }

  private List<AuditEvent> requests() throws Exception {
    return SERVER.get().audit().stream()
        .filter(event -> event.user().equals(MONITOR.name()))
        .filter(event -> event.namespace().equals(namespace.name()))
        .filter(event -> event.resource().equals("events"))
        .toList();
  }
}
