package io.github.csihealth.testkit.sanity;

import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.github.csihealth.testkit.sanity.SanityReport.Outcome;
import io.grpc.Status;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole of csi-sanity v5.6.0 on the fake driver. */
class CsiSanityRealIT {

  @RegisterExtension static final RealSanity SANITY = new RealSanity();

  private static final List<String> HEALTH =
      List.of(
          "ControllerGetVolumeHealth [Controller Server] should fail when no volume id is provided",
          "ControllerGetVolumeHealth [Controller Server] should return health for a valid volume",
          "ControllerListVolumeHealth [Controller Server] should return appropriate response",
          "Node Service NodeGetStorageHealth should return appropriate response",
          "Node Service NodeGetVolumeHealth should fail when no volume id is provided",
          "Node Service NodeGetVolumeHealth should return health for a valid volume");

  private static final int PASSED = 87;

  /** Volumes of the fake driver have no parameters that could be modified. */
  private static final List<String> SKIPPED_WITHOUT_MODIFY_VOLUME =
      List.of(
          "Controller Service [Controller Server] CreateVolume should create volume with a volume attribute class",
          "Controller Service [Controller Server] CreateVolume should not create volume with an invalid volume attribute class",
          "ModifyVolume [Controller Server] should fail if no volume id is given",
          "ModifyVolume [Controller Server] should fail if specified mutable parameters are not supported by the volume",
          "ModifyVolume [Controller Server] should fail if volume does not exist",
          "ModifyVolume [Controller Server] should fail to modify a volume created with a volume attribute class if new mutable parameters are not supported by volume",
          "ModifyVolume [Controller Server] should modify a volume created with a volume attribute class",
          "ModifyVolume [Controller Server] should modify a volume created without a volume attribute class");

  /** Groups of volumes are a service of their own, which the fake driver does not have. */
  private static final List<String> SKIPPED_WITHOUT_GROUP_CONTROLLER =
      List.of(
          "GroupController Service [GroupController Server] GroupControllerGetCapabilities should return appropriate capabilities",
          "GroupController Service [GroupController VolumeGroupSnapshots] CreateVolumeGroupSnapshot should fail when no name is provided",
          "GroupController Service [GroupController VolumeGroupSnapshots] DeleteVolumeGroupSnapshot should fail when no volume id is provided",
          "GroupController Service [GroupController VolumeGroupSnapshots] DeleteVolumeGroupSnapshot should succeed when an invalid volume id is used",
          "GroupController Service [GroupController VolumeGroupSnapshots] GetVolumeGroupSnapshot should fail when an invalid volume id is used",
          "GroupController Service [GroupController VolumeGroupSnapshots] GetVolumeGroupSnapshot should fail when no volume id is provided");

  /** The fake driver has one node and no topology. */
  private static final List<String> SKIPPED_WITHOUT_TOPOLOGY =
      List.of(
          "CreateSnapshot [Controller Server] should succeed when creating a snapshot with accessibility requirements");

  /** Written, but switched off for every driver by the suite itself, which calls it fragile. */
  private static final List<String> SWITCHED_OFF =
      List.of(
          "Controller Service [Controller Server] ListVolumes pagination should detect volumes added between pages and accept tokens when the last volume from a page is deleted");

  /** The limit is for the spec about it, which publishes one volume more. */
  private final FakeDriver driver = FakeDriver.start().maxVolumesPerNode(3);

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void theFakeDriverPassesTheWholeSuite() throws Exception {
    expectAllPassed(run());
  }

  @Test
  void itPassesWithBlockDevices() throws Exception {
    expectAllPassed(run("--csi.testvolumeaccesstype=block"));
  }

  @Test
  void itPassesWithHealthThatTheTestHasSet() throws Exception {
    driver
        .setHealth("vol-1", entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "over 500 ms"))
        .healthy("vol-2")
        .listHealthy(true);
    expectAllPassed(run());
    assertThat(driver.calls(LIST_VOLUME_HEALTH)).isPositive();
  }

  @Test
  void aFaultIsFound() throws Exception {
    driver.fail(LIST_VOLUME_HEALTH, Status.INTERNAL.withDescription("on purpose"));
    SanityReport report = run();
    assertThat(report.exitCode()).isEqualTo(1);
    assertThat(report.failed())
        .containsExactly(
            "ControllerListVolumeHealth [Controller Server] should return appropriate response");
    assertThat(report.output()).contains("on purpose");
  }

  @Test
  void whatIsNotOfferedIsSkippedByName() throws Exception {
    driver.nodeCapabilities();
    SanityReport report = run();
    assertThat(report.failed()).as(report.output()).isEmpty();
    assertThat(report.skipped())
        .containsAll(HEALTH.stream().filter(name -> name.startsWith("Node")).toList());
  }

  private SanityReport run(String... flags) throws InterruptedException {
    return SANITY.get().with("--csi.testnodevolumeattachlimit").with(flags).run(driver.endpoint());
  }

  private static void expectAllPassed(SanityReport report) {
    assertThat(report.failed()).as(report.output()).isEmpty();
    assertThat(report.exitCode()).as(report.output()).isZero();
    assertThat(report.passed()).containsAll(HEALTH).hasSize(PASSED);
    assertThat(report.skipped())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(
                    SKIPPED_WITHOUT_MODIFY_VOLUME,
                    SKIPPED_WITHOUT_GROUP_CONTROLLER,
                    SKIPPED_WITHOUT_TOPOLOGY,
                    SWITCHED_OFF)
                .flatMap(List::stream)
                .toList());
    assertThat(report.specs())
        .filteredOn(spec -> spec.outcome() == Outcome.SKIPPED && spec.detail().equals("pending"))
        .extracting(SanityReport.Spec::name)
        .isEqualTo(SWITCHED_OFF);
  }
}
