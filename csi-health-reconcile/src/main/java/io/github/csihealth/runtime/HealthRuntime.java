package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.BindingIndex;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.reconcile.MemorySnapshot;
import io.github.csihealth.reconcile.MetricUpdate;
import io.github.csihealth.reconcile.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks one driver for the health of the volumes it is shown, decides, and writes their claims,
 * until it is stopped.
 *
 * <ul>
 *   <li>By the driver's capabilities, read again before every round: list cycles with Get to
 *       confirm a recovery, or Get for each bound volume at an interval of its own. After three
 *       failed cycles in a row each volume is asked by Get, while every interval still tries the
 *       list (C16).
 *   <li>One call in flight a volume, a bounded number in all; volumes whose calls hang hold at most
 *       half of them; failures back off (C11).
 *   <li>One write in flight a claim; newer values replace waiting ones; a conflict is decided again
 *       on the newer claim; refused content is not repeated (C21).
 *   <li>While the server's feature gate is off, one canary write stands for all (C22).
 * </ul>
 *
 * <p>Memory is bounded by the number of claims and volumes it is shown. Safe for use by any number
 * of threads: every method only posts to a mailbox, and all work is done by one task at a time.
 */
public final class HealthRuntime implements AutoCloseable {

  private static final int FAILED_CYCLES_BEFORE_GET = 3;
  private static final String LIST = "ControllerListVolumeHealth";
  private static final String GET = "ControllerGetVolumeHealth";

  private final DriverPort driver;
  private final TimePort time;
  private final RuntimeListener listener;
  private final RuntimeOptions options;
  private final @Nullable ExecutorService ownThread;
  private final Mailbox mailbox;
  private final BindingIndex index;
  private final StatusGauges gauges;
  private final ClaimWrites writes;
  private final ProbeSlots slots;
  private final GetSchedule schedule;
  private final List<CompletableFuture<@Nullable Void>> idleWaiters = new ArrayList<>();
  private final CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();

  private DriverInfo info;
  private boolean describing;
  private boolean listing;
  private boolean getOff;

  /** Of the times that were set for a next round, the one that counts. */
  private long nextRound;

  private @Nullable Long getTimerAt;
  private boolean stopping;
  private int failedCycles;

  /** The volumes that the last cycle did not name; none if it failed. */
  private Set<String> absent = Set.of();

  private HealthRuntime(Builder builder) {
    this.driver = builder.driver;
    this.time = builder.time;
    this.listener = builder.listener;
    this.options = builder.options;
    this.info = builder.info;
    this.ownThread = builder.executor == null ? newThread() : null;
    Executor executor =
        builder.executor == null ? Objects.requireNonNull(ownThread) : builder.executor;
    this.mailbox = new Mailbox(executor);
    this.index = BindingIndex.of(info.name());
    this.slots = new ProbeSlots(options.maxProbes());
    RandomGenerator random = builder.random == null ? RandomGenerator.getDefault() : builder.random;
    this.schedule = new GetSchedule(options.getInterval(), random);
    this.gauges = new StatusGauges(index, listener::metric);
    this.writes =
        new ClaimWrites(
            builder.claims,
            time,
            builder.reconciler,
            builder.memory,
            index,
            gauges,
            listener,
            random,
            this::post,
            options);
  }

  /**
   * A builder.
   *
   * @param info what the driver said of itself; its name chooses the volumes for good
   */
  public static Builder builder(
      DriverInfo info, DriverPort driver, ClaimPort claims, TimePort time) {
    return new Builder(info, driver, claims, time);
  }

  /** Begins with a first round. Show it what exists before, so that this round is a full one. */
  public void start() {
    post(
        () -> {
          listener.described(info);
          round();
        });
  }

  /** A claim was added or changed; may come in any order, again, and late. */
  public void claimSeen(Claim claim) {
    post(
        () -> {
          Claim known = writes.seen(claim);
          index.ofVolume(known.volumeName()).ifPresent(this::track);
        });
  }

