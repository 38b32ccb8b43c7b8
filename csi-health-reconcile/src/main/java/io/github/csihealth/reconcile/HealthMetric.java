package io.github.csihealth.reconcile;

import java.util.List;

/**
 * The metrics of volume health: name, kind, labels and buckets, for an exporter of any kind to
 * register. Their changes come as {@link MetricUpdate}s. A minor version may add metrics.
 *
 * <p>Source: rule C26. The label {@code driver_name} of the probe metrics is an addition to those
 * of the upstream sidecar.
 */
public enum HealthMetric {
  /** Probes of a driver; a list cycle counts once. */
  PROBES(
      "csi_volume_health_probe_total",
      "Probes of a driver's health RPCs, by result.",
      Kind.COUNTER,
      "driver_name",
      "method",
      "result"),
  /** How long a probe took. */
  PROBE_DURATION(
      "csi_volume_health_probe_duration_seconds",
      "How long probes of a driver's health RPCs took.",
      Kind.HISTOGRAM,
      "driver_name",
      "method"),
  /** 1 while a claim stores a condition of this status. */
  CLAIM_STATUS(
      "csi_controller_volume_health_status",
      "1 while a claim stores a condition of this status.",
      Kind.GAUGE,
      "namespace",
      "persistentvolumeclaim",
      "status"),
  /** 1 while a volume of a pod stores a condition of this status. */
  POD_VOLUME_STATUS(
      "csi_node_volume_health_status",
      "1 while a volume of a pod stores a condition of this status.",
      Kind.GAUGE,
      "namespace",
      "pod",
      "volume",
      "status"),
  /** 1 while a driver's entry of a CSINode stores a condition of this status and reason. */
  STORAGE_STATUS(
      "csi_node_storage_health_status",
      "1 while a CSINode stores a condition of this driver with this status and reason.",
      Kind.GAUGE,
      "driver_name",
      "status",
      "reason"),
  /** Writes that the server answered with 2xx and did not keep (rule C22). */
  WRITES_DROPPED(
      "csi_volume_health_status_writes_dropped_total",
      "Status writes that the API server accepted and did not keep: its feature gate is off.",
      Kind.COUNTER),
  /** Volumes that began to report a status that is not known (rule C3). */
  UNKNOWN_CONDITIONS(
      "csi_volume_health_unknown_condition_total",
      "Volumes that began to report a status that is not known, by its number.",
      Kind.COUNTER,
      "status");

  /** How a metric's updates are to be taken. */
  public enum Kind {
    /** An update's value is to be added. */
    COUNTER,
    /** An update's value is 1, or 0 for a series that is to be removed. */
    GAUGE,
    /** An update's value is one observation. */
    HISTOGRAM
  }

  private static final List<Double> SECONDS = List.of(.1, .25, .5, 1., 2.5, 5., 10., 15., 30.);

  private final String metricName;
  private final String help;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> labels;

  HealthMetric(String metricName, String help, Kind kind, String... labels) {
    this.metricName = metricName;
    this.help = help;
    this.kind = kind;
    this.labels = List.of(labels);
  }

  /** The name as exported, with its unit. */
  public String metricName() {
    return metricName;
  }

  /** What it counts, in one sentence. */
  public String help() {
    return help;
  }

  /** How its updates are to be taken. */
  public Kind kind() {
    return kind;
  }

  /** The label names, in the order of {@link MetricUpdate#labels}; unmodifiable. */
  public List<String> labels() {
    return labels;
  }

  /** The upper bounds of a histogram's buckets, in seconds; empty for the others. */
  public List<Double> buckets() {
    return kind == Kind.HISTOGRAM ? SECONDS : List.of();
  }
}
