package io.github.csihealth.examples.hostpath;

import com.google.protobuf.BoolValue;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesRequest;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesResponse;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.PluginCapability;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.github.csihealth.csi.v1.ProbeResponse;
import io.grpc.stub.StreamObserver;

/** The driver's {@code csi.v1.Identity}. */
final class HostPathIdentity extends IdentityGrpc.IdentityImplBase {

  private final String name;
  private final String version;

  HostPathIdentity(String name, String version) {
    this.name = name;
    this.version = version;
  }

  @Override
  public void getPluginInfo(
      GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> observer) {
    Answers.answer(
        observer,
        () -> GetPluginInfoResponse.newBuilder().setName(name).setVendorVersion(version).build());
  }

  @Override
  public void getPluginCapabilities(
      GetPluginCapabilitiesRequest request,
      StreamObserver<GetPluginCapabilitiesResponse> observer) {
    Answers.answer(
        observer,
        () ->
            GetPluginCapabilitiesResponse.newBuilder()
                .addCapabilities(service(PluginCapability.Service.Type.CONTROLLER_SERVICE))
                .addCapabilities(
                    service(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS))
                .addCapabilities(
                    PluginCapability.newBuilder()
                        .setVolumeExpansion(
                            PluginCapability.VolumeExpansion.newBuilder()
                                .setType(PluginCapability.VolumeExpansion.Type.ONLINE)))
                .build());
  }

  private static PluginCapability service(PluginCapability.Service.Type type) {
    return PluginCapability.newBuilder()
        .setService(PluginCapability.Service.newBuilder().setType(type))
        .build();
  }

  /** A backend that is gone is no reason to restart the driver, which says so as health. */
  @Override
  public void probe(ProbeRequest request, StreamObserver<ProbeResponse> observer) {
    Answers.answer(observer, () -> ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build());
  }
}
