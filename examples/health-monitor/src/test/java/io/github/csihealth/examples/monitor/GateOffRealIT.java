package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.driver.FakeDriver;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server with the feature gate off takes a write of health, answers 200 and drops it. */
class GateOffRealIT {

  @RegisterExtension
  static final RealServer SERVER = RealServer.with("--feature-gates=CSIVolumeHealth=false");

  @AutoClose private final FakeDriver driver = FakeDriver.start();

  @Test
  void aDroppedWriteIsSaidAndNotTakenForStored() throws Exception {
    TestNamespace namespace = SERVER.newNamespace();
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    String log =
        MonitorRun.during(
            driver,
            SERVER.get().kubeconfig(MONITOR),
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
}
