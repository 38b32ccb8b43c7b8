package io.github.csihealth.examples.hostpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthYamlTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "# nothing\n", "healthConditions:", "healthConditions: []", "{}", "---"})
  void nothingWrongCanBeWrittenInManyWays(String yaml) throws Exception {
    assertThat(HealthYaml.volume(yaml).isHealthy()).isTrue();
    assertThat(HealthYaml.storage(yaml).isHealthy()).isTrue();
  }

  @Test
  void aConditionNeedsNoMessage() throws Exception {
    assertThat(HealthYaml.volume("healthConditions: [{status: DataLoss, reason: Bad}]").toString())
        .isEqualTo("[DataLoss/Bad]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|the file is no map",
        "conditions: []|unknown key conditions, known are [healthConditions]",
        "healthConditions: {}|healthConditions is no list",
        "healthConditions: [x]|healthConditions[0] is no map",
        "healthConditions: [{status: Degraded, reason: A, since: now}]|unknown key since",
        "healthConditions: [{status: Degraded, reason: A, accessMode: X}]|unknown key accessMode",
        "healthConditions: [{status: Degraded, reason: 5}]|healthConditions[0].reason is no text",
        "healthConditions: [{status: Degraded}]|health_statuses[0].reason",
        "healthConditions: [{reason: A}]|health_statuses[0].status",
        "healthConditions: [{status: Broken, reason: A}]|health_statuses[0].status",
        "healthConditions: [{status: Degraded, reason: A b}]|health_statuses[0].reason",
        "healthConditions: [{status: Degraded, reason: A}, {status: Degraded, reason: A}]"
            + "|health_statuses[1]",
        "healthConditions: [{status: Degraded, status: DataLoss, reason: A}]|line 1, column",
        "healthConditions: [|line 1, column",
        "!!java.io.File [x]|line 1, column",
      })
  void whatIsMisspeltIsNamed(String yaml, String message) {
    assertThatThrownBy(() -> HealthYaml.volume(yaml))
        .isInstanceOf(HealthFileException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status: Degraded, reason: A|backend_health[0].status",
        "status: StorageDegraded, reason: A, accessMode: SINGLE_NODE_WRITER|[0].accessType",
        "status: StorageDegraded, reason: A, accessType: mount|[0].accessMode",
        "status: StorageDegraded, reason: A, accessType: mount, accessMode: ReadWriteOnce"
            + "|none of the CSI spec",
        "status: StorageDegraded, reason: A, accessType: mount, accessMode: UNKNOWN"
            + "|none of the CSI spec",
      })
  void whatIsNoUseOfABackendIsNamed(String entry, String message) {
    assertThatThrownBy(() -> HealthYaml.storage("healthConditions: [{" + entry + "}]"))
        .isInstanceOf(HealthFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aHugeFileIsRefused() {
    assertThatThrownBy(() -> HealthYaml.volume("#".repeat(1 << 17)))
        .isInstanceOf(HealthFileException.class);
  }
}
