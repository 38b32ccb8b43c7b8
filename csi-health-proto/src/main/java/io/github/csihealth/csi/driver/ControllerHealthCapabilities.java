package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.ControllerServiceCapability.RPC;
import java.util.stream.Stream;

/**
 * What a controller service offers of health. LIST_VOLUME_HEALTH without GET_VOLUME_HEALTH, which
 * the CSI spec forbids, is none of them.
 */
public enum ControllerHealthCapabilities {
  /** GET_VOLUME_HEALTH: ControllerGetVolumeHealth. */
  GET,
  /** LIST_VOLUME_HEALTH and GET_VOLUME_HEALTH: ControllerListVolumeHealth too. */
  LIST_AND_GET;

  /**
   * The same answer with these capabilities in it. What it has is kept as it is, capabilities and
   * fields that this version does not know included; a capability that it has is not added again.
   */
  public ControllerGetCapabilitiesResponse addTo(ControllerGetCapabilitiesResponse answer) {
    return answer.toBuilder().mergeFrom(missingIn(answer)).build();
  }

  /** The capabilities that the answer lacks; bytes of this after bytes of that are both. */
  ControllerGetCapabilitiesResponse missingIn(ControllerGetCapabilitiesResponse answer) {
    ControllerGetCapabilitiesResponse.Builder missing =
        ControllerGetCapabilitiesResponse.newBuilder();
    types()
        .filter(type -> !names(answer, type))
        .forEach(
            type ->
                missing.addCapabilities(
                    ControllerServiceCapability.newBuilder()
                        .setRpc(RPC.newBuilder().setType(type))));
    return missing.build();
  }

  private Stream<RPC.Type> types() {
    return this == GET
        ? Stream.of(RPC.Type.GET_VOLUME_HEALTH)
        : Stream.of(RPC.Type.GET_VOLUME_HEALTH, RPC.Type.LIST_VOLUME_HEALTH);
  }

  private static boolean names(ControllerGetCapabilitiesResponse answer, RPC.Type type) {
    return answer.getCapabilitiesList().stream()
        .anyMatch(capability -> capability.getRpc().getType() == type);
  }
}
