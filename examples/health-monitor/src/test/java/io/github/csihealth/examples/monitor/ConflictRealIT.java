package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Others write the claim, too. The monitor takes the confirming Get of a volume that left the list
 * into a decision on the copy from before that call: what happens during the call makes its write a
 * stale one.
 */
class ConflictRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final String LONG_AGO = "2026-01-01T00:00:00Z";

  private final TestNamespace namespace = SERVER.newNamespace();

  @AutoClose
  private final FakeDriver driver =
      FakeDriver.start().named(namespace.name() + ".csihealth.example");

  @BeforeEach
  void aClaimIsStoredAsSick() {
    namespace.bind("data", driver.name(), "vol-1");
    namespace.storeHealth("data", "Degraded", "ReplicaDown", "1 of 3 replicas", LONG_AGO);
  }

  @Test
  void aStaleWriteIsRefusedAndDecidedAgainOnTheNewerClaim() throws Exception {
    duringTheFirstGet(() -> namespace.annotate("data", "changed meanwhile"));
    whileTheMonitorRuns(() -> eventually(() -> assertThat(namespace.health("data")).isEmpty()));
    assertThat(namespace.claim("data").at("/metadata/annotations/example").asText())
        .isEqualTo("changed meanwhile");
    assertThat(SERVER.writesOfMonitor(namespace))
        .extracting(AuditEvent::code)
        .containsExactly(409, 200);
    assertThat(driver.calls(GET_VOLUME_HEALTH)).as("at once, not in the next cycle").isOne();
  }

  @Test
  void aStaleWriteThatAnotherWriterHasMadeNeedlessIsNotRepeated() throws Exception {
    duringTheFirstGet(
        () -> namespace.patchStatus("data", "{\"status\": {\"healthStatus\": null}}"));
    whileTheMonitorRuns(
        () -> {
          eventually(() -> assertThat(SERVER.writesOfMonitor(namespace)).isNotEmpty());
          awaitLists(3);
        });
    assertThat(SERVER.writesOfMonitor(namespace)).extracting(AuditEvent::code).containsExactly(409);
  }

  @Test
  void aStaleWriteDoesNotReachAClaimRecreatedUnderTheSameName() throws Exception {
    duringTheFirstGet(
        () -> {
          namespace.deleteClaim("data");
          namespace.createClaim("data");
          namespace.storeHealth("data", "DataLoss", "Others", "of another volume", LONG_AGO);
        });
    whileTheMonitorRuns(() -> awaitLists(3));
    assertThat(driver.calls(GET_VOLUME_HEALTH)).isPositive();
    assertThat(namespace.conditions("data")).containsExactly("DataLoss/Others: of another volume");
    assertThat(SERVER.writesOfMonitor(namespace))
        .as("none, if the watch has told of it before the write")
        .hasSizeLessThan(2)
        .allMatch(write -> write.code() == 409 || write.code() == 422);
  }

  @Test
  void theDriversReportOverwritesWhatAnotherWriterStored() throws Exception {
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    whileTheMonitorRuns(
        () -> {
          awaitLists(1);
          namespace.storeHealth("data", "DataLoss", "Invented", "by another writer", LONG_AGO);
          eventually(
              () ->
                  assertThat(namespace.conditions("data"))
                      .containsExactly("Degraded/ReplicaDown: 1 of 3 replicas"));
          namespace.patchStatus("data", "{\"status\": {\"healthStatus\": null}}");
          eventually(
              () ->
                  assertThat(namespace.conditions("data"))
                      .containsExactly("Degraded/ReplicaDown: 1 of 3 replicas"));
        });
    assertThat(SERVER.writesOfMonitor(namespace))
        .extracting(AuditEvent::code)
        .containsExactly(200, 200);
  }

  /** The volume is repaired and has left the list; the first Get that asks takes its time. */
  private void duringTheFirstGet(Runnable change) {
    driver.healthy("vol-1");
    AtomicBoolean first = new AtomicBoolean(true);
    driver.answer(
        GET_VOLUME_HEALTH,
        request -> {
          if (first.getAndSet(false)) {
            change.run();
          }
          return ControllerGetVolumeHealthResponse.newBuilder()
              .setVolumeHealth(VolumeHealth.newBuilder().setVolumeId("vol-1"))
              .build();
        });
  }

  private void whileTheMonitorRuns(MonitorRun.Body body) throws Exception {
    MonitorRun.during(driver, SERVER.get().kubeconfig(MONITOR), body);
  }

  private void awaitLists(int lists) throws Exception {
    int before = driver.calls(LIST_VOLUME_HEALTH);
    eventually(() -> assertThat(driver.calls(LIST_VOLUME_HEALTH)).isGreaterThan(before + lists));
  }
}
