package io.github.csihealth.reconcile;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule C26: the metrics and when they change. */
class HealthMetricTest {

  private static final VolumeHealthCondition A = VolumeHealthCondition.of(DEGRADED, "A");
  private static final VolumeHealthCondition B = VolumeHealthCondition.of(DEGRADED, "B");
  private static final VolumeHealthCondition LOSS = VolumeHealthCondition.of(DATA_LOSS, "L");

  @Test
  void c26NamesAndLabelsAreThoseOfTheContract() {
    assertThat(Arrays.stream(HealthMetric.values()).map(m -> m.metricName() + m.labels()))
        .containsExactly(
            "csi_volume_health_probe_total[driver_name, method, result]",
            "csi_volume_health_probe_duration_seconds[driver_name, method]",
            "csi_controller_volume_health_status[namespace, persistentvolumeclaim, status]",
            "csi_node_volume_health_status[namespace, pod, volume, status]",
            "csi_node_storage_health_status[driver_name, status, reason]",
            "csi_volume_health_status_writes_dropped_total[]",
            "csi_volume_health_unknown_condition_total[status]");
    assertThat(HealthMetric.PROBE_DURATION.buckets())
        .containsExactly(.1, .25, .5, 1., 2.5, 5., 10., 15., 30.);
    assertThat(HealthMetric.PROBES.buckets()).isEmpty();
  }

  @Test
  void everyUpdateHasOneValueALabel() {
    assertThat(MetricUpdate.probed("d", "ControllerGetVolumeHealth", false, Duration.ofMillis(20)))
        .extracting(MetricUpdate::toString)
        .containsExactly(
            "csi_volume_health_probe_total[d, ControllerGetVolumeHealth, error] 1.0",
            "csi_volume_health_probe_duration_seconds[d, ControllerGetVolumeHealth] 0.02");
    assertThat(MetricUpdate.probed("d", "M", true, Duration.ZERO).get(0).labels())
        .containsExactly("d", "M", "success");
    assertThat(MetricUpdate.writeDropped().labels()).isEmpty();
  }

  @Test
  void c26AClaimHasASeriesAStatusWhileAConditionOfItIsStored() {
    Optional<Claim> healthy = Optional.of(claim(VolumeHealthStatus.absent()));
    Optional<Claim> degraded = Optional.of(claim(health(A)));
    assertThat(MetricUpdate.ofClaim(Optional.empty(), healthy)).isEmpty();
    assertThat(MetricUpdate.ofClaim(healthy, degraded))
        .extracting(MetricUpdate::toString)
        .containsExactly("csi_controller_volume_health_status[shop, data, Degraded] 1.0");
    assertThat(MetricUpdate.ofClaim(degraded, Optional.of(claim(health(A, B))))).isEmpty();
    assertThat(MetricUpdate.ofClaim(degraded, Optional.of(claim(health(LOSS)))))
        .extracting(MetricUpdate::toString)
        .containsExactly(
            "csi_controller_volume_health_status[shop, data, Degraded] 0.0",
            "csi_controller_volume_health_status[shop, data, DataLoss] 1.0");
    assertThat(MetricUpdate.ofClaim(degraded, Optional.empty()))
        .extracting(MetricUpdate::value)
        .containsExactly(0.0);
  }

  @Test
  void c26APodHasASeriesAVolumeAndStatus() {
    Optional<Pod> pod =
        Optional.of(
            Pod.builder("shop", "web", "u1")
                .volumeHealth(
                    MapList.of(
                        PodVolumeHealth.of("data", health(A, LOSS)),
                        PodVolumeHealth.of("logs", health())))
                .build());
    List<MetricUpdate> appear = MetricUpdate.ofPod(Optional.empty(), pod);
    assertThat(appear)
        .extracting(MetricUpdate::labels)
        .containsExactly(
            List.of("shop", "web", "data", "DataLoss"), List.of("shop", "web", "data", "Degraded"));
    assertThat(MetricUpdate.ofPod(pod, pod)).isEmpty();
    assertThat(MetricUpdate.ofPod(pod, Optional.empty())).hasSameSizeAs(appear);
  }

  @Test
  void c26ANodeHasASeriesADriverStatusAndReason() {
    StorageHealthCondition slow =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(
                StorageHealthStatusType.STORAGE_DEGRADED, "Slow", null, null),
            "");
    Optional<CsiNode> node =
        Optional.of(
            CsiNode.builder("node-1", "u1")
                .storageHealth(MapList.of(StorageHealth.of("disk", MapList.of(slow))))
                .build());
    assertThat(MetricUpdate.ofCsiNode(Optional.empty(), node))
        .extracting(MetricUpdate::toString)
        .containsExactly("csi_node_storage_health_status[disk, StorageDegraded, Slow] 1.0");
    assertThat(MetricUpdate.ofCsiNode(node, Optional.empty()))
        .extracting(MetricUpdate::value)
        .containsExactly(0.0);
  }

  private static Claim claim(VolumeHealthStatus health) {
    return Claim.builder("shop", "data", "u1").health(health).build();
  }

  private static VolumeHealthStatus health(VolumeHealthCondition... conditions) {
    return VolumeHealthStatus.of(MapList.of(conditions), null);
  }
}
