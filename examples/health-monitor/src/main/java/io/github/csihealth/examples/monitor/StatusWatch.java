package io.github.csihealth.examples.monitor;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.github.csihealth.examples.monitor.HealthCollection.Listing;
import io.github.csihealth.examples.monitor.HealthResource.Health;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Prints changes of health until its thread is interrupted. All is done by that thread, one thing
 * after another, in the order in which it came.
 */
final class StatusWatch {

  private static final long PAUSE_SECONDS = 5;

  private final Map<HealthResource, HealthCollection> collections;
  private final StatusOutput output;
  private final Consumer<String> complaints;
  private final Map<HealthResource, ConditionHistory> histories =
      new EnumMap<>(HealthResource.class);
  private final Map<HealthResource, Watch> watches = new EnumMap<>(HealthResource.class);
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  /**
   * A watch that has not begun.
   *
   * @param complaints takes a line for each attempt to watch that failed
   */
  StatusWatch(
      Map<HealthResource, HealthCollection> collections,
      StatusOutput output,
      Consumer<String> complaints) {
    this.collections = collections;
    this.output = output;
    this.complaints = complaints;
    collections.keySet().forEach(resource -> histories.put(resource, new ConditionHistory()));
  }

  /** Goes on from what was listed, and printed, before. */
  void run(Map<HealthResource, Listing> listings) {
    try {
      listings.forEach(
          (resource, listing) -> {
            history(resource).allSeen(listing.objects());
            attempt(resource, () -> watch(resource, listing.version()));
          });
      while (true) {
        tasks.take().run();
      }
    } catch (InterruptedException e) {
      // The user has seen enough.
    } finally {
      watches.values().forEach(Watch::close);
    }
  }

  private void watch(HealthResource resource, String version) {
    Watch watch =
        collection(resource)
            .watch(
                version,
                new HealthCollection.Observer() {
                  @Override
                  public void seen(Health health) {
                    tasks.add(() -> output.changed(history(resource).seen(health)));
                  }

                  @Override
                  public void gone(String object) {
                    tasks.add(() -> output.changed(history(resource).gone(object)));
                  }

                  @Override
                  public void ended() {
                    tasks.add(() -> attempt(resource, () -> listAndWatch(resource)));
                  }
                });
    watches.put(resource, watch);
  }

  private void listAndWatch(HealthResource resource) {
    Listing listing = collection(resource).list();
    List<ConditionChange> changes = history(resource).allSeen(listing.objects());
    output.changed(changes);
    watch(resource, listing.version());
  }

  private void attempt(HealthResource resource, Runnable action) {
    try {
      action.run();
    } catch (KubernetesClientException e) {
      complaints.accept(
          "warning: "
              + resource.plural()
              + " cannot be watched, trying again in "
              + PAUSE_SECONDS
              + " s: "
              + OneLine.of(e));
      Executor later = CompletableFuture.delayedExecutor(PAUSE_SECONDS, SECONDS, tasks::add);
      later.execute(() -> attempt(resource, () -> listAndWatch(resource)));
    }
  }

  private HealthCollection collection(HealthResource resource) {
    return Objects.requireNonNull(collections.get(resource));
  }

  private ConditionHistory history(HealthResource resource) {
    return Objects.requireNonNull(histories.get(resource));
  }
}
