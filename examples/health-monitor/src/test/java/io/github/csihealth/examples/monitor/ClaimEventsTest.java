package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.InvalidJsonException;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an API server gets to store of events. */
@Timeout(120)
class ClaimEventsTest {

  private static final Predicate<ApiRequest> EVENTS =
      request -> request.resource().equals("events");

  private final ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
  private final InMemoryApiServer server = InMemoryApiServer.start(clock);
  private final KubernetesClient client = MonitorRig.writing(server);
  private ClaimEvents events;
  private Claim claim;

  @BeforeEach
  void start() throws Exception {
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");
    claim =
        HealthJson.readClaim(server.get(CLAIMS, "shop", "data").orElseThrow().getBytes(UTF_8))
            .value();
    events = new ClaimEvents(client, clock);
  }

  @AfterEach
  void stop() {
    events.close();
    client.close();
    server.close();
  }

  private List<JsonNode> stored() {
    return server.list("events").stream().map(ClaimEventsTest::tree).toList();
  }

  private static JsonNode tree(String json) {
    try {
      return HealthJson.tree(json.getBytes(UTF_8));
    } catch (InvalidJsonException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> requests() {
    return server.requests().stream().filter(EVENTS).map(ApiRequest::method).toList();
  }

  @Test
  void c26AnEventIsOnItsClaimInTheNamespaceOfTheClaim() {
    events.publish(claim, SampleEvents.abnormal("DiskSlow"));
    eventually("it is stored", () -> stored().size() == 1);

    JsonNode event = stored().get(0);
    assertThat(event.at("/metadata/namespace").asText()).isEqualTo("shop");
    assertThat(event.at("/metadata/name").asText()).startsWith("data.");
    JsonNode on = event.path("involvedObject");
    assertThat(on.path("apiVersion").asText()).isEqualTo("v1");
    assertThat(on.path("kind").asText()).isEqualTo("PersistentVolumeClaim");
    assertThat(on.path("namespace").asText()).isEqualTo("shop");
    assertThat(on.path("name").asText()).isEqualTo("data");
    assertThat(on.path("uid").asText()).isEqualTo(claim.uid()).isNotEmpty();
    assertThat(on.path("resourceVersion").asText()).isEqualTo(claim.resourceVersion()).isNotEmpty();
    assertThat(event.path("type").asText()).isEqualTo("Warning");
    assertThat(event.path("reason").asText()).isEqualTo("VolumeHealthAbnormal");
    assertThat(event.path("message").asText()).isEqualTo("The driver reports Degraded/DiskSlow");
    assertThat(event.at("/source/component").asText()).isEqualTo("health-monitor");
    assertThat(event.path("reportingComponent").asText()).isEqualTo("health-monitor");
    assertThat(event.path("firstTimestamp").asText()).isEqualTo("2026-11-30T09:00:00Z");
    assertThat(event.path("lastTimestamp").asText()).isEqualTo("2026-11-30T09:00:00Z");
    assertThat(event.path("count").asInt()).isEqualTo(1);
  }

  @Test
  void theSameAgainIsOnePatchOfCountAndTime() {
    events.publish(claim, SampleEvents.abnormal("DiskSlow"));
    clock.advance(Duration.ofSeconds(90));
    events.publish(claim, SampleEvents.abnormal("DiskSlow"));
    events.publish(claim, SampleEvents.recovered());
    eventually("all are stored", () -> requests().size() == 3);

    assertThat(requests()).as("nothing is read").containsExactly("POST", "PATCH", "POST");
    eventually("both are", () -> stored().size() == 2);
    JsonNode counted =
        stored().stream().filter(e -> e.path("count").asInt() == 2).findFirst().orElseThrow();
    assertThat(counted.path("firstTimestamp").asText()).isEqualTo("2026-11-30T09:00:00Z");
    assertThat(counted.path("lastTimestamp").asText()).isEqualTo("2026-11-30T09:01:30Z");
  }

  @Test
  void anEventThatTheServerHasForgottenIsMadeAnew() {
    events.publish(claim, SampleEvents.abnormal("DiskSlow"));
    eventually("it is stored", () -> stored().size() == 1);
    server.delete("events", "shop", stored().get(0).at("/metadata/name").asText());
    events.publish(claim, SampleEvents.abnormal("DiskSlow"));
    eventually("it is stored again", () -> stored().size() == 1);

    assertThat(stored().get(0).path("count").asInt()).isEqualTo(2);
  }

  @Test
  void whatTheServerDoesNotTakeIsDroppedAndTheNextGoesOn() throws Exception {
    server.failNext(1, EVENTS, Fault.status(500, "InternalError"));
    server.failNext(1, EVENTS, Fault.status(403, "Forbidden"));
    server.failNext(1, EVENTS, Fault.answerLost());
    String log =
        StandardError.during(
            () -> {
              for (int i = 0; i < 3; i++) {
                events.publish(claim, SampleEvents.abnormal("Reason" + i));
              }
              events.publish(claim, SampleEvents.recovered());
              eventually("the last is stored", () -> stored().toString().contains("Recovered"));
            });

    assertThat(requests()).containsOnly("POST").hasSize(4);
    assertThat(log).as("at the level of info").isEmpty();
  }

  @Test
  void aServerThatHangsKeepsNobodyWaiting() {
    server.failNext(Integer.MAX_VALUE, EVENTS, Fault.hang());
    IntStream.range(0, 10_000)
        .forEach(i -> events.publish(claim, SampleEvents.abnormal("Reason" + i % 10)));

    assertThat(stored()).as("all were taken, and none is answered").isEmpty();
  }

  @Test
  void onceHaltedNothingIsPublishedNotEvenWhatWaits() {
    server.failNext(Integer.MAX_VALUE, EVENTS, Fault.hang());
    IntStream.range(0, 100)
        .forEach(i -> events.publish(claim, SampleEvents.abnormal("Reason" + i % 10)));
    eventually("the first is under way", () -> requests().size() == 1);
    events.halt();
    eventually("it was broken off", () -> !isPublishing());
    server.clearFaults();
    events.publish(claim, SampleEvents.recovered());
    events.close();

    assertThat(requests()).hasSize(1);
    assertThat(stored()).isEmpty();
  }

  private static boolean isPublishing() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("health-monitor-events"));
  }

  @Test
  void theLongestMessageIsTakenByTheServer() {
    String[] reasons =
        IntStream.range(0, 16).mapToObj(i -> "R" + i + "x".repeat(240)).toArray(String[]::new);
    events.publish(claim, SampleEvents.abnormal(reasons));
    eventually("it is stored", () -> stored().size() == 1);

    assertThat(stored().get(0).path("message").asText().getBytes(UTF_8)).hasSizeBetween(700, 1_024);
  }
}
