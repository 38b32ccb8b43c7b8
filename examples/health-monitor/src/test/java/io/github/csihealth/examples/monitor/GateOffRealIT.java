package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A server with the feature gate off takes a write of health, answers 200 and drops it, unless the
 * claim already holds some.
 */
class GateOffRealIT {

  @RegisterExtension
  static final RealServer SERVER = RealServer.with("--feature-gates=CSIVolumeHealth=false");

  private static final List<String> SICK = List.of("data-1", "data-2", "data-3", "data-4");
  private static final String GATE_ON = "--feature-gates=CSIVolumeHealth=true";

  private final TestNamespace namespace = SERVER.newNamespace();

  @AutoClose
  private final FakeDriver driver =
      FakeDriver.start().named(namespace.name() + ".csihealth.example");

  @Test
  void aDroppedWriteIsSaidAndNotTakenForStored() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    String log =
        whileTheMonitorRuns(
            () -> eventually(() -> assertThat(SERVER.writesOfMonitor(namespace)).isNotEmpty()));
    assertThat(SERVER.writesOfMonitor(namespace)).allMatch(write -> write.code() == 200);
    assertThat(namespace.health("data")).isEmpty();
    assertThat(log.lines().filter(line -> line.contains("claim=" + namespace.name() + "/data")))
        .as("no line that tells of a health that is stored")
        .isNotEmpty()
        .allMatch(line -> line.contains(" WARN "))
        .allMatch(line -> line.contains("dropped") && line.contains("CSIVolumeHealth"));
  }

  @Test
  void c22OneWriteStandsForAllSickClaims() throws Exception {
    bindSickClaims();
    MonitorRun.during(
        driver,
        SERVER.get().kubeconfig(MONITOR),
        Duration.ofHours(1),
        () -> {
          int before = driver.calls(LIST_VOLUME_HEALTH);
          eventually(() -> assertThat(driver.calls(LIST_VOLUME_HEALTH)).isGreaterThan(before + 20));
        });
    assertThat(SERVER.writesOfMonitor(namespace)).hasSize(1);
  }

  @Test
  void c22OnceTheGateIsOnWhatWasDroppedOrHeldBackIsStored() throws Exception {
    bindSickClaims();
    whileTheMonitorRuns(
        () -> {
          eventually(() -> assertThat(SERVER.writesOfMonitor(namespace)).isNotEmpty());
          withTheGateOn(
              () -> {
                for (String claim : SICK) {
                  eventually(
                      () ->
                          assertThat(namespace.conditions(claim))
                              .containsExactly("Degraded/ReplicaDown: 1 of 3 replicas"));
                }
              });
        });
  }

  private void bindSickClaims() throws Exception {
    for (String claim : SICK) {
      namespace.bind(claim, driver.name(), "vol-" + claim);
      driver.setHealth("vol-" + claim, entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    }
  }

  @Test
  void c22AClaimThatHoldsHealthStillTakesAnotherOneAndTheRecovery() throws Exception {
    namespace.bind("held", driver.name(), "vol-1");
    namespace.bind("new", driver.name(), "vol-2");
    withTheGateOn(
        () ->
            namespace.storeHealth(
                "held", "Degraded", "ReplicaDown", "1 of 3 replicas", "2026-01-01T00:00:00Z"));
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    driver.setHealth("vol-2", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    String log =
        MonitorRun.during(
            driver,
            SERVER.get().kubeconfig(MONITOR),
            Duration.ofHours(1),
            () -> {
              eventually(() -> assertThat(SERVER.writesOfMonitor(namespace)).isNotEmpty());
              driver.setHealth("vol-1", entry(INACCESSIBLE, "PathLost", "no path"));
              eventually(
                  () ->
                      assertThat(namespace.conditions("held"))
                          .containsExactly("Inaccessible/PathLost: no path"));
              driver.healthy("vol-1");
              eventually(() -> assertThat(namespace.health("held")).isEmpty());
            });
    assertThat(SERVER.writesOfMonitor(namespace))
        .as("that they are kept tells nothing of the gate")
        .extracting(AuditEvent::name)
        .containsExactly("new", "held", "held");
    assertThat(log.lines().filter(line -> line.contains("/held ")))
        .hasSize(2)
        .noneMatch(line -> line.contains("WARN"));
  }

  private String whileTheMonitorRuns(MonitorRun.Body body) throws Exception {
    return MonitorRun.during(driver, SERVER.get().kubeconfig(MONITOR), body);
  }

  private static void withTheGateOn(MonitorRun.Body body) throws Exception {
    SERVER.get().stopApiServer();
    SERVER.startAgain(GATE_ON);
    try {
      body.run();
    } finally {
      SERVER.get().stopApiServer();
      SERVER.startAgain();
    }
  }
}
