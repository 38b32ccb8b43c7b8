package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.examples.hostpath.DriverRig.refused;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsRequest;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeServiceCapability.RPC;
import io.github.csihealth.csi.v1.NodeStageVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnstageVolumeRequest;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node, by the tables of the CSI spec. */
class NodeTest {

  @TempDir Path temp;
  private DriverRig rig;
  private String volumeId;

  @BeforeEach
  void start() throws Exception {
    rig = new DriverRig(temp);
    volumeId = rig.create("one").getVolumeId();
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private void stage(Mode mode) {
    rig.node().nodeStageVolume(rig.stageRequest(volumeId, mode).build());
  }

  private void publish(String target, Mode mode) {
    rig.node().nodePublishVolume(rig.publishRequest(volumeId, target, mode).build());
  }

  private void unpublish(String target) {
    rig.node()
        .nodeUnpublishVolume(
            NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volumeId)
                .setTargetPath(rig.targetPath(target).toString())
                .build());
  }

  private void unstage() {
    rig.node()
        .nodeUnstageVolume(
            NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(volumeId)
                .setStagingTargetPath(rig.stagingPath(volumeId).toString())
                .build());
  }

  @Test
  void offersHealthBesidesItsOwn() {
    assertThat(
            rig.node()
                .nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance())
                .getCapabilitiesList())
        .extracting(capability -> capability.getRpc().getType())
        .containsExactlyInAnyOrder(
            RPC.Type.STAGE_UNSTAGE_VOLUME,
            RPC.Type.GET_VOLUME_STATS,
            RPC.Type.SINGLE_NODE_MULTI_WRITER,
            RPC.Type.GET_VOLUME_HEALTH,
            RPC.Type.GET_STORAGE_HEALTH);
  }

  @Test
  void whatAPodWritesIsInTheVolume() throws IOException {
    Path target = rig.publish(volumeId, "pod");

    Files.writeString(target.resolve("file"), "content");

    assertThat(rig.volumeFolder(volumeId).resolve("file")).hasContent("content");
  }

  @Test
  void everyStepMayBeRepeatedAndUndone() {
    for (int i = 0; i < 2; i++) {
      stage(Mode.SINGLE_NODE_WRITER);
    }
    for (int i = 0; i < 2; i++) {
      publish("pod", Mode.SINGLE_NODE_WRITER);
    }
    for (int i = 0; i < 2; i++) {
      unpublish("pod");
      assertThat(Files.exists(rig.targetPath("pod"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }
    for (int i = 0; i < 2; i++) {
      unstage();
      assertThat(rig.stagingPath(volumeId)).isEmptyDirectory();
    }
    assertThat(rig.volumeFolder(volumeId)).isDirectory();
    assertThat(rig.dataDir().resolve("records/node")).isEmptyDirectory();
  }

  @Test
  void aVolumeIsStagedAtOnePathAndInOneMode() {
    stage(Mode.SINGLE_NODE_WRITER);

    refused(ALREADY_EXISTS, () -> stage(Mode.SINGLE_NODE_SINGLE_WRITER), "SINGLE_NODE_WRITER");
    NodeStageVolumeRequest elsewhere =
        rig.stageRequest(volumeId, Mode.SINGLE_NODE_WRITER)
            .setStagingTargetPath(temp.toString())
            .build();
    refused(
        FAILED_PRECONDITION,
        () -> rig.node().nodeStageVolume(elsewhere),
        rig.stagingPath(volumeId).toString());
  }

  @Test
  void aPathIsTheSameHoweverItIsWritten() {
    stage(Mode.SINGLE_NODE_WRITER);
    NodeStageVolumeRequest same =
        rig.stageRequest(volumeId, Mode.SINGLE_NODE_WRITER)
            .setStagingTargetPath(rig.stagingPath(volumeId) + "/../" + volumeId + "/")
            .build();

    rig.node().nodeStageVolume(same);
  }

  @Test
  void onlyAStagedVolumeIsPublished() {
    refused(FAILED_PRECONDITION, () -> publish("pod", Mode.SINGLE_NODE_WRITER), "not staged");
    stage(Mode.SINGLE_NODE_WRITER);
    NodePublishVolumeRequest withoutPath =
        rig.publishRequest(volumeId, "pod", Mode.SINGLE_NODE_WRITER)
            .clearStagingTargetPath()
            .build();
    refused(
        FAILED_PRECONDITION,
        () -> rig.node().nodePublishVolume(withoutPath),
        "staging_target_path");
  }

  @Test
  void onlyAnUnpublishedVolumeIsUnstaged() {
    Path target = rig.publish(volumeId, "pod");

    refused(FAILED_PRECONDITION, this::unstage, "published");
    assertThat(target).isDirectory();
  }

  /** The spec's table for a second NodePublishVolume. */
  @Test
  void aSecondPathIsForMultiWriterOnly() {
    stage(Mode.SINGLE_NODE_MULTI_WRITER);
    publish("pod", Mode.SINGLE_NODE_MULTI_WRITER);

    publish("other", Mode.SINGLE_NODE_MULTI_WRITER);
    refused(ALREADY_EXISTS, () -> publish("pod", Mode.SINGLE_NODE_WRITER));
    refused(FAILED_PRECONDITION, () -> publish("third", Mode.SINGLE_NODE_WRITER));
    unpublish("other");
    unpublish("pod");
    for (Mode mode : new Mode[] {Mode.SINGLE_NODE_WRITER, Mode.SINGLE_NODE_SINGLE_WRITER}) {
      publish("pod", mode);
      publish("pod", mode);
      refused(FAILED_PRECONDITION, () -> publish("other", mode));
      refused(FAILED_PRECONDITION, () -> publish("other", Mode.SINGLE_NODE_MULTI_WRITER));
      unpublish("pod");
    }
  }

  @Test
  void whatIsNotOursIsNotReplaced() throws IOException {
    stage(Mode.SINGLE_NODE_WRITER);
    Path target = Files.createDirectory(rig.targetPath("pod"));

    refused(FAILED_PRECONDITION, () -> publish("pod", Mode.SINGLE_NODE_WRITER), target.toString());
    assertThat(target).isEmptyDirectory();

    // Nor does the attempt count as a use of the volume.
    publish("other", Mode.SINGLE_NODE_WRITER);
  }

  @Test
  void whatIsNotOursIsNotDeleted() throws IOException {
    Path target = rig.publish(volumeId, "pod");
    Files.delete(target);
    Files.createDirectory(target);
    Files.writeString(target.resolve("file"), "precious");
    Path staged = rig.stagingPath(volumeId).resolve("volume");
    Files.delete(staged);
    Files.createSymbolicLink(staged, temp);

    try (CapturedLog log = new CapturedLog()) {
      unpublish("pod");
      unstage();
      assertThat(log.lines("is not what this driver made")).hasSize(2);
    }

    assertThat(target.resolve("file")).hasContent("precious");
    assertThat(staged).isSymbolicLink();
    assertThat(rig.dataDir().resolve("records/node")).isEmptyDirectory();
  }

  @Test
  void whatWasTakenAwayByHandCanStillBeUndone() throws IOException {
    Path target = rig.publish(volumeId, "pod");
    Files.delete(target);
    Files.delete(rig.stagingPath(volumeId).resolve("volume"));
    Files.delete(rig.volumeFolder(volumeId));

    unpublish("pod");
    unstage();

    assertThat(rig.dataDir().resolve("records/node")).isEmptyDirectory();
  }

  @Test
  void aVolumeWhoseFolderIsGoneIsNotHandedOut() throws IOException {
    Files.delete(rig.volumeFolder(volumeId));

    refused(INTERNAL, () -> stage(Mode.SINGLE_NODE_WRITER), "gone");
    assertThat(rig.stagingPath(volumeId)).isEmptyDirectory();
  }

  @Test
  void whatCannotBeHonouredIsRefused() {
    stage(Mode.SINGLE_NODE_WRITER);

    refused(
        INVALID_ARGUMENT,
        () ->
            rig.node()
                .nodePublishVolume(
                    rig.publishRequest(volumeId, "pod", Mode.SINGLE_NODE_WRITER)
                        .setReadonly(true)
                        .build()),
        "readonly");
    refused(
        FAILED_PRECONDITION,
        () -> publish("pod", Mode.SINGLE_NODE_READER_ONLY),
        "SINGLE_NODE_READER_ONLY");
    refused(
        INVALID_ARGUMENT,
        () ->
            rig.node()
                .nodePublishVolume(
                    rig.publishRequest(volumeId, "pod", Mode.SINGLE_NODE_WRITER)
                        .setTargetPath("relative")
                        .build()),
        "target_path");
    refused(
        INVALID_ARGUMENT,
        () ->
            rig.node()
                .nodePublishVolume(
                    rig.publishRequest(volumeId, "pod", Mode.SINGLE_NODE_WRITER)
                        .setTargetPath("/nul\0")
                        .build()),
        "target_path");
  }

  @Test
  void aVolumeThatIsNoneIsNotFound() {
    volumeId = VolumeId.random().text();

    refused(NOT_FOUND, () -> stage(Mode.SINGLE_NODE_WRITER), volumeId);
    refused(NOT_FOUND, () -> publish("pod", Mode.SINGLE_NODE_WRITER), volumeId);
    refused(NOT_FOUND, () -> unpublish("pod"), volumeId);
    refused(NOT_FOUND, this::unstage, volumeId);
  }

  @Test
  void aVolumeIsMeasuredWhereItIsUsed() throws IOException {
    Path target = rig.publish(volumeId, "pod");
    Files.createDirectories(target.resolve("folder"));
    Files.write(target.resolve("folder/file"), new byte[1000]);
    NodeGetVolumeStatsRequest.Builder request =
        NodeGetVolumeStatsRequest.newBuilder()
            .setVolumeId(volumeId)
            .setVolumePath(target.toString());

    assertThat(rig.node().nodeGetVolumeStats(request.build()).getUsageList())
        .containsExactly(
            VolumeUsage.newBuilder()
                .setUnit(VolumeUsage.Unit.BYTES)
                .setTotal(1L << 30)
                .setUsed(1000)
                .setAvailable((1L << 30) - 1000)
                .build());
    refused(
        NOT_FOUND,
        () -> rig.node().nodeGetVolumeStats(request.setVolumePath(temp.toString()).build()));
  }
}
