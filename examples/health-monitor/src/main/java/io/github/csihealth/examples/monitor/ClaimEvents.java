package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.github.csihealth.examples.monitor.EventCorrelator.Occurrence;
import io.github.csihealth.model.Claim;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.runtime.TimePort;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Publishes what happens to claims as Events on them, in their namespaces. Best effort: nobody has
 * to wait for it, what does not fit its queue is dropped, and so is what the server does not take.
 */
final class ClaimEvents implements AutoCloseable {

  /** Who tells, in every Event. */
  static final String COMPONENT = "health-monitor";

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  private static final int MAX_WAITING = 1_000;
  private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

  private final KubernetesClient client;
  private final TimePort time;
  private final EventCorrelator correlator;
  private final ThreadPoolExecutor thread;

  /**
   * Starts a thread; leaves the client to its owner.
   *
   * @param client one from {@link ApiServer#writing}
   */
  ClaimEvents(KubernetesClient client, TimePort time) {
    this.client = client;
    this.time = time;
    this.correlator = new EventCorrelator(time);
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            new DaemonThreads("health-monitor-events"));
  }

  /** Publishes that this has happened now. Returns at once. */
  void publish(Claim claim, HealthEvent event) {
    Instant now = time.instant();
    try {
      thread.execute(() -> send(claim, event, now));
    } catch (RejectedExecutionException e) {
      // Closed, or the server is slower than things happen.
      about(claim, event).log("event dropped");
    }
  }

  private void send(Claim claim, HealthEvent event, Instant at) {
    try {
      correlator.occurred(claim, event, at).ifPresent(occurrence -> send(claim, event, occurrence));
    } catch (RuntimeException e) {
      about(claim, event).addKeyValue("detail", OneLine.of(e)).log("event not published");
    }
  }

  private static LoggingEventBuilder about(Claim claim, HealthEvent event) {
    return LOG.atDebug()
        .addKeyValue("claim", claim.namespace() + "/" + claim.name())
        .addKeyValue("event", event);
  }

  private void send(Claim claim, HealthEvent event, Occurrence occurrence) {
    Resource<Event> resource =
        client
            .v1()
            .events()
            .inNamespace(claim.namespace())
            .resource(object(claim, event, occurrence));
    if (occurrence.count() == 1) {
      resource.create();
      return;
    }
    try {
      resource.patch(
          PatchContext.of(PatchType.JSON_MERGE),
          "{\"count\":%d,\"lastTimestamp\":\"%s\"}"
              .formatted(occurrence.count(), seconds(occurrence.last())));
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404) {
        throw e;
      }
      // The server forgets Events after an hour; or the first was never stored.
      resource.create();
    }
  }

  private static Event object(Claim claim, HealthEvent event, Occurrence occurrence) {
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(claim.namespace())
        .withName(occurrence.name())
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion("v1")
        .withKind("PersistentVolumeClaim")
        .withNamespace(claim.namespace())
        .withName(claim.name())
        .withUid(claim.uid())
        .withResourceVersion(claim.resourceVersion())
        .endInvolvedObject()
        .withType(event.reason().type())
        .withReason(event.reason().value())
        .withMessage(event.message())
        .withNewSource()
        .withComponent(COMPONENT)
        .endSource()
        .withReportingComponent(COMPONENT)
        .withFirstTimestamp(seconds(occurrence.first()))
        .withLastTimestamp(seconds(occurrence.last()))
        .withCount(occurrence.count())
        .build();
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * Publishes nothing any more: what waits is dropped, and what is under way is broken off. Returns
   * at once.
   */
  void halt() {
    thread.shutdownNow();
  }

  /** Gives what waits a moment to be published, and drops the rest. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
