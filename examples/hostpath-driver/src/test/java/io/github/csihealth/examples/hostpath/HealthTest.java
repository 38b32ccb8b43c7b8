package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.examples.hostpath.DriverRig.refused;
import static io.github.csihealth.examples.hostpath.DriverRig.text;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeHealth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health, from what is on disk to what the four RPCs answer. */
class HealthTest {

  private static final String REPLICA_DOWN =
      """
      healthConditions:
      - status: Degraded
        reason: ReplicaDown
        message: 1 of 3 replicas is down
      """;

  private static final String GONE =
      "INACCESSIBLE/VolumeNotFound: the folder of the volume is gone";

  @TempDir Path temp;
  private DriverRig rig;
  private String volumeId;

  @BeforeEach
  void start() throws Exception {
    rig = new DriverRig(temp);
    volumeId = rig.create("one", 1000);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  /** All listed volumes. */
  private Map<String, List<String>> list() {
    Map<String, List<String>> all = new TreeMap<>();
    for (VolumeHealth entry :
        rig.controller()
            .controllerListVolumeHealth(ControllerListVolumeHealthRequest.getDefaultInstance())
            .getEntriesList()) {
      all.put(entry.getVolumeId(), text(entry));
    }
    return all;
  }

  private List<String> onNode(Path publishPath) {
    return text(
        rig.node()
            .nodeGetVolumeHealth(
                NodeGetVolumeHealthRequest.newBuilder()
                    .setVolumeId(volumeId)
                    .setVolumePublishPath(publishPath.toString())
                    .build())
            .getVolumeHealth());
  }

  private List<StorageBackendHealth> storage() {
    return rig.node()
        .nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance())
        .getBackendHealthList();
  }

  private void tell(String yaml) throws IOException {
    Files.writeString(rig.healthFile(volumeId), yaml);
  }

  @Test
  void aNewVolumeIsHealthyAndNotListed() {
    assertThat(rig.health(volumeId)).isEmpty();
    assertThat(onNode(rig.publish(volumeId, "pod"))).isEmpty();
    assertThat(list()).isEmpty();
    assertThat(storage()).isEmpty();
  }

  @Test
  void aVolumeThatIsNoneIsNotFound() {
    volumeId = VolumeId.random().text();

    refused(NOT_FOUND, () -> rig.health(volumeId));
    refused(NOT_FOUND, () -> onNode(temp));
  }

  @Test
  void aVolumeWhoseFolderIsGoneIsInaccessibleUntilItIsBack() throws IOException {
    Files.delete(rig.volumeFolder(volumeId));

    assertThat(rig.health(volumeId)).containsExactly(GONE);
    assertThat(list()).isEqualTo(Map.of(volumeId, List.of(GONE)));
    assertThat(onNode(temp)).containsExactly(GONE);

    Files.delete(rig.volumeFolder(volumeId).getParent());
    assertThat(rig.health(volumeId)).containsExactly(GONE);

    Files.createDirectories(rig.volumeFolder(volumeId));
    assertThat(rig.health(volumeId)).isEmpty();
    assertThat(list()).isEmpty();
  }

  @Test
  void whatIsNoFolderAnyMoreIsGoneToo() throws IOException {
    Files.delete(rig.volumeFolder(volumeId));
    Files.createFile(rig.volumeFolder(volumeId));
    assertThat(rig.health(volumeId)).containsExactly(GONE);

    Files.delete(rig.volumeFolder(volumeId));
    Files.createSymbolicLink(rig.volumeFolder(volumeId), temp);
    assertThat(rig.health(volumeId)).containsExactly(GONE);
  }

  @Test
  void aFullVolumeIsDegradedUntilItHasRoomAgain() throws IOException {
    Path target = rig.publish(volumeId, "pod");
    Files.createDirectory(target.resolve("folder"));
    Files.write(target.resolve("folder/most"), new byte[999]);
    assertThat(rig.health(volumeId)).isEmpty();

    Files.write(target.resolve("last"), new byte[1]);
    String full = "DEGRADED/OutOfSpace: 1000 of 1000 bytes are used";
    assertThat(rig.health(volumeId)).containsExactly(full);
    assertThat(onNode(target)).containsExactly(full);
    assertThat(list()).isEqualTo(Map.of(volumeId, List.of(full)));

    ControllerExpandVolumeRequest.Builder more =
        ControllerExpandVolumeRequest.newBuilder().setVolumeId(volumeId);
    more.getCapacityRangeBuilder().setRequiredBytes(2000);
    rig.controller().controllerExpandVolume(more.build());
    assertThat(rig.health(volumeId)).isEmpty();
  }

