package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Events as decisions make them. */
final class SampleEvents {

  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

  private SampleEvents() {}

  /** VolumeHealthAbnormal: Degraded for these reasons. */
  static HealthEvent abnormal(String... reasons) {
    return decision(Claim.builder("shop", "data", "uid-1").build(), reasons)
        .eventOnceStored()
        .orElseThrow();
  }

  /** VolumeHealthRecovered. */
  static HealthEvent recovered() {
    Claim sick =
        decision(Claim.builder("shop", "data", "uid-1").build(), "DiskSlow")
            .write()
            .orElseThrow()
            .fold(
                claim -> Claim.builder("shop", "data", "uid-1").health(claim.desired()).build(),
                pod -> null,
                node -> null);
    return decision(sick).eventOnceStored().orElseThrow();
  }

  private static Decision decision(Claim claim, String... reasons) {
    List<VolumeHealthCondition> conditions =
        Stream.of(reasons)
            .map(reason -> VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, reason, ""))
            .toList();
    return ClaimReconciler.create()
        .decide(
            claim,
            Observation.reported(VolumeHealthReport.of("vol-1", conditions)),
            Memory.EMPTY,
            NOW);
  }
}
