package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.ControllerPublishVolumeRequest;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.ControllerUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.NodeGetInfoRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.NodeStageVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnstageVolumeRequest;
import io.github.csihealth.csi.v1.Volume;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** The volumes of one trial: existing ones, or new ones that are removed when it ends. */
final class Volumes {

  private static final VolumeCapability MOUNTED =
      VolumeCapability.newBuilder()
          .setMount(VolumeCapability.MountVolume.getDefaultInstance())
          .setAccessMode(
              VolumeCapability.AccessMode.newBuilder()
                  .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER))
          .build();

  private final Trial trial;
  private final DriverUnderTest subject;
  private final Map<String, Volume> made = new HashMap<>();
  private final Map<String, NodeGetVolumeHealthRequest> published = new HashMap<>();
  private int used;

  Volumes(Trial trial, DriverUnderTest subject) {
    this.trial = trial;
    this.subject = subject;
  }

  /** A volume that the trial has not used yet. */
  String next() throws NotTriedException {
    if (!subject.volumes().isEmpty()) {
      if (used == subject.volumes().size()) {
        throw NotTriedException.inconclusive("needs more existing volumes than the " + used);
      }
      return subject.volumes().get(used++);
    }
    if (!trial.offers(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME)) {
      throw NotTriedException.inconclusive(
          "needs a volume: the driver makes none, and no existing one is named");
    }
    return make();
  }

  private String make() throws NotTriedException {
    Volume volume =
        trial
            .ask(
                CsiMethods.CREATE_VOLUME,
                CreateVolumeRequest.newBuilder()
                    .setName("csi-health-conformance-" + UUID.randomUUID())
                    .addVolumeCapabilities(MOUNTED)
                    .putAllSecrets(trial.secrets())
                    .build())
            .required()
            .getVolume();
    made.put(volume.getVolumeId(), volume);
    DeleteVolumeRequest delete =
        DeleteVolumeRequest.newBuilder()
            .setVolumeId(volume.getVolumeId())
            .putAllSecrets(trial.secrets())
            .build();
    undoByCall(CsiMethods.DELETE_VOLUME, delete);
    return volume.getVolumeId();
  }

  private <Q> void undoByCall(MethodDescriptor<Q, ?> method, Q request) {
    trial.undoAtEnd(
        () -> {
          Answer<?> answer = trial.ask(method, request);
          if (answer.code() != Status.Code.NOT_FOUND) {
            Object unused = answer.required();
          }
        });
  }

  /** Publishes the volume on the node, if it is one of ours. */
  void publish(String volumeId) throws NotTriedException, IOException {
    Volume volume = made.get(volumeId);
    if (volume == null) {
      return;
    }
    Map<String, String> context = publishContext(volume);
    Path directory = temporary();
    String staging = stage(volume, context, directory.resolve("staging"));
    String target = directory.resolve("target").toString();
    NodeUnpublishVolumeRequest unpublish =
        NodeUnpublishVolumeRequest.newBuilder().setVolumeId(volumeId).setTargetPath(target).build();
    undoByCall(CsiMethods.NODE_UNPUBLISH_VOLUME, unpublish);
    Object unused =
        trial
            .ask(
                CsiMethods.NODE_PUBLISH_VOLUME,
                NodePublishVolumeRequest.newBuilder()
                    .setVolumeId(volumeId)
                    .setTargetPath(target)
                    .setStagingTargetPath(staging)
                    .setVolumeCapability(MOUNTED)
                    .putAllPublishContext(context)
                    .putAllVolumeContext(volume.getVolumeContextMap())
                    .putAllSecrets(trial.secrets())
                    .build())
            .required();
    published.put(
        volumeId,
        NodeGetVolumeHealthRequest.newBuilder()
            .setVolumeId(volumeId)
            .setVolumePublishPath(target)
            .setStagingTargetPath(staging)
            .build());
  }

  /** Asks for the volume, where it is published with its paths. */
  NodeGetVolumeHealthRequest nodeRequest(String volumeId) {
    return published.getOrDefault(
        volumeId, NodeGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build());
  }

  private Path temporary() throws IOException {
    Path directory = Files.createTempDirectory("csi-health");
    trial.undoAtEnd(() -> Files.deleteIfExists(directory));
    return directory;
  }

  /** What the node is to be given of a volume that the controller has published to it. */
  private Map<String, String> publishContext(Volume volume) throws NotTriedException {
    if (!trial.offers(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME)) {
      return Map.of();
    }
    String nodeId =
        trial
            .ask(CsiMethods.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance())
            .required()
            .getNodeId();
    ControllerUnpublishVolumeRequest unpublish =
        ControllerUnpublishVolumeRequest.newBuilder()
            .setVolumeId(volume.getVolumeId())
            .setNodeId(nodeId)
            .putAllSecrets(trial.secrets())
            .build();
    undoByCall(CsiMethods.CONTROLLER_UNPUBLISH_VOLUME, unpublish);
    return trial
        .ask(
            CsiMethods.CONTROLLER_PUBLISH_VOLUME,
            ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setNodeId(nodeId)
                .setVolumeCapability(MOUNTED)
                .putAllVolumeContext(volume.getVolumeContextMap())
                .putAllSecrets(trial.secrets())
                .build())
        .required()
        .getPublishContextMap();
  }

  /** Stages the volume; answers the path, which is empty if the driver does not stage. */
  private String stage(Volume volume, Map<String, String> context, Path path)
      throws NotTriedException, IOException {
    if (!trial.offers(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME)) {
      return "";
    }
    Files.createDirectory(path);
    trial.undoAtEnd(() -> Files.deleteIfExists(path));
    NodeUnstageVolumeRequest unstage =
        NodeUnstageVolumeRequest.newBuilder()
            .setVolumeId(volume.getVolumeId())
            .setStagingTargetPath(path.toString())
            .build();
    undoByCall(CsiMethods.NODE_UNSTAGE_VOLUME, unstage);
    Object unused =
        trial
            .ask(
                CsiMethods.NODE_STAGE_VOLUME,
                NodeStageVolumeRequest.newBuilder()
                    .setVolumeId(volume.getVolumeId())
                    .setStagingTargetPath(path.toString())
                    .setVolumeCapability(MOUNTED)
                    .putAllPublishContext(context)
                    .putAllVolumeContext(volume.getVolumeContextMap())
                    .putAllSecrets(trial.secrets())
                    .build())
            .required();
    return path.toString();
  }
}
