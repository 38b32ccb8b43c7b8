package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.examples.hostpath.DriverRig.createRequest;
import static io.github.csihealth.examples.hostpath.DriverRig.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerExpandVolumeRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.DeleteVolumeRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
