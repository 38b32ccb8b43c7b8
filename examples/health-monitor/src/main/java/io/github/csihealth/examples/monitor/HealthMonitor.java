package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.client.ListSummary;
import io.github.csihealth.examples.monitor.WriteResult.Outcome;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Observes a driver, decides for each claim, and acts. One {@link #cycle} after the other, on one
 * thread; within a cycle the volumes are shared out to the workers.
 */
final class HealthMonitor implements AutoCloseable {

  /** List cycles that may fail in a row before each volume is asked by Get (rule C16). */
  private static final int FAILED_CYCLES_BEFORE_GET = 3;

  /** Decisions on ever newer copies of one claim within a cycle, when others write it too. */
  private static final int MAX_ATTEMPTS = 5;

  private static final long STOP_SECONDS = 20;

  private final HealthClient driver;
  private final Cluster cluster;
  private final ClaimReconciler reconciler;
  private final InstantSource clock;
  private final MonitorListener listener;
  private final ExecutorService workers;
  private final Map<String, Memory> memories = new ConcurrentHashMap<>();
  private int failedCycles;

  HealthMonitor(
      HealthClient driver,
      Cluster cluster,
      ClaimReconciler reconciler,
      InstantSource clock,
      int workerThreads,
      MonitorListener listener) {
    this.driver = driver;
    this.cluster = cluster;
    this.reconciler = reconciler;
    this.clock = clock;
    this.listener = listener;
    AtomicInteger number = new AtomicInteger();
    this.workers =
        Executors.newFixedThreadPool(
            workerThreads,
            task -> {
              Thread thread = new Thread(task, "health-monitor-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Asks the driver once for every bound volume, decides and writes; returns when all is done.
   *
   * @param info what the driver says of itself; one that may not be asked is left alone
   */
  void cycle(DriverInfo info) {
    if (info.controllerMode() == ControllerMode.DORMANT
        || info.controllerMode() == ControllerMode.LIST_WITHOUT_GET) {
      return;
    }
    List<BoundVolume> bound = cluster.boundVolumes(info.name());
    memories
        .keySet()
        .retainAll(bound.stream().map(b -> b.claim().uid()).collect(Collectors.toSet()));
    listener.begins(bound);
    if (info.controllerMode() == ControllerMode.LIST) {
      ListCycle.Result listed = list(bound);
      failedCycles = listed.complete() ? 0 : failedCycles + 1;
      if (failedCycles < FAILED_CYCLES_BEFORE_GET) {
        forEach(info.name(), bound, volume -> listed.observationOf(volume.handle()));
        return;
      }
    }
    forEach(info.name(), bound, this::get);
  }

  private ListCycle.Result list(List<BoundVolume> bound) {
    Set<String> handles = bound.stream().map(BoundVolume::handle).collect(Collectors.toSet());
    ListCycle cycle = ListCycle.begin(handles::contains);
    ProbeResult<ListSummary> result =
        driver
            .list(
                new ListListener() {
                  @Override
                  public void entry(VolumeHealthReport entry) {
                    cycle.add(entry);
                  }

                  @Override
                  public void restarted() {
                    cycle.restart();
                  }
                })
            .toCompletableFuture()
            .join();
    listener.listed(result);
    return result.fold(summary -> cycle.complete(), cycle::fail);
  }

  private void forEach(
      String driverName, List<BoundVolume> bound, Function<BoundVolume, Observation> observe) {
    // Those that share a handle go one after the other: one call in flight a volume (rule C11).
    CompletableFuture<?>[] tasks =
        bound.stream().collect(Collectors.groupingBy(BoundVolume::handle)).values().stream()
            .map(
                sharing ->
                    CompletableFuture.runAsync(
                        () ->
                            sharing.forEach(
                                volume -> reconcile(driverName, volume, observe.apply(volume))),
                        workers))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(tasks).join();
  }

  /** Decides, and decides again on a newer copy of the claim as long as the server has one. */
  private void reconcile(String driverName, BoundVolume seen, Observation first) {
    Observation observation = first;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // Looked up anew: the binding may have been undone while the driver was asked.
      Optional<BoundVolume> current = cluster.current(seen.volume(), driverName);
      if (current.isEmpty() || !current.get().isSame(seen)) {
        return;
      }
      BoundVolume volume = current.get();
      Decision decision = decide(volume, observation);
      if (decision.confirm()) {
        observation = ask(volume).fold(Observation::reported, Observation::absentAndUnconfirmed);
        decision = decide(volume, observation);
      }
      if (decision.write().isEmpty()) {
        memories.put(volume.claim().uid(), decision.memory());
        return;
      }
      memories.put(volume.claim().uid(), decision.memoryUnlessStored());
      WriteResult result = cluster.write(decision.write().get());
      listener.wrote(volume, decision, result);
      if (result.outcome() == Outcome.STORED) {
        memories.put(volume.claim().uid(), decision.memory());
      }
      if (result.outcome() != Outcome.CONFLICT || !cluster.refresh(volume)) {
        return;
      }
    }
  }

  private Decision decide(BoundVolume volume, Observation observation) {
    Memory memory = memories.getOrDefault(volume.claim().uid(), Memory.EMPTY);
    Decision decision = reconciler.decide(volume.claim(), observation, memory, clock.instant());
    listener.decided(volume, observation, decision);
    return decision;
  }

  private Observation get(BoundVolume volume) {
    return ask(volume).fold(Observation::reported, Observation::failed);
  }

  private ProbeResult<VolumeHealthReport> ask(BoundVolume volume) {
    ProbeResult<VolumeHealthReport> result =
        driver.get(volume.handle()).toCompletableFuture().join();
    listener.asked(volume, result);
    return result;
  }

  /** Lets the calls and writes under way end, for some seconds at most. */
  @Override
  public void close() {
    workers.shutdown();
    try {
      if (!workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
