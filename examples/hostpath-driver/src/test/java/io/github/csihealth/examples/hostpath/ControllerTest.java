package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.examples.hostpath.DriverRig.createRequest;
import static io.github.csihealth.examples.hostpath.DriverRig.mount;
import static io.github.csihealth.examples.hostpath.DriverRig.refused;
import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerServiceCapability.RPC;
import io.github.csihealth.csi.v1.CreateSnapshotRequest;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.DeleteSnapshotRequest;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetSnapshotRequest;
import io.github.csihealth.csi.v1.ListSnapshotsRequest;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.ListVolumesResponse;
import io.github.csihealth.csi.v1.NodeGetInfoRequest;
import io.github.csihealth.csi.v1.Snapshot;
import io.github.csihealth.csi.v1.Topology;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.github.csihealth.csi.v1.Volume;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller, by the tables of the CSI spec. */
class ControllerTest {

  private static final long MIB = 1 << 20;

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

  private void createRefused(
      io.grpc.Status.Code code, Consumer<CreateVolumeRequest.Builder> change, String... texts) {
    CreateVolumeRequest.Builder request = createRequest("refused");
    change.accept(request);
    refused(code, () -> rig.controller().createVolume(request.build()), texts);
    assertThat(list(ListVolumesRequest.getDefaultInstance())).isEmpty();
    assertThat(rig.dataDir().resolve("volumes")).isEmptyDirectory();
    assertThat(rig.dataDir().resolve("scratch")).isEmptyDirectory();
  }

  private List<String> list(ListVolumesRequest request) {
    return rig.controller().listVolumes(request).getEntriesList().stream()
        .map(entry -> entry.getVolume().getVolumeId())
        .toList();
  }

  private void delete(String volumeId) {
    rig.controller().deleteVolume(DeleteVolumeRequest.newBuilder().setVolumeId(volumeId).build());
  }

  private Snapshot snapshot(String name, String volumeId) {
    return rig.controller()
        .createSnapshot(
            CreateSnapshotRequest.newBuilder().setName(name).setSourceVolumeId(volumeId).build())
        .getSnapshot();
  }

  private static CreateVolumeRequest fromSnapshot(String name, String snapshotId) {
    CreateVolumeRequest.Builder request = createRequest(name);
    request.getVolumeContentSourceBuilder().getSnapshotBuilder().setSnapshotId(snapshotId);
    return request.build();
  }

  private static CreateVolumeRequest fromVolume(String name, String volumeId) {
    CreateVolumeRequest.Builder request = createRequest(name);
    request.getVolumeContentSourceBuilder().getVolumeBuilder().setVolumeId(volumeId);
    return request.build();
  }

  private long expand(String volumeId, long required, long limit) {
    ControllerExpandVolumeRequest.Builder request =
        ControllerExpandVolumeRequest.newBuilder().setVolumeId(volumeId);
    request.getCapacityRangeBuilder().setRequiredBytes(required).setLimitBytes(limit);
    return rig.controller().controllerExpandVolume(request.build()).getCapacityBytes();
  }

  @Test
  void saysItsNameAndWhatItOffersHealthIncluded() {
    assertThat(rig.identity().getPluginInfo(GetPluginInfoRequest.getDefaultInstance()).getName())
        .isEqualTo(DriverRig.NAME);
    assertThat(
            rig.controller()
                .controllerGetCapabilities(ControllerGetCapabilitiesRequest.getDefaultInstance())
                .getCapabilitiesList())
        .extracting(capability -> capability.getRpc().getType())
        .contains(RPC.Type.CREATE_DELETE_VOLUME)
        .contains(RPC.Type.LIST_VOLUME_HEALTH, RPC.Type.GET_VOLUME_HEALTH)
        .doesNotHaveDuplicates();
  }

  @Test
  void aVolumeIsAFolder() {
    Volume volume = rig.create("one");

    assertThat(rig.volumeFolder(volume.getVolumeId())).isEmptyDirectory();
    assertThat(volume.getCapacityBytes()).isEqualTo(1L << 30);
    assertThat(list(ListVolumesRequest.getDefaultInstance())).containsExactly(volume.getVolumeId());
  }

  @Test
  void theSameNameIsTheSameVolume() {
    assertThat(rig.create("one")).isEqualTo(rig.create("one"));
    assertThat(list(ListVolumesRequest.getDefaultInstance())).hasSize(1);
  }

  @Test
  void theSameNameWithAnotherSizeOrSourceIsRefused() {
    String volumeId = rig.create("one", MIB);

    refused(ALREADY_EXISTS, () -> rig.create("one", 2 * MIB), volumeId);
    String other = rig.create("other", MIB);
    refused(ALREADY_EXISTS, () -> rig.controller().createVolume(fromVolume("one", other)));
  }

