package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.runtime.ClaimPort;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who leads, and when a leader writes no more; by a clock that is moved by hand. */
@Timeout(60)
class LeadershipTest {

  private static final String NAMESPACE = "shop";
  private static final String DRIVER = "disk.example.com";

  /** In the time of a test no renewal is due. */
  private static final LeaseTimes SLOW =
      new LeaseTimes(Duration.ofSeconds(600), Duration.ofSeconds(500), Duration.ofSeconds(400));

  /** As slow, with tries in quick succession. */
  private static final LeaseTimes EAGER =
      new LeaseTimes(SLOW.lease(), SLOW.renewDeadline(), Duration.ofMillis(50));

  private final ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
  @AutoClose private final InMemoryApiServer server = InMemoryApiServer.start();
  @AutoClose private final KubernetesClient client = MonitorRig.writing(server);
  private final Written written = new Written();
  private Leadership leadership;

  @AfterEach
  void close() {
    if (leadership != null) {
      leadership.close();
    }
  }

  /** Claims of which a test sees the writes that reach them. */
  private static final class Written implements ClaimPort {
    CompletableFuture<WriteResult> answer =
        CompletableFuture.completedFuture(WriteResult.of(WriteResult.Outcome.GONE, "404"));
    int writes;

    @Override
    public CompletionStage<WriteResult> write(ClaimIntent intent) {
      writes++;
      return answer;
    }

    @Override
    public CompletionStage<Optional<Claim>> read(String namespace, String name) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  private Leadership campaign(String identity, LeaseTimes times) {
    return Leadership.campaign(
        client, new LeaseLock(NAMESPACE, DRIVER, identity, clock), times, clock);
  }

  private Leadership win(LeaseTimes times) throws Exception {
    leadership = campaign("me", times);
    awaitLead(leadership);
    return leadership;
  }

  /** The elector renews the lease as soon as it has it; the time of a test begins after that. */
  private void awaitLead(Leadership of) throws Exception {
    of.won().toCompletableFuture().get(30, TimeUnit.SECONDS);
    eventually(() -> assertThat(server.requestCount("update", "leases", "")).isPositive());
  }

  private static ClaimIntent intent() {
    Claim claim = Claim.builder("shop", "data", "uid").resourceVersion("1").build();
    VolumeHealthReport report =
        VolumeHealthReport.of(
            "vol-1", List.of(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "Slow")));
    return (ClaimIntent)
        ClaimReconciler.create()
            .decide(claim, Observation.reported(report), Memory.EMPTY, Instant.EPOCH)
            .write()
            .orElseThrow();
  }

  private CompletionStage<WriteResult> write() {
    return leadership.fence(written).write(intent());
  }

  private String stored() {
    return server.get("leases", NAMESPACE, LeaseLock.name(DRIVER)).orElseThrow();
  }

  @Test
  void aLeaderWritesUntilTheDeadlineAndNoLonger() throws Exception {
    win(SLOW);
    write();
    clock.advance(SLOW.renewDeadline().minusNanos(1));
    write();
    assertThat(written.writes).isEqualTo(2);
    assertThat(leadership.lost().toCompletableFuture()).isNotDone();
    clock.advance(Duration.ofNanos(1));
    assertThat(leadership.lost().toCompletableFuture()).isCompleted();
    assertThat(write().toCompletableFuture().join().outcome()).isEqualTo(WriteResult.Outcome.RETRY);
    assertThat(written.writes).isEqualTo(2);
    leadership.close();
    assertThat(stored()).as("left to lapse: a write may be under way").contains("\"me\"");
  }

  @Test
  void aRenewalMovesTheDeadline() throws Exception {
    win(EAGER);
    clock.advance(EAGER.renewDeadline().minusSeconds(1));
    String before = stored();
    // The second that is seen began after the clock was moved.
    eventually(() -> assertThat(stored()).isNotEqualTo(before));
    String between = stored();
    eventually(() -> assertThat(stored()).isNotEqualTo(between));
    clock.advance(Duration.ofSeconds(2));
    write();
    assertThat(written.writes).isEqualTo(1);
    assertThat(leadership.lost().toCompletableFuture()).isNotDone();
  }

  @Test
  void aLeaderThatCannotRenewLosesAtTheDeadline() throws Exception {
    win(EAGER);
    server.failNext(
        Integer.MAX_VALUE,
        ApiRequest.matching("update", "leases", ""),
        Fault.status(403, "Forbidden"));
    long tries = server.requestCount("update", "leases", "");
    eventually(
        () -> assertThat(server.requestCount("update", "leases", "")).isGreaterThan(tries + 2));
    assertThat(leadership.lost().toCompletableFuture()).isNotDone();
    clock.advance(EAGER.renewDeadline());
    assertThat(leadership.lost().toCompletableFuture()).isCompleted();
    write();
    assertThat(written.writes).isZero();
  }

  @Test
  void aLeaseThatAnotherTookIsLostAtOnce() throws Exception {
    win(EAGER);
    LeaseLock thief = new LeaseLock(NAMESPACE, DRIVER, "thief", clock);
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    eventually(
        () -> {
          try {
            thief.get(client);
            thief.update(client, new LeaderElectionRecord("thief", EAGER.lease(), now, now, 1));
          } catch (KubernetesClientException renewedMeanwhile) {
            throw new AssertionError(renewedMeanwhile);
          }
        });
    leadership.lost().toCompletableFuture().get(30, TimeUnit.SECONDS);
    write();
    assertThat(written.writes).isZero();
  }

  @Test
  void aFollowerWritesNothingAndLeadsOnceTheLeaseHasLapsed() throws Exception {
    try (Leadership dead = campaign("dead", SLOW)) {
      awaitLead(dead);
      leadership = campaign("me", EAGER);
      long reads = server.requestCount("get", "leases", "");
      eventually(
          () -> assertThat(server.requestCount("get", "leases", "")).isGreaterThan(reads + 2));
      write();
      assertThat(written.writes).isZero();
      assertThat(leadership.won().toCompletableFuture()).isNotDone();
      clock.advance(SLOW.lease());
      leadership.won().toCompletableFuture().get(30, TimeUnit.SECONDS);
      write();
      assertThat(written.writes).isEqualTo(1);
      assertThat(stored()).contains("\"me\"");
    }
  }

  @Test
  void aLeaderThatIsClosedMakesWayAtOnce() throws Exception {
    win(EAGER);
    try (Leadership next = campaign("next", EAGER)) {
      leadership.close();
      assertThat(leadership.lost().toCompletableFuture()).isNotDone();
      write();
      assertThat(written.writes).isZero();
      next.won().toCompletableFuture().get(30, TimeUnit.SECONDS);
      assertThat(stored()).contains("\"next\"");
    }
  }

  @Test
  void withAWriteUnderWayTheLeaseIsLeftToLapse() throws Exception {
    win(SLOW);
    written.answer = new CompletableFuture<>();
    write();
    leadership.close();
    assertThat(stored()).contains("\"me\"");
  }

  @Test
  void aFollowerThatIsClosedLeavesTheLeaseAlone() throws Exception {
    win(SLOW);
    try (Leadership follower = campaign("follower", SLOW)) {
      assertThat(follower.won().toCompletableFuture()).isNotDone();
    }
    assertThat(stored()).contains("\"me\"");
  }
}
