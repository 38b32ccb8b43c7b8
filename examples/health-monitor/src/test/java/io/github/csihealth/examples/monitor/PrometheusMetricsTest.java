package io.github.csihealth.examples.monitor;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.HealthMetric;
import io.github.csihealth.reconcile.MetricUpdate;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a Prometheus reads, over HTTP. */
@Timeout(120)
class PrometheusMetricsTest {

  private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

  private final PrometheusMetrics metrics = new PrometheusMetrics("1.2.3");
  private HttpEndpoint endpoint;

  @BeforeEach
  void serve() throws ExitException {
    endpoint =
        HttpEndpoint.listen(HttpAddress.parse("127.0.0.1:0"), Map.of("/metrics", metrics.page()));
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private List<String> lines(String... headers) throws Exception {
    HttpResponse<String> answer = Http.get(endpoint.address(), "/metrics", headers);
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body().lines().toList();
  }

  private static Claim claim(VolumeHealthStatusType... statuses) {
    List<VolumeHealthCondition> conditions =
        Stream.of(statuses).map(s -> VolumeHealthCondition.of(s, "DiskSlow", "m")).toList();
    return Claim.builder("shop", "data", "uid-1")
        .health(
            VolumeHealthStatus.of(
                MapList.copyOf(conditions), Instant.parse("2026-11-30T09:00:00Z")))
        .build();
  }

  private void become(Optional<Claim> before, Optional<Claim> after) {
    MetricUpdate.ofClaim(before, after).forEach(metrics::take);
  }

  private List<String> claimSeries() throws Exception {
    return lines().stream()
        .filter(line -> line.startsWith("csi_controller_volume_health_status{"))
        .toList();
  }

  @Test
  void c26CountersWithoutLabelsAreZeroFromTheStartAndNothingElseIsThere() throws Exception {
    assertThat(lines().stream().filter(line -> !line.startsWith("#")))
        .containsExactly(
            "csi_health_monitor_build_info{version=\"1.2.3\"} 1",
            "csi_volume_health_status_writes_dropped_total 0.0");
  }

  @Test
  void c26ProbesAreCountedAndTimedInTheBucketsOfTheMetric() throws Exception {
    for (boolean success : new boolean[] {true, true, false}) {
      MetricUpdate.probed(
              "disk.example.com",
              "ControllerListVolumeHealth",
              success,
              Duration.ofMillis(success ? 300 : 20_000))
          .forEach(metrics::take);
    }
    String labels = "driver_name=\"disk.example.com\",method=\"ControllerListVolumeHealth\"";
    List<String> lines = lines();
    assertThat(lines)
        .contains(
            "# HELP csi_volume_health_probe_total " + HealthMetric.PROBES.help(),
            "# TYPE csi_volume_health_probe_total counter",
            "csi_volume_health_probe_total{" + labels + ",result=\"success\"} 2.0",
            "csi_volume_health_probe_total{" + labels + ",result=\"error\"} 1.0",
            "# TYPE csi_volume_health_probe_duration_seconds histogram",
            "csi_volume_health_probe_duration_seconds_count{" + labels + "} 3",
            "csi_volume_health_probe_duration_seconds_sum{" + labels + "} 20.6");
    assertThat(lines.stream().filter(line -> line.contains("_bucket")))
        .extracting(line -> line.replaceFirst(".*le=\"([^\"]*)\"} ", "$1 "))
        .containsExactly(
            "0.1 0", "0.25 0", "0.5 2", "1.0 2", "2.5 2", "5.0 2", "10.0 2", "15.0 2", "30.0 3",
            "+Inf 3");
  }

  @Test
  void c26AClaimHasASeriesPerStatusOnlyWhileItIsUnhealthy() throws Exception {
    assertThat(claimSeries()).isEmpty();
    Claim sick = claim(DEGRADED, DATA_LOSS);
    become(Optional.empty(), Optional.of(sick));
    String labels = "{namespace=\"shop\",persistentvolumeclaim=\"data\",status=\"";
    assertThat(claimSeries())
        .containsExactlyInAnyOrder(
            "csi_controller_volume_health_status" + labels + "Degraded\"} 1.0",
            "csi_controller_volume_health_status" + labels + "DataLoss\"} 1.0");

    Claim better = claim(DEGRADED);
    become(Optional.of(sick), Optional.of(better));
    assertThat(claimSeries()).hasSize(1);
    become(Optional.of(better), Optional.empty());
    assertThat(claimSeries()).isEmpty();
  }

  @Test
  void c26TheFormIsTheOneThatIsAskedFor() throws Exception {
    MetricUpdate.probed("d", "ControllerGetVolumeHealth", true, Duration.ofMillis(1))
        .forEach(metrics::take);
    HttpResponse<String> text = Http.get(endpoint.address(), "/metrics");
    HttpResponse<String> open =
        Http.get(endpoint.address(), "/metrics", "Accept", OPEN_METRICS + ",text/plain;q=0.5");

    assertThat(text.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    assertThat(text.body()).doesNotContain("# EOF");
    assertThat(open.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith(OPEN_METRICS));
    assertThat(open.body()).endsWith("# EOF\n");
    for (String body : List.of(text.body(), open.body())) {
      assertThat(body.lines())
          .as("the counter keeps its name in both forms")
          .contains(
              "csi_volume_health_probe_total{driver_name=\"d\","
                  + "method=\"ControllerGetVolumeHealth\",result=\"success\"} 1.0");
    }
  }

  @Test
  void everyMetricIsExportedUnderItsNameWithItsLabels() throws Exception {
    Claim sick = claim(DEGRADED);
    become(Optional.empty(), Optional.of(sick));
    MetricUpdate.probed("d", "m", true, Duration.ofMillis(1)).forEach(metrics::take);
    metrics.take(MetricUpdate.writeDropped());
    List<String> lines = lines();
    for (HealthMetric metric :
        List.of(
            HealthMetric.PROBES,
            HealthMetric.PROBE_DURATION,
            HealthMetric.CLAIM_STATUS,
            HealthMetric.WRITES_DROPPED)) {
      assertThat(lines)
          .as(metric.metricName())
          .anySatisfy(
              line -> {
                assertThat(line).startsWith(metric.metricName());
                assertThat(metric.labels()).allMatch(label -> line.contains(label + "=\""));
              });
    }
    assertThat(lines).contains("csi_volume_health_status_writes_dropped_total 1.0");
  }

  @Test
  void headIsAnsweredWithoutABody() throws Exception {
    HttpResponse<String> head =
        Http.send("HEAD", endpoint.address(), "/metrics", "Accept-Encoding", "gzip");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(lines()).isNotEmpty();
  }
}