  @Test
  void aSizeIsWhatIsRequiredOrTheDefaultWithinTheLimit() {
    CreateVolumeRequest.Builder small = createRequest("small");
    small.getCapacityRangeBuilder().setLimitBytes(MIB);
    CreateVolumeRequest.Builder large = createRequest("large");
    large.getCapacityRangeBuilder().setLimitBytes(5L << 30);

    assertThat(rig.controller().createVolume(small.build()).getVolume().getCapacityBytes())
        .isEqualTo(MIB);
    assertThat(rig.controller().createVolume(large.build()).getVolume().getCapacityBytes())
        .isEqualTo(1L << 30);
  }

  @Test
  void aRangeThatIsNoneIsRefused() {
    createRefused(INVALID_ARGUMENT, request -> request.getCapacityRangeBuilder(), "neither");
    createRefused(
        INVALID_ARGUMENT,
        request -> request.getCapacityRangeBuilder().setRequiredBytes(-1),
        "negative");
    createRefused(
        OUT_OF_RANGE,
        request -> request.getCapacityRangeBuilder().setRequiredBytes(2).setLimitBytes(1),
        "required_bytes");
  }

  @Test
  void whatIsMissingIsNamed() {
    createRefused(INVALID_ARGUMENT, CreateVolumeRequest.Builder::clearName, "name");
    createRefused(
        INVALID_ARGUMENT,
        CreateVolumeRequest.Builder::clearVolumeCapabilities,
        "volume_capabilities");
    createRefused(
        INVALID_ARGUMENT,
        request -> request.addVolumeCapabilities(VolumeCapability.getDefaultInstance()),
        "block or mount");
    createRefused(
        INVALID_ARGUMENT,
        request -> request.addVolumeCapabilities(mount(Mode.UNKNOWN)),
        "access_mode");
  }

  @Test
  void whatFoldersCannotDoIsRefusedAndNamed() {
    VolumeCapability.Builder block = mount(Mode.SINGLE_NODE_WRITER).toBuilder();
    block.getBlockBuilder();
    VolumeCapability.Builder ext4 = mount(Mode.SINGLE_NODE_WRITER).toBuilder();
    ext4.getMountBuilder().setFsType("ext4");
    VolumeCapability.Builder flags = mount(Mode.SINGLE_NODE_WRITER).toBuilder();
    flags.getMountBuilder().addMountFlags("noexec");

    createRefused(INVALID_ARGUMENT, request -> request.addVolumeCapabilities(block), "block");
    createRefused(INVALID_ARGUMENT, request -> request.addVolumeCapabilities(ext4), "file system");
    createRefused(INVALID_ARGUMENT, request -> request.addVolumeCapabilities(flags), "flags");
    createRefused(
        INVALID_ARGUMENT,
        request -> request.addVolumeCapabilities(mount(Mode.MULTI_NODE_MULTI_WRITER)),
        "MULTI_NODE_MULTI_WRITER");
    createRefused(
        INVALID_ARGUMENT, request -> request.putParameters("speed", "high"), "parameter speed");
    createRefused(
        INVALID_ARGUMENT, request -> request.putMutableParameters("speed", "high"), "speed");
  }

  @Test
  void whatKubernetesSaysOfTheClaimIsFine() {
    rig.controller()
        .createVolume(
            createRequest("one").putParameters("csi.storage.k8s.io/pvc/name", "data").build());
  }

  @Test
  void volumesAreMadeOnTheDriversOwnNodeOnly() {
    Topology here =
        rig.node().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()).getAccessibleTopology();
    Topology there = Topology.newBuilder().putSegments(DriverRig.NAME + "/node", "node-2").build();

