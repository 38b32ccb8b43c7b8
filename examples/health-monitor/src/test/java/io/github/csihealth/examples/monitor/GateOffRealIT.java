package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.driver.FakeDriver;
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
            // A second write tells that the first was not taken for stored.
            () ->
                eventually(
                    () ->
                        assertThat(SERVER.writesOfMonitor(namespace))
                            .hasSizeGreaterThan(1)
                            .allMatch(write -> write.code() == 200)));
    assertThat(namespace.health("data")).isEmpty();
    assertThat(log.lines().filter(line -> line.contains("claim=" + namespace.name() + "/data")))
        .isNotEmpty()
        .allMatch(line -> line.contains(" WARN "))
        .allMatch(line -> line.contains("DROPPED") && line.contains("CSIVolumeHealth"));
  }

  @Test
  void onceTheGateIsOnWhatWasDroppedIsStored() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    whileTheMonitorRuns(
        () -> {
          eventually(() -> assertThat(SERVER.writesOfMonitor(namespace)).isNotEmpty());
          withTheGateOn(
              () ->
                  eventually(
                      () ->
                          assertThat(namespace.conditions("data"))
                              .containsExactly("Degraded/ReplicaDown: 1 of 3 replicas")));
        });
  }

  @Test
  void aClaimThatHoldsHealthStillTakesAnotherOneAndTheRecovery() throws Exception {
    namespace.bind("data", driver.name(), "vol-1");
    withTheGateOn(
        () ->
            namespace.storeHealth(
                "data", "Degraded", "ReplicaDown", "1 of 3 replicas", "2026-01-01T00:00:00Z"));
    driver.setHealth("vol-1", entry(INACCESSIBLE, "PathLost", "no path"));
    String log =
        whileTheMonitorRuns(
            () -> {
              eventually(
                  () ->
                      assertThat(namespace.conditions("data"))
                          .containsExactly("Inaccessible/PathLost: no path"));
              driver.healthy("vol-1");
              eventually(() -> assertThat(namespace.health("data")).isEmpty());
            });
    assertThat(SERVER.writesOfMonitor(namespace)).hasSize(2);
    assertThat(log).doesNotContain("WARN");
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
