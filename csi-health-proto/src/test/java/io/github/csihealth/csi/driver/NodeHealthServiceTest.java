package io.github.csihealth.csi.driver;

import static io.github.csihealth.csi.driver.DriverRig.await;
import static io.github.csihealth.csi.driver.DriverRig.awaitDeafly;
import static io.github.csihealth.csi.driver.DriverRig.status;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_UNREACHABLE;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodeGrpc.NodeBlockingStub;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.VolumeHealthCondition;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The node's health RPCs over ports; rule C24 and the spec's error tables. */
class NodeHealthServiceTest {

  private static final String SECRET = "s3cr3t-canary";
  private static final VolumeConditions SICK =
      VolumeConditions.of(VolumeHealthCondition.of(INACCESSIBLE, "MountLost"));

  private static final Duration LONG = Duration.ofDays(1);

  private final DriverRig rig = new DriverRig();
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void close() {
    over.countDown();
    rig.close();
  }

  @Test
  void aVolumeIsAskedForWithItsPaths() {
    AtomicReference<NodeVolume> asked = new AtomicReference<>();
    NodeBlockingStub driver =
        volumes(
            volume -> {
              asked.set(volume);
              return Optional.of(SICK);
            },
            rig.execution());
    assertThat(get(driver, "vol-1", "/pods/1", "/staged/1"))
        .isEqualTo(SICK.toNodeAnswer("vol-1").getVolumeHealth());
    assertThat(asked.get()).isEqualTo(NodeVolume.of("vol-1", "/pods/1", "/staged/1"));
    assertThat(asked.get()).hasToString("vol-1 at /pods/1");
  }

  @Test
  void c24PathsMayBeEmptyAndLongerThanOtherStrings() {
    NodeBlockingStub driver =
        volumes(volume -> Optional.of(VolumeConditions.healthy()), rig.execution());
    assertThat(get(driver, "vol-1", "", "").getHealthStatusesList()).isEmpty();
    assertThat(get(driver, "vol-1", "/" + "p".repeat(4000), "").getVolumeId()).isEqualTo("vol-1");
  }

  @ParameterizedTest
  @CsvSource({
    "'', /pods/1, /staged/1, volume_id is empty",
    "vol-1, pods/1, '', volume_publish_path is neither absolute nor empty",
    "vol-1, /pods/1, ./staged, staging_target_path is neither absolute nor empty",
  })
  void c24AMissingIdAndARelativePathAreInvalidArguments(
      String id, String publishPath, String stagingPath, String text) {
    NodeBlockingStub driver =
        volumes(
            volume -> {
              throw new AssertionError("asked");
            },
            rig.execution());
    Status status = status(() -> get(driver, id, publishPath, stagingPath));
    assertThat(status.getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).contains(text);
  }

  @Test
  void aVolumeThatIsNotOnTheNodeIsNotFound() {
    NodeBlockingStub driver = volumes(volume -> Optional.empty(), rig.execution());
    assertThat(status(() -> get(driver, "vol-1", "/pods/1", "")).getCode())
        .isEqualTo(Code.NOT_FOUND);
  }

  @Test
  void anExceptionOfAPortIsInternalWithItsClassAlone() {
    NodeBlockingStub driver =
        NodeGrpc.newBlockingStub(
            rig.serve(
                NodeHealthService.ofVolumesAndStorage(
                        volume -> {
                          throw new IllegalStateException("stat " + volume.volumePublishPath());
                        },
                        secrets -> {
                          throw new IllegalStateException("login " + secrets.asMap());
                        },
                        rig.execution())
                    .bindService()));
    Status volume = status(() -> get(driver, "vol-1", "/pods/1", ""));
    assertThat(volume.getCode()).isEqualTo(Code.INTERNAL);
    assertThat(volume.getDescription())
        .isEqualTo("the driver failed with java.lang.IllegalStateException");
    Status storage = status(() -> storage(driver));
    assertThat(storage.getCode()).isEqualTo(Code.INTERNAL);
    assertThat(storage.getDescription())
        .isEqualTo("the driver failed with java.lang.IllegalStateException");
  }

