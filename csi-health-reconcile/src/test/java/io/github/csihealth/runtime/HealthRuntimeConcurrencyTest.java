package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.ListCycle;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * Threads that show, stop and wait at once leave the runtime in a legal state, whichever way they
 * meet: tried by Lincheck's model checker, within whose blocks nothing of AssertJ may be called.
 */
class HealthRuntimeConcurrencyTest {

  private static final int INVOCATIONS = 300;

  private static final Claim CLAIM =
      Claim.builder("shop", "data", "u1")
          .resourceVersion("1")
          .volumeName("pv-1")
          .phase("Bound")
          .build();

  private static final PersistentVolume VOLUME =
      PersistentVolume.builder("pv-1")
          .csi("disk.example.com", "v1")
          .claimRef(new ClaimRef("shop", "data", "u1"))
          .phase("Bound")
          .build();

  @Test
  void whatIsShownByTwoThreadsIsWrittenOnce() {
    Lincheck.runConcurrentTest(
        INVOCATIONS,
        () -> {
          Fake fake = new Fake();
          HealthRuntime runtime = fake.runtime();
          Thread other = start(() -> runtime.claimSeen(CLAIM));
          runtime.volumeSeen(VOLUME);
          runtime.start();
          join(other);
          fake.nextRound();
          check(runtime.whenIdle().toCompletableFuture().isDone(), "not idle");
          check(fake.writes == 1, "not written once");
          check(!fake.overlapped, "two calls at a time");
        });
  }

  @Test
  void aStopThatMeetsTheFirstRoundLeavesNothingUnderWay() {
    Lincheck.runConcurrentTest(
        INVOCATIONS,
        () -> {
          Fake fake = new Fake();
          HealthRuntime runtime = fake.runtime();
          runtime.volumeSeen(VOLUME);
          runtime.claimSeen(CLAIM);
          Thread other = start(runtime::start);
          CompletionStage<?> idle = runtime.whenIdle();
          CompletionStage<?> stopped = runtime.stop();
          join(other);
          check(stopped.toCompletableFuture().isDone(), "not stopped");
          check(idle.toCompletableFuture().isDone(), "never idle");
          int lists = fake.lists;
          fake.nextRound();
          check(fake.lists == lists, "asked after the stop");
          check(fake.writes == lists, "a write that was decided is lost");
        });
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work);
    thread.start();
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A driver with one sick volume, a cluster with one claim, and a clock that stands still. */
  private static final class Fake implements DriverPort, ClaimPort, TimePort {
    private static final DriverInfo INFO =
        DriverInfo.of("disk.example.com", "1", ControllerMode.LIST);

    private final Queue<Runnable> timers = new ConcurrentLinkedQueue<>();
    private boolean busy;
    boolean overlapped;
    int lists;
    int writes;

    HealthRuntime runtime() {
      return HealthRuntime.builder(INFO, this, this, this)
          .executor(Runnable::run)
          .random(new Random(1))
          .build();
    }

    /** All timers that are set by now fire. */
    void nextRound() {
      for (int set = timers.size(); set > 0; set--) {
        timers.remove().run();
      }
    }

    /** Without locks: the runtime calls from one task at a time. */
    private <T> CompletionStage<T> answer(T answer) {
      overlapped |= busy;
      busy = true;
      CompletionStage<T> stage = CompletableFuture.completedFuture(answer);
      busy = false;
      return stage;
    }

    @Override
    public CompletionStage<ProbeResult<DriverInfo>> describe() {
      return answer(ProbeResult.answered(INFO));
    }

    @Override
    public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volumeHandle) {
      return answer(ProbeResult.answered(VolumeHealthReport.of(volumeHandle, List.of())));
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      lists++;
      cycle.add(
          VolumeHealthReport.of(
              "v1", List.of(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "A"))));
      return answer(Optional.empty());
    }

    @Override
    public CompletionStage<WriteResult> write(ClaimIntent intent) {
      writes++;
      return answer(
          WriteResult.answered(
              Claim.builder("shop", "data", "u1")
                  .resourceVersion("2")
                  .volumeName("pv-1")
                  .phase("Bound")
                  .health(intent.desired())
                  .build()));
    }

    @Override
    public CompletionStage<Optional<Claim>> read(String namespace, String name) {
      return answer(Optional.of(CLAIM));
    }

    @Override
    public Instant instant() {
      return Instant.EPOCH;
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
      timers.add(task);
    }
  }
}