  /** Links may lead anywhere, round in circles too. */
  @Test
  void whatALinkLeadsToIsNotMeasured() throws IOException {
    Files.write(temp.resolve("large"), new byte[2000]);
    Files.createSymbolicLink(rig.volumeFolder(volumeId).resolve("file"), temp.resolve("large"));
    Files.createSymbolicLink(rig.volumeFolder(volumeId).resolve("folder"), temp);

    assertThat(rig.health(volumeId)).isEmpty();
  }

  @Test
  void whatTheHealthFileSaysIsSaidUntilItIsDeleted() throws IOException {
    tell(REPLICA_DOWN);

    String down = "DEGRADED/ReplicaDown: 1 of 3 replicas is down";
    assertThat(rig.health(volumeId)).containsExactly(down);
    assertThat(onNode(temp)).containsExactly(down);
    assertThat(list()).isEqualTo(Map.of(volumeId, List.of(down)));

    Files.delete(rig.healthFile(volumeId));
    assertThat(rig.health(volumeId)).isEmpty();
    assertThat(list()).isEmpty();
  }

  @Test
  void factsAndFileAreSaidTogetherAndTheFactCountsWhereTheyMeet() throws IOException {
    Files.delete(rig.volumeFolder(volumeId));
    tell(
        """
        healthConditions:
        - {status: DataLoss, reason: DiskGone}
        - {status: Inaccessible, reason: VolumeNotFound, message: told}
        """);

    assertThat(rig.health(volumeId)).containsExactly(GONE, "DATA_LOSS/DiskGone: ");
  }

  /** A file that cannot be read is no recovery (C11 in spirit), and is logged once. */
  @Test
  void whatTheHealthFileSaidBeforeIsSaidOnWhileItCannotBeRead() throws IOException {
    tell(REPLICA_DOWN);
    List<String> before = rig.health(volumeId);
    tell("healthConditions:\n- status: Degraded\n  reason: Replica Down\n");
    try (CapturedLog log = new CapturedLog()) {
      assertThat(rig.health(volumeId)).isEqualTo(before);
      assertThat(list()).isEqualTo(Map.of(volumeId, before));
      assertThat(log.lines("health.yaml"))
          .singleElement()
          .asString()
          .contains(rig.healthFile(volumeId).toString(), "reason", "before still counts");
      Files.write(rig.volumeFolder(volumeId).resolve("file"), new byte[1000]);
      assertThat(rig.health(volumeId))
          .containsExactly("DEGRADED/OutOfSpace: 1000 of 1000 bytes are used", before.get(0));
      tell("healthConditions: [");
      assertThat(rig.health(volumeId)).contains(before.get(0));
      assertThat(log.lines("health.yaml")).hasSize(2);
    }
    tell("");
    assertThat(rig.health(volumeId))
        .containsExactly("DEGRADED/OutOfSpace: 1000 of 1000 bytes are used");
  }

  @Test
  void aHealthFileThatCouldNeverBeReadLeavesTheFactsAloneOrNothingToSay() throws Exception {
    tell(REPLICA_DOWN);
    rig.restart(() -> tell("?"));

    try (CapturedLog log = new CapturedLog()) {
      refused(UNAVAILABLE, () -> rig.health(volumeId), rig.healthFile(volumeId).toString());
      refused(UNAVAILABLE, this::list);
      assertThat(log.lines("health.yaml cannot be used"))
          .singleElement()
          .asString()
          .contains("not known");
    }
    Files.delete(rig.volumeFolder(volumeId));
    assertThat(rig.health(volumeId)).containsExactly(GONE);
    assertThat(list()).containsOnlyKeys(volumeId);
  }