  /** Two pods of a node may use one volume, and the kubelet asks for both. */
  @Test
  void aVolumeThatHangsAtOnePathIsAnsweredAtAnother() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    Channel channel =
        rig.serve(
            NodeHealthService.ofVolumes(
                    volume -> {
                      if (volume.volumePublishPath().equals("/pods/hung")) {
                        asked.countDown();
                        awaitDeafly(over);
                      }
                      return Optional.of(SICK);
                    },
                    rig.execution().withLimit(LONG))
                .bindService());
    Future<?> hung =
        NodeGrpc.newFutureStub(channel).nodeGetVolumeHealth(request("vol-1", "/pods/hung", ""));
    await(asked);
    NodeBlockingStub driver = NodeGrpc.newBlockingStub(channel);
    assertThat(status(() -> get(driver, "vol-1", "/pods/hung", "")).getCode())
        .isEqualTo(Code.ABORTED);
    assertThat(get(driver, "vol-1", "/pods/1", "").getHealthStatusesCount()).isOne();
    assertThat(get(driver, "vol-2", "/pods/2", "").getHealthStatusesCount()).isOne();
    assertThat(hung).isNotDone();
  }

  @Test
  void storageIsAnsweredWithTheSecretsHandedToThePort() {
    StorageConditions down =
        StorageConditions.builder().add(STORAGE_UNREACHABLE, "NoPath", "all paths down").build();
    NodeBlockingStub driver =
        storage(
            secrets ->
                secrets.get("password").filter(SECRET::equals).isPresent()
                    ? down
                    : StorageConditions.healthy(),
            rig.execution());
    assertThat(storage(driver)).isEqualTo(down.toAnswer());
  }

  @Test
  void aPortThatHangsIsDeadlineExceededWhenTheTimeIsUp() {
    NodeBlockingStub driver =
        NodeGrpc.newBlockingStub(
            rig.serve(
                NodeHealthService.ofVolumesAndStorage(
                        volume -> {
                          awaitDeafly(over);
                          return Optional.empty();
                        },
                        secrets -> {
                          awaitDeafly(over);
                          return StorageConditions.healthy();
                        },
                        rig.execution().withLimit(Duration.ofMillis(50)))
                    .bindService()));
    assertThat(status(() -> get(driver, "vol-1", "", "")).getCode())
        .isEqualTo(Code.DEADLINE_EXCEEDED);
    assertThat(status(() -> storage(driver)).getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
  }

  @Test
  void storageCallsBeyondTheBoundAreUnavailable() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    Channel channel =
        rig.serve(
            NodeHealthService.ofStorage(
                    secrets -> {
                      asked.countDown();
                      awaitDeafly(over);
                      return StorageConditions.healthy();
                    },
                    rig.execution().withLimit(LONG).withMaxCalls(1))
                .bindService());
    Future<?> hung =
        NodeGrpc.newFutureStub(channel)
            .nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance());
    await(asked);
    assertThat(status(() -> storage(NodeGrpc.newBlockingStub(channel))).getCode())
        .isEqualTo(Code.UNAVAILABLE);
    assertThat(hung).isNotDone();
  }

  @Test
  void capabilitiesFollowFromThePorts() {
    NodeBlockingStub volumes = volumes(volume -> Optional.empty(), rig.execution());
    NodeBlockingStub storage = storage(secrets -> StorageConditions.healthy(), rig.execution());
    assertThat(capabilities(volumes)).isEqualTo(HealthCapabilitiesTest.node("7"));
    assertThat(status(() -> storage(volumes)).getCode()).isEqualTo(Code.UNIMPLEMENTED);
    assertThat(capabilities(storage)).isEqualTo(HealthCapabilitiesTest.node("8"));
    assertThat(status(() -> get(storage, "vol-1", "", "")).getCode()).isEqualTo(Code.UNIMPLEMENTED);
  }

  private static Object capabilities(NodeBlockingStub driver) {
    return driver.nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance());
  }

  private NodeBlockingStub volumes(NodeVolumeHealthPort port, PortExecution execution) {
    return NodeGrpc.newBlockingStub(
        rig.serve(NodeHealthService.ofVolumes(port, execution).bindService()));
  }

  private NodeBlockingStub storage(StorageHealthPort port, PortExecution execution) {
    return NodeGrpc.newBlockingStub(
        rig.serve(NodeHealthService.ofStorage(port, execution).bindService()));
  }

  private static VolumeHealth get(
      NodeBlockingStub driver, String id, String publishPath, String stagingPath) {
    return driver.nodeGetVolumeHealth(request(id, publishPath, stagingPath)).getVolumeHealth();
  }

  private static NodeGetVolumeHealthRequest request(
      String id, String publishPath, String stagingPath) {
    return NodeGetVolumeHealthRequest.newBuilder()
        .setVolumeId(id)
        .setVolumePublishPath(publishPath)
        .setStagingTargetPath(stagingPath)
        .build();
  }

  private static NodeGetStorageHealthResponse storage(NodeBlockingStub driver) {
    return driver.nodeGetStorageHealth(
        NodeGetStorageHealthRequest.newBuilder().putSecrets("password", SECRET).build());
  }
}
