package io.github.csihealth.examples.hostpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerGrpc.ControllerBlockingStub;
import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.IdentityGrpc.IdentityBlockingStub;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodeGrpc.NodeBlockingStub;
import io.github.csihealth.csi.v1.NodePublishVolumeRequest;
import io.github.csihealth.csi.v1.NodeStageVolumeRequest;
import io.github.csihealth.csi.v1.Volume;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A driver on a socket, with clients of it, and a folder for pods. */
final class DriverRig implements AutoCloseable {

  static final String NAME = "hostpath.example.com";

  private final Path temp;
  private HostPathDriver driver;
  private UnixChannel channel;

  DriverRig(Path temp) throws ExitException {
    this.temp = temp;
    start();
  }

  private void start() throws ExitException {
    UnixEndpoint endpoint = UnixEndpoint.parse("unix://" + temp.resolve("csi.sock"));
    driver =
        HostPathDriver.start(
            endpoint, dataDir(), new DriverName(NAME), new NodeId("node-1"), "0.0.1");
    channel = UnixChannel.dial(endpoint);
  }

  /** The same data folder, served by a new driver. */
  void restart() throws ExitException {
    restart(() -> {});
  }

  /** The same, after something was done to the folder. */
  <E extends Exception> void restart(Meanwhile<E> meanwhile) throws ExitException, E {
    close();
    meanwhile.run();
    start();
  }

  interface Meanwhile<E extends Exception> {
    void run() throws E;
  }

  Path dataDir() {
    return temp.resolve("data");
  }

  Path volumeFolder(String volumeId) {
    return dataDir().resolve("volumes").resolve(volumeId).resolve("data");
  }

  Path healthFile(String volumeId) {
    return dataDir().resolve("volumes").resolve(volumeId).resolve("health.yaml");
  }

  IdentityBlockingStub identity() {
    return IdentityGrpc.newBlockingStub(channel.channel());
  }

  ControllerBlockingStub controller() {
    return ControllerGrpc.newBlockingStub(channel.channel());
  }

  NodeBlockingStub node() {
    return NodeGrpc.newBlockingStub(channel.channel());
  }

  static VolumeCapability mount(Mode mode) {
    VolumeCapability.Builder capability = VolumeCapability.newBuilder();
    capability.getMountBuilder();
    capability.getAccessModeBuilder().setMode(mode);
    return capability.build();
  }

  static CreateVolumeRequest.Builder createRequest(String name) {
    return CreateVolumeRequest.newBuilder()
        .setName(name)
        .addVolumeCapabilities(mount(Mode.SINGLE_NODE_WRITER));
  }

  /** A new volume of that name. */
  Volume create(String name) {
    return controller().createVolume(createRequest(name).build()).getVolume();
  }

  /** A new volume with room for so many bytes. */
  String create(String name, long bytes) {
    CreateVolumeRequest.Builder request = createRequest(name);
    request.getCapacityRangeBuilder().setRequiredBytes(bytes);
    return controller().createVolume(request.build()).getVolume().getVolumeId();
  }

  /** A folder for staging, which the caller of a driver makes. */
  Path stagingPath(String volumeId) {
    try {
      return Files.createDirectories(temp.resolve("staging").resolve(volumeId));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A path to publish at, in a folder that the caller of a driver makes. */
  Path targetPath(String name) {
    try {
      return Files.createDirectories(temp.resolve("pods")).resolve(name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  NodeStageVolumeRequest.Builder stageRequest(String volumeId, Mode mode) {
    return NodeStageVolumeRequest.newBuilder()
        .setVolumeId(volumeId)
        .setStagingTargetPath(stagingPath(volumeId).toString())
        .setVolumeCapability(mount(mode));
  }

  NodePublishVolumeRequest.Builder publishRequest(String volumeId, String target, Mode mode) {
    return NodePublishVolumeRequest.newBuilder()
        .setVolumeId(volumeId)
        .setStagingTargetPath(stagingPath(volumeId).toString())
        .setTargetPath(targetPath(target).toString())
        .setVolumeCapability(mount(mode));
  }

  /** Stages and publishes a volume; answers the target path. */
  Path publish(String volumeId, String target) {
    node().nodeStageVolume(stageRequest(volumeId, Mode.SINGLE_NODE_WRITER).build());
    node().nodePublishVolume(publishRequest(volumeId, target, Mode.SINGLE_NODE_WRITER).build());
    return targetPath(target);
  }

  /** What the controller says of the volume, as {@code status/reason: message}. */
  List<String> health(String volumeId) {
    return text(
        controller()
            .controllerGetVolumeHealth(
                ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build())
            .getVolumeHealth());
  }

  static List<String> text(VolumeHealth health) {
    return health.getHealthStatusesList().stream().map(DriverRig::text).toList();
  }

  private static String text(VolumeHealthEntry entry) {
    return entry.getStatus() + "/" + entry.getReason() + ": " + entry.getMessage();
  }

  /** The call fails with this code, and says each of these. */
  static void refused(Status.Code code, Runnable call, String... texts) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).as(e.getMessage()).isEqualTo(code);
              for (String text : texts) {
                assertThat(e.getStatus().getDescription()).contains(text);
              }
            });
  }

  @Override
  public void close() {
    channel.close();
    driver.close();
  }
}
