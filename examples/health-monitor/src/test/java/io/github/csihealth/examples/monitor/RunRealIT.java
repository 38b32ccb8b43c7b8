package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DATA_LOSS;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability.RPC;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the {@code run} command makes a real API server store, and what it does not send it. */
class RunRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  /** Long before any test, so that a time that moved is told from one that stayed. */
  private static final String LONG_AGO = "2026-01-01T00:00:00Z";

  private final TestNamespace namespace = SERVER.newNamespace();

  @AutoClose
  private final FakeDriver driver =
      FakeDriver.start().named(namespace.name() + ".csihealth.example");

  @Test
  void aSickVolumesClaimHoldsTheConditionAndTheTimeOfTheTransition() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(INACCESSIBLE, "VolumeNotFound", "gone from the back end"));
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    whileTheMonitorRuns(
        () ->
            eventually(
                () ->
                    assertThat(conditions("data"))
                        .containsExactly("Inaccessible/VolumeNotFound: gone from the back end")));
    assertThat(Instant.parse(since("data"))).isBetween(before, Instant.now());
  }

  @Test
  void aNewMessageIsStoredAndTheTimeOfTheTransitionStays() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    namespace.storeHealth("data", "Degraded", "ReplicaDown", "1 of 3 replicas", LONG_AGO);
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "2 of 3 replicas"));
    whileTheMonitorRuns(
        () ->
            eventually(
                () ->
                    assertThat(conditions("data"))
                        .containsExactly("Degraded/ReplicaDown: 2 of 3 replicas")));
    assertThat(since("data")).isEqualTo(LONG_AGO);
  }

  @Test
  void anotherConditionMovesTheTimeOfTheTransition() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    namespace.storeHealth("data", "Degraded", "ReplicaDown", "1 of 3 replicas", LONG_AGO);
    driver.setHealth(
        "vol-1",
        entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"),
        entry(DATA_LOSS, "BlocksLost", "17 blocks"));
    whileTheMonitorRuns(
        () ->
            eventually(
                () ->
                    assertThat(conditions("data"))
                        .containsExactly(
                            "DataLoss/BlocksLost: 17 blocks",
                            "Degraded/ReplicaDown: 1 of 3 replicas")));
    assertThat(Instant.parse(since("data"))).isAfter(Instant.parse(LONG_AGO));
  }

  @Test
  void failedCallsClearNothing() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    namespace.storeHealth("data", "Degraded", "ReplicaDown", "1 of 3 replicas", LONG_AGO);
    JsonNode stored = namespace.claim("data");
    // Repaired, but nobody can ask: after three failed lists Get is tried, too.
    driver.healthy("vol-1");
    driver.fail(LIST_VOLUME_HEALTH, Status.UNAVAILABLE);
    driver.fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    whileTheMonitorRuns(() -> awaitCalls(LIST_VOLUME_HEALTH, 5));
    assertThat(driver.calls(GET_VOLUME_HEALTH)).isPositive();
    assertThat(namespace.claim("data")).isEqualTo(stored);
    assertThat(SERVER.writesOfMonitor(namespace)).isEmpty();
  }

  @Test
  void aListThatFailsHalfwayAddsAndClearsNothing() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    namespace.bind("logs", driver.name(), "vol-2");
    namespace.storeHealth("data", "Degraded", "ReplicaDown", "1 of 3 replicas", LONG_AGO);
    JsonNode stored = namespace.claim("data");
    driver.answer(LIST_VOLUME_HEALTH, RunRealIT::onlyTheFirstPage);
    driver.fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    whileTheMonitorRuns(
        () -> {
          eventually(
              () ->
                  assertThat(conditions("logs")).containsExactly("Inaccessible/PathLost: no path"));
          awaitCalls(LIST_VOLUME_HEALTH, 10);
        });
    assertThat(namespace.claim("data")).isEqualTo(stored);
    assertThat(SERVER.writesOfMonitor(namespace)).hasSize(1);
  }

  @Test
  void aRecoveredVolumesClaimHoldsNoHealthAnyMore() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    whileTheMonitorRuns(
        () -> {
          eventually(() -> assertThat(namespace.health("data")).isPresent());
          driver.healthy("vol-1");
          eventually(() -> assertThat(namespace.health("data")).isEmpty());
        });
    assertThat(SERVER.writesOfMonitor(namespace)).hasSize(2);
  }

  @Test
  void twentyCyclesWithoutChangeSendNoPatch() throws Exception {
    for (int i = 1; i <= 5; i++) {
      namespace.bind("claim-" + i, driver.name(), "vol-" + i);
    }
    driver.setHealth("vol-1", entry(INACCESSIBLE, "VolumeNotFound", "gone"));
    driver.setHealth("vol-2", entry(DEGRADED, "B", "b"), entry(DATA_LOSS, "A", "a"));
    // What is not legal is stored in another form, which must be known again.
    driver.setHealth("vol-3", entry(DEGRADED, "disk slow", "é".repeat(1000)));
    driver.healthy("vol-4");
    String log =
        whileTheMonitorRuns(
            () -> {
              for (String sick : List.of("claim-1", "claim-2", "claim-3")) {
                eventually(() -> assertThat(namespace.health(sick)).isPresent());
              }
              awaitCalls(LIST_VOLUME_HEALTH, 20);
            });
    assertThat(SERVER.writesOfMonitor(namespace))
        .as("one for each sick volume, in all cycles together")
        .allMatch(write -> write.verb().equals("patch") && write.code() == 200)
        .extracting(AuditEvent::name)
        .containsExactlyInAnyOrder("claim-1", "claim-2", "claim-3");
    assertThat(log.lines().filter(line -> line.contains("REASON_REWRITTEN")))
        .as("what is odd is said once, too")
        .hasSize(1);
  }

  @Test
  void aMonitorThatStartsAgainWritesNothingThatIsStoredAlready() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    whileTheMonitorRuns(() -> eventually(() -> assertThat(namespace.health("data")).isPresent()));
    whileTheMonitorRuns(() -> awaitCalls(LIST_VOLUME_HEALTH, 3));
    assertThat(SERVER.writesOfMonitor(namespace)).hasSize(1);
  }

  @Test
  void aClaimRecreatedUnderTheSameNameGetsNothing() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    namespace.bind("other", driver.name(), "vol-2");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    whileTheMonitorRuns(
        () -> {
          eventually(() -> assertThat(namespace.health("data")).isPresent());
          namespace.deleteClaim("data");
          // It names the volume and calls itself Bound; the volume names the former claim's uid.
          namespace.createClaim("data");
          driver.setHealth("vol-1", entry(DATA_LOSS, "BlocksLost", "17 blocks"));
          driver.setHealth("vol-2", entry(DATA_LOSS, "BlocksLost", "18 blocks"));
          eventually(() -> assertThat(namespace.health("other")).isPresent());
          awaitCalls(LIST_VOLUME_HEALTH, 3);
        });
    assertThat(namespace.health("data")).isEmpty();
    assertThat(SERVER.writesOfMonitor(namespace))
        // Before it sees the deletion the monitor may write for the former uid, which is refused.
        .filteredOn(write -> write.code() == 200)
        .extracting(AuditEvent::name)
        .containsExactly("data", "other");
  }

  @Test
  void unboundVolumesAndOtherDriversVolumesAreNeverTouched() throws Exception {
    namespace.bind("ours", driver.name(), "vol-1");
    namespace.bind("theirs", "other.csihealth.example", "vol-1");
    namespace.createVolume("free", driver.name(), "vol-2");
    JsonNode claim = namespace.claim("theirs");
    JsonNode theirs = namespace.volume("theirs");
    JsonNode free = namespace.volume("free");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    driver.setHealth("vol-2", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    whileTheMonitorRuns(
        () -> {
          eventually(() -> assertThat(namespace.health("ours")).isPresent());
          awaitCalls(LIST_VOLUME_HEALTH, 3);
        });
    assertThat(namespace.claim("theirs")).isEqualTo(claim);
    assertThat(namespace.volume("theirs")).isEqualTo(theirs);
    assertThat(namespace.volume("free")).isEqualTo(free);
    assertThat(SERVER.writesOfMonitor(namespace)).extracting(AuditEvent::name).containsOnly("ours");
  }

  @Test
  void aDriverThatOnlyGetsIsAskedForEachBoundVolume() throws Exception {
    driver.controllerCapabilities(RPC.Type.GET_VOLUME_HEALTH);
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(INACCESSIBLE, "PathLost", "no path"));
    whileTheMonitorRuns(
        () -> {
          eventually(
              () ->
                  assertThat(conditions("data")).containsExactly("Inaccessible/PathLost: no path"));
          String since = since("data");

          awaitCalls(GET_VOLUME_HEALTH, 20);
          driver.fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE);
          awaitCalls(GET_VOLUME_HEALTH, 3);
          assertThat(SERVER.writesOfMonitor(namespace)).as("unchanged, then failing").hasSize(1);

          driver.setHealth("vol-1", entry(INACCESSIBLE, "PathLost", "no path to port 2"));
          driver.recover(GET_VOLUME_HEALTH);
          eventually(
              () ->
                  assertThat(conditions("data"))
                      .containsExactly("Inaccessible/PathLost: no path to port 2"));
          assertThat(since("data")).isEqualTo(since);

          driver.healthy("vol-1");
          eventually(() -> assertThat(namespace.health("data")).isEmpty());
        });
    assertThat(driver.calls(LIST_VOLUME_HEALTH)).isZero();
    assertThat(SERVER.writesOfMonitor(namespace)).hasSize(3);
  }

  @Test
  void whatChangedWhileTheApiServerWasAwayIsStoredOnceItIsBack() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    String log =
        whileTheMonitorRuns(
            () -> {
              awaitCalls(LIST_VOLUME_HEALTH, 1);
              SERVER.get().stopApiServer();
              try {
                driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
                awaitCalls(LIST_VOLUME_HEALTH, 3);
              } finally {
                SERVER.get().startApiServer();
              }
              eventually(
                  () ->
                      assertThat(conditions("data"))
                          .containsExactly("Degraded/ReplicaDown: 1 of 3 replicas"));
              // And what others do is seen again.
              namespace.bind("logs", driver.name(), "vol-2");
              driver.setHealth("vol-2", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
              eventually(
                  () ->
                      assertThat(conditions("logs"))
                          .containsExactly("Degraded/ReplicaDown: 1 of 3 replicas"));
            });
    assertThat(log.lines())
        .as("each fault in one line, which begins with the time")
        .allMatch(line -> line.matches("\\d{4}-.*"))
        .anyMatch(line -> line.matches(".* WARN .*\"write failed\".* outcome=RETRY .*"));
  }

  private String whileTheMonitorRuns(MonitorRun.Body body) throws Exception {
    return MonitorRun.during(driver, SERVER.get().kubeconfig(MONITOR), body);
  }

  /** Returns once so many calls that began after now were answered and acted upon. */
  private void awaitCalls(MethodDescriptor<?, ?> method, int calls) throws Exception {
    int before = driver.calls(method);
    // One more: a cycle is done for sure when the next one begins.
    eventually(() -> assertThat(driver.calls(method)).isGreaterThan(before + calls));
  }

  private static ControllerListVolumeHealthResponse onlyTheFirstPage(
      ControllerListVolumeHealthRequest request) {
    if (request.getStartingToken().isEmpty()) {
      return FakeDriver.page(
          "more", FakeDriver.health("vol-2", entry(INACCESSIBLE, "PathLost", "no path")));
    }
    throw Status.UNAVAILABLE.asRuntimeException();
  }

  private List<String> conditions(String claim) {
    return namespace.conditions(claim);
  }

  private String since(String claim) {
    return namespace.health(claim).orElseThrow().path("lastTransitionTime").asText();
  }
}
