package io.github.csihealth.examples.hostpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.csihealth.testkit.sanity.CsiSanity;
import io.github.csihealth.testkit.sanity.SanityReport;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole of csi-sanity v5.6.0 on the packaged driver. */
@Timeout(600)
class HostPathSanityRealIT {

  private static final int PASSED = 72;

  private static final List<String> HEALTH =
      List.of(
          "ControllerGetVolumeHealth [Controller Server] should fail when no volume id is provided",
          "ControllerGetVolumeHealth [Controller Server] should return health for a valid volume",
          "ControllerListVolumeHealth [Controller Server] should return appropriate response",
          "Node Service NodeGetStorageHealth should return appropriate response",
          "Node Service NodeGetVolumeHealth should fail when no volume id is provided",
          "Node Service NodeGetVolumeHealth should return health for a valid volume");

  private static final String CONTROLLER = "Controller Service [Controller Server] ";

  /** Folders are made, not carved out of a pool. */
  private static final Stream<String> WITHOUT_GET_CAPACITY =
      Stream.of(CONTROLLER + "GetCapacity should return capacity (no optional values added)");

  /** A folder is where its node is: nothing is attached. */
  private static final Stream<String> WITHOUT_PUBLISH_UNPUBLISH_VOLUME =
      Stream.of(
              "ControllerPublishVolume should fail when no volume id is provided",
              "ControllerPublishVolume should fail when no node id is provided",
              "ControllerPublishVolume should fail when no volume capability is provided",
              "ControllerPublishVolume should fail when publishing more volumes than the node max attach limit",
              "ControllerPublishVolume should fail when the volume does not exist",
              "ControllerPublishVolume should fail when the node does not exist",
              "ControllerPublishVolume should fail when the volume is already published but is incompatible",
              "volume lifecycle should work",
              "volume lifecycle should be idempotent",
              "ControllerUnpublishVolume should fail when no volume id is provided")
          .map(CONTROLLER::concat);

  /** A folder has grown when its controller says so. */
  private static final Stream<String> WITHOUT_NODE_EXPAND_VOLUME =
      Stream.of(
              "should fail when no volume id is provided",
              "should fail when no volume path is provided",
              "should fail when volume is not found",
              "should work if node-expand is called after node-publish")
          .map("Node Service NodeExpandVolume "::concat);

  private static final Stream<String> WITHOUT_MODIFY_VOLUME =
      Stream.of(
          CONTROLLER + "CreateVolume should create volume with a volume attribute class",
          CONTROLLER
              + "CreateVolume should not create volume with an invalid volume attribute class",
          "ModifyVolume [Controller Server] should fail if no volume id is given",
          "ModifyVolume [Controller Server] should fail if volume does not exist",
          "ModifyVolume [Controller Server] should fail if specified mutable parameters are not supported by the volume",
          "ModifyVolume [Controller Server] should modify a volume created without a volume attribute class",
          "ModifyVolume [Controller Server] should modify a volume created with a volume attribute class",
          "ModifyVolume [Controller Server] should fail to modify a volume created with a volume attribute class if new mutable parameters are not supported by volume");

  private static final Stream<String> WITHOUT_GROUP_CONTROLLER =
      Stream.of(
              "[GroupController Server] GroupControllerGetCapabilities should return appropriate capabilities",
              "[GroupController VolumeGroupSnapshots] CreateVolumeGroupSnapshot should fail when no name is provided",
              "[GroupController VolumeGroupSnapshots] GetVolumeGroupSnapshot should fail when no volume id is provided",
              "[GroupController VolumeGroupSnapshots] GetVolumeGroupSnapshot should fail when an invalid volume id is used",
              "[GroupController VolumeGroupSnapshots] DeleteVolumeGroupSnapshot should fail when no volume id is provided",
              "[GroupController VolumeGroupSnapshots] DeleteVolumeGroupSnapshot should succeed when an invalid volume id is used")
          .map("GroupController Service "::concat);

  /** A snapshot is where its volume is. */
  private static final Stream<String> WITHOUT_SNAPSHOT_TOPOLOGY =
      Stream.of(
          "CreateSnapshot [Controller Server] should succeed when creating a snapshot with accessibility requirements");

  /** Written, but switched off for every driver by the suite itself, which calls it fragile. */
  private static final Stream<String> SWITCHED_OFF =
      Stream.of(
          CONTROLLER
              + "ListVolumes pagination should detect volumes added between pages and accept tokens when the last volume from a page is deleted");

  /** The program csi-sanity; without it the test is skipped, or fails in CI. */
  static Path sanityProgram() {
    String program = System.getenv("CSI_SANITY");
    if (program != null && !program.isBlank()) {
      return Path.of(program).toAbsolutePath();
    }
    String why = "CSI_SANITY does not name the program that .ci/build-tools builds";
    assertThat(System.getenv("CI")).as(why).isNotEqualTo("true");
    return abort(why);
  }

  @Test
  void thePackagedDriverPassesTheWholeSuite(@TempDir Path temp) throws Exception {
    CsiSanity sanity = CsiSanity.program(sanityProgram());
    try (DriverProcess driver = new DriverProcess(temp)) {
      SanityReport report = sanity.run(driver.endpoint());

      assertThat(report.failed()).as(report.output()).isEmpty();
      assertThat(report.exitCode()).as(report.output()).isZero();
      assertThat(report.passed()).containsAll(HEALTH).hasSize(PASSED);
      assertThat(report.skipped())
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(
                      WITHOUT_GET_CAPACITY,
                      WITHOUT_PUBLISH_UNPUBLISH_VOLUME,
                      WITHOUT_NODE_EXPAND_VOLUME,
                      WITHOUT_MODIFY_VOLUME,
                      WITHOUT_GROUP_CONTROLLER,
                      WITHOUT_SNAPSHOT_TOPOLOGY,
                      SWITCHED_OFF)
                  .flatMap(names -> names)
                  .toList());
      // Nothing of what the suite made is left.
      for (String folder : List.of("volumes", "snapshots", "scratch", "records/node")) {
        assertThat(driver.dataDir().resolve(folder)).isEmptyDirectory();
      }
      assertThat(driver.process().output()).doesNotContain(" ERROR ", "INTERNAL");
    }
  }
}
