package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.NodeServiceCapability.RPC;
import java.util.stream.Stream;

/** What a node service offers of health. */
public enum NodeHealthCapabilities {
  /** GET_VOLUME_HEALTH: NodeGetVolumeHealth. */
  VOLUME,
  /** GET_STORAGE_HEALTH: NodeGetStorageHealth. */
  STORAGE,
  /** GET_VOLUME_HEALTH and GET_STORAGE_HEALTH. */
  VOLUME_AND_STORAGE;

  /**
   * The same answer with these capabilities in it. What it has is kept as it is, capabilities and
   * fields that this version does not know included; a capability that it has is not added again.
   */
  public NodeGetCapabilitiesResponse addTo(NodeGetCapabilitiesResponse answer) {
    return answer.toBuilder().mergeFrom(missingIn(answer)).build();
  }

  /** The capabilities that the answer lacks; bytes of this after bytes of that are both. */
  NodeGetCapabilitiesResponse missingIn(NodeGetCapabilitiesResponse answer) {
    NodeGetCapabilitiesResponse.Builder missing = NodeGetCapabilitiesResponse.newBuilder();
    types()
        .filter(type -> !names(answer, type))
        .forEach(
            type ->
                missing.addCapabilities(
                    NodeServiceCapability.newBuilder().setRpc(RPC.newBuilder().setType(type))));
    return missing.build();
  }

  private Stream<RPC.Type> types() {
    return switch (this) {
      case VOLUME -> Stream.of(RPC.Type.GET_VOLUME_HEALTH);
      case STORAGE -> Stream.of(RPC.Type.GET_STORAGE_HEALTH);
      case VOLUME_AND_STORAGE -> Stream.of(RPC.Type.GET_VOLUME_HEALTH, RPC.Type.GET_STORAGE_HEALTH);
    };
  }

  private static boolean names(NodeGetCapabilitiesResponse answer, RPC.Type type) {
    return answer.getCapabilitiesList().stream()
        .anyMatch(capability -> capability.getRpc().getType() == type);
  }
}
