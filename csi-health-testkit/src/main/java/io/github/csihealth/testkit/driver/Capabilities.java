package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.PluginCapability;
import io.grpc.Status;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a fake driver offers. All that it serves, until the test says otherwise. */
final class Capabilities {

  private volatile List<Integer> controller =
      numbers(
          ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME,
          ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME,
          ControllerServiceCapability.RPC.Type.LIST_VOLUMES,
          ControllerServiceCapability.RPC.Type.GET_CAPACITY,
          ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT,
          ControllerServiceCapability.RPC.Type.LIST_SNAPSHOTS,
          ControllerServiceCapability.RPC.Type.CLONE_VOLUME,
          ControllerServiceCapability.RPC.Type.PUBLISH_READONLY,
          ControllerServiceCapability.RPC.Type.EXPAND_VOLUME,
          ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER,
          ControllerServiceCapability.RPC.Type.GET_SNAPSHOT,
          ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH,
          ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH);

  private volatile List<Integer> node =
      numbers(
          NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME,
          NodeServiceCapability.RPC.Type.GET_VOLUME_STATS,
          NodeServiceCapability.RPC.Type.EXPAND_VOLUME,
          NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER,
          NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH,
          NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH);

  /** By number, for numbers of a later specification. */
  void controller(int... numbers) {
    controller = Arrays.stream(numbers).boxed().toList();
  }

  void node(NodeServiceCapability.RPC.Type... types) {
    node = numbers(types);
  }

  private static List<Integer> numbers(ControllerServiceCapability.RPC.Type... types) {
    return Stream.of(types).map(ControllerServiceCapability.RPC.Type::getNumber).toList();
  }

  private static List<Integer> numbers(NodeServiceCapability.RPC.Type... types) {
    return Stream.of(types).map(NodeServiceCapability.RPC.Type::getNumber).toList();
  }

  boolean has(ControllerServiceCapability.RPC.Type type) {
    return controller.contains(type.getNumber());
  }

  boolean has(NodeServiceCapability.RPC.Type type) {
    return node.contains(type.getNumber());
  }

  /** The call, UNIMPLEMENTED while the controller does not offer it. */
  <ReqT, RespT> Function<ReqT, RespT> ifController(
      ControllerServiceCapability.RPC.Type type, Function<ReqT, RespT> call) {
    return request -> {
      expectOffered(has(type), type);
      return call.apply(request);
    };
  }

  /** The call, UNIMPLEMENTED while the node does not offer it. */
  <ReqT, RespT> Function<ReqT, RespT> ifNode(
      NodeServiceCapability.RPC.Type type, Function<ReqT, RespT> call) {
    return request -> {
      expectOffered(has(type), type);
      return call.apply(request);
    };
  }

  private static void expectOffered(boolean offered, Enum<?> type) {
    Demand.that(offered, Status.Code.UNIMPLEMENTED, "capability " + type + " is not offered");
  }

  GetPluginCapabilitiesResponse ofPlugin() {
    GetPluginCapabilitiesResponse.Builder response = GetPluginCapabilitiesResponse.newBuilder();
    response
        .addCapabilitiesBuilder()
        .setService(
            PluginCapability.Service.newBuilder()
                .setType(PluginCapability.Service.Type.CONTROLLER_SERVICE));
    if (has(ControllerServiceCapability.RPC.Type.EXPAND_VOLUME)
        || has(NodeServiceCapability.RPC.Type.EXPAND_VOLUME)) {
      response
          .addCapabilitiesBuilder()
          .setVolumeExpansion(
              PluginCapability.VolumeExpansion.newBuilder()
                  .setType(PluginCapability.VolumeExpansion.Type.ONLINE));
    }
    return response.build();
  }

  ControllerGetCapabilitiesResponse ofController() {
    ControllerGetCapabilitiesResponse.Builder response =
        ControllerGetCapabilitiesResponse.newBuilder();
    for (int number : controller) {
      response
          .addCapabilitiesBuilder()
          .setRpc(ControllerServiceCapability.RPC.newBuilder().setTypeValue(number));
    }
    return response.build();
  }

  NodeGetCapabilitiesResponse ofNode() {
    NodeGetCapabilitiesResponse.Builder response = NodeGetCapabilitiesResponse.newBuilder();
    for (int number : node) {
      response
          .addCapabilitiesBuilder()
          .setRpc(NodeServiceCapability.RPC.newBuilder().setTypeValue(number));
    }
    return response.build();
  }
}
