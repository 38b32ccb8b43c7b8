package io.github.csihealth.examples.benchmarks;

import io.fabric8.kubernetes.api.model.VolumeHealthConditionBuilder;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One decision for a claim; and what comparing two lists of fabric8's beans takes by itself. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls set-up first.
public class DecideBenchmark {

  @Param({"1", "3", "16"})
  int conditions;

  private final ClaimReconciler reconciler = ClaimReconciler.create();
  private Claim claim;
  private Observation same;
  private Observation otherMessage;
  private Observation otherKeys;
  private List<VolumeHealthCondition> reported;
  private List<io.fabric8.kubernetes.api.model.VolumeHealthCondition> storedBeans;
  private List<io.fabric8.kubernetes.api.model.VolumeHealthCondition> reportedBeans;

  /** Makes stored and reported values that share no instance. */
  @Setup
  public void setUp() {
    claim = Inputs.claim(conditions);
    same = Inputs.report(conditions, "1 of 3 replicas is down");
    otherMessage = Inputs.report(conditions, "2 of 3 replicas are down");
    otherKeys = Inputs.report(Math.max(1, conditions - 1), "1 of 3 replicas is down");
    if (conditions == 1) {
      otherKeys =
          Observation.reported(Conformed.ofVolume(Inputs.conditions(2, "1 of 3 replicas is down")));
    }
    reported = Inputs.conditions(conditions, "1 of 3 replicas is down");
    storedBeans = beans();
    reportedBeans = beans();
  }

  private List<io.fabric8.kubernetes.api.model.VolumeHealthCondition> beans() {
    return Inputs.conditions(conditions, new String("1 of 3 replicas is down".toCharArray()))
        .stream()
        .map(
            condition ->
                new VolumeHealthConditionBuilder()
                    .withStatus(condition.status().value())
                    .withReason(condition.reason())
                    .withMessage(condition.message())
                    .build())
        .toList();
  }

  /** The report says what is stored: by far the most frequent decision. */
  @Benchmark
  public Decision unchanged() {
    return reconciler.decide(claim, same, Memory.EMPTY, Inputs.NOW);
  }

  /** The same keys with another message. */
  @Benchmark
  public Decision messageChanged() {
    return reconciler.decide(claim, otherMessage, Memory.EMPTY, Inputs.NOW);
  }

  /** Other keys. */
  @Benchmark
  public Decision keysChanged() {
    return reconciler.decide(claim, otherKeys, Memory.EMPTY, Inputs.NOW);
  }

  /** From a report to a list that the API server takes. */
  @Benchmark
  public Object conform() {
    return Conformed.ofVolume(reported);
  }

  /** Equality of two equal lists of beans in the same order, and nothing else. */
  @Benchmark
  public boolean fabric8ListEquals() {
    return storedBeans.equals(reportedBeans);
  }
}
