package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the check of rules and dashboard finds what is wrong. */
class PromQlTest {

  private static final Map<String, Set<String>> SERIES = ExportedSeries.all();

  @Test
  void theLabelsOfTheResultAreKnown() {
    assertThat(
            PromQl.labelsOf(
                "sum by (method) (rate(csi_volume_health_probe_total{result=\"error\"}[5m])) > 0.5",
                SERIES))
        .containsExactly("method");
    assertThat(PromQl.labelsOf("absent(csi_volume_health_probe_total) or vector(0)", SERIES))
        .isEmpty();
    assertThat(PromQl.labelsOf("csi_health_monitor_build_info", SERIES))
        .containsExactlyInAnyOrder("version", "job", "instance");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "csi_volume_health_probes_total | unknown metric csi_volume_health_probes_total",
        "csi_volume_health_probe_total{driver=\"d\"} | unknown label driver",
        "csi_volume_health_probe_total{result=\"failure\"} | unknown value failure",
        "csi_controller_volume_health_status{status=\"Dataloss\"} | unknown value Dataloss",
        "sum by (drivername) (csi_volume_health_probe_total) | grouped by labels that are not there",
        "sum(sum by (method) (csi_volume_health_probe_total)) by (result) | grouped by labels",
        "rate(csi_volume_health_probe_total) | no range in rate",
        "csi_volume_health_probe_total[5m] | is a range",
        "csi_volume_health_probe_total[5] | no duration",
        "sum(csi_volume_health_probe_total | instead of )",
        "csi_volume_health_probe_total > | ends too early",
        "csi_volume_health_probe_total csi_volume_health_probe_total | ends before",
        "csi_volume_health_probe_duration_seconds | unknown metric",
        "quantile_of(csi_volume_health_probe_total) | unknown function",
        "csi_volume_health_probe_total or 1 | a number beside or",
        "csi_volume_health_probe_total / csi_health_monitor_build_info | other labels",
        "histogram_quantile(0.5, csi_volume_health_probe_duration_seconds_sum) | no label le",
        "csi_volume_health_probe_total; | no token"
      })
  void whatIsNotRightIsFound(String expression, String fault) {
    assertThatThrownBy(() -> PromQl.labelsOf(expression, SERIES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(fault);
  }
}
