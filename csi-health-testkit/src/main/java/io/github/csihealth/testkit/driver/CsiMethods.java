package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesRequest;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesResponse;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetInfoRequest;
import io.github.csihealth.csi.v1.NodeGetInfoResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.github.csihealth.csi.v1.ProbeResponse;
import io.grpc.MethodDescriptor;

/**
 * Short names for the calls that a {@link FakeDriver} serves, for static import. They are the
 * descriptors of the generated classes, so either may be used.
 */
public final class CsiMethods {

  /** Identity: name and version. */
  public static final MethodDescriptor<GetPluginInfoRequest, GetPluginInfoResponse>
      GET_PLUGIN_INFO = IdentityGrpc.getGetPluginInfoMethod();

  /** Identity: the services offered. */
  public static final MethodDescriptor<GetPluginCapabilitiesRequest, GetPluginCapabilitiesResponse>
      GET_PLUGIN_CAPABILITIES = IdentityGrpc.getGetPluginCapabilitiesMethod();

  /** Identity: readiness. */
  public static final MethodDescriptor<ProbeRequest, ProbeResponse> PROBE =
      IdentityGrpc.getProbeMethod();

  /** Controller: the calls offered. */
  public static final MethodDescriptor<
          ControllerGetCapabilitiesRequest, ControllerGetCapabilitiesResponse>
      CONTROLLER_GET_CAPABILITIES = ControllerGrpc.getControllerGetCapabilitiesMethod();

  /** Controller: the health of all volumes, in pages. */
  public static final MethodDescriptor<
          ControllerListVolumeHealthRequest, ControllerListVolumeHealthResponse>
      LIST_VOLUME_HEALTH = ControllerGrpc.getControllerListVolumeHealthMethod();

  /** Controller: the health of one volume. */
  public static final MethodDescriptor<
          ControllerGetVolumeHealthRequest, ControllerGetVolumeHealthResponse>
      GET_VOLUME_HEALTH = ControllerGrpc.getControllerGetVolumeHealthMethod();

  /** Node: the calls offered. */
  public static final MethodDescriptor<NodeGetCapabilitiesRequest, NodeGetCapabilitiesResponse>
      NODE_GET_CAPABILITIES = NodeGrpc.getNodeGetCapabilitiesMethod();

  /** Node: its id. */
  public static final MethodDescriptor<NodeGetInfoRequest, NodeGetInfoResponse> NODE_GET_INFO =
      NodeGrpc.getNodeGetInfoMethod();

  /** Node: the health of one volume. */
  public static final MethodDescriptor<NodeGetVolumeHealthRequest, NodeGetVolumeHealthResponse>
      NODE_GET_VOLUME_HEALTH = NodeGrpc.getNodeGetVolumeHealthMethod();

  /** Node: the health of the storage back ends. */
  public static final MethodDescriptor<NodeGetStorageHealthRequest, NodeGetStorageHealthResponse>
      NODE_GET_STORAGE_HEALTH = NodeGrpc.getNodeGetStorageHealthMethod();

  private CsiMethods() {}
}
