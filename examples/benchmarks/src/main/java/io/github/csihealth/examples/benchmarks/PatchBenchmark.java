package io.github.csihealth.examples.benchmarks;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.zjsonpatch.JsonDiff;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.WriteIntent;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One merge patch of one condition; and fabric8's way to one, a difference of two documents. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls set-up first.
public class PatchBenchmark {

  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private WriteIntent intent;
  private PersistentVolumeClaim before;
  private PersistentVolumeClaim after;

  /** Decides once; what is measured is the rendering. */
  @Setup
  public void setUp() {
    intent =
        ClaimReconciler.create()
            .decide(
                Inputs.claim(0),
                Inputs.report(1, "1 of 3 replicas is down"),
                Memory.EMPTY,
                Inputs.NOW)
            .write()
            .orElseThrow();
    before = claim().build();
    after =
        claim()
            .editStatus()
            .withNewHealthStatus()
            .addNewHealthCondition()
            .withStatus("Degraded")
            .withReason("ReplicaDown0")
            .withMessage("1 of 3 replicas is down")
            .endHealthCondition()
            .withLastTransitionTime("2026-11-30T09:00:00Z")
            .endHealthStatus()
            .endStatus()
            .build();
  }

  private static PersistentVolumeClaimBuilder claim() {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("data")
        .withUid("3f1d7f52-0c0a-4c0e-9d6e-6a4d3f1b2c11")
        .withResourceVersion("123456")
        .endMetadata()
        .withNewSpec()
        .withVolumeName("pv-1")
        .endSpec()
        .withNewStatus()
        .withPhase("Bound")
        .endStatus();
  }

  /** Ours, to the bytes that are sent. */
  @Benchmark
  public byte[] mergePatch() {
    return intent.mergePatch().body();
  }

  /** The two documents as trees, and their difference as operations. */
  @Benchmark
  public Object fabric8JsonDiff() {
    return JsonDiff.asJson(
        serialization.convertValue(before, tools.jackson.databind.JsonNode.class),
        serialization.convertValue(after, tools.jackson.databind.JsonNode.class));
  }
}
