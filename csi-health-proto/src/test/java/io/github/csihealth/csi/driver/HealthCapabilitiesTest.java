package io.github.csihealth.csi.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Capabilities of a driver's services; rule C16 on the driver's side. */
class HealthCapabilitiesTest {

  @ParameterizedTest
  @CsvSource({
    "GET, '', '16'",
    "LIST_AND_GET, '', '16 17'",
    "LIST_AND_GET, '3 4242 11', '3 4242 11 16 17'",
    "LIST_AND_GET, '17', '17 16'",
    "LIST_AND_GET, '16 3 17', '16 3 17'",
    "GET, '16 16', '16 16'",
  })
  void c16TheControllersAnswerIsKeptAndGetsWhatItLacks(
      ControllerHealthCapabilities added, String before, String after) {
    assertThat(added.addTo(controller(before))).isEqualTo(controller(after));
  }

  @ParameterizedTest
  @CsvSource({
    "VOLUME, '', '7'",
    "STORAGE, '1', '1 8'",
    "VOLUME_AND_STORAGE, '4242 4', '4242 4 7 8'",
    "VOLUME_AND_STORAGE, '8', '8 7'",
  })
  void c16TheNodesAnswerIsKeptAndGetsWhatItLacks(
      NodeHealthCapabilities added, String before, String after) {
    assertThat(added.addTo(node(before))).isEqualTo(node(after));
  }

  @ParameterizedTest
  @EnumSource
  void c16ListNeverComesWithoutGet(ControllerHealthCapabilities capabilities) {
    ControllerGetCapabilitiesResponse answer = capabilities.addTo(controller(""));
    assertThat(answer.getCapabilitiesList())
        .extracting(capability -> capability.getRpc().getType())
        .contains(ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH);
  }

  @Test
  void fieldsThatThisVersionDoesNotKnowAreKept() {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    assertThat(
            ControllerHealthCapabilities.GET
                .addTo(controller("").toBuilder().setUnknownFields(unknown).build())
                .getUnknownFields())
        .isEqualTo(unknown);
    assertThat(
            NodeHealthCapabilities.VOLUME
                .addTo(node("").toBuilder().setUnknownFields(unknown).build())
                .getUnknownFields())
        .isEqualTo(unknown);
  }

  static ControllerGetCapabilitiesResponse controller(String numbers) {
    ControllerGetCapabilitiesResponse.Builder answer =
        ControllerGetCapabilitiesResponse.newBuilder();
    Arrays.stream(numbers.split(" "))
        .filter(number -> !number.isEmpty())
        .forEach(
            number ->
                answer.addCapabilities(
                    ControllerServiceCapability.newBuilder()
                        .setRpc(
                            ControllerServiceCapability.RPC
                                .newBuilder()
                                .setTypeValue(Integer.parseInt(number)))));
    return answer.build();
  }

  static NodeGetCapabilitiesResponse node(String numbers) {
    NodeGetCapabilitiesResponse.Builder answer = NodeGetCapabilitiesResponse.newBuilder();
    Arrays.stream(numbers.split(" "))
        .filter(number -> !number.isEmpty())
        .forEach(
            number ->
                answer.addCapabilities(
                    NodeServiceCapability.newBuilder()
                        .setRpc(
                            NodeServiceCapability.RPC
                                .newBuilder()
                                .setTypeValue(Integer.parseInt(number)))));
    return answer.build();
  }
}
