package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.examples.hostpath.DriverRig.createRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.CreateSnapshotRequest;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.ListSnapshotsRequest;
import io.github.csihealth.csi.v1.ListSnapshotsResponse;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.ListVolumesResponse;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one driver leaves in its data folder, and what the next makes of it. */
class RestartTest {

  @TempDir Path temp;
  private DriverRig rig;

  @BeforeEach
  void start() throws Exception {
    rig = new DriverRig(temp);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private ListVolumesResponse volumes() {
    return rig.controller().listVolumes(ListVolumesRequest.getDefaultInstance());
  }

  private ListSnapshotsResponse snapshots() {
    return rig.controller().listSnapshots(ListSnapshotsRequest.getDefaultInstance());
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void everythingSurvives() throws Exception {
    String volumeId = rig.create("one", 1000);
    rig.controller()
        .createSnapshot(
            CreateSnapshotRequest.newBuilder().setName("snap").setSourceVolumeId(volumeId).build());
    CreateVolumeRequest.Builder clone = createRequest("two");
    clone.getVolumeContentSourceBuilder().getVolumeBuilder().setVolumeId(volumeId);
    rig.controller().createVolume(clone.build());
    ControllerExpandVolumeRequest.Builder more =
        ControllerExpandVolumeRequest.newBuilder().setVolumeId(volumeId);
    more.getCapacityRangeBuilder().setRequiredBytes(2000);
    rig.controller().controllerExpandVolume(more.build());
    Path target = rig.publish(volumeId, "pod");
    ListVolumesResponse volumes = volumes();
    ListSnapshotsResponse snapshots = snapshots();

    rig.restart();

    assertThat(volumes()).isEqualTo(volumes);
    assertThat(volumes.getEntriesCount()).isEqualTo(2);
    assertThat(snapshots()).isEqualTo(snapshots);
    assertThat(snapshots.getEntriesCount()).isEqualTo(1);
    rig.publish(volumeId, "pod");
    rig.node()
        .nodeUnpublishVolume(
            NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volumeId)
                .setTargetPath(target.toString())
                .build());
    assertThat(Files.isSymbolicLink(target)).isFalse();
  }

  @Test
  void whatWasHalfMadeIsThrownAway() throws Exception {
    String volumeId = rig.create("one", 1000);
    Path records = rig.dataDir().resolve("records/volumes");
    Path scratch = rig.dataDir().resolve("scratch");

    rig.restart(
        () -> {
          Files.createDirectories(scratch.resolve("vol-x/data/folder"));
          Files.writeString(records.resolve(volumeId + ".new"), "{");
        });

    assertThat(scratch).isEmptyDirectory();
    assertThat(files(records)).containsExactly(records.resolve(volumeId + ".json"));
    assertThat(rig.create("one", 1000)).isEqualTo(volumeId);
  }

  @Test
  void aRecordThatCannotBeReadStopsTheStartAndIsNamed() throws Exception {
    String volumeId = rig.create("one", 1000);
    Path record = rig.dataDir().resolve("records/volumes").resolve(volumeId + ".json");
    String good = Files.readString(record);

    for (String bad :
        List.of(
            "",
            "{",
            good + "{}",
            good.replace("name", "nom"),
            good.replace("\"one\"", "null"),
            good.replace("1000", "\"many\""),
            good.replace(volumeId, "../../etc"),
            good.replace(volumeId, VolumeId.random().text()))) {
      assertThatThrownBy(() -> rig.restart(() -> Files.writeString(record, bad)))
          .as(bad)
          .isInstanceOfSatisfying(
              ExitException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.NO_DATA_FOLDER))
          .hasMessageContaining(record.toString());
    }
    rig.restart(() -> Files.writeString(record, good));
    assertThat(rig.create("one", 1000)).isEqualTo(volumeId);
  }

  @Test
  void aFolderWithoutARecordIsLeftAloneAndNamed() throws Exception {
    Path stray = rig.dataDir().resolve("volumes").resolve(VolumeId.random().text());
    try (CapturedLog log = new CapturedLog()) {
      rig.restart(() -> Files.createDirectories(stray.resolve("data")));

      assertThat(log.lines(stray.toString())).singleElement().asString().contains("no record");
    }
    assertThat(stray.resolve("data")).isDirectory();
    assertThat(volumes().getEntriesCount()).isZero();
  }

  @Test
  void aDataFolderHasOneDriver() {
    assertThatThrownBy(() -> DataFolder.open(rig.dataDir()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another driver uses");
  }
}
