package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.ListCycle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A driver and a cluster in the memory of a test; calls may be held and answered later. */
final class Ports implements DriverPort, ClaimPort {

  static final String DRIVER = "disk.example.com";
  static final Duration DEADLINE = Duration.ofSeconds(15);

  ControllerMode mode = ControllerMode.GET;
  final Map<String, List<VolumeHealthCondition>> health = new LinkedHashMap<>();
  final Map<String, FailureKind> failing = new HashMap<>();
  FailureKind listFails;
  boolean hold;
  final Set<String> hanging = new HashSet<>();

  final List<String> gets = new ArrayList<>();
  int lists;
  int describes;
  final Set<String> hung = new HashSet<>();

  final Map<String, Claim> claims = new LinkedHashMap<>();
  final List<ClaimIntent> writes = new ArrayList<>();
  final Deque<Function<ClaimIntent, WriteResult>> answers = new ArrayDeque<>();
  final Deque<Runnable> held = new ArrayDeque<>();
  boolean gateOn = true;
  int reads;
  int failingReads;
  private long version = 100;
  private final TimePort clock;

  Ports(TimePort clock) {
    this.clock = clock;
  }

  DriverInfo info() {
    return DriverInfo.of(DRIVER, "1", mode);
  }

  Claim bind(HealthRuntime runtime, String claim, String handle) {
    Claim stored =
        Claim.builder("shop", claim, "uid-" + claim)
            .resourceVersion(Long.toString(++version))
            .volumeName("pv-" + claim)
            .phase("Bound")
            .build();
    claims.put(claim, stored);
    runtime.volumeSeen(volume(claim, handle));
    runtime.claimSeen(stored);
    return stored;
  }

  static PersistentVolume volume(String claim, String handle) {
    return PersistentVolume.builder("pv-" + claim)
        .csi(DRIVER, handle)
        .claimRef(new ClaimRef("shop", claim, "uid-" + claim))
        .phase("Bound")
        .build();
  }

  VolumeHealthStatus stored(String claim) {
    return claims.get(claim).health();
  }

  @Override
  public CompletionStage<ProbeResult<DriverInfo>> describe() {
    describes++;
    return CompletableFuture.completedFuture(ProbeResult.answered(info()));
  }

  @Override
  public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volumeHandle) {
    gets.add(volumeHandle);
    CompletableFuture<ProbeResult<VolumeHealthReport>> stage = new CompletableFuture<>();
    if (hanging.contains(volumeHandle)) {
      hung.add(volumeHandle);
      clock.schedule(
          DEADLINE,
          () -> {
            hung.remove(volumeHandle);
            stage.complete(
                ProbeResult.failed(
                    ProbeFailure.of(
                        FailureKind.RETRYABLE, "ControllerGetVolumeHealth", "DEADLINE_EXCEEDED")));
          });
    } else {
      stage.complete(answer(volumeHandle));
    }
    return stage;
  }

  private ProbeResult<VolumeHealthReport> answer(String volumeHandle) {
    FailureKind kind = failing.get(volumeHandle);
    return kind != null
        ? ProbeResult.failed(ProbeFailure.of(kind, "ControllerGetVolumeHealth", kind.name()))
        : ProbeResult.answered(
            VolumeHealthReport.of(volumeHandle, health.getOrDefault(volumeHandle, List.of())));
  }

  @Override
  public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
    lists++;
    if (listFails != null) {
      return CompletableFuture.completedFuture(
          Optional.of(ProbeFailure.of(listFails, "ControllerListVolumeHealth", "failed")));
    }
    health.forEach(
        (volume, conditions) -> {
          if (!conditions.isEmpty()) {
            cycle.add(VolumeHealthReport.of(volume, conditions));
          }
        });
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public CompletionStage<WriteResult> write(ClaimIntent intent) {
    writes.add(intent);
    CompletableFuture<WriteResult> stage = new CompletableFuture<>();
    Runnable answer = () -> stage.complete(result(intent));
    if (hold) {
      held.add(answer);
    } else {
      answer.run();
    }
    return stage;
  }

  private WriteResult result(ClaimIntent intent) {
    Function<ClaimIntent, WriteResult> scripted = answers.poll();
    if (scripted != null) {
      return scripted.apply(intent);
    }
    Claim before = claims.get(intent.target().name());
    if (before == null || !before.uid().equals(intent.target().uid())) {
      return WriteResult.of(WriteResult.Outcome.GONE, "404");
    }
    if (!before.resourceVersion().equals(intent.target().resourceVersion())) {
      return WriteResult.of(WriteResult.Outcome.CONFLICT, "409");
    }
    boolean keeps = gateOn || before.health().state() != HealthState.NO_INFORMATION;
    Claim after = keeps ? changed(before, intent.desired()) : before;
    claims.put(before.name(), after);
    return WriteResult.answered(after);
  }

  /** Someone, the runtime or another writer, changes what a claim stores. */
  Claim changed(Claim before, VolumeHealthStatus desired) {
    return Claim.builder(before.namespace(), before.name(), before.uid())
        .resourceVersion(Long.toString(++version))
        .volumeName(before.volumeName())
        .phase(before.phase())
        .health(desired)
        .build();
  }

  @Override
  public CompletionStage<Optional<Claim>> read(String namespace, String name) {
    reads++;
    if (failingReads > 0) {
      failingReads--;
      return CompletableFuture.failedFuture(new IllegalStateException("broken"));
    }
    return CompletableFuture.completedFuture(Optional.ofNullable(claims.get(name)));
  }

  /** Answers the writes that are held, and those that they lead to as long as hold is off. */
  void answerHeld() {
    hold = false;
    while (!held.isEmpty()) {
      held.remove().run();
    }
  }
}