    createRefused(
        RESOURCE_EXHAUSTED,
        request -> request.getAccessibilityRequirementsBuilder().addRequisite(there),
        "node-1");
    CreateVolumeRequest.Builder either = createRequest("one");
    either.getAccessibilityRequirementsBuilder().addRequisite(there).addRequisite(here);
    assertThat(
            rig.controller().createVolume(either.build()).getVolume().getAccessibleTopologyList())
        .containsExactly(here);
  }

  @Test
  void aDeletedVolumeIsGoneAndMayBeDeletedAgain() throws IOException {
    String volumeId = rig.create("one").getVolumeId();
    Files.createDirectories(rig.volumeFolder(volumeId).resolve("a/b"));
    Files.writeString(rig.healthFile(volumeId), "");

    delete(volumeId);
    delete(volumeId);

    assertThat(rig.dataDir().resolve("volumes")).isEmptyDirectory();
    assertThat(rig.dataDir().resolve("scratch")).isEmptyDirectory();
    assertThat(rig.create("one").getVolumeId()).isNotEqualTo(volumeId);
  }

  @Test
  void whatALinkInAVolumeLeadsToIsNotDeletedNorCopied() throws IOException {
    Path outside = Files.writeString(temp.resolve("outside"), "precious");
    String volumeId = rig.create("one").getVolumeId();
    Files.createSymbolicLink(rig.volumeFolder(volumeId).resolve("file"), outside);
    Files.createSymbolicLink(rig.volumeFolder(volumeId).resolve("folder"), temp);

    String cloneId =
        rig.controller().createVolume(fromVolume("two", volumeId)).getVolume().getVolumeId();
    assertThat(rig.volumeFolder(cloneId).resolve("folder")).isSymbolicLink();
    delete(volumeId);
    delete(cloneId);

    assertThat(outside).hasContent("precious");
  }

  /** An id becomes a path only if it has the form of ours. */
  @Test
  void anIdLeadsToNoOtherPlace() throws IOException {
    rig.create("one");
    Path victim = Files.createDirectories(rig.dataDir().resolve("victim/data"));
    for (String id : List.of("../victim", "victim", ".", "..", "/", temp.toString(), "vol-\0")) {
      delete(id);
      rig.controller().deleteSnapshot(DeleteSnapshotRequest.newBuilder().setSnapshotId(id).build());
      refused(NOT_FOUND, () -> rig.health(id));
      refused(NOT_FOUND, () -> expand(id, MIB, 0));
      refused(NOT_FOUND, () -> snapshot("snap", id));
      refused(NOT_FOUND, () -> rig.controller().createVolume(fromVolume("two", id)));
      refused(NOT_FOUND, () -> rig.controller().createVolume(fromSnapshot("two", id)));
    }
    assertThat(victim).isEmptyDirectory();
    assertThat(list(ListVolumesRequest.getDefaultInstance())).hasSize(1);
  }

  @Test
  void aVolumeInUseIsNotDeleted() {
    String volumeId = rig.create("one").getVolumeId();
    rig.publish(volumeId, "pod");

    refused(FAILED_PRECONDITION, () -> delete(volumeId), volumeId);
    assertThat(rig.volumeFolder(volumeId)).isDirectory();
  }

  @Test
  void pagesHoldEveryVolumeOnceWhateverIsDeletedBetweenThem() {
    List<String> ids =
        Stream.of("a", "b", "c", "d", "e")
            .map(name -> rig.create(name).getVolumeId())
            .sorted()
            .toList();
    List<String> listed = new ArrayList<>();
    String token = "";
    do {
      ListVolumesResponse page =
          rig.controller()
              .listVolumes(
                  ListVolumesRequest.newBuilder().setMaxEntries(2).setStartingToken(token).build());
      page.getEntriesList().forEach(entry -> listed.add(entry.getVolume().getVolumeId()));
      token = page.getNextToken();
      if (!token.isEmpty()) {
        delete(token);
      }
    } while (!token.isEmpty());

    assertThat(listed).isEqualTo(ids);
  }

  @Test
  void aTokenThatIsNoneIsAborted() {
    refused(ABORTED, () -> list(ListVolumesRequest.newBuilder().setStartingToken("x").build()));
    refused(
        INVALID_ARGUMENT, () -> list(ListVolumesRequest.newBuilder().setMaxEntries(-1).build()));
  }

  @Test
  void aVolumeGrowsButDoesNotShrink() {
    String volumeId = rig.create("one", 10 * MIB);

    assertThat(expand(volumeId, 20 * MIB, 0)).isEqualTo(20 * MIB);
    assertThat(expand(volumeId, 15 * MIB, 0)).isEqualTo(20 * MIB);
    refused(OUT_OF_RANGE, () -> expand(volumeId, 0, 15 * MIB), "limit_bytes");
    refused(OUT_OF_RANGE, () -> expand(volumeId, 40 * MIB, 30 * MIB), "required_bytes");
    refused(
        INVALID_ARGUMENT,
        () ->
            rig.controller()
                .controllerExpandVolume(
                    ControllerExpandVolumeRequest.newBuilder().setVolumeId(volumeId).build()),
        "capacity_range");
  }

  @Test
  void capabilitiesAreConfirmedWholeOrNotAtAll() {
    ValidateVolumeCapabilitiesRequest.Builder request =
        ValidateVolumeCapabilitiesRequest.newBuilder()
            .setVolumeId(rig.create("one").getVolumeId())
            .addVolumeCapabilities(mount(Mode.SINGLE_NODE_MULTI_WRITER));

    assertThat(
            rig.controller()
                .validateVolumeCapabilities(request.build())
                .getConfirmed()
                .getVolumeCapabilitiesList())
        .containsExactly(mount(Mode.SINGLE_NODE_MULTI_WRITER));
    ValidateVolumeCapabilitiesResponse no =
        rig.controller()
            .validateVolumeCapabilities(
                request.addVolumeCapabilities(mount(Mode.MULTI_NODE_READER_ONLY)).build());
    assertThat(no.hasConfirmed()).isFalse();
    assertThat(no.getMessage()).contains("MULTI_NODE_READER_ONLY");
  }

  @Test
  void aSnapshotIsACopyThatOutlivesItsVolume() throws IOException {
    String volumeId = rig.create("one", MIB);
    Path file = rig.volumeFolder(volumeId).resolve("folder/file");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "before");
    Files.createSymbolicLink(rig.volumeFolder(volumeId).resolve("link"), Path.of("folder/file"));
    Snapshot snapshot = snapshot("snap", volumeId);
    Files.writeString(file, "after");
    delete(volumeId);

    Volume restored =
        rig.controller().createVolume(fromSnapshot("two", snapshot.getSnapshotId())).getVolume();

    Path folder = rig.volumeFolder(restored.getVolumeId());
    assertThat(folder.resolve("folder/file")).hasContent("before");
    assertThat(Files.isSymbolicLink(folder.resolve("link"))).isTrue();
    assertThat(folder.resolve("link")).hasContent("before");
    assertThat(restored.getCapacityBytes()).isEqualTo(MIB);
    assertThat(restored.getContentSource().getSnapshot().getSnapshotId())
        .isEqualTo(snapshot.getSnapshotId());
  }

  @Test
  void aSnapshotIsFoundByItsNameItsIdAndItsVolume() {
    String volumeId = rig.create("one").getVolumeId();
    Snapshot snapshot = snapshot("snap", volumeId);
    snapshot("other", rig.create("two").getVolumeId());

    assertThat(snapshot("snap", volumeId)).isEqualTo(snapshot);
    refused(ALREADY_EXISTS, () -> snapshot("snap", rig.create("two").getVolumeId()));
    assertThat(
            rig.controller()
                .getSnapshot(
                    GetSnapshotRequest.newBuilder().setSnapshotId(snapshot.getSnapshotId()).build())
                .getSnapshot())
        .isEqualTo(snapshot);
    assertThat(listSnapshots(ListSnapshotsRequest.newBuilder().setSourceVolumeId(volumeId)))
        .containsExactly(snapshot.getSnapshotId());
    assertThat(
            listSnapshots(
                ListSnapshotsRequest.newBuilder().setSnapshotId(snapshot.getSnapshotId())))
        .containsExactly(snapshot.getSnapshotId());
    assertThat(listSnapshots(ListSnapshotsRequest.newBuilder())).hasSize(2);
    assertThat(listSnapshots(ListSnapshotsRequest.newBuilder().setMaxEntries(1))).hasSize(1);
  }

  private List<String> listSnapshots(ListSnapshotsRequest.Builder request) {
    return rig.controller().listSnapshots(request.build()).getEntriesList().stream()
        .map(entry -> entry.getSnapshot().getSnapshotId())
        .toList();
  }

  @Test
  void aCopyHasRoomForItsSource() {
    String volumeId = rig.create("one", 10 * MIB);
    CreateVolumeRequest.Builder tooSmall = fromVolume("two", volumeId).toBuilder();
    tooSmall.getCapacityRangeBuilder().setLimitBytes(MIB);
    CreateVolumeRequest.Builder larger = fromVolume("two", volumeId).toBuilder();
    larger.getCapacityRangeBuilder().setRequiredBytes(20 * MIB);

    refused(OUT_OF_RANGE, () -> rig.controller().createVolume(tooSmall.build()), "source");
    assertThat(rig.dataDir().resolve("scratch")).isEmptyDirectory();
    assertThat(rig.controller().createVolume(larger.build()).getVolume().getCapacityBytes())
        .isEqualTo(20 * MIB);
  }

  @Test
  void aVolumeWhoseFolderIsGoneCanBeDeletedButNotCopied() throws IOException {
    String volumeId = rig.create("one").getVolumeId();
    Files.delete(rig.volumeFolder(volumeId));
    Files.delete(rig.volumeFolder(volumeId).getParent());

    refused(NOT_FOUND, () -> snapshot("snap", volumeId), "gone");
    assertThat(rig.dataDir().resolve("scratch")).isEmptyDirectory();
    delete(volumeId);

    assertThat(list(ListVolumesRequest.getDefaultInstance())).isEmpty();
  }

  @Test
  void aDeletedSnapshotIsGone() {
    Snapshot snapshot = snapshot("snap", rig.create("one").getVolumeId());
    DeleteSnapshotRequest request =
        DeleteSnapshotRequest.newBuilder().setSnapshotId(snapshot.getSnapshotId()).build();

    rig.controller().deleteSnapshot(request);
    rig.controller().deleteSnapshot(request);

    assertThat(rig.dataDir().resolve("snapshots")).isEmptyDirectory();
    refused(
        NOT_FOUND,
        () -> rig.controller().createVolume(fromSnapshot("two", snapshot.getSnapshotId())));
  }
}
