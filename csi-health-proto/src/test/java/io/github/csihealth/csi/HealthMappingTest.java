package io.github.csihealth.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthMappingTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, false",
    "1, Degraded, true",
    "2, Inaccessible, true",
    "3, DataLoss, true",
    "4, 4, false",
    "99, 99, false",
    "-1, -1, false"
  })
  void c3TheShippedNumbersAreMappedAndOthersKeepTheirNumber(
      int number, String status, boolean known) {
    assertThat(HealthMapping.toStatus(number).value()).isEqualTo(status);
    assertThat(HealthMapping.toStatus(number).isKnown()).isEqualTo(known);
  }

  @Test
  void theBytesOfAnInaccessibleVolumeAreReadAsThat() throws InvalidProtocolBufferException {
    VolumeHealth health =
        VolumeHealth.parseFrom(HexFormat.of().parseHex("0a05766f6c2d311205" + "0802120158"));
    assertThat(HealthMapping.toReport(health))
        .isEqualTo(
            VolumeHealthReport.of(
                "vol-1",
                List.of(VolumeHealthCondition.of(VolumeHealthStatusType.INACCESSIBLE, "X"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0a05766f6c2d33121e0863120d4d756c7469706174684c6f73731a0b70617468203220676f6e65",
        "0a05766f6c2d33121008ffffffffffffffffff0112034f6464",
        "0a05766f6c2d33120b12034f64641a047a65726f",
        "0a05766f6c2d351200",
        "0a05766f6c2d31"
      })
  void anythingOnTheWireIsMappedAndMappedBack(String hex) throws InvalidProtocolBufferException {
    VolumeHealth health = VolumeHealth.parseFrom(HexFormat.of().parseHex(hex));
    assertThat(HealthMapping.toMessage(HealthMapping.toReport(health))).isEqualTo(health);
    assertThat(
            Conformed.ofVolume(HealthMapping.toReport(health).conditions()).conditions().isEmpty())
        .isTrue();
  }

  @Test
  void aStatusWithoutANumberIsRefused() {
    assertThatThrownBy(
            () ->
                HealthMapping.toMessage(
                    VolumeHealthReport.of(
                        "v",
                        List.of(
                            VolumeHealthCondition.of(VolumeHealthStatusType.of("Unknown"), "X")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("status 'Unknown' has no number in the CSI spec v1.13");
  }

  @Test
  void aLoneSurrogateIsReplacedBeforeProtobufMeetsIt() {
    VolumeHealth health =
        HealthMapping.toMessage(
            VolumeHealthReport.of(
                "v",
                List.of(
                    VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "R", "a\ud83d"))));
    assertThat(health.getHealthStatuses(0).getMessage()).isEqualTo("a?");
  }

  @Test
  void c23ARedactedTextHoldsNoSecretAtAnyDepth() {
    String canary = "s3cr3t-canary";
    assertThat(
            RedactedText.of(
                ControllerListVolumeHealthRequest.newBuilder()
                    .setMaxEntries(5)
                    .putSecrets("password", canary)
                    .build()))
        .isEqualTo("{max_entries: 5, secrets: ***}");
    assertThat(
            RedactedText.of(
                CreateVolumeRequest.newBuilder()
                    .setName("a\nb")
                    .putSecrets("password", canary)
                    .putParameters("type", "fast")
                    .build()))
        .doesNotContain(canary)
        .doesNotContain("password")
        .contains("name: \"a\\nb\"", "fast");
  }
}
