package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.NodeServiceCapability;

/** The four calls that tell health. */
enum HealthCall {
  GET("ControllerGetVolumeHealth", ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH),
  LIST("ControllerListVolumeHealth", ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH),
  NODE("NodeGetVolumeHealth", NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH),
  STORAGE("NodeGetStorageHealth", NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH);

  private final String method;
  private final Enum<?> capability;

  HealthCall(String method, Enum<?> capability) {
    this.method = method;
    this.capability = capability;
  }

  /** What a driver says that it has if it offers the call. */
  Enum<?> capability() {
    return capability;
  }

  /** The name of the call in the spec. */
  @Override
  public String toString() {
    return method;
  }
}
