package io.github.csihealth.csi.client;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A controller that answers as each test says. */
final class ScriptedController extends ControllerGrpc.ControllerImplBase {

  final List<ControllerListVolumeHealthRequest> listed = new CopyOnWriteArrayList<>();
  List<Integer> capabilities = new ArrayList<>();
  Function<ControllerListVolumeHealthRequest, Object> onList = request -> page("");
  Function<ControllerGetVolumeHealthRequest, Object> onGet = request -> Status.NOT_FOUND;

  static ControllerListVolumeHealthResponse page(String nextToken, VolumeHealth... entries) {
    return ControllerListVolumeHealthResponse.newBuilder()
        .setNextToken(nextToken)
        .addAllEntries(List.of(entries))
        .build();
  }

  @Override
  public void controllerGetCapabilities(
      ControllerGetCapabilitiesRequest request,
      StreamObserver<ControllerGetCapabilitiesResponse> observer) {
    ControllerGetCapabilitiesResponse.Builder response =
        ControllerGetCapabilitiesResponse.newBuilder();
    for (int type : capabilities) {
      response.addCapabilities(
          ControllerServiceCapability.newBuilder()
              .setRpc(ControllerServiceCapability.RPC.newBuilder().setTypeValue(type)));
    }
    observer.onNext(response.build());
    observer.onCompleted();
  }

  @Override
  public void controllerListVolumeHealth(
      ControllerListVolumeHealthRequest request,
      StreamObserver<ControllerListVolumeHealthResponse> observer) {
    listed.add(request);
    answer(onList.apply(request), observer, ControllerListVolumeHealthResponse.class);
  }

  @Override
  public void controllerGetVolumeHealth(
      ControllerGetVolumeHealthRequest request,
      StreamObserver<ControllerGetVolumeHealthResponse> observer) {
    answer(onGet.apply(request), observer, ControllerGetVolumeHealthResponse.class);
  }

  private static <T> void answer(Object answer, StreamObserver<T> observer, Class<T> type) {
    if (answer instanceof Status status) {
      observer.onError(status.asRuntimeException());
    } else if (type.isInstance(answer)) {
      observer.onNext(type.cast(answer));
      observer.onCompleted();
    }
    // Anything else is a call that hangs.
  }
}
