package io.github.csihealth.examples.monitor;

import com.sun.net.httpserver.HttpHandler;
import io.github.csihealth.reconcile.HealthMetric;
import io.github.csihealth.reconcile.MetricUpdate;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The metrics of volume health in a registry of Prometheus, and what program they are of. Any
 * thread may read while one takes updates.
 */
final class PrometheusMetrics {

  /** Always 1; its label {@code version} is of interest. */
  static final String BUILD_INFO = "csi_health_monitor_build_info";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Map<HealthMetric, Consumer<MetricUpdate>> metrics =
      new EnumMap<>(HealthMetric.class);

  /**
   * Metrics without any series but counters without labels, which are 0.
   *
   * @param version of the program
   */
  PrometheusMetrics(String version) {
    for (HealthMetric metric : HealthMetric.values()) {
      metrics.put(metric, register(metric));
    }
    Info.builder()
        .name(BUILD_INFO)
        .help("The program that serves these metrics.")
        .labelNames("version")
        .register(registry)
        .addLabelValues(version);
  }

  private Consumer<MetricUpdate> register(HealthMetric metric) {
    String[] labels = metric.labels().toArray(String[]::new);
    return switch (metric.kind()) {
      case COUNTER -> {
        Counter counter =
            Counter.builder()
                .name(metric.metricName())
                .help(metric.help())
                .labelNames(labels)
                .register(registry);
        yield update -> counter.labelValues(values(update)).inc(update.value());
      }
      case GAUGE -> {
        Gauge gauge =
            Gauge.builder()
                .name(metric.metricName())
                .help(metric.help())
                .labelNames(labels)
                .register(registry);
        yield update -> {
          if (update.value() == 0) {
            gauge.remove(values(update));
          } else {
            gauge.labelValues(values(update)).set(update.value());
          }
        };
      }
      case HISTOGRAM -> {
        Histogram histogram =
            Histogram.builder()
                .name(metric.metricName())
                .help(metric.help())
                .labelNames(labels)
                .classicOnly()
                .classicUpperBounds(
                    metric.buckets().stream().mapToDouble(Double::doubleValue).toArray())
                .register(registry);
        yield update -> histogram.labelValues(values(update)).observe(update.value());
      }
    };
  }

  private static String[] values(MetricUpdate update) {
    return update.labels().toArray(String[]::new);
  }

  /** Takes a change of one series in. */
  void take(MetricUpdate update) {
    Objects.requireNonNull(metrics.get(update.metric())).accept(update);
  }

  /** The page that a Prometheus scrapes, in its text form or in that of OpenMetrics. */
  HttpHandler page() {
    MetricsHandler page = new MetricsHandler(registry);
    return exchange -> {
      if (exchange.getRequestMethod().equals("HEAD")) {
        try (exchange) {
          // The handler would try to send a body that HEAD has not.
          exchange.sendResponseHeaders(200, -1);
        }
      } else {
        page.handle(exchange);
      }
    };
  }
}