  /** The claim of this uid is gone. */
  public void claimGone(String namespace, String name, String uid) {
    post(() -> writes.gone(namespace, name, uid));
  }

  /** A volume was added or changed, of this driver or of another. */
  public void volumeSeen(PersistentVolume volume) {
    post(
        () -> {
          changed(volume.name(), () -> index.volumeSeen(volume));
          index.ofVolume(volume.name()).ifPresent(this::track);
        });
  }

  /** A volume is gone. */
  public void volumeGone(String name) {
    post(() -> changed(name, () -> index.volumeGone(name)));
  }

  private void changed(String volumeName, Runnable change) {
    Optional<Bound> before = index.ofVolume(volumeName);
    change.run();
    before.ifPresent(bound -> gauges.refresh(bound.claim()));
    index.ofVolume(volumeName).ifPresent(bound -> gauges.refresh(bound.claim()));
  }

  /**
   * What is remembered of all claims now, for the next run or the next leader to begin with; ask
   * before the runtime is closed.
   */
  public CompletionStage<MemorySnapshot> memory() {
    CompletableFuture<MemorySnapshot> memory = new CompletableFuture<>();
    post(() -> memory.complete(writes.memory()));
    return memory;
  }

  /**
   * A stage that completes once no call and no write is under way or waits for its turn; timers may
   * still be set. For tests and demonstrations.
   */
  public CompletionStage<@Nullable Void> whenIdle() {
    CompletableFuture<@Nullable Void> idle = new CompletableFuture<>();
    post(() -> idleWaiters.add(idle));
    return idle;
  }

  /**
   * Asks the driver no more, lets every decided write be answered, and then completes; after {@link
   * RuntimeOptions.Builder#stopLimit} it completes all the same.
   */
  public CompletionStage<@Nullable Void> stop() {
    post(
        () -> {
          if (!stopping) {
            stopping = true;
            time.schedule(options.stopLimit(), () -> stopped.complete(null));
          }
        });
    return stopped;
  }

