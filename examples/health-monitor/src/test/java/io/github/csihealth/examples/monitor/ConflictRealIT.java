package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.runtime.SystemTime;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Others write the claim, too, and the watch tells of that only later. */
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
    decideOnTheCopyFromBefore(() -> namespace.annotate("data", "changed meanwhile"));
    assertThat(namespace.health("data")).isEmpty();
    assertThat(namespace.claim("data").at("/metadata/annotations/example").asText())
        .isEqualTo("changed meanwhile");
    assertThat(SERVER.writesOfMonitor(namespace))
        .extracting(AuditEvent::code)
        .containsExactly(409, 200);
    assertThat(driver.calls(GET_VOLUME_HEALTH)).as("at once, not in the next cycle").isOne();
  }

  @Test
  void aStaleWriteThatAnotherWriterHasMadeNeedlessIsNotRepeated() throws Exception {
    decideOnTheCopyFromBefore(
        () -> namespace.patchStatus("data", "{\"status\": {\"healthStatus\": null}}"));
    assertThat(SERVER.writesOfMonitor(namespace)).extracting(AuditEvent::code).containsExactly(409);
  }

  @Test
  void aStaleWriteDoesNotReachAClaimRecreatedUnderTheSameName() throws Exception {
    decideOnTheCopyFromBefore(
        () -> {
          namespace.deleteClaim("data");
          namespace.createClaim("data");
          namespace.storeHealth("data", "DataLoss", "Others", "of another volume", LONG_AGO);
        });
    assertThat(namespace.conditions("data")).containsExactly("DataLoss/Others: of another volume");
    assertThat(SERVER.writesOfMonitor(namespace)).extracting(AuditEvent::code).containsExactly(409);
  }

  @Test
  void aClaimThatIsGoneIsForgotten() throws Exception {
    decideOnTheCopyFromBefore(() -> namespace.deleteClaim("data"));
    assertThat(SERVER.writesOfMonitor(namespace)).extracting(AuditEvent::code).containsExactly(404);
  }

  /**
   * Runs one round of the monitor's runtime for a volume that has recovered. It is shown the claim
   * as it was before the change.
   */
  private void decideOnTheCopyFromBefore(Runnable change) throws Exception {
    driver.healthy("vol-1");
    Config config = Config.fromKubeconfig(SERVER.get().kubeconfig(MONITOR).toFile());
    try (Driver dialled = Driver.dial(driver.endpoint(), Duration.ofSeconds(30));
        KubernetesClient client = ApiServer.writing(config);
        SystemTime time = SystemTime.start();
        HealthRuntime runtime =
            HealthRuntime.builder(
                    dialled.describe(),
                    new CsiDriverPort(dialled.client()),
                    new KubernetesClaimPort(client),
                    time)
                .build()) {
      runtime.volumeSeen(HealthJson.readPersistentVolume(namespace.volume("data")).value());
      runtime.claimSeen(HealthJson.readClaim(namespace.claim("data")).value());
      change.run();
      runtime.start();
      runtime.whenIdle().toCompletableFuture().get(60, SECONDS);
    }
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

  private void whileTheMonitorRuns(MonitorRun.Body body) throws Exception {
    MonitorRun.during(driver, SERVER.get().kubeconfig(MONITOR), body);
  }

  private void awaitLists(int lists) throws Exception {
    int before = driver.calls(LIST_VOLUME_HEALTH);
    eventually(() -> assertThat(driver.calls(LIST_VOLUME_HEALTH)).isGreaterThan(before + lists));
  }
}
