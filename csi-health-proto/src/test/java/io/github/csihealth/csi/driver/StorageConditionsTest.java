package io.github.csihealth.csi.driver;

import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_DEGRADED;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeCapability.BlockVolume;
import io.github.csihealth.csi.v1.VolumeCapability.MountVolume;
import io.github.csihealth.model.StorageHealthStatusType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver may say of its storage backends; rule C24 on the driver's side. */
class StorageConditionsTest {

  private static final VolumeCapability SHARED_BLOCK = block(Mode.MULTI_NODE_MULTI_WRITER);

  @Test
  void theAnswerHoldsEachConditionWithItsCapability() {
    NodeGetStorageHealthResponse answer =
        StorageConditions.builder()
            .add(STORAGE_UNREACHABLE, "NoPath", "")
            .add(STORAGE_DEGRADED, "PathLost", "1 of 2 paths", SHARED_BLOCK)
            .build()
            .toAnswer();
    assertThat(answer.getBackendHealthList())
        .containsExactly(
            StorageBackendHealth.newBuilder()
                .setStatus(StorageHealthErrorType.STORAGE_UNREACHABLE)
                .setReason("NoPath")
                .build(),
            StorageBackendHealth.newBuilder()
                .setStatus(StorageHealthErrorType.STORAGE_DEGRADED)
                .setReason("PathLost")
                .setMessage("1 of 2 paths")
                .setVolumeCapability(SHARED_BLOCK)
                .build());
    assertThat(HealthMapping.toReport(answer).findings()).isEmpty();
  }

  @Test
  void anAnswerWithoutConditionsIsHealthy() {
    assertThat(StorageConditions.builder().build()).isSameAs(StorageConditions.healthy());
    assertThat(StorageConditions.healthy().isHealthy()).isTrue();
    assertThat(StorageConditions.healthy().toAnswer().getBackendHealthList()).isEmpty();
    assertThat(StorageConditions.healthy()).hasToString("healthy");
  }

  @Test
  void c24OneReasonOfTwoCapabilitiesAreTwoConditions() {
    StorageConditions conditions =
        StorageConditions.builder()
            .add(STORAGE_DEGRADED, "Slow", "")
            .add(STORAGE_DEGRADED, "Slow", "", SHARED_BLOCK)
            .add(STORAGE_DEGRADED, "Slow", "", block(Mode.SINGLE_NODE_WRITER))
            .add(STORAGE_DEGRADED, "Slow", "", block(Mode.SINGLE_NODE_MULTI_WRITER))
            .build();
    assertThat(conditions.toAnswer().getBackendHealthCount()).isEqualTo(4);
  }

  @Test
  void c24TwoConditionsWithOneStatusReasonAndCapabilityAreRefused() {
    StorageConditions.Builder builder =
        StorageConditions.builder()
            .add(STORAGE_UNREACHABLE, "Slow", "", SHARED_BLOCK)
            .add(STORAGE_DEGRADED, "Slow", "", SHARED_BLOCK);
    SpecViolationException refusal =
        refusal(() -> builder.add(STORAGE_DEGRADED, "Slow", "other", SHARED_BLOCK));
    assertThat(refusal.place()).isEqualTo("backend_health[2]");
    assertThat(refusal).hasMessageContaining("of backend_health[1]");
    assertThat(refusal.clause()).contains("(status, reason, volume_capability)");
    assertThat(builder.build().toAnswer().getBackendHealthCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "99", "Broken"})
  void c3AStatusThatIsUnsetOrUnknownIsRefused(String status) {
    assertThat(
            refusal(
                    () ->
                        StorageConditions.builder()
                            .add(StorageHealthStatusType.of(status), "Slow", ""))
                .place())
        .isEqualTo("backend_health[0].status");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "disk slow", "Slow:"})
  void c5AnEmptyOrIllFormedReasonIsRefused(String reason) {
    assertThat(refusal(() -> StorageConditions.builder().add(STORAGE_DEGRADED, reason, "")).place())
        .isEqualTo("backend_health[0].reason");
  }

  @Test
  void c6OverLongStringsAreRefused() {
    StorageConditions.Builder builder = StorageConditions.builder();
    assertThat(refusal(() -> builder.add(STORAGE_DEGRADED, "R".repeat(129), "")).place())
        .isEqualTo("backend_health[0].reason");
    assertThat(refusal(() -> builder.add(STORAGE_DEGRADED, "R", "m".repeat(129))).place())
        .isEqualTo("backend_health[0].message");
    assertThat(
            refusal(
                    () ->
                        builder.add(
                            STORAGE_DEGRADED,
                            "R",
                            "",
                            mount(MountVolume.newBuilder().setFsType("f".repeat(129)))))
                .place())
        .isEqualTo("backend_health[0].volume_capability.mount.fs_type");
    assertThat(
            refusal(
                    () ->
                        builder.add(
                            STORAGE_DEGRADED,
                            "R",
                            "",
                            mount(MountVolume.newBuilder().setVolumeMountGroup("g".repeat(129)))))
                .place())
        .isEqualTo("backend_health[0].volume_capability.mount.volume_mount_group");
    assertThat(
            refusal(
                () ->
                    builder.add(
                        STORAGE_DEGRADED,
                        "R",
                        "",
                        mount(
                            MountVolume.newBuilder()
                                .addMountFlags("f".repeat(2048))
                                .addMountFlags("g".repeat(2049))))))
        .hasMessageContaining("mount_flags have 4097 bytes, over 4096")
        .hasMessageNotContaining("ggg");
  }

  @Test
  void c24ACapabilityThatIsNeitherBlockNorMountIsRefused() {
    VolumeCapability capability = SHARED_BLOCK.toBuilder().clearAccessType().build();
    SpecViolationException refusal =
        refusal(() -> StorageConditions.builder().add(STORAGE_DEGRADED, "R", "", capability));
    assertThat(refusal.place()).isEqualTo("backend_health[0].volume_capability");
    assertThat(refusal.clause()).contains("access_type");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 99})
  void c24ACapabilityWithoutAKnownAccessModeIsRefused(int mode) {
    VolumeCapability capability =
        SHARED_BLOCK.toBuilder().setAccessMode(AccessMode.newBuilder().setModeValue(mode)).build();
    SpecViolationException refusal =
        refusal(() -> StorageConditions.builder().add(STORAGE_DEGRADED, "R", "", capability));
    assertThat(refusal.place()).isEqualTo("backend_health[0].volume_capability.access_mode");
    assertThat(refusal.clause()).contains("AccessMode.mode");
  }

  private static VolumeCapability block(Mode mode) {
    return VolumeCapability.newBuilder()
        .setBlock(BlockVolume.getDefaultInstance())
        .setAccessMode(AccessMode.newBuilder().setMode(mode))
        .build();
  }

  private static VolumeCapability mount(MountVolume.Builder mount) {
    return VolumeCapability.newBuilder()
        .setMount(mount)
        .setAccessMode(AccessMode.newBuilder().setMode(Mode.SINGLE_NODE_WRITER))
        .build();
  }

  private static SpecViolationException refusal(Runnable add) {
    return catchThrowableOfType(SpecViolationException.class, add::run);
  }
}
