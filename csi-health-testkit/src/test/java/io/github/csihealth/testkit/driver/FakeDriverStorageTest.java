package io.github.csihealth.testkit.driver;

import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.CapacityRange;
import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerExpandVolumeResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerGrpc.ControllerBlockingStub;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerPublishVolumeRequest;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.ControllerUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.CreateSnapshotRequest;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.DeleteSnapshotRequest;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.GetCapacityRequest;
import io.github.csihealth.csi.v1.GetSnapshotRequest;
import io.github.csihealth.csi.v1.ListSnapshotsRequest;
import io.github.csihealth.csi.v1.ListSnapshotsResponse;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.ListVolumesResponse;
import io.github.csihealth.csi.v1.NodeExpandVolumeRequest;
import io.github.csihealth.csi.v1.NodeGetInfoRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsRequest;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodeGrpc.NodeBlockingStub;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.NodeStageVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnpublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeUnstageVolumeRequest;
import io.github.csihealth.csi.v1.Snapshot;
import io.github.csihealth.csi.v1.TopologyRequirement;
import io.github.csihealth.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.github.csihealth.csi.v1.Volume;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeContentSource;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.csi.v1.VolumeUsage;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The calls that make, attach, publish, grow and snapshot volumes. */
@Timeout(60)
class FakeDriverStorageTest {

  private static final long GIB = 1L << 30;

