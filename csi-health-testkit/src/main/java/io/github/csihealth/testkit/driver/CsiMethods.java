package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerExpandVolumeResponse;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerPublishVolumeRequest;
import io.github.csihealth.csi.v1.ControllerPublishVolumeResponse;
import io.github.csihealth.csi.v1.ControllerUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.ControllerUnpublishVolumeResponse;
import io.github.csihealth.csi.v1.CreateSnapshotRequest;
import io.github.csihealth.csi.v1.CreateSnapshotResponse;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.CreateVolumeResponse;
import io.github.csihealth.csi.v1.DeleteSnapshotRequest;
import io.github.csihealth.csi.v1.DeleteSnapshotResponse;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.DeleteVolumeResponse;
import io.github.csihealth.csi.v1.GetCapacityRequest;
import io.github.csihealth.csi.v1.GetCapacityResponse;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesRequest;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesResponse;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.GetSnapshotRequest;
import io.github.csihealth.csi.v1.GetSnapshotResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.ListSnapshotsRequest;
import io.github.csihealth.csi.v1.ListSnapshotsResponse;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.ListVolumesResponse;
import io.github.csihealth.csi.v1.NodeExpandVolumeRequest;
import io.github.csihealth.csi.v1.NodeExpandVolumeResponse;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetInfoRequest;
import io.github.csihealth.csi.v1.NodeGetInfoResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodePublishVolumeResponse;
import io.github.csihealth.csi.v1.NodeStageVolumeRequest;
import io.github.csihealth.csi.v1.NodeStageVolumeResponse;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeResponse;
import io.github.csihealth.csi.v1.NodeUnstageVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnstageVolumeResponse;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.github.csihealth.csi.v1.ProbeResponse;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesResponse;
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

  /** Controller: a new volume, or the one of that name. */
  public static final MethodDescriptor<CreateVolumeRequest, CreateVolumeResponse> CREATE_VOLUME =
      ControllerGrpc.getCreateVolumeMethod();

  /** Controller: the end of a volume. */
  public static final MethodDescriptor<DeleteVolumeRequest, DeleteVolumeResponse> DELETE_VOLUME =
      ControllerGrpc.getDeleteVolumeMethod();

  /** Controller: whether a volume can be used in some ways. */
  public static final MethodDescriptor<
          ValidateVolumeCapabilitiesRequest, ValidateVolumeCapabilitiesResponse>
      VALIDATE_VOLUME_CAPABILITIES = ControllerGrpc.getValidateVolumeCapabilitiesMethod();

  /** Controller: all volumes, in pages. */
  public static final MethodDescriptor<ListVolumesRequest, ListVolumesResponse> LIST_VOLUMES =
      ControllerGrpc.getListVolumesMethod();

  /** Controller: the room that is left for volumes. */
  public static final MethodDescriptor<GetCapacityRequest, GetCapacityResponse> GET_CAPACITY =
      ControllerGrpc.getGetCapacityMethod();

  /** Controller: a larger size for a volume. */
  public static final MethodDescriptor<
          ControllerExpandVolumeRequest, ControllerExpandVolumeResponse>
      CONTROLLER_EXPAND_VOLUME = ControllerGrpc.getControllerExpandVolumeMethod();

  /** Controller: a volume made available to a node. */
  public static final MethodDescriptor<
          ControllerPublishVolumeRequest, ControllerPublishVolumeResponse>
      CONTROLLER_PUBLISH_VOLUME = ControllerGrpc.getControllerPublishVolumeMethod();

  /** Controller: a volume taken from a node, or from all. */
  public static final MethodDescriptor<
          ControllerUnpublishVolumeRequest, ControllerUnpublishVolumeResponse>
      CONTROLLER_UNPUBLISH_VOLUME = ControllerGrpc.getControllerUnpublishVolumeMethod();

  /** Controller: a new snapshot, or the one of that name. */
  public static final MethodDescriptor<CreateSnapshotRequest, CreateSnapshotResponse>
      CREATE_SNAPSHOT = ControllerGrpc.getCreateSnapshotMethod();

  /** Controller: the end of a snapshot. */
  public static final MethodDescriptor<DeleteSnapshotRequest, DeleteSnapshotResponse>
      DELETE_SNAPSHOT = ControllerGrpc.getDeleteSnapshotMethod();

  /** Controller: snapshots, in pages. */
  public static final MethodDescriptor<ListSnapshotsRequest, ListSnapshotsResponse> LIST_SNAPSHOTS =
      ControllerGrpc.getListSnapshotsMethod();

  /** Controller: one snapshot. */
  public static final MethodDescriptor<GetSnapshotRequest, GetSnapshotResponse> GET_SNAPSHOT =
      ControllerGrpc.getGetSnapshotMethod();

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

  /** Node: a volume made ready at its staging path. */
  public static final MethodDescriptor<NodeStageVolumeRequest, NodeStageVolumeResponse>
      NODE_STAGE_VOLUME = NodeGrpc.getNodeStageVolumeMethod();

  /** Node: a volume taken from its staging path. */
  public static final MethodDescriptor<NodeUnstageVolumeRequest, NodeUnstageVolumeResponse>
      NODE_UNSTAGE_VOLUME = NodeGrpc.getNodeUnstageVolumeMethod();

  /** Node: a volume put at the path of a workload. */
  public static final MethodDescriptor<NodePublishVolumeRequest, NodePublishVolumeResponse>
      NODE_PUBLISH_VOLUME = NodeGrpc.getNodePublishVolumeMethod();

  /** Node: a volume taken from the path of a workload. */
  public static final MethodDescriptor<NodeUnpublishVolumeRequest, NodeUnpublishVolumeResponse>
      NODE_UNPUBLISH_VOLUME = NodeGrpc.getNodeUnpublishVolumeMethod();

  /** Node: how full a volume is. */
  public static final MethodDescriptor<NodeGetVolumeStatsRequest, NodeGetVolumeStatsResponse>
      NODE_GET_VOLUME_STATS = NodeGrpc.getNodeGetVolumeStatsMethod();

  /** Node: a larger size for a volume. */
  public static final MethodDescriptor<NodeExpandVolumeRequest, NodeExpandVolumeResponse>
      NODE_EXPAND_VOLUME = NodeGrpc.getNodeExpandVolumeMethod();

  private CsiMethods() {}
}
