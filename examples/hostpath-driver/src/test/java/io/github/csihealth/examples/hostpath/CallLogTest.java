package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.examples.hostpath.DriverRig.createRequest;
import static io.github.csihealth.examples.hostpath.DriverRig.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.driver.NodeHealthService;
import io.github.csihealth.csi.driver.PortExecution;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The log of calls; the tests' own logger settings show all of it. */
class CallLogTest {

  private static final String SECRET = "canary-4711";

  @TempDir Path temp;

  /** C23: in text or hex, of calls that succeed and calls that fail. */
  @Test
  void aSecretIsNeverLogged() throws Exception {
    try (CapturedLog log = new CapturedLog();
        DriverRig rig = new DriverRig(temp)) {
      String volumeId =
          rig.controller()
              .createVolume(createRequest("one").putSecrets("key", SECRET).build())
              .getVolume()
              .getVolumeId();
      rig.node()
          .nodeStageVolume(
              rig.stageRequest(volumeId, Mode.SINGLE_NODE_WRITER)
                  .putSecrets("key", SECRET)
                  .build());
      rig.controller()
          .controllerGetVolumeHealth(
              ControllerGetVolumeHealthRequest.newBuilder()
                  .setVolumeId(volumeId)
                  .putSecrets("key", SECRET)
                  .build());
      rig.controller()
          .controllerListVolumeHealth(
              ControllerListVolumeHealthRequest.newBuilder().putSecrets("key", SECRET).build());
      rig.node()
          .nodeGetStorageHealth(
              NodeGetStorageHealthRequest.newBuilder().putSecrets("key", SECRET).build());
      refused(
          Status.Code.INVALID_ARGUMENT,
          () ->
              rig.controller()
                  .controllerExpandVolume(
                      ControllerExpandVolumeRequest.newBuilder()
                          .putSecrets("key", SECRET)
                          .build()));
      refused(
          Status.Code.FAILED_PRECONDITION,
          () ->
              rig.controller()
                  .deleteVolume(
                      DeleteVolumeRequest.newBuilder()
                          .setVolumeId(volumeId)
                          .putSecrets("key", SECRET)
                          .build()));

      assertThat(log.lines("***")).hasSize(7);
      assertThat(log.lines("CreateVolume")).anyMatch(line -> line.endsWith(": OK"));
      assertThat(log.lines("WARN"))
          .hasSize(2)
          .anyMatch(line -> line.contains("INVALID_ARGUMENT volume_id is required"))
          .anyMatch(line -> line.contains("DeleteVolume {volume_id: \"" + volumeId));
      assertThat(log.text())
          .doesNotContain(SECRET)
          .doesNotContainIgnoringCase(
              HexFormat.of().formatHex(SECRET.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void whatFailedInAHealthPortIsLoggedAndNotSent() throws Exception {
    UnixEndpoint endpoint = UnixEndpoint.parse("unix://" + temp.resolve("csi.sock"));
    NodeHealthService health =
        NodeHealthService.ofStorage(
            secrets -> {
              throw new IOException("disk 7");
            },
            PortExecution.on(Runnable::run));
    try (CapturedLog log = new CapturedLog();
        UnixServer server =
            UnixServer.builder(endpoint).service(health).interceptor(new CallLog()).start();
        UnixChannel channel = UnixChannel.dial(server.endpoint())) {
      assertThatThrownBy(
              () ->
                  NodeGrpc.newBlockingStub(channel.channel())
                      .nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance()))
          .hasMessageStartingWith("INTERNAL")
          .hasMessageNotContaining("disk 7");

      assertThat(log.lines("NodeGetStorageHealth {}: INTERNAL"))
          .singleElement()
          .asString()
          .contains("disk 7");
    }
  }

  /** C23: neither in what a port says to the caller, nor in what it throws. */
  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      names = {"OK", "CANCELLED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aSecretThatAFailureRepeatsIsBlanked(Status.Code code) throws Exception {
    UnixEndpoint endpoint = UnixEndpoint.parse("unix://" + temp.resolve("csi.sock"));
    NodeGrpc.NodeImplBase talkative =
        new NodeGrpc.NodeImplBase() {
          @Override
          public void nodeGetStorageHealth(
              NodeGetStorageHealthRequest request,
              StreamObserver<NodeGetStorageHealthResponse> observer) {
            String secret = request.getSecretsOrThrow("key");
            observer.onError(
                code.toStatus()
                    .withDescription("login with " + secret + " failed")
                    .withCause(new IOException("no " + secret, new IOException(secret)))
                    .asRuntimeException());
          }
        };
    try (CapturedLog log = new CapturedLog();
        UnixServer server =
            UnixServer.builder(endpoint).service(talkative).interceptor(new CallLog()).start();
        UnixChannel channel = UnixChannel.dial(server.endpoint())) {
      refused(
          code,
          () ->
              NodeGrpc.newBlockingStub(channel.channel())
                  .nodeGetStorageHealth(
                      NodeGetStorageHealthRequest.newBuilder().putSecrets("key", SECRET).build()));

      assertThat(log.lines("NodeGetStorageHealth {secrets: ***}: " + code))
          .singleElement()
          .asString()
          .contains("login with *** failed", "IOException: no ***");
      assertThat(log.text()).doesNotContain(SECRET);
    }
  }
}
