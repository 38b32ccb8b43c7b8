package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import io.github.csihealth.runtime.TimePort;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease that the replicas of a driver's monitor contend for, as the lock of fabric8's elector.
 * It is that of the upstream sidecar, so that the two exclude each other.
 *
 * <p>Unlike fabric8's own lock
 *
 * <ul>
 *   <li>a lease lapses by the clock of this machine, once its duration has gone by since the last
 *       renewal was seen, as client-go has it: a clock that is wrong takes no lease from a leader
 *       that lives;
 *   <li>it is replaced, not patched, so that the rights of the upstream sidecar are enough;
 *   <li>it is given up only where that was allowed, by {@link #allowRelease}.
 * </ul>
 */
final class LeaseLock implements Lock {

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  private final String namespace;
  private final String name;
  private final String identity;
  private final TimePort time;

  /** As read or written last. */
  private @Nullable Lease stored;

  /** When this version of it was seen first, by the elapsed clock. */
  private long seenAt;

  /** When the request was sent that made or kept it ours, by the elapsed clock. */
  private volatile @Nullable Long renewedAt;

  private volatile boolean mayRelease;

  /**
   * A lock of this process, which nothing was asked about yet.
   *
   * @param identity of this process: no other has it
   */
  LeaseLock(String namespace, String driver, String identity, TimePort time) {
    this.namespace = namespace;
    this.name = name(driver);
    this.identity = identity;
    this.time = time;
  }

  /** The name that csi-lib-utils makes for a driver. */
  static String name(String driver) {
    String legal = ("external-health-monitor-leader-" + driver).replaceAll("[^a-zA-Z0-9-]", "-");
    return legal.endsWith("-") ? legal + "X" : legal;
  }

  /** A new identity for this process: the host, which is the pod, and something random. */
  static String newIdentity() {
    String host = System.getenv("HOSTNAME");
    if (host == null || host.isEmpty()) {
      try {
        host = InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        host = "unknown";
      }
    }
    return host + "_" + UUID.randomUUID();
  }

  @Override
  public synchronized @Nullable LeaderElectionRecord get(KubernetesClient client) {
    Lease now = request(() -> client.leases().inNamespace(namespace).withName(name).get());
    if (now == null || stored == null || !version(now).equals(version(stored))) {
      seenAt = time.nanoTime();
    }
    stored = now;
    if (now == null) {
      return null;
    }
    LeaseSpec spec = Optional.ofNullable(now.getSpec()).orElseGet(LeaseSpec::new);
    Duration duration =
        Duration.ofSeconds(Objects.requireNonNullElse(spec.getLeaseDurationSeconds(), 0));
    // The elector compares with the clock on the wall; what is left is by the elapsed clock.
    Duration elapsed = Duration.ofNanos(time.nanoTime() - seenAt);
    ZonedDateTime renewed = ZonedDateTime.now(ZoneOffset.UTC).minus(elapsed);
    return new LeaderElectionRecord(
        spec.getHolderIdentity(),
        duration,
        Objects.requireNonNullElse(spec.getAcquireTime(), renewed),
        renewed,
        Objects.requireNonNullElse(spec.getLeaseTransitions(), 0));
  }

  private static String version(Lease lease) {
    return lease.getMetadata().getResourceVersion();
  }

  @Override
  public synchronized void create(KubernetesClient client, LeaderElectionRecord record) {
    Lease lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .build();
    send(record, lease, () -> client.resource(lease).create());
  }

  @Override
  public synchronized void update(KubernetesClient client, LeaderElectionRecord record) {
    if (!identity.equals(record.getHolderIdentity()) && !mayRelease) {
      throw new KubernetesClientException("the lease is left to lapse");
    }
    Lease lease = new LeaseBuilder(Objects.requireNonNull(stored, "not read yet")).build();
    send(record, lease, () -> client.resource(lease).update());
  }

  private void send(LeaderElectionRecord record, Lease lease, Supplier<Lease> request) {
    LeaseSpec spec = Optional.ofNullable(lease.getSpec()).orElseGet(LeaseSpec::new);
    spec.setHolderIdentity(record.getHolderIdentity());
    spec.setLeaseDurationSeconds(Math.toIntExact(record.getLeaseDuration().toSeconds()));
    spec.setAcquireTime(record.getAcquireTime());
    spec.setRenewTime(record.getRenewTime());
    spec.setLeaseTransitions(record.getLeaderTransitions());
    lease.setSpec(spec);
    long sentAt = time.nanoTime();
    stored = request(request);
    seenAt = sentAt;
    renewedAt = identity.equals(record.getHolderIdentity()) ? sentAt : null;
  }

  /** The elector would print a stack trace, and stop for good at an exception that is not this. */
  private <T extends @Nullable Object> T request(Supplier<T> request) {
    try {
      return request.get();
    } catch (RuntimeException e) {
      KubernetesClientException failure =
          e instanceof KubernetesClientException known
              ? known
              : new KubernetesClientException(OneLine.of(e));
      if (failure.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        LOG.atWarn()
            .addKeyValue("lease", fullName())
            .addKeyValue("detail", OneLine.of(failure))
            .log("request of the lease failed");
      }
      throw failure;
    }
  }

  /** From now on it may be given up before it lapses: nothing is written any more. */
  void allowRelease() {
    mayRelease = true;
  }

  /** How much of this time since the last renewal by us is left; zero or less for none. */
  Duration left(Duration limit) {
    Long renewed = renewedAt;
    return renewed == null ? Duration.ZERO : limit.minusNanos(time.nanoTime() - renewed);
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public String describe() {
    return "lease " + fullName();
  }

  /** Of the lease, as {@code namespace/name}. */
  String fullName() {
    return namespace + "/" + name;
  }
}