  private static final VolumeHealth.VolumeHealthEntry SLOW =
      entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "over 500 ms");

  private final FakeDriver driver = FakeDriver.start();
  private final UnixChannel channel = UnixChannel.dial(driver.endpoint());

  @TempDir private Path directory;

  @AfterEach
  void close() {
    channel.close();
    driver.close();
  }

  @Nested
  class EveryCall {

    @Test
    void canBeMadeToFailAndIsCounted() {
      for (MethodDescriptor<?, ?> method : methods()) {
        driver.failNext(method, Status.DATA_LOSS);
        assertThat(codeOfEmptyRequest(method))
            .as(method.getFullMethodName())
            .isEqualTo("DATA_LOSS");
        assertThat(driver.calls(method)).as(method.getFullMethodName()).isEqualTo(1);
      }
      assertThat(methods()).hasSize(28);
    }

    @Test
    void isRefusedWithoutItsRequiredFields() {
      Set<String> served = new TreeSet<>();
      for (MethodDescriptor<?, ?> method : methods()) {
        String code = codeOfEmptyRequest(method);
        assertThat(code).as(method.getFullMethodName()).isIn("OK", "INVALID_ARGUMENT");
        if (code.equals("OK")) {
          served.add(method.getBareMethodName());
        }
      }
      assertThat(served)
          .containsExactly(
              "ControllerGetCapabilities",
              "ControllerListVolumeHealth",
              "GetCapacity",
              "GetPluginCapabilities",
              "GetPluginInfo",
              "ListSnapshots",
              "ListVolumes",
              "NodeGetCapabilities",
              "NodeGetInfo",
              "NodeGetStorageHealth",
              "Probe");
    }

    @Test
    void isUnimplementedUnlessOfferedOrRequired() {
      driver.controllerCapabilities().nodeCapabilities();
      Set<String> served = new TreeSet<>();
      for (MethodDescriptor<?, ?> method : methods()) {
        if (!codeOfEmptyRequest(method).equals("UNIMPLEMENTED")) {
          served.add(method.getBareMethodName());
        }
      }
      assertThat(served)
          .containsExactly(
              "ControllerGetCapabilities",
              "GetPluginCapabilities",
              "GetPluginInfo",
              "NodeGetCapabilities",
              "NodeGetInfo",
              "NodePublishVolume",
              "NodeUnpublishVolume",
              "Probe",
              "ValidateVolumeCapabilities");
    }

    private List<MethodDescriptor<?, ?>> methods() {
      List<MethodDescriptor<?, ?>> methods = new ArrayList<>();
      for (Field field : CsiMethods.class.getFields()) {
        try {
          methods.add((MethodDescriptor<?, ?>) field.get(null));
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      }
      return methods;
    }

    private <ReqT, RespT> String codeOfEmptyRequest(MethodDescriptor<ReqT, RespT> method) {
      ReqT empty = method.parseRequest(new ByteArrayInputStream(new byte[0]));
      try {
        RespT unused =
            ClientCalls.blockingUnaryCall(
                channel.channel(),
                method,
                CallOptions.DEFAULT.withDeadlineAfter(30, SECONDS),
                empty);
        return "OK";
      } catch (StatusRuntimeException e) {
        return e.getStatus().getCode().name();
      }
    }
  }

  @Nested
  class Volumes {

    @Test
    void areMadeOncePerName() {
      Volume made = create("a", 5 * GIB);
      assertThat(made.getVolumeId()).isEqualTo("volume-1");
      assertThat(made.getCapacityBytes()).isEqualTo(5 * GIB);
      assertThat(create("a", 5 * GIB)).isEqualTo(made);
      assertThat(create("b", 5 * GIB).getVolumeId()).isEqualTo("volume-2");
      assertThat(listed()).containsExactly("volume-1", "volume-2");
    }

    @Test
    void ofOneNameAreNotTwoThings() {
      create("a", 5 * GIB);
      create("a", 4 * GIB);
      List<UnaryOperator<CreateVolumeRequest.Builder>> others =
          List.of(
              other -> other.setCapacityRange(bytes(6 * GIB, 0)),
              other -> other.setCapacityRange(bytes(0, 4 * GIB)),
              other -> other.clearVolumeCapabilities().addVolumeCapabilities(block()),
              other -> other.putParameters("tier", "gold"),
              other -> other.setVolumeContentSource(ofVolume("volume-1")));
      for (UnaryOperator<CreateVolumeRequest.Builder> other : others) {
        assertFails(
            () -> controller().createVolume(other.apply(request("a", 0)).build()),
            Status.Code.ALREADY_EXISTS);
      }
    }

    @Test
    void canBeOfTheSameNameAgainOnceDeleted() {
      create("a", GIB);
      delete("volume-1");
      assertThat(create("a", 2 * GIB).getVolumeId()).isEqualTo("volume-2");
    }

    @Test
    void takeNoIdThatTheTestHasUsed() {
      driver.healthy("volume-1").setNodeHealth("volume-2", SLOW);
      assertThat(create("a", GIB).getVolumeId()).isEqualTo("volume-3");
    }

    @Test
    void needWhatTheSpecificationRequires() {
      List<UnaryOperator<CreateVolumeRequest.Builder>> flaws =
          List.of(
              flawed -> flawed.clearName(),
              flawed -> flawed.clearVolumeCapabilities(),
              flawed -> flawed.addVolumeCapabilities(mount().toBuilder().clearMount()),
              flawed -> flawed.addVolumeCapabilities(mount().toBuilder().clearAccessMode()),
              flawed -> flawed.setCapacityRange(bytes(-1, 0)),
              flawed -> flawed.setCapacityRange(bytes(0, -1)),
              flawed -> flawed.setVolumeContentSource(VolumeContentSource.getDefaultInstance()),
              flawed -> flawed.putMutableParameters("iops", "100"),
              flawed ->
                  flawed.setAccessibilityRequirements(TopologyRequirement.getDefaultInstance()));
      for (UnaryOperator<CreateVolumeRequest.Builder> flaw : flaws) {
        assertFails(
            () -> controller().createVolume(flaw.apply(request("a", GIB)).build()),
            Status.Code.INVALID_ARGUMENT);
      }
      assertThat(listed()).isEmpty();
    }

    @Test
    void keepNoSecrets() {
      CreateVolumeRequest request = request("a", GIB).putSecrets("key", "s3cr3t-canary").build();
      assertThat(KnownVolume.created(Volume.getDefaultInstance(), request).toString())
          .doesNotContain("s3cr3t-canary");
    }

    @Test
    void areDeletedOnce() {
      create("a", GIB);
      delete("volume-1");
      delete("volume-1");
      delete("never-there");
      assertThat(listed()).isEmpty();
    }

    @Test
    void areListedInPages() {
      driver.healthy("a").setHealth("c", SLOW);
      create("x", GIB);
      driver.pageSize(2);
      ListVolumesResponse first = page("");
      assertThat(ids(first)).containsExactly("a", "c");
      assertThat(ids(page(first.getNextToken()))).containsExactly("volume-1");
      assertThat(page(first.getNextToken()).getNextToken()).isEmpty();
      assertFails(() -> page("made-up"), Status.Code.ABORTED);
      assertFails(
          () -> controller().listVolumes(ListVolumesRequest.newBuilder().setMaxEntries(-1).build()),
          Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void ofOneListHaveNoTokensForAnother() {
      driver.setHealth("a", SLOW).setHealth("b", SLOW).pageSize(1);
      String token = page("").getNextToken();
      assertFails(
          () ->
              controller()
                  .controllerListVolumeHealth(
                      ControllerListVolumeHealthRequest.newBuilder()
                          .setStartingToken(token)
                          .build()),
          Status.Code.ABORTED);
    }

    @Test
    void areValidatedByAccessType() {
      create("a", GIB);
      driver.healthy("any");
      assertThat(confirmed("volume-1", mount(), mount(Mode.MULTI_NODE_MULTI_WRITER))).isTrue();
      assertThat(confirmed("volume-1", mount(), block())).isFalse();
      assertThat(confirmed("any", mount(), block())).isTrue();
      assertFails(() -> confirmed("none", mount()), Status.Code.NOT_FOUND);
      assertFails(() -> confirmed("volume-1"), Status.Code.INVALID_ARGUMENT);
    }

    private boolean confirmed(String volumeId, VolumeCapability... capabilities) {
      var response =
          controller()
              .validateVolumeCapabilities(
                  ValidateVolumeCapabilitiesRequest.newBuilder()
                      .setVolumeId(volumeId)
                      .addAllVolumeCapabilities(List.of(capabilities))
                      .build());
      assertThat(response.getConfirmed().getVolumeCapabilitiesList())
          .isEqualTo(response.hasConfirmed() ? List.of(capabilities) : List.of());
      assertThat(response.getMessage().isEmpty()).isEqualTo(response.hasConfirmed());
      return response.hasConfirmed();
    }

    @Test
    void areMadeByManyThreadsOncePerName() {
      long ids =
          IntStream.range(0, 100)
              .parallel()
              .mapToObj(i -> create("name-" + i % 5, GIB).getVolumeId())
              .distinct()
              .count();
      assertThat(ids).isEqualTo(5);
      assertThat(listed()).hasSize(5);
    }
  }

  @Nested
  class Health {

    @Test
    void ofAVolumeThatWasMadeIsGood() {
      create("a", GIB);
      assertThat(healthOf("volume-1")).isEqualTo(health("volume-1"));
      assertThat(nodeHealthOf("volume-1")).isEqualTo(health("volume-1"));
    }

    @Test
    void canBeSetOnAVolumeThatWasMade() {
      create("a", 5 * GIB);
      driver.setHealth("volume-1", SLOW);
      assertThat(healthOf("volume-1")).isEqualTo(health("volume-1", SLOW));
      assertThat(create("a", 5 * GIB).getCapacityBytes()).isEqualTo(5 * GIB);
      expand("volume-1", 6 * GIB);
      assertThat(healthOf("volume-1")).isEqualTo(health("volume-1", SLOW));
    }

    @Test
    void ofADeletedVolumeIsNotKnown() {
      create("a", GIB);
      driver.setHealth("volume-1", SLOW).setNodeHealth("volume-1", SLOW);
      delete("volume-1");
      assertFails(() -> healthOf("volume-1"), Status.Code.NOT_FOUND);
      assertFails(() -> nodeHealthOf("volume-1"), Status.Code.NOT_FOUND);
      assertThat(
              controller()
                  .controllerListVolumeHealth(
                      ControllerListVolumeHealthRequest.getDefaultInstance())
                  .getEntriesList())
          .isEmpty();
    }

    @Test
    void ofAVolumeDeletedOutOfBandIsNotKnown() {
      create("a", GIB);
      driver.forget("volume-1");
      assertFails(() -> healthOf("volume-1"), Status.Code.NOT_FOUND);
      assertThat(listed()).isEmpty();
      assertThat(create("a", GIB).getVolumeId()).isEqualTo("volume-2");
    }

    private VolumeHealth healthOf(String volumeId) {
      return controller()
          .controllerGetVolumeHealth(
              ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build())
          .getVolumeHealth();
    }

    private VolumeHealth nodeHealthOf(String volumeId) {
      return node()
          .nodeGetVolumeHealth(
              NodeGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build())
          .getVolumeHealth();
    }
  }

  @Nested
  class Room {

    @Test
    void isTakenByVolumes() {
      assertThat(capacity()).isEqualTo(FakeDriver.DEFAULT_STORAGE_CAPACITY);
      driver.storageCapacity(10 * GIB).healthy("made-by-the-test");
      create("a", 6 * GIB);
      assertThat(capacity()).isEqualTo(4 * GIB);
      assertFails(() -> create("b", 5 * GIB), Status.Code.RESOURCE_EXHAUSTED);
      assertFails(() -> create("b", 10 * GIB + 1), Status.Code.OUT_OF_RANGE);
      create("b", 4 * GIB);
      assertThat(capacity()).isZero();
      delete("volume-1");
      assertThat(capacity()).isEqualTo(6 * GIB);
      driver.storageCapacity(0);
      assertThat(capacity()).isZero();
      assertThatIllegalArgumentException().isThrownBy(() -> driver.storageCapacity(-1));
    }

    @Test
    void ofAVolumeIsWithinTheRange() {
      assertThat(sized(0, 0)).isEqualTo(GIB);
      assertThat(sized(2 * GIB, 0)).isEqualTo(2 * GIB);
      assertThat(sized(2 * GIB, 3 * GIB)).isEqualTo(2 * GIB);
      assertThat(sized(1, 0)).isEqualTo(1);
      assertThat(sized(3, 5)).isEqualTo(3);
      assertThat(sized(0, 5)).isEqualTo(5);
      assertThat(sized(0, 2 * GIB)).isEqualTo(GIB);
      assertFails(() -> sized(6, 5), Status.Code.OUT_OF_RANGE);
      assertFails(() -> sized(Long.MAX_VALUE, 0), Status.Code.OUT_OF_RANGE);
    }

    private long sized(long required, long limit) {
      return controller()
          .createVolume(
              request("%d-%d".formatted(required, limit), 0)
                  .setCapacityRange(bytes(required, limit))
                  .build())
          .getVolume()
          .getCapacityBytes();
    }

    @Test
    void growsAndNeverShrinks() {
      create("a", 2 * GIB);
      assertThat(expand("volume-1", 3 * GIB).getCapacityBytes()).isEqualTo(3 * GIB);
      assertThat(expand("volume-1", GIB).getCapacityBytes()).isEqualTo(3 * GIB);
      assertThat(create("a", 3 * GIB).getCapacityBytes()).isEqualTo(3 * GIB);
      driver.storageCapacity(5 * GIB);
      create("b", GIB);
      assertThat(expand("volume-1", 4 * GIB).getCapacityBytes()).isEqualTo(4 * GIB);
      assertFails(() -> expand("volume-1", 5 * GIB), Status.Code.RESOURCE_EXHAUSTED);
      assertFails(() -> expand("volume-1", 6 * GIB), Status.Code.OUT_OF_RANGE);
      driver.storageCapacity(GIB);
      assertThat(expand("volume-1", 4 * GIB).getCapacityBytes()).isEqualTo(4 * GIB);
      assertFails(() -> expand("none", GIB), Status.Code.NOT_FOUND);
      assertFails(
          () -> expand(expansion("volume-1", 0).setCapacityRange(bytes(0, GIB))),
          Status.Code.OUT_OF_RANGE);
      assertFails(
          () -> expand(expansion("volume-1", 0).clearCapacityRange()),
          Status.Code.INVALID_ARGUMENT);
      assertFails(
          () -> expand(expansion("volume-1", 5 * GIB).setVolumeCapability(block())),
          Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void growsOnTheNodeTooIfTheNodeOffersIt() {
      create("a", GIB);
      assertThat(expand("volume-1", 2 * GIB).getNodeExpansionRequired()).isTrue();
      driver.nodeCapabilities(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
      assertThat(expand("volume-1", 2 * GIB).getNodeExpansionRequired()).isFalse();
    }

    private long capacity() {
      return controller()
          .getCapacity(GetCapacityRequest.getDefaultInstance())
          .getAvailableCapacity();
    }
  }

  @Nested
  class Snapshots {

    @Test
    void areCutOncePerName() {
      create("a", 5 * GIB);
      create("b", GIB);
      Snapshot cut = cut("s", "volume-1");
      assertThat(cut.getSnapshotId()).isEqualTo("snapshot-1");
      assertThat(cut.getSourceVolumeId()).isEqualTo("volume-1");
      assertThat(cut.getSizeBytes()).isEqualTo(5 * GIB);
      assertThat(cut.getReadyToUse()).isTrue();
      assertThat(cut.getCreationTime().getSeconds()).isPositive();
      assertThat(cut("s", "volume-1")).isEqualTo(cut);
      assertFails(() -> cut("s", "volume-2"), Status.Code.ALREADY_EXISTS);
      assertFails(() -> cut("t", "none"), Status.Code.NOT_FOUND);
      assertFails(() -> cut("", "volume-1"), Status.Code.INVALID_ARGUMENT);
      assertFails(() -> cut("t", ""), Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void outliveTheirVolumeUntilDeleted() {
      create("a", GIB);
      Snapshot cut = cut("s", "volume-1");
      delete("volume-1");
      assertThat(get("snapshot-1")).isEqualTo(cut);
      assertThat(cut("s", "volume-1")).isEqualTo(cut);
      deleteSnapshot("snapshot-1");
      deleteSnapshot("snapshot-1");
      assertFails(() -> get("snapshot-1"), Status.Code.NOT_FOUND);
    }

    @Test
    void areListedInPagesByVolumeOrId() {
      create("a", GIB);
      create("b", GIB);
      cut("s", "volume-1");
      cut("t", "volume-2");
      cut("u", "volume-1");
      ListSnapshotsRequest all = ListSnapshotsRequest.getDefaultInstance();
      assertThat(listed(all)).containsExactly("snapshot-1", "snapshot-2", "snapshot-3");
      assertThat(listed(all.toBuilder().setSourceVolumeId("volume-1").build()))
          .containsExactly("snapshot-1", "snapshot-3");
      assertThat(listed(all.toBuilder().setSnapshotId("snapshot-2").build()))
          .containsExactly("snapshot-2");
      assertThat(listed(all.toBuilder().setSnapshotId("none").build())).isEmpty();

      driver.pageSize(2);
      String token = controller().listSnapshots(all).getNextToken();
      assertThat(listed(all.toBuilder().setStartingToken(token).build()))
          .containsExactly("snapshot-3");
      assertFails(
          () -> listed(all.toBuilder().setStartingToken("made-up").build()), Status.Code.ABORTED);
      assertFails(
          () -> listed(all.toBuilder().setMaxEntries(-1).build()), Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void andVolumesAreSourcesOfVolumes() {
      create("a", 5 * GIB);
      cut("s", "volume-1");
      for (VolumeContentSource source : List.of(ofSnapshot("snapshot-1"), ofVolume("volume-1"))) {
        Volume copy = from(source, source.getTypeCase() + "-any", bytes(0, 0));
        assertThat(copy.getContentSource()).isEqualTo(source);
        assertThat(copy.getCapacityBytes()).isEqualTo(5 * GIB);
        assertThat(from(source, source.getTypeCase() + "-any", bytes(0, 0))).isEqualTo(copy);
        assertThat(from(source, source.getTypeCase() + "-large", bytes(9 * GIB, 0)))
            .extracting(Volume::getCapacityBytes)
            .isEqualTo(9 * GIB);
        assertFails(
            () -> from(source, source.getTypeCase() + "-small", bytes(0, GIB)),
            Status.Code.OUT_OF_RANGE);
      }
      assertFails(() -> from(ofSnapshot("none"), "x", bytes(0, 0)), Status.Code.NOT_FOUND);
      assertFails(() -> from(ofVolume("none"), "x", bytes(0, 0)), Status.Code.NOT_FOUND);
    }

    @Test
    void areNoSourceUnlessOffered() {
      create("a", GIB);
      cut("s", "volume-1");
      driver.controllerCapabilities(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME);
      for (VolumeContentSource source : List.of(ofSnapshot("snapshot-1"), ofVolume("volume-1"))) {
        assertFails(() -> from(source, "b", bytes(0, 0)), Status.Code.INVALID_ARGUMENT);
      }
    }

    private Volume from(VolumeContentSource source, String name, CapacityRange range) {
      return controller()
          .createVolume(
              request(name, 0).setVolumeContentSource(source).setCapacityRange(range).build())
          .getVolume();
    }

    private Snapshot cut(String name, String volumeId) {
      return controller()
          .createSnapshot(
              CreateSnapshotRequest.newBuilder().setName(name).setSourceVolumeId(volumeId).build())
          .getSnapshot();
    }

    private Snapshot get(String snapshotId) {
      return controller()
          .getSnapshot(GetSnapshotRequest.newBuilder().setSnapshotId(snapshotId).build())
          .getSnapshot();
    }

    private void deleteSnapshot(String snapshotId) {
      var unused =
          controller()
              .deleteSnapshot(DeleteSnapshotRequest.newBuilder().setSnapshotId(snapshotId).build());
    }

    private List<String> listed(ListSnapshotsRequest request) {
      return controller().listSnapshots(request).getEntriesList().stream()
          .map(ListSnapshotsResponse.Entry::getSnapshot)
          .map(Snapshot::getSnapshotId)
          .toList();
    }
  }

  @Nested
  class Attachments {

    @Test
    void areMadeAndEndedAsOftenAsAskedFor() {
      create("a", GIB);
      attach("volume-1");
      attach("volume-1");
      assertFails(() -> delete("volume-1"), Status.Code.FAILED_PRECONDITION);
      detach("volume-1", "fake-node");
      detach("volume-1", "fake-node");
      detach("never-there", "fake-node");
      delete("volume-1");
    }

    @Test
    void areOfKnownVolumesToTheOneNode() {
      create("a", GIB);
      assertFails(() -> attach("none"), Status.Code.NOT_FOUND);
      assertFails(
          () -> attach(attachment("volume-1").setNodeId("elsewhere")), Status.Code.NOT_FOUND);
      assertFails(() -> attach(attachment("volume-1").clearNodeId()), Status.Code.INVALID_ARGUMENT);
      assertFails(
          () -> attach(attachment("volume-1").clearVolumeCapability()),
          Status.Code.INVALID_ARGUMENT);
      assertFails(
          () -> attach(attachment("volume-1").setVolumeCapability(block())),
          Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void areNotOfTwoKinds() {
      create("a", GIB);
      attach("volume-1");
      assertFails(
          () -> attach(attachment("volume-1").setReadonly(true)), Status.Code.ALREADY_EXISTS);
      assertFails(
          () ->
              attach(
                  attachment("volume-1").setVolumeCapability(mount(Mode.MULTI_NODE_READER_ONLY))),
          Status.Code.ALREADY_EXISTS);
    }

    @Test
    void areToSeveralNodesOnlyInModesForMany() {
      VolumeCapability shared = mount(Mode.MULTI_NODE_MULTI_WRITER);
      create("a", GIB);
      create("b", GIB);
      attach("volume-1");
      attach(attachment("volume-2").setVolumeCapability(shared));
      driver.nodeId("other");
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> attach(attachment("volume-1").setNodeId("other")))
          .withMessageStartingWith("FAILED_PRECONDITION")
          .withMessageContaining("fake-node");
      attach(attachment("volume-2").setNodeId("other").setVolumeCapability(shared));
      detach("volume-2", "");
      delete("volume-2");
      assertFails(() -> delete("volume-1"), Status.Code.FAILED_PRECONDITION);
    }

    @Test
    void areLimitedByTheNode() {
      driver.maxVolumesPerNode(1).healthy("a").healthy("b");
      assertThat(node().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()).getMaxVolumesPerNode())
          .isEqualTo(1);
      attach("a");
      attach("a");
      assertFails(() -> attach("b"), Status.Code.RESOURCE_EXHAUSTED);
      detach("a", "fake-node");
      attach("b");
      driver.nodeId("other");
      attach(attachment("a").setNodeId("other"));
      driver.nodeId("fake-node").maxVolumesPerNode(0).healthy("c");
      attach("c");
      assertThatIllegalArgumentException().isThrownBy(() -> driver.maxVolumesPerNode(-1));
    }

    private void attach(String volumeId) {
      attach(attachment(volumeId));
    }

    private void attach(ControllerPublishVolumeRequest.Builder request) {
      var unused = controller().controllerPublishVolume(request.build());
    }

    private ControllerPublishVolumeRequest.Builder attachment(String volumeId) {
      return ControllerPublishVolumeRequest.newBuilder()
          .setVolumeId(volumeId)
          .setNodeId("fake-node")
          .setVolumeCapability(mount());
    }

    private void detach(String volumeId, String nodeId) {
      var unused =
          controller()
              .controllerUnpublishVolume(
                  ControllerUnpublishVolumeRequest.newBuilder()
                      .setVolumeId(volumeId)
                      .setNodeId(nodeId)
                      .build());
    }
  }

  @Nested
  class OnTheNode {

    @Test
    void aVolumeIsStagedPublishedAndTakenDownAsOftenAsAskedFor() {
      create("a", GIB);
      for (int i = 0; i < 2; i++) {
        stage("volume-1");
      }
      for (int i = 0; i < 2; i++) {
        publish(publication("volume-1"));
        assertThat(target()).isEmptyDirectory();
      }
      assertFails(() -> delete("volume-1"), Status.Code.FAILED_PRECONDITION);
      assertFails(() -> unstage("volume-1"), Status.Code.FAILED_PRECONDITION);
      for (int i = 0; i < 2; i++) {
        unpublish("volume-1");
        assertThat(target()).doesNotExist();
      }
      for (int i = 0; i < 2; i++) {
        unstage("volume-1");
      }
      delete("volume-1");
      assertFails(() -> unpublish("volume-1"), Status.Code.NOT_FOUND);
      assertFails(() -> unstage("volume-1"), Status.Code.NOT_FOUND);
    }

    @Test
    void secretsMakeNoDifferenceAndAreNotKept() {
      create("a", GIB);
      stage("volume-1");
      publish(publication("volume-1").putSecrets("key", "s3cr3t-canary"));
      publish(publication("volume-1").putSecrets("key", "another"));
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> publish(publication("volume-1").setReadonly(true)))
          .withMessageStartingWith("ALREADY_EXISTS")
          .withMessageNotContaining("s3cr3t-canary");
    }

    @Test
    void aBlockDeviceIsAFile() {
      driver.healthy("a");
      stage("a", block());
      publish(publication("a").setVolumeCapability(block()));
      assertThat(target()).isEmptyFile();
      unpublish("a");
      assertThat(target()).doesNotExist();
    }

    @Test
    void whatIsNotStagedIsNotPublishedWhereStagingIsOffered() {
      create("a", GIB);
      assertFails(() -> publish(publication("volume-1")), Status.Code.FAILED_PRECONDITION);
      stage("volume-1");
      assertFails(
          () -> publish(publication("volume-1").clearStagingTargetPath()),
          Status.Code.FAILED_PRECONDITION);
      assertThat(target()).doesNotExist();
      driver.nodeCapabilities();
      publish(publication("volume-1").clearStagingTargetPath());
      assertThat(target()).isDirectory();
    }

    @Test
    void pathsAreAbsolute() {
      driver.healthy("a");
      assertFails(
          () -> publish(publication("a").setTargetPath("relative")), Status.Code.INVALID_ARGUMENT);
      assertFails(
          () -> publish(publication("a").setTargetPath("/\0")), Status.Code.INVALID_ARGUMENT);
      assertFails(
          () -> stage(staging("a").setStagingTargetPath("relative")), Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void aVolumeIsUsedAsItWasMade() {
      create("a", GIB);
      assertFails(() -> stage("volume-1", block()), Status.Code.FAILED_PRECONDITION);
      stage("volume-1");
      assertFails(
          () -> stage("volume-1", mount(Mode.SINGLE_NODE_READER_ONLY)), Status.Code.ALREADY_EXISTS);
      assertFails(
          () -> publish(publication("volume-1").setVolumeCapability(block())),
          Status.Code.FAILED_PRECONDITION);
      assertFails(() -> stage("none"), Status.Code.NOT_FOUND);
      assertFails(() -> publish(publication("none")), Status.Code.NOT_FOUND);
    }

    @Test
    void aSecondTargetNeedsAModeForSeveral() {
      driver.healthy("a");
      Map<Mode, Boolean> modes =
          Map.of(
              Mode.SINGLE_NODE_WRITER, false,
              Mode.SINGLE_NODE_READER_ONLY, false,
              Mode.SINGLE_NODE_SINGLE_WRITER, false,
              Mode.SINGLE_NODE_MULTI_WRITER, true,
              Mode.MULTI_NODE_READER_ONLY, true,
              Mode.MULTI_NODE_SINGLE_WRITER, true,
              Mode.MULTI_NODE_MULTI_WRITER, true);
      modes.forEach(
          (mode, several) -> {
            stage("a", mount(mode));
            publish(publication("a").setVolumeCapability(mount(mode)));
            NodePublishVolumeRequest.Builder second =
                publication("a")
                    .setVolumeCapability(mount(mode))
                    .setTargetPath(target().resolveSibling("second").toString());
            if (several) {
              publish(second);
              unpublish("a", second.getTargetPath());
            } else {
              assertFails(() -> publish(second), Status.Code.FAILED_PRECONDITION);
            }
            unpublish("a");
            unstage("a");
          });
      assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aVolumeThatWentAwayCanStillBeTakenDown() {
      driver.healthy("a");
      stage("a");
      publish(publication("a"));
      driver.forget("a");
      unpublish("a");
      assertThat(target()).doesNotExist();
      unstage("a");
      assertFails(() -> unstage("a"), Status.Code.NOT_FOUND);
    }

    @Test
    void whatTheFileSystemRefusesIsSaidAndCanBeTriedAgain() throws Exception {
      driver.healthy("a").nodeCapabilities();
      NodePublishVolumeRequest.Builder noParent =
          publication("a").setTargetPath(target().resolve("below").toString());
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> publish(noParent))
          .withMessageStartingWith("INTERNAL: cannot make target_path " + noParent.getTargetPath());

      publish(publication("a"));
      Path file = Files.writeString(target().resolve("file"), "of the workload", UTF_8);
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> unpublish("a"))
          .withMessageStartingWith("INTERNAL: cannot delete target_path " + target());
      assertThat(file).hasContent("of the workload");
      Files.delete(file);
      unpublish("a");
      assertThat(target()).doesNotExist();
    }

    @Test
    void nothingIsDeletedThatWasNotPublished() throws Exception {
      driver.healthy("a");
      Files.createDirectory(target());
      unpublish("a");
      assertThat(target()).isDirectory();
    }

    @Test
    void statsAreOfTheSizeWhereTheVolumeIs() {
      create("a", GIB);
      assertFails(() -> stats("volume-1", target().toString()), Status.Code.NOT_FOUND);
      stage("volume-1");
      publish(publication("volume-1"));
      VolumeUsage usage =
          VolumeUsage.newBuilder()
              .setUnit(VolumeUsage.Unit.BYTES)
              .setTotal(GIB)
              .setAvailable(GIB)
              .build();
      assertThat(stats("volume-1", target().toString())).containsExactly(usage);
      assertThat(stats("volume-1", "/staging")).containsExactly(usage);
      assertFails(() -> stats("volume-1", "some/path"), Status.Code.NOT_FOUND);
      assertFails(() -> stats("none", target().toString()), Status.Code.NOT_FOUND);
    }

    @Test
    void aVolumeGrowsWhereItIs() {
      create("a", GIB);
      assertFails(() -> expandOnNode("volume-1", bytes(2 * GIB, 0)), Status.Code.NOT_FOUND);
      stage("volume-1");
      assertThat(expandOnNode("volume-1", bytes(2 * GIB, 0))).isEqualTo(2 * GIB);
      assertThat(expandOnNode("volume-1", CapacityRange.getDefaultInstance())).isEqualTo(2 * GIB);
      assertFails(() -> expandOnNode("volume-1", bytes(0, GIB)), Status.Code.OUT_OF_RANGE);
      assertFails(() -> expandOnNode("none", bytes(GIB, 0)), Status.Code.NOT_FOUND);
    }

    private Path target() {
      return directory.resolve("target");
    }

    private void stage(String volumeId) {
      stage(volumeId, mount());
    }

    private void stage(String volumeId, VolumeCapability capability) {
      stage(staging(volumeId).setVolumeCapability(capability));
    }

    private void stage(NodeStageVolumeRequest.Builder request) {
      var unused = node().nodeStageVolume(request.build());
    }

    private NodeStageVolumeRequest.Builder staging(String volumeId) {
      return NodeStageVolumeRequest.newBuilder()
          .setVolumeId(volumeId)
          .setStagingTargetPath("/staging")
          .setVolumeCapability(mount());
    }

    private void unstage(String volumeId) {
      var unused =
          node()
              .nodeUnstageVolume(
                  NodeUnstageVolumeRequest.newBuilder()
                      .setVolumeId(volumeId)
                      .setStagingTargetPath("/staging")
                      .build());
    }

    private void publish(NodePublishVolumeRequest.Builder request) {
      var unused = node().nodePublishVolume(request.build());
    }

    private NodePublishVolumeRequest.Builder publication(String volumeId) {
      return NodePublishVolumeRequest.newBuilder()
          .setVolumeId(volumeId)
          .setStagingTargetPath("/staging")
          .setTargetPath(target().toString())
          .setVolumeCapability(mount());
    }

    private void unpublish(String volumeId) {
      unpublish(volumeId, target().toString());
    }

    private void unpublish(String volumeId, String path) {
      var unused =
          node()
              .nodeUnpublishVolume(
                  NodeUnpublishVolumeRequest.newBuilder()
                      .setVolumeId(volumeId)
                      .setTargetPath(path)
                      .build());
    }

    private List<VolumeUsage> stats(String volumeId, String path) {
      return node()
          .nodeGetVolumeStats(
              NodeGetVolumeStatsRequest.newBuilder()
                  .setVolumeId(volumeId)
                  .setVolumePath(path)
                  .build())
          .getUsageList();
    }

    private long expandOnNode(String volumeId, CapacityRange range) {
      return node()
          .nodeExpandVolume(
              NodeExpandVolumeRequest.newBuilder()
                  .setVolumeId(volumeId)
                  .setVolumePath("/staging")
                  .setCapacityRange(range)
                  .build())
          .getCapacityBytes();
    }
  }

  private ControllerBlockingStub controller() {
    return ControllerGrpc.newBlockingStub(channel.channel()).withDeadlineAfter(30, SECONDS);
  }

  private NodeBlockingStub node() {
    return NodeGrpc.newBlockingStub(channel.channel()).withDeadlineAfter(30, SECONDS);
  }

  private Volume create(String name, long bytes) {
    return controller().createVolume(request(name, bytes).build()).getVolume();
  }

  private static CreateVolumeRequest.Builder request(String name, long bytes) {
    return CreateVolumeRequest.newBuilder()
        .setName(name)
        .addVolumeCapabilities(mount())
        .setCapacityRange(bytes(bytes, 0));
  }

  private void delete(String volumeId) {
    var unused =
        controller().deleteVolume(DeleteVolumeRequest.newBuilder().setVolumeId(volumeId).build());
  }

  private ControllerExpandVolumeResponse expand(String volumeId, long bytes) {
    return expand(expansion(volumeId, bytes));
  }

  private ControllerExpandVolumeResponse expand(ControllerExpandVolumeRequest.Builder request) {
    return controller().controllerExpandVolume(request.build());
  }

  private static ControllerExpandVolumeRequest.Builder expansion(String volumeId, long bytes) {
    return ControllerExpandVolumeRequest.newBuilder()
        .setVolumeId(volumeId)
        .setCapacityRange(bytes(bytes, 0));
  }

  private List<String> listed() {
    return ids(page(""));
  }

  private ListVolumesResponse page(String token) {
    return controller()
        .listVolumes(ListVolumesRequest.newBuilder().setStartingToken(token).build());
  }

  private static List<String> ids(ListVolumesResponse page) {
    return page.getEntriesList().stream()
        .map(ListVolumesResponse.Entry::getVolume)
        .map(Volume::getVolumeId)
        .toList();
  }

  private static CapacityRange bytes(long required, long limit) {
    return CapacityRange.newBuilder().setRequiredBytes(required).setLimitBytes(limit).build();
  }

  private static VolumeCapability mount() {
    return mount(Mode.SINGLE_NODE_WRITER);
  }

  private static VolumeCapability mount(Mode mode) {
    return VolumeCapability.newBuilder()
        .setMount(VolumeCapability.MountVolume.getDefaultInstance())
        .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
        .build();
  }

  private static VolumeCapability block() {
    return mount().toBuilder().setBlock(VolumeCapability.BlockVolume.getDefaultInstance()).build();
  }

  private static VolumeContentSource ofVolume(String volumeId) {
    return VolumeContentSource.newBuilder()
        .setVolume(VolumeContentSource.VolumeSource.newBuilder().setVolumeId(volumeId))
        .build();
  }

  private static VolumeContentSource ofSnapshot(String snapshotId) {
    return VolumeContentSource.newBuilder()
        .setSnapshot(VolumeContentSource.SnapshotSource.newBuilder().setSnapshotId(snapshotId))
        .build();
  }

  private static void assertFails(ThrowingCallable call, Status.Code code) {
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(code));
  }
}