  /**
   * {@linkplain #stop Stops} and waits for that, within its limit; then nothing is begun any more,
   * whoever runs the work, and further calls do nothing. Not to be called by a listener.
   */
  @Override
  public void close() {
    try {
      stop().toCompletableFuture().get(options.stopLimit().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // It is stopped all the same: nothing more is asked, and the writes left had their time.
    }
    halt();
  }

  /**
   * Begins nothing any more, at once, whoever runs the work: writes that are decided are not sent,
   * the answers to those under way are not waited for, and further calls do nothing. A {@link
   * #stop} or {@link #close} that waits returns. For whoever has lost the right to write, such as a
   * former leader. Never blocks; any thread may call it.
   */
  public void halt() {
    mailbox.close();
    stopped.complete(null);
    if (ownThread != null) {
      ownThread.shutdown();
    }
  }

  private void post(Runnable task) {
    mailbox.post(
        () -> {
          task.run();
          pump();
          if (stopping && writes.settled()) {
            stopped.complete(null);
          }
          if (!describing && !listing && slots.idle() && writes.idle()) {
            idleWaiters.forEach(waiter -> waiter.complete(null));
            idleWaiters.clear();
          }
        });
  }

  /** Reads the capabilities again, then lists or asks as they say, then waits for the next time. */
  private void round() {
    if (stopping || describing || listing) {
      return;
    }
    describing = true;
    Stages.call(
        driver::describe,
        error -> ProbeResult.failed(broken("GetPluginInfo", error)),
        answer ->
            post(
                () -> {
                  describing = false;
                  answer.answer().ifPresent(this::onDescribed);
                  askAsItMay();
                }));
  }

  private void onDescribed(DriverInfo now) {
    getOff = false;
    if (!now.equals(info)) {
      info = now;
      failedCycles = 0;
      listener.described(now);
    }
  }

  /** A driver of another name on the same socket is none of ours. */
  private ControllerMode mode() {
    return info.name().equals(index.driver()) ? info.controllerMode() : ControllerMode.DORMANT;
  }

  private void askAsItMay() {
    if (stopping) {
      return;
    }
    switch (mode()) {
      case LIST -> {
        schedule.clear();
        list();
      }
      case GET -> {
        index.all().forEach(this::track);
        again(options.describeInterval());
      }
      case DORMANT, LIST_WITHOUT_GET -> {
        schedule.clear();
        again(options.listInterval());
      }
    }
  }

  /** The next round is then; a time that was set before counts no more. */
  private void again(Duration delay) {
    long next = ++nextRound;
    time.schedule(
        delay,
        () ->
            post(
                () -> {
                  if (next == nextRound) {
                    round();
                  }
                }));
  }

  private void list() {
    listing = true;
    Set<String> handles =
        index.all().stream()
            .map(bound -> bound.volume().volumeHandle())
            .collect(Collectors.toUnmodifiableSet());
    ListCycle cycle = ListCycle.begin(handles::contains);
    long from = time.nanoTime();
    Stages.call(
        () -> driver.list(cycle),
        error -> Optional.of(broken(LIST, error)),
        failure ->
            post(
                () -> {
                  listing = false;
                  onListed(handles, cycle, failure, from);
                  again(options.listInterval());
                }));
  }

  private static ProbeFailure broken(String method, Throwable error) {
    return ProbeFailure.of(FailureKind.RETRYABLE, method, error.getClass().getSimpleName());
  }

  private void onListed(
      Set<String> handles, ListCycle cycle, Optional<ProbeFailure> failure, long from) {
    probed(LIST, from, failure);
    ListCycle.Result result = failure.map(cycle::fail).orElseGet(cycle::complete);
    failedCycles = result.complete() ? 0 : failedCycles + 1;
    absent =
        result.complete()
            ? handles.stream()
                .filter(handle -> !result.listed().contains(handle))
                .collect(Collectors.toUnmodifiableSet())
            : Set.of();
    boolean getTakesOver = failedCycles >= FAILED_CYCLES_BEFORE_GET;
    for (Bound bound : index.all()) {
      String handle = bound.volume().volumeHandle();
      // A volume bound since the cycle began was not looked for.
      if (handles.contains(handle)) {
        observe(bound, result.observationOf(handle));
      }
      if (getTakesOver) {
        slots.ask(handle, ProbeSlots.Purpose.ROUND);
      }
    }
  }

  private void observe(Bound bound, Observation observation) {
    if (writes.observe(bound, observation)) {
      slots.ask(bound.volume().volumeHandle(), ProbeSlots.Purpose.CONFIRM);
    }
  }

  private void track(Bound bound) {
    if (mode() == ControllerMode.GET) {
      schedule.add(bound.volume().volumeHandle(), time.nanoTime());
    }
  }

  /** Makes the calls that may be made now, and sets the timer for those that may be later. */
  private void pump() {
    if (stopping || getOff) {
      return;
    }
    for (String due : schedule.due(time.nanoTime())) {
      if (index.ofHandle(due).isEmpty()) {
        schedule.drop(due);
      } else {
        slots.ask(due, ProbeSlots.Purpose.ROUND);
      }
    }
    for (ProbeSlots.Call call = slots.next(); call != null; call = slots.next()) {
      if (index.ofHandle(call.volume()).isEmpty()) {
        // Unbound while it waited for its turn.
        slots.ended(call.volume(), false);
        schedule.drop(call.volume());
      } else {
        get(call);
      }
    }
    schedule.next().ifPresent(this::startGetTimer);
  }

  private void startGetTimer(long at) {
    if (getTimerAt == null || at - getTimerAt < 0) {
      getTimerAt = at;
      time.schedule(
          Duration.ofNanos(Math.max(0, at - time.nanoTime())),
          () ->
              post(
                  () -> {
                    if (getTimerAt != null && getTimerAt == at) {
                      getTimerAt = null;
                    }
                  }));
    }
  }

  private void get(ProbeSlots.Call call) {
    long from = time.nanoTime();
    Stages.call(
        () -> driver.get(call.volume()),
        error -> ProbeResult.failed(broken(GET, error)),
        result -> post(() -> onGot(call, result, from)));
  }

  private void onGot(ProbeSlots.Call call, ProbeResult<VolumeHealthReport> result, long from) {
    long now = time.nanoTime();
    slots.ended(call.volume(), now - from > options.hungAfter().toNanos());
    probed(GET, from, result.failure());
    if (result.failure().isPresent()) {
      FailureKind kind = result.failure().get().kind();
      schedule.failed(call.volume(), kind, now);
      if (kind == FailureKind.UNIMPLEMENTED) {
        // Off until the capabilities are read again, which the next round does (C16): soon.
        if (!getOff && mode() == ControllerMode.GET) {
          again(options.getInterval());
        }
        getOff = true;
      }
    } else {
      schedule.answered(call.volume(), now);
    }
    // A Get that outlasted its cycle confirms nothing if a later one named the volume or failed.
    boolean confirms =
        call.purpose() == ProbeSlots.Purpose.CONFIRM && absent.contains(call.volume());
    Observation observation =
        result.fold(
            Observation::reported,
            failure ->
                confirms ? Observation.absentAndUnconfirmed(failure) : Observation.failed(failure));
    for (Bound bound : index.ofHandle(call.volume())) {
      observe(bound, observation);
    }
  }

  private void probed(String method, long from, Optional<ProbeFailure> failure) {
    Duration duration = Duration.ofNanos(time.nanoTime() - from);
    listener.probed(method, duration, failure);
    MetricUpdate.probed(index.driver(), method, failure.isEmpty(), duration)
        .forEach(listener::metric);
  }

  private static ExecutorService newThread() {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, "csi-health-runtime");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Collects what a runtime is made of. Not thread-safe. */
  public static final class Builder {
    private final DriverInfo info;
    private final DriverPort driver;
    private final ClaimPort claims;
    private final TimePort time;
    private ClaimReconciler reconciler = ClaimReconciler.create();
    private MemorySnapshot memory = MemorySnapshot.empty();
    private RuntimeOptions options = RuntimeOptions.defaults();
    private RuntimeListener listener = RuntimeListener.NOOP;
    private @Nullable RandomGenerator random;
    private @Nullable Executor executor;

    private Builder(DriverInfo info, DriverPort driver, ClaimPort claims, TimePort time) {
      this.info = Objects.requireNonNull(info, "info");
      this.driver = Objects.requireNonNull(driver, "driver");
      this.claims = Objects.requireNonNull(claims, "claims");
      this.time = Objects.requireNonNull(time, "time");
    }

    /** Sets the engine; default {@link ClaimReconciler#create}. */
    public Builder reconciler(ClaimReconciler value) {
      reconciler = Objects.requireNonNull(value, "reconciler");
      return this;
    }

    /** Sets how often it asks and writes; default {@link RuntimeOptions#defaults}. */
    public Builder options(RuntimeOptions value) {
      options = Objects.requireNonNull(value, "options");
      return this;
    }

    /** Sets who is told; default nobody. */
    public Builder listener(RuntimeListener value) {
      listener = Objects.requireNonNull(value, "listener");
      return this;
    }

    /** Sets where jitter comes from, so that a test can repeat it; used by one thread at a time. */
    public Builder random(RandomGenerator value) {
      random = Objects.requireNonNull(value, "random");
      return this;
    }

    /** Sets what an earlier run remembered; default nothing, which is always right (rule C17). */
    public Builder memory(MemorySnapshot value) {
      memory = Objects.requireNonNull(value, "memory");
      return this;
    }

    /** Sets what runs the work, one task at a time; default a daemon thread of its own. */
    public Builder executor(Executor value) {
      executor = Objects.requireNonNull(value, "executor");
      return this;
    }

    /** The runtime, not yet started. */
    public HealthRuntime build() {
      return new HealthRuntime(this);
    }
  }
}
