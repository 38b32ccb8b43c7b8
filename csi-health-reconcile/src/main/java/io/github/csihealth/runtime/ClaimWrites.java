package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.reconcile.BindingIndex;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.MemorySnapshot;
import io.github.csihealth.reconcile.MetricUpdate;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.UnknownConditionCounter;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides for claims and writes them (rules C21, C22): one write in flight a claim; what is learned
 * meanwhile replaces what waits, and is decided on the answered claim. What waits is always an
 * observation and never a decision, so that nothing is decided on an older copy.
 *
 * <p>Runs in the mailbox alone.
 */
final class ClaimWrites {

  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));
  private static final int FORBIDDEN_GROWTH = 30;
  private static final int CANARY_GROWTH = 12;

  /** Decisions at once on ever newer copies of a claim that others write too. */
  private static final int PROMPT_CONFLICTS = 3;

  private final ClaimPort claims;
  private final TimePort time;
  private final ClaimReconciler reconciler;
  private final MemorySnapshot restored;
  private final BindingIndex index;
  private final StatusGauges gauges;
  private final RuntimeListener listener;
  private final RandomGenerator random;
  private final Executor mailbox;
  private final int maxWrites;
  private final Backoff forbidden;
  private final WritePace pace;
  private final GateBreaker gate;
  private final UnknownConditionCounter unknown = new UnknownConditionCounter();
  private final Map<String, State> states = new HashMap<>();

  /** Claims with a decided write that waits for its turn, first come first served. */
  private final Set<String> queued = new LinkedHashSet<>();

  /** Claims whose write waits for the gate. */
  private final Set<String> gated = new LinkedHashSet<>();

  private int underWay;
  private int retrying;
  private boolean paceTimer;
  private @Nullable String turn;
  private boolean canaryTimer;

  /** What is in hand for one claim, as long as it is bound to one volume (rule C18). */
  private static final class State {
    final String volumeName;
    final String volumeHandle;
    Memory memory;
    @Nullable Observation waiting;
    boolean busy;

    /** Busy only with waiting, after a failure: no call is under way. */
    boolean pausing;

    int failures;
    int conflicts;
    @Nullable MapList<VolumeHealthCondition.Key, VolumeHealthCondition> refused;

    State(PersistentVolume volume, Memory memory) {
      this.volumeName = volume.name();
      this.volumeHandle = volume.volumeHandle();
      this.memory = memory;
    }

    boolean isOf(PersistentVolume volume) {
      return volume.name().equals(volumeName) && volume.volumeHandle().equals(volumeHandle);
    }
  }

  ClaimWrites(
      ClaimPort claims,
      TimePort time,
      ClaimReconciler reconciler,
      MemorySnapshot restored,
      BindingIndex index,
      StatusGauges gauges,
      RuntimeListener listener,
      RandomGenerator random,
      Executor mailbox,
      RuntimeOptions options) {
    this.claims = claims;
    this.time = time;
    this.reconciler = reconciler;
    this.restored = restored;
    this.index = index;
    this.gauges = gauges;
    this.listener = listener;
    this.random = random;
    this.mailbox = mailbox;
    this.maxWrites = options.maxWrites();
    this.forbidden =
        new Backoff(
            options.forbiddenPause(), options.forbiddenPause().multipliedBy(FORBIDDEN_GROWTH));
    this.pace = new WritePace(options.writesPerSecond(), options.writeBurst(), time.nanoTime());
    this.gate =
        new GateBreaker(
            options.canaryPause(),
            options.canaryPause().multipliedBy(CANARY_GROWTH),
            time.nanoTime());
  }

  /**
   * Takes in what was learned of a claim's volume.
   *
   * @return whether the volume is to be asked by Get, to confirm its recovery
   */
  boolean observe(Bound bound, Observation observation) {
    String uid = bound.claim().uid();
    State state = states.computeIfAbsent(uid, claim -> begin(bound));
    if (!state.isOf(bound.volume())) {
      if (state.busy) {
        return false; // until what was begun for the volume before is answered
      }
      forget(uid);
      state = begin(bound);
      states.put(uid, state);
    }
    boolean waits = state.busy || state.waiting != null;
    if (observation.conclusive() && state.busy) {
      state.waiting = observation;
      return false;
    }
    if (!observation.conclusive() && observation.mayWrite() && waits) {
      // Less than a full answer does not replace one; what it tells the next cycle will tell again.
      return false;
    }
    return decide(bound, state, observation);
  }

  private State begin(Bound bound) {
    return new State(bound.volume(), restored.of(bound));
  }

  /** What is remembered of every bound claim. */
  MemorySnapshot memory() {
    MemorySnapshot.Builder memory = MemorySnapshot.builder();
    for (Bound bound : index.all()) {
      State state = states.get(bound.claim().uid());
      memory.add(
          bound, state != null && state.isOf(bound.volume()) ? state.memory : restored.of(bound));
    }
    return memory.build();
  }

  /** A copy of a claim has come, from a watch or from the server; returns the one that counts. */
  Claim seen(Claim claim) {
    Claim known = index.claimSeen(claim);
    gauges.refresh(known);
    return known;
  }

  /** A claim is gone, unless another one has its name by now: nothing is remembered of it. */
  void gone(String namespace, String name, String uid) {
    index.claimGone(namespace, name, uid);
    gauges.refresh(namespace, name);
    forget(uid);
  }

  private void gone(Claim claim) {
    gone(claim.namespace(), claim.name(), claim.uid());
  }

  private void forget(String uid) {
    if (states.remove(uid) != null) {
      listener.forgotten(uid);
    }
    queued.remove(uid);
    gated.remove(uid);
  }

  private boolean decide(Bound bound, State state, Observation observation) {
    Decision decision = reconciler.decide(bound.claim(), observation, state.memory, time.instant());
    listener.decided(bound, observation, decision);
    decision.event().ifPresent(event -> listener.event(bound.claim(), event));
    unknown.count(decision).forEach(listener::metric);
    if (decision.confirm()) {
      return true;
    }
    if (decision.write().isEmpty()) {
      state.memory = decision.memory();
      if (decision.cause() == Decision.Cause.UNCHANGED) {
        // What waited for a write is overtaken: the claim holds what it should.
        settle(bound.claim().uid(), state);
      }
      return false;
    }
    state.memory = decision.memoryUnlessStored();
    // A claim's decision writes that claim.
    ClaimIntent intent = (ClaimIntent) decision.write().get();
    submit(state, new Write(bound, observation, decision, intent));
    return false;
  }

  /** A write that was decided, and what it was decided from. */
  private record Write(
      Bound bound, Observation observation, Decision decision, ClaimIntent intent) {

    Claim claim() {
      return bound.claim();
    }
  }

  private void settle(String uid, State state) {
    // A call that is under way may still change what the claim holds.
    if (!state.busy || state.pausing) {
      state.waiting = null;
      queued.remove(uid);
      gated.remove(uid);
    }
  }

  private void submit(State state, Write write) {
    String uid = write.claim().uid();
    if (state.refused != null && state.refused.equals(write.intent.desired().conditions())) {
      return;
    }
    state.waiting = write.observation;
    boolean itsTurn = queued.isEmpty() || uid.equals(turn);
    if (!itsTurn || underWay >= maxWrites || !pace.ready(time.nanoTime())) {
      queued.add(uid);
      startPaceTimer();
    } else if (gate.admits(write.intent, time.nanoTime())) {
      gated.remove(uid);
      pace.take(time.nanoTime());
      send(state, write);
    } else {
      gated.add(uid);
      startCanaryTimer();
    }
  }

  private void send(State state, Write write) {
    state.busy = true;
    state.waiting = null;
    underWay++;
    Stages.call(
        () -> claims.write(write.intent),
        error -> WriteResult.of(WriteResult.Outcome.RETRY, error.getClass().getSimpleName()),
        result ->
            mailbox.execute(
                () -> {
                  underWay--;
                  state.busy = false;
                  listener.wrote(write.bound, write.decision, result);
                  onWritten(state, write, result);
                  drainQueue();
                }));
  }

  private void onWritten(State state, Write write, WriteResult result) {
    if (isForgotten(write.claim(), state)) {
      // Its answer, however good, is about a claim or a binding that is gone.
      onNoAnswer(write);
      return;
    }
    switch (result.outcome()) {
      case ANSWERED -> onAnswered(state, write, result.claim().orElseThrow());
      case NOT_KNOWN -> onDropped(state, write);
      case CONFLICT -> {
        onNoAnswer(write);
        keep(state, write.observation);
        reread(write.claim(), state);
      }
      case GONE -> {
        onNoAnswer(write);
        gone(write.claim());
      }
      case REFUSED -> {
        onNoAnswer(write);
        state.refused = write.intent.desired().conditions();
        again(write.claim(), state);
      }
      case FORBIDDEN -> onRetry(state, write, forbidden, result.retryAfter());
      case RETRY -> onRetry(state, write, RETRY, result.retryAfter());
    }
  }

  private void onAnswered(State state, Write write, Claim answered) {
    seen(answered);
    if (write.intent.isDroppedIn(answered)) {
      onDropped(state, write);
      return;
    }
    state.memory = write.decision.memory();
    write.decision.eventOnceStored().ifPresent(event -> listener.event(answered, event));
    state.failures = 0;
    state.conflicts = 0;
    state.refused = null;
    boolean wasOff = gate.isOff();
    if (gate.onKept(write.intent)) {
      if (wasOff) {
        listener.gate(false);
      }
      List<String> held = List.copyOf(gated);
      gated.clear();
      held.forEach(this::release);
    }
    again(write.claim(), state);
  }

  private void onDropped(State state, Write write) {
    keep(state, write.observation);
    listener.dropped(write.bound, write.decision);
    listener.metric(MetricUpdate.writeDropped());
    if (gate.onDropped(time.nanoTime())) {
      listener.gate(true);
    }
    gated.add(write.claim().uid());
    startCanaryTimer();
  }

  private void onRetry(State state, Write write, Backoff backoff, Optional<Duration> asked) {
    onNoAnswer(write);
    keep(state, write.observation);
    state.failures++;
    Duration wait = backoff.after(state.failures, random);
    retryLater(write.claim(), state, asked.filter(least -> least.compareTo(wait) > 0).orElse(wait));
  }

  private void onNoAnswer(Write write) {
    gate.onNoAnswer(write.intent, time.nanoTime());
    startCanaryTimer();
  }

  /** What was to be written stays in hand, unless something newer has come. */
  private static void keep(State state, Observation observation) {
    if (state.waiting == null) {
      state.waiting = observation;
    }
  }

  private void reread(Claim claim, State state) {
    state.busy = true;
    underWay++;
    Stages.call(
        () -> claims.read(claim.namespace(), claim.name()).thenApply(Reread::of),
        error -> Reread.UNREADABLE,
        answer ->
            mailbox.execute(
                () -> {
                  underWay--;
                  state.busy = false;
                  onReread(claim, state, answer);
                  drainQueue();
                }));
  }

  /** What came of reading a claim again: it, none of its name, or no answer. */
  private record Reread(boolean readable, Optional<Claim> claim) {
    static final Reread UNREADABLE = new Reread(false, Optional.empty());

    static Reread of(Optional<Claim> claim) {
      return new Reread(true, claim);
    }
  }

  private boolean isForgotten(Claim claim, State state) {
    return states.get(claim.uid()) != state;
  }

  private void onReread(Claim claim, State state, Reread answer) {
    if (isForgotten(claim, state)) {
      return;
    }
    if (!answer.readable) {
      state.failures++;
      retryLater(claim, state, RETRY.after(state.failures, random));
      return;
    }
    answer.claim.ifPresent(this::seen);
    if (answer.claim.isEmpty() || !answer.claim.get().uid().equals(claim.uid())) {
      gone(claim);
      return;
    }
    state.conflicts++;
    if (state.conflicts <= PROMPT_CONFLICTS) {
      again(claim, state);
    } else {
      retryLater(claim, state, RETRY.after(state.conflicts - PROMPT_CONFLICTS, random));
    }
  }

  private void retryLater(Claim claim, State state, Duration delay) {
    state.busy = true;
    state.pausing = true;
    retrying++;
    time.schedule(
        delay,
        () ->
            mailbox.execute(
                () -> {
                  retrying--;
                  state.busy = false;
                  state.pausing = false;
                  again(claim, state);
                }));
  }

  /** Decides on what waits, on the claim as it is known now; not if its binding is another one. */
  private void again(Claim claim, State state) {
    Observation waiting = state.waiting;
    if (waiting == null || isForgotten(claim, state)) {
      return;
    }
    Optional<Bound> bound = current(claim.uid(), state);
    if (bound.isEmpty()) {
      settle(claim.uid(), state);
      return;
    }
    state.waiting = null;
    decide(bound.get(), state, waiting);
  }

  /** The binding that this is in hand for, if it still holds. */
  private Optional<Bound> current(String uid, State state) {
    return index
        .ofVolume(state.volumeName)
        .filter(bound -> bound.claim().uid().equals(uid) && state.isOf(bound.volume()));
  }

  /** Decides anew for a claim that waited, if it still does. */
  private void release(String uid) {
    State state = states.get(uid);
    if (state != null && !state.busy) {
      current(uid, state).ifPresent(bound -> again(bound.claim(), state));
    }
  }

  private void drainQueue() {
    while (!queued.isEmpty() && underWay < maxWrites && pace.ready(time.nanoTime())) {
      turn = queued.iterator().next();
      queued.remove(turn);
      release(turn);
    }
    turn = null;
    if (!queued.isEmpty() && underWay < maxWrites) {
      startPaceTimer();
    }
  }

  private void startPaceTimer() {
    if (!paceTimer) {
      paceTimer = true;
      time.schedule(
          pace.untilNext(time.nanoTime()),
          () ->
              mailbox.execute(
                  () -> {
                    paceTimer = false;
                    drainQueue();
                  }));
    }
  }

  private void startCanaryTimer() {
    Optional<Duration> wait = gate.untilCanary(time.nanoTime());
    if (canaryTimer || gated.isEmpty() || wait.isEmpty()) {
      return;
    }
    canaryTimer = true;
    time.schedule(
        wait.get(),
        () ->
            mailbox.execute(
                () -> {
                  canaryTimer = false;
                  sendCanary();
                }));
  }

  /** One of the claims that wait stands for all; the others wait on. */
  private void sendCanary() {
    if (!gated.isEmpty()) {
      String canary = gated.iterator().next();
      gated.remove(canary);
      release(canary);
      startCanaryTimer();
    }
  }

  /** Whether no write and no read is under way, and none waits for its turn. */
  boolean idle() {
    return underWay == 0 && queued.isEmpty();
  }

  /** Whether every write that was decided has been answered, but those that a gate drops. */
  boolean settled() {
    return idle() && retrying == 0 && (gated.isEmpty() || gate.isOff());
  }
}
