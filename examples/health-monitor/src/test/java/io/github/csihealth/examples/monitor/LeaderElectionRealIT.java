package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas of the packaged program on a real API server, each beside a driver of its own, with
 * the rights of the upstream sidecar.
 */
@Timeout(180)
class LeaderElectionRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LEASE = Duration.ofSeconds(6);
  private static final Duration RENEW_DEADLINE = Duration.ofSeconds(3);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final TestNamespace namespace = SERVER.newNamespace();
  private final String driverName = namespace.name() + ".csihealth.example";

  @TempDir private Path folder;
  @AutoClose private Replica first;
  @AutoClose private Replica second;

  /** The packaged program in a process of its own. */
  private static final class Replica implements AutoCloseable {
    final FakeDriver driver;
    private final Path log;
    private final Process process;

    Replica(String driverName, TestNamespace namespace, Path log) throws IOException {
      this.driver = FakeDriver.start().named(driverName);
      this.log = log;
      this.process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-jar",
                  "target/health-monitor.jar",
                  "run",
                  "--csi-address=" + driver.endpoint(),
                  "--kubeconfig=" + SERVER.get().kubeconfig(MONITOR),
                  "--list-volumes-interval=200ms",
                  "--leader-election",
                  "--leader-election-namespace=" + namespace.name(),
                  "--leader-election-lease-duration=" + LEASE.toSeconds() + "s",
                  "--leader-election-renew-deadline=" + RENEW_DEADLINE.toSeconds() + "s",
                  "--leader-election-retry-period=" + RETRY.toSeconds() + "s")
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    }

    boolean leads() {
      return driver.calls(LIST_VOLUME_HEALTH) > 0;
    }

    int awaitExit() throws InterruptedException {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    String log() throws IOException {
      return Files.readString(log);
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
      driver.close();
    }
  }

  @BeforeEach
  void startTwo() throws Exception {
    Rbac.set(
        SERVER.get(),
        MONITOR,
        Stream.concat(Rbac.MONITOR_RIGHTS.stream(), Rbac.LEASE_RIGHTS.stream()).toList());
    namespace.bind("data", driverName, "vol-1");
    namespace.bind("logs", driverName, "vol-2");
    first = replica("first");
    eventually("the first leads", first::leads);
    second = replica("second");
    eventually(
        () ->
            assertThat(second.log())
                .contains("another monitor leads")
                .doesNotContain("this monitor leads"));
  }

  private Replica replica(String name) throws IOException {
    return new Replica(driverName, namespace, folder.resolve(name + ".log"));
  }

  private JsonNode lease() throws Exception {
    return JSON.readTree(
            SERVER
                .get()
                .request(
                    "GET",
                    "/apis/coordination.k8s.io/v1/namespaces/"
                        + namespace.name()
                        + "/leases/"
                        + LeaseLock.name(driverName),
                    null,
                    null)
                .body())
        .path("spec");
  }

  private List<AuditEvent> patches() throws Exception {
    return SERVER.writesOfMonitor(namespace).stream()
        .filter(event -> event.verb().equals("patch"))
        .toList();
  }

  @Test
  void afterAKillTheOtherTakesOverAndForgetsNoCondition() throws Exception {
    first.driver.setHealth("vol-1", entry(DEGRADED, "DiskSlow", "slow"));
    second.driver.setHealth("vol-1", entry(DEGRADED, "DiskSlow", "slow"));
    // What the follower's driver alone says is written by nobody.
    second.driver.setHealth("vol-2", entry(DEGRADED, "DiskSlow", "slow"));
    eventually(() -> assertThat(namespace.conditions("data")).hasSize(1));
    int lists = first.driver.calls(LIST_VOLUME_HEALTH);
    eventually(() -> assertThat(first.driver.calls(LIST_VOLUME_HEALTH)).isGreaterThan(lists + 5));
    assertThat(second.leads()).isFalse();
    assertThat(patches()).extracting(AuditEvent::name).containsExactly("data");
    JsonNode before = namespace.claim("data");

    first.process.destroyForcibly();
    assertThat(first.awaitExit()).isEqualTo(128 + 9);
    Instant renewed = Instant.parse(lease().path("renewTime").asText());
    eventually("the second leads", second::leads);

    assertThat(Duration.between(renewed, Instant.parse(lease().path("acquireTime").asText())))
        .as("not while the lease held, and soon after: each try is up to 2.2 periods later")
        .isBetween(LEASE.minus(RETRY), LEASE.plus(RETRY.multipliedBy(3)).plusSeconds(5));
    assertThat(lease().path("leaseTransitions").asInt()).isEqualTo(1);
    eventually(() -> assertThat(namespace.conditions("logs")).hasSize(1));
    assertThat(namespace.claim("data")).as("known and unchanged").isEqualTo(before);
    second.driver.healthy("vol-1");
    eventually(() -> assertThat(namespace.health("data")).isEmpty());
    assertThat(patches()).extracting(AuditEvent::name).containsExactly("data", "logs", "data");
  }

  @Test
  void afterATerminationTheOtherNeedNotWaitForTheEndOfTheLease() throws Exception {
    first.process.destroy();
    assertThat(first.awaitExit()).as(first.log()).isEqualTo(128 + 15);
    JsonNode released = lease();
    Instant renewed = Instant.parse(released.path("renewTime").asText());
    eventually("the second leads", second::leads);
    assertThat(Duration.between(renewed, Instant.parse(lease().path("acquireTime").asText())))
        .isLessThan(LEASE);
  }

  @Test
  void aLeaderThatMayNotRenewStopsBeforeTheLeaseEnds() throws Exception {
    first.driver.setHealth("vol-1", entry(DEGRADED, "DiskSlow", "slow"));
    eventually(() -> assertThat(patches()).hasSize(1));
    Rbac.set(
        SERVER.get(),
        MONITOR,
        Stream.concat(
                Rbac.MONITOR_RIGHTS.stream(),
                Rbac.LEASE_RIGHTS.stream().filter(right -> !right.startsWith("update")))
            .toList());

    assertThat(first.awaitExit()).as(first.log()).isEqualTo(ExitCode.LEASE_LOST.code());
    Instant ended = Instant.now();
    Instant renewed = Instant.parse(lease().path("renewTime").asText());
    assertThat(Duration.between(renewed, ended)).isLessThan(LEASE);
    assertThat(first.log().lines())
        .as("each fault in one line")
        .allMatch(line -> line.matches("\\d{4}-.*|error: .*"))
        .anyMatch(line -> line.startsWith("error: lease " + namespace.name()));
    assertThat(second.leads()).isFalse();
    assertThat(patches()).hasSize(1);
  }

  @Test
  void aLeaderWhoseServerIsGoneStopsBeforeTheLeaseEnds() throws Exception {
    // So that the lease shows the last renewal by the first.
    second.close();
    Instant ended;
    SERVER.get().stopApiServer();
    try {
      assertThat(first.awaitExit()).as(first.log()).isEqualTo(ExitCode.LEASE_LOST.code());
      ended = Instant.now();
    } finally {
      SERVER.startAgain();
    }
    Instant renewed = Instant.parse(lease().path("renewTime").asText());
    assertThat(Duration.between(renewed, ended)).isLessThan(LEASE);
  }
}
