package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.github.csihealth.model.Claim;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.runtime.ClaimPort;
import io.github.csihealth.runtime.TimePort;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.runtime.WriteResult.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for election, and leads once: from the moment it is {@linkplain #won won} until it is
 * {@linkplain #lost lost} or closed.
 *
 * <p>It is lost at the renew deadline after the last renewal was sent, by the elapsed clock and
 * whatever the elector is doing: a request that hangs delays nothing.
 */
final class Leadership implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  private final LeaseLock lock;
  private final LeaseTimes times;
  private final TimePort time;
  private final CompletableFuture<@Nullable Void> won = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> lost = new CompletableFuture<>();
  private final AtomicInteger writes = new AtomicInteger();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(new DaemonThreads("health-monitor-lease"));
  private final CompletableFuture<?> election;
  private volatile boolean closing;

  private Leadership(KubernetesClient client, LeaseLock lock, LeaseTimes times, TimePort time) {
    this.lock = lock;
    this.times = times;
    this.time = time;
    LeaderElectionConfig config =
        new LeaderElectionConfig(
            lock,
            times.lease(),
            times.renewDeadline(),
            times.retryPeriod(),
            new LeaderCallbacks(this::onWon, this::onLost, this::onLeader),
            true,
            lock.describe());
    // Not by its builder, which refuses the default times of the upstream sidecar.
    this.election = new LeaderElector(client, config, thread).start();
  }

  /**
   * Begins to stand for election.
   *
   * @param client one from {@link ApiServer#writing}, which remains its owner's
   */
  static Leadership campaign(
      KubernetesClient client, LeaseLock lock, LeaseTimes times, TimePort time) {
    return new Leadership(client, lock, times, time);
  }

  /** Completes once this process leads. */
  CompletionStage<@Nullable Void> won() {
    return won;
  }

  /** Completes once it leads no more, without having been closed. */
  CompletionStage<@Nullable Void> lost() {
    return lost;
  }

  /** Whether a write may begin now. */
  private boolean leads() {
    return !closing
        && !lost.isDone()
        && lock.left(times.renewDeadline()).compareTo(Duration.ZERO) > 0;
  }

  private void onWon() {
    held(lock.identity(), "this monitor leads");
    loseAtDeadline();
    won.complete(null);
  }

  private void loseAtDeadline() {
    Duration left = lock.left(times.renewDeadline());
    if (left.compareTo(Duration.ZERO) > 0) {
      time.schedule(left, this::loseAtDeadline);
    } else {
      onLost();
    }
  }

  private void onLost() {
    if (!closing) {
      lost.complete(null);
    }
  }

  private void onLeader(@Nullable String identity) {
    if (identity != null && !identity.equals(lock.identity())) {
      held(identity, "another monitor leads");
    }
  }

  private void held(String holder, String message) {
    LOG.atInfo().addKeyValue("lease", lock.fullName()).addKeyValue("holder", holder).log(message);
  }

  /** The same claims, but writes begin only while this process leads. */
  ClaimPort fence(ClaimPort claims) {
    return new ClaimPort() {
      @Override
      public CompletionStage<WriteResult> write(ClaimIntent intent) {
        // Counted first, so that close sees it or it sees close.
        writes.incrementAndGet();
        CompletionStage<WriteResult> written =
            leads()
                ? claims.write(intent)
                : CompletableFuture.completedFuture(
                    WriteResult.of(Outcome.RETRY, "this monitor does not hold the lease any more"));
        return written.whenComplete((result, error) -> writes.decrementAndGet());
      }

      @Override
      public CompletionStage<Optional<Claim>> read(String namespace, String name) {
        return claims.read(namespace, name);
      }
    };
  }

  /**
   * Writes no more and gives the lease up, so that another replica need not wait for its end. With
   * a write still under way, or after a loss, it is left to lapse, and nothing is waited for.
   */
  @Override
  public void close() {
    closing = true;
    if (writes.get() == 0 && !lost.isDone()) {
      lock.allowRelease();
      election.cancel(true);
    }
    thread.shutdown();
  }
}
