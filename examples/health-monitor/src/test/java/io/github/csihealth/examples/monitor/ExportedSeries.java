package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.HealthMetric;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The series that a Prometheus finds at a monitor, by the metrics that the SDK names. */
final class ExportedSeries {

  private ExportedSeries() {}

  /** The labels of each, by its name. */
  static Map<String, Set<String>> all() {
    Map<String, Set<String>> series = new HashMap<>();
    for (HealthMetric metric : HealthMetric.values()) {
      Set<String> labels = Set.copyOf(metric.labels());
      if (metric.kind() == HealthMetric.Kind.HISTOGRAM) {
        Set<String> withBound = new HashSet<>(labels);
        withBound.add("le");
        series.put(metric.metricName() + "_bucket", withBound);
        series.put(metric.metricName() + "_count", labels);
        series.put(metric.metricName() + "_sum", labels);
      } else {
        series.put(metric.metricName(), labels);
      }
    }
    series.put(PrometheusMetrics.BUILD_INFO, Set.of("version"));
    return series;
  }

  /** Whether a label may have this value; true where that is not known in advance. */
  static boolean mayHave(String metric, String label, String value) {
    if (label.equals("result")) {
      return Set.of("success", "error").contains(value);
    }
    if (label.equals("status") && metric.equals(HealthMetric.CLAIM_STATUS.metricName())) {
      return Set.of(
              VolumeHealthStatusType.DATA_LOSS.value(),
              VolumeHealthStatusType.INACCESSIBLE.value(),
              VolumeHealthStatusType.DEGRADED.value())
          .contains(value);
    }
    return true;
  }
}
