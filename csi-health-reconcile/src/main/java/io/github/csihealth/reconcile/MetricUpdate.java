package io.github.csihealth.reconcile;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A change of one series of a metric, as a value for an exporter to take in. Comes on transitions
 * only: what stays as it is gives none. Holds neither a message nor a secret.
 *
 * <p>The series of healthy objects do not exist: a gauge appears with the first condition of its
 * status and is removed with the last one, so that there are as many series as there is trouble.
 */
public final class MetricUpdate {

  private static final double NANOS_PER_SECOND = 1e9;

  private final HealthMetric metric;
  private final List<String> labels;
  private final double value;

  private MetricUpdate(HealthMetric metric, double value, List<String> labels) {
    this.metric = metric;
    this.labels = List.copyOf(labels);
    this.value = value;
  }

  private static MetricUpdate of(HealthMetric metric, double value, String... labels) {
    return new MetricUpdate(metric, value, List.of(labels));
  }

  /**
   * A probe ended, or a whole list cycle did.
   *
   * @param method the RPC without its service, such as {@code ControllerGetVolumeHealth}
   */
  public static List<MetricUpdate> probed(
      String driver, String method, boolean success, Duration duration) {
    return List.of(
        of(HealthMetric.PROBES, 1, driver, method, success ? "success" : "error"),
        of(HealthMetric.PROBE_DURATION, duration.toNanos() / NANOS_PER_SECOND, driver, method));
  }

  /** A write was dropped (rule C22). */
  public static MetricUpdate writeDropped() {
    return of(HealthMetric.WRITES_DROPPED, 1);
  }

  static MetricUpdate unknown(String status) {
    return of(HealthMetric.UNKNOWN_CONDITIONS, 1, status);
  }

  /**
   * What of {@link HealthMetric#CLAIM_STATUS} changes with a claim.
   *
   * @param before empty for one that was not known or not bound
   * @param after empty for one that is gone or not bound any more
   */
  public static List<MetricUpdate> ofClaim(Optional<Claim> before, Optional<Claim> after) {
    return between(HealthMetric.CLAIM_STATUS, before, after, MetricUpdate::claimSeries);
  }

  /** What of {@link HealthMetric#POD_VOLUME_STATUS} changes with a pod; empty is no pod. */
  public static List<MetricUpdate> ofPod(Optional<Pod> before, Optional<Pod> after) {
    return between(HealthMetric.POD_VOLUME_STATUS, before, after, MetricUpdate::podSeries);
  }

  /**
   * What of {@link HealthMetric#STORAGE_STATUS} changes with the CSINode of the node that this
   * program runs on; empty is no CSINode.
   */
  public static List<MetricUpdate> ofCsiNode(Optional<CsiNode> before, Optional<CsiNode> after) {
    return between(HealthMetric.STORAGE_STATUS, before, after, MetricUpdate::storageSeries);
  }

  private static Set<List<String>> claimSeries(Claim claim) {
    Set<List<String>> series = new LinkedHashSet<>();
    claim
        .health()
        .conditions()
        .forEach(
            condition ->
                series.add(List.of(claim.namespace(), claim.name(), condition.status().value())));
    return series;
  }

  private static Set<List<String>> podSeries(Pod pod) {
    Set<List<String>> series = new LinkedHashSet<>();
    pod.volumeHealth()
        .forEach(
            entry ->
                entry
                    .health()
                    .conditions()
                    .forEach(
                        condition ->
                            series.add(
                                List.of(
                                    pod.namespace(),
                                    pod.name(),
                                    entry.name(),
                                    condition.status().value()))));
    return series;
  }

  private static Set<List<String>> storageSeries(CsiNode node) {
    Set<List<String>> series = new LinkedHashSet<>();
    node.storageHealth()
        .forEach(
            entry ->
                entry
                    .conditions()
                    .forEach(
                        condition ->
                            series.add(
                                List.of(
                                    entry.name(),
                                    condition.status().value(),
                                    condition.reason()))));
    return series;
  }

  private static <T> List<MetricUpdate> between(
      HealthMetric metric,
      Optional<T> before,
      Optional<T> after,
      Function<T, Set<List<String>>> seriesOf) {
    Set<List<String>> were = before.map(seriesOf).orElse(Set.of());
    Set<List<String>> are = after.map(seriesOf).orElse(Set.of());
    List<MetricUpdate> updates = new ArrayList<>();
    were.stream()
        .filter(series -> !are.contains(series))
        .forEach(series -> updates.add(new MetricUpdate(metric, 0, series)));
    are.stream()
        .filter(series -> !were.contains(series))
        .forEach(series -> updates.add(new MetricUpdate(metric, 1, series)));
    return List.copyOf(updates);
  }

  /** Which metric. */
  public HealthMetric metric() {
    return metric;
  }

  /** The values of its labels, in the order of {@link HealthMetric#labels}; unmodifiable. */
  public List<String> labels() {
    return labels;
  }

  /** What to do with the series, as {@link HealthMetric#kind} says. */
  public double value() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof MetricUpdate that
            && metric == that.metric
            && labels.equals(that.labels)
            && Double.compare(value, that.value) == 0);
  }

  @Override
  public int hashCode() {
    return Objects.hash(metric, labels, value);
  }

  /** Reads {@code csi_controller_volume_health_status[shop, data, Degraded] 1.0}. */
  @Override
  public String toString() {
    return metric.metricName() + labels + " " + value;
  }
}
