package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lease as fabric8's elector sees it, against an API server in memory. */
@Timeout(60)
class LeaseLockTest {

  private static final String NAMESPACE = "shop";
  private static final String DRIVER = "disk.example.com";
  private static final String NAME = "external-health-monitor-leader-disk-example-com";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
  @AutoClose private final InMemoryApiServer server = InMemoryApiServer.start();
  @AutoClose private final KubernetesClient client = MonitorRig.writing(server);
  private final LeaseLock lock = lock("me");

  private LeaseLock lock(String identity) {
    return new LeaseLock(NAMESPACE, DRIVER, identity, clock);
  }

  private static LeaderElectionRecord record(String holder) {
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    return new LeaderElectionRecord(holder, Duration.ofSeconds(15), now, now, 0);
  }

  private void storeLease(String renewTime) {
    server.create(
        """
        {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
         "metadata": {"namespace": "%s", "name": "%s", "labels": {"kept": "label"}},
         "spec": {"holderIdentity": "other", "leaseDurationSeconds": 15,
           "acquireTime": "2020-01-01T00:00:00.000000Z", "renewTime": "%s",
           "leaseTransitions": 3, "preferredHolder": "kept"}}
        """
            .formatted(NAMESPACE, NAME, renewTime));
  }

  private String stored() {
    return server.get("leases", NAMESPACE, NAME).orElseThrow();
  }

  /** As the elector tells it. */
  private boolean isLapsed(LeaseLock of) {
    LeaderElectionRecord record = of.get(client);
    return !record
        .getRenewTime()
        .plus(record.getLeaseDuration())
        .isAfter(ZonedDateTime.now(ZoneOffset.UTC));
  }

  @ParameterizedTest
  @CsvSource({
    "disk.example.com, external-health-monitor-leader-disk-example-com",
    "a_b, external-health-monitor-leader-a-b",
    "ends.with.dot., external-health-monitor-leader-ends-with-dot-X"
  })
  void theNameIsThatOfTheUpstreamSidecar(String driver, String name) {
    assertThat(LeaseLock.name(driver)).isEqualTo(name);
  }

  @Test
  void noTwoIdentitiesAreEqual() {
    assertThat(LeaseLock.newIdentity()).isNotEqualTo(LeaseLock.newIdentity());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2001-01-01T00:00:00.000000Z", "2099-01-01T00:00:00.000000Z"})
  void aLeaseLapsesByTheTimeSinceItWasSeenWhateverItsHoldersClockSays(String renewTime) {
    storeLease(renewTime);
    assertThat(isLapsed(lock)).isFalse();
    clock.advance(Duration.ofSeconds(14));
    assertThat(isLapsed(lock)).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(isLapsed(lock)).isTrue();
  }

  @Test
  void aRenewalThatIsSeenStartsTheTimeAnew() {
    LeaseLock holder = lock("other");
    holder.create(client, record("other"));
    assertThat(isLapsed(lock)).isFalse();
    clock.advance(Duration.ofSeconds(14));
    holder.update(client, record("other"));
    assertThat(isLapsed(lock)).isFalse();
    clock.advance(Duration.ofSeconds(14));
    assertThat(isLapsed(lock)).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(isLapsed(lock)).isTrue();
  }

  @Test
  void theLeaseIsReplacedSoThatTheRightToUpdateIsEnoughAndWhatOthersWroteStays() {
    storeLease("2026-01-01T00:00:00.000000Z");
    assertThat(lock.get(client).getLeaderTransitions()).isEqualTo(3);
    lock.update(client, record("me"));
    assertThat(stored())
        .contains(
            "\"holderIdentity\":\"me\"", "\"kept\":\"label\"", "\"preferredHolder\":\"kept\"");
    assertThat(server.requestCount("update", "leases", "")).isEqualTo(1);
    assertThat(server.requestCount("patch", "leases", "")).isZero();
  }

  @Test
  void ofTwoThatSawTheSameOneTakesIt() {
    storeLease("2026-01-01T00:00:00.000000Z");
    LeaseLock rival = lock("rival");
    lock.get(client);
    rival.get(client);
    rival.update(client, record("rival"));
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> lock.update(client, record("me")))
        .matches(e -> e.getCode() == 409);
    assertThat(lock.left(LIMIT)).isZero();
    assertThat(stored()).contains("\"rival\"");
  }

  @Test
  void aRenewalCountsFromBeforeItsRequest() {
    server.failNext(
        1,
        request -> {
          // While it is under way.
          clock.advance(Duration.ofSeconds(3));
          return false;
        },
        Fault.status(500, "Never"));
    lock.create(client, record("me"));
    assertThat(lock.left(LIMIT)).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void aRenewalThatFailsDoesNotCount() {
    assertThat(lock.left(LIMIT)).isZero();
    lock.create(client, record("me"));
    clock.advance(Duration.ofSeconds(4));
    server.failNext(1, request -> true, Fault.status(503, "Unavailable"));
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> lock.update(client, record("me")));
    assertThat(lock.left(LIMIT)).isEqualTo(Duration.ofSeconds(6));
    lock.update(client, record("me"));
    assertThat(lock.left(LIMIT)).isEqualTo(LIMIT);
  }

  @Test
  void itIsGivenUpOnlyWhereThatIsAllowed() {
    lock.create(client, record("me"));
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> lock.update(client, record(null)));
    assertThat(stored()).contains("\"me\"");
    lock.allowRelease();
    lock.update(client, record(null));
    assertThat(stored()).doesNotContain("holderIdentity");
    assertThat(lock.left(LIMIT)).isZero();
  }

  /** Any other exception would end the election in silence. */
  @Test
  void credentialsThatCannotBeSentAreAFailedRequestAndNotQuoted() {
    try (KubernetesClient bad =
        ApiServer.writing(MonitorRig.config(server).withOauthToken("canary\nx").build())) {
      assertThatExceptionOfType(KubernetesClientException.class)
          .isThrownBy(() -> lock.get(bad))
          .matches(e -> !String.valueOf(e.getMessage()).contains("canary"));
    }
  }
}