  @Test
  void aHealthFileThatIsNoTextIsAFaultToo() throws IOException {
    Files.write(rig.healthFile(volumeId), new byte[] {(byte) 0xff});
    refused(UNAVAILABLE, () -> rig.health(volumeId));

    Files.delete(rig.healthFile(volumeId));
    Files.createDirectory(rig.healthFile(volumeId));
    refused(UNAVAILABLE, () -> rig.health(volumeId));
  }

  @Test
  void aDeletedVolumeIsNotListed() throws IOException {
    String other = rig.create("other", 1000);
    tell(REPLICA_DOWN);
    Files.delete(rig.volumeFolder(other));
    assertThat(list()).containsOnlyKeys(volumeId, other);

    rig.controller().deleteVolume(DeleteVolumeRequest.newBuilder().setVolumeId(other).build());
    assertThat(list()).containsOnlyKeys(volumeId);
  }

  @Test
  void brokenLinksAreTheNodesToTell() throws IOException {
    Path target = rig.publish(volumeId, "pod");
    String lost = "INACCESSIBLE/PublishPathLost: the links that publish the volume are broken";
    Files.delete(target);
    assertThat(onNode(target)).containsExactly(lost);
    assertThat(rig.health(volumeId)).isEmpty();
    assertThat(onNode(temp.resolve("elsewhere"))).isEmpty();

    rig.publish(volumeId, "pod");
    assertThat(onNode(target)).isEmpty();
    Files.delete(rig.stagingPath(volumeId).resolve("volume"));
    assertThat(onNode(target)).containsExactly(lost);
  }

  @Test
  void theBackendIsUnreachableWithoutItsFolder() throws IOException {
    rig.controller().deleteVolume(DeleteVolumeRequest.newBuilder().setVolumeId(volumeId).build());
    Files.delete(rig.dataDir().resolve("volumes"));

    assertThat(storage())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.getStatus()).isEqualTo(StorageHealthErrorType.STORAGE_UNREACHABLE);
              assertThat(entry.getReason()).isEqualTo("DataFolderNotFound");
            });
  }

  @Test
  void theBackendsHealthFileIsOfAllVolumesOrOfSome() throws IOException {
    Files.writeString(
        rig.dataDir().resolve("health.yaml"),
        """
        healthConditions:
        - status: StorageDegraded
          reason: PoolSlow
          message: over 500 ms
        - status: StorageUnreachable
          reason: NoPath
          accessMode: MULTI_NODE_MULTI_WRITER
          accessType: block
        """);

    assertThat(storage()).hasSize(2);
    assertThat(storage().get(0).hasVolumeCapability()).isFalse();
    assertThat(storage().get(0).getMessage()).isEqualTo("over 500 ms");
    assertThat(storage().get(1).getVolumeCapability().hasBlock()).isTrue();
    assertThat(storage().get(1).getVolumeCapability().getAccessMode().getMode())
        .isEqualTo(Mode.MULTI_NODE_MULTI_WRITER);

    List<StorageBackendHealth> before = storage();
    Files.writeString(rig.dataDir().resolve("health.yaml"), "oops");
    assertThat(storage()).isEqualTo(before);
    Files.delete(rig.dataDir().resolve("health.yaml"));
    assertThat(storage()).isEmpty();
  }

  /** One volume on a bad disk does not take the list from the others. */
  @Test
  void aVolumeThatCannotBeReadIsInaccessible(@TempDir Path other) throws Exception {
    try (DataFolder folder = DataFolder.open(other)) {
      VolumeStore store = VolumeStore.open(folder, Clock.systemUTC());
      StoredVolume bad = store.create("bad", SizeRange.ANY, ContentSource.NONE);
      StoredVolume good = store.create("good", SizeRange.ANY, ContentSource.NONE);
      HostPathHealth health =
          new HostPathHealth(
              folder,
              store,
              new NodeLinks(store),
              tree -> {
                if (tree.equals(store.data(bad))) {
                  throw new IOException("Input/output error");
                }
                return tree.bytes();
              });

      assertThat(health.ofAllVolumes().get(bad.id().text()).conditions())
          .extracting(condition -> condition.key().toString())
          .containsExactly("Inaccessible/ReadFailed");
      assertThat(health.ofAllVolumes().get(good.id().text()).isHealthy()).isTrue();
    }
  }
}
