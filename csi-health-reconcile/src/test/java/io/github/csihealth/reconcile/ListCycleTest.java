package io.github.csihealth.reconcile;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.Decision.Cause;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rule C14: what a list cycle says of each volume. */
class ListCycleTest {

  private static final VolumeHealthCondition A = VolumeHealthCondition.of(DEGRADED, "A", "b");
  private static final VolumeHealthCondition A_SMALLER =
      VolumeHealthCondition.of(DEGRADED, "A", "a");
  private static final VolumeHealthCondition B = VolumeHealthCondition.of(DEGRADED, "B");
  private static final ProbeFailure DEADLINE =
      ProbeFailure.of(FailureKind.RETRYABLE, "ControllerListVolumeHealth", "DEADLINE_EXCEEDED");

  private final ListCycle cycle = ListCycle.begin(Set.of("v1", "v2", "v3")::contains);

  @Test
  void c14AVolumeNamedTwiceHasTheUnionOfItsConditions() {
    cycle.add(report("v1", A));
    cycle.add(report("v1", B, A_SMALLER));
    assertThat(cycle.complete().observationOf("v1").report().orElseThrow().conditions())
        .isEqualTo(MapList.of(A_SMALLER, B));
  }

  @Test
  void c14AVolumeNamedTwiceIsNoDriverFault() {
    cycle.add(report("v1", A));
    cycle.add(report("v1", A));
    assertThat(cycle.complete().observationOf("v1").report().orElseThrow().findings()).isEmpty();
  }

  @Test
  void c14HealthyInOneEntryAndAdverseInAnotherIsAdverse() {
    cycle.add(report("v1"));
    cycle.add(report("v1", A));
    cycle.add(report("v1"));
    assertThat(cycle.complete().observationOf("v1").report().orElseThrow().conditions())
        .isEqualTo(MapList.of(A));
  }

  @Test
  void c3UnknownInOneEntryAndHealthyInAnotherIsStillOnlyUnknown() {
    cycle.add(report("v1", VolumeHealthCondition.of(VolumeHealthStatusType.of("99"), "X")));
    cycle.add(report("v1"));
    assertThat(decide(cycle.complete().observationOf("v1")).cause()).isEqualTo(Cause.ONLY_UNKNOWN);
  }

  @Test
  void c13AVolumeListedWithAnEmptyListIsAnExplicitRecovery() {
    cycle.add(report("v1"));
    assertThat(decide(cycle.complete().observationOf("v1")).cause()).isEqualTo(Cause.RECOVERED);
  }

  @Test
  void c13AVolumeThatACompleteCycleDoesNotNameIsAbsent() {
    assertThat(decide(cycle.complete().observationOf("v2")).confirm()).isTrue();
  }

  @Test
  void c14AFailedCycleRemovesNothing() {
    cycle.add(report("v1"));
    ListCycle.Result result = cycle.fail(DEADLINE);
    assertThat(result.complete()).isFalse();
    assertThat(decide(result.observationOf("v1")).cause()).isEqualTo(Cause.CYCLE_FAILED);
    assertThat(decide(result.observationOf("v2")).cause()).isEqualTo(Cause.PROBE_FAILED);
  }

  @Test
  void c14ARestartDiscardsWhatWasListed() {
    cycle.add(report("v1", A));
    cycle.add(report("elsewhere", A));
    cycle.restart();
    cycle.add(report("v2", B));
    ListCycle.Result result = cycle.complete();
    assertThat(result.listed()).containsExactly("v2");
    assertThat(result.untracked()).isZero();
    assertThat(decide(result.observationOf("v1")).confirm()).isTrue();
  }

  @Test
  void c18VolumesUnknownToTheClusterAreCountedAndNotKept() {
    cycle.add(report("elsewhere", A));
    cycle.add(report("v1", A));
    ListCycle.Result result = cycle.complete();
    assertThat(result.untracked()).isEqualTo(1);
    assertThat(result.listed()).containsExactly("v1");
  }

  private static Decision decide(Observation observation) {
    Instant time = Instant.parse("2026-01-01T00:00:00Z");
    Claim claim =
        Claim.builder("shop", "data", "u1")
            .health(VolumeHealthStatus.of(MapList.of(A), time))
            .build();
    return ClaimReconciler.create().decide(claim, observation, Memory.EMPTY, time);
  }

  private static VolumeHealthReport report(String volume, VolumeHealthCondition... conditions) {
    return VolumeHealthReport.of(volume, List.of(conditions));
  }
}
