package io.github.csihealth.examples.benchmarks;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.Observation;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A claim with so many conditions, and reports on it. */
final class Inputs {

  static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

  private Inputs() {}

  /** A claim as read from a server, so that no string is shared with a report. */
  static Claim claim(int conditions) {
    Claim stored =
        Claim.builder("shop", "data", "3f1d7f52-0c0a-4c0e-9d6e-6a4d3f1b2c11")
            .resourceVersion("123456")
            .volumeName("pv-1")
            .phase("Bound")
            .build();
    VolumeHealthStatus health =
        conditions == 0
            ? VolumeHealthStatus.absent()
            : HealthJson.readVolumeHealth(
                    HealthJson.write(
                        VolumeHealthStatus.of(
                            MapList.copyOf(conditions(conditions, "1 of 3 replicas is down")),
                            NOW.minusSeconds(600))))
                .value();
    return Claim.builder(stored.namespace(), stored.name(), stored.uid())
        .resourceVersion(stored.resourceVersion())
        .volumeName(stored.volumeName())
        .phase(stored.phase())
        .health(health)
        .build();
  }

  static Observation report(int conditions, String message) {
    return Observation.reported(VolumeHealthReport.of("vol-1", conditions(conditions, message)));
  }

  static List<VolumeHealthCondition> conditions(int count, String message) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                VolumeHealthCondition.of(
                    VolumeHealthStatusType.DEGRADED, "ReplicaDown" + i, message))
        .toList();
  }
}
