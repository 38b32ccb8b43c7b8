package io.github.csihealth.model;

import static io.github.csihealth.model.PersistentVolumeAccessMode.READ_WRITE_MANY;
import static io.github.csihealth.model.PersistentVolumeAccessMode.READ_WRITE_ONCE;
import static io.github.csihealth.model.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD;
import static io.github.csihealth.model.PersistentVolumeMode.BLOCK;
import static io.github.csihealth.model.PersistentVolumeMode.FILESYSTEM;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_DEGRADED;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.StorageHealthCondition.Key;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rule C25 of scheduling, and the JSON of the policy. */
class HealthSchedulingPolicyTest {

  private static final String DRIVER = "disk.example.com";
  private static final PersistentVolume ONCE = volume(FILESYSTEM, READ_WRITE_ONCE);
  private static final HealthSchedulingRule DEGRADED = HealthSchedulingRule.of(STORAGE_DEGRADED);

  @Test
  void c25ARuleMatchesOnItsStatus() {
    StorageHealthCondition unreachable = condition(STORAGE_UNREACHABLE, null, null);
    StorageHealthCondition degraded = condition(STORAGE_DEGRADED, null, null);
    StorageHealth health = StorageHealth.of(DRIVER, MapList.of(unreachable, degraded));
    assertThat(policy(DEGRADED).matching(health, ONCE)).containsExactly(degraded);
    assertThat(
            policy(DEGRADED, HealthSchedulingRule.of(STORAGE_UNREACHABLE)).matching(health, ONCE))
        .containsExactly(unreachable, degraded);
    assertThat(HealthSchedulingPolicy.none().matching(health, ONCE)).isEmpty();
    assertThat(policy(DEGRADED).matching(StorageHealth.of(DRIVER, MapList.of()), ONCE)).isEmpty();
  }

  @Test
  void c25ARuleMatchesOnAnyOverlapWithItsAccessModes() {
    HealthSchedulingRule rule =
        DEGRADED.withAccessModes(List.of(READ_WRITE_ONCE, READ_WRITE_ONCE_POD));
    assertThat(matches(rule, volume(FILESYSTEM, READ_WRITE_ONCE))).isTrue();
    assertThat(matches(rule, volume(FILESYSTEM, READ_WRITE_MANY, READ_WRITE_ONCE_POD))).isTrue();
    assertThat(matches(rule, volume(FILESYSTEM, READ_WRITE_MANY))).isFalse();
    assertThat(matches(rule, volume(FILESYSTEM))).isFalse();
  }

  @Test
  void c25ARuleMatchesOnItsVolumeMode() {
    HealthSchedulingRule rule = DEGRADED.withVolumeMode(BLOCK);
    assertThat(matches(rule, volume(BLOCK, READ_WRITE_ONCE))).isTrue();
    assertThat(matches(rule, volume(FILESYSTEM, READ_WRITE_ONCE))).isFalse();
  }

  @Test
  void c25ANilVolumeModeIsFilesystem() {
    PersistentVolume volume =
        HealthJson.readPersistentVolume(
                json(
                    "{'spec':{'csi':{'driver':'disk.example.com'},'accessModes':['ReadWriteOnce']}}"))
            .value();
    assertThat(matches(DEGRADED.withVolumeMode(FILESYSTEM), volume)).isTrue();
    assertThat(matches(DEGRADED.withVolumeMode(BLOCK), volume)).isFalse();
  }

  @Test
  void c25AConditionCoversTheVolumesOfItsModes() {
    StorageHealthCondition many = condition(STORAGE_DEGRADED, READ_WRITE_MANY, null);
    StorageHealthCondition block = condition(STORAGE_DEGRADED, null, BLOCK);
    StorageHealth health = StorageHealth.of(DRIVER, MapList.of(many, block));
    HealthSchedulingPolicy policy = policy(DEGRADED);
    assertThat(policy.matching(health, ONCE)).isEmpty();
    assertThat(policy.matching(health, volume(BLOCK, READ_WRITE_ONCE))).containsExactly(block);
    assertThat(policy.matching(health, volume(FILESYSTEM, READ_WRITE_ONCE, READ_WRITE_MANY)))
        .containsExactly(many);
  }

  @Test
  void c25AnUnknownStatusMatchesNothing() {
    StorageHealthStatusType unknown = StorageHealthStatusType.of("99");
    StorageHealth health =
        StorageHealth.of(DRIVER, MapList.of(StorageHealthCondition.of(unknown, "A", "")));
    assertThat(policy(HealthSchedulingRule.of(unknown)).matching(health, ONCE)).isEmpty();
  }

  @Test
  void c25AnotherDriversHealthMatchesNothing() {
    StorageHealth other =
        StorageHealth.of("other.example.com", MapList.of(condition(STORAGE_DEGRADED, null, null)));
    assertThat(policy(DEGRADED).matching(other, ONCE)).isEmpty();
  }

  @Test
  void theJsonIsThatOfTheProposal() {
    String policy =
        "{'rules':[{'status':'StorageUnreachable'},{'status':'StorageDegraded','accessModes':"
            + "['ReadWriteOnce','ReadOnlyMany'],'volumeMode':'Block'}]}";
    Read<HealthSchedulingPolicy> read =
        HealthJson.readSchedulingPolicy(
            json("{'spec':{'healthSchedulingPolicy':" + policy + ",'attachRequired':false}}"));
    assertThat(read.findings()).isEmpty();
    assertThat(read.value())
        .hasToString("[StorageUnreachable, StorageDegraded[ReadWriteOnce|ReadOnlyMany,Block]]");
    assertThat(HealthJson.write(read.value())).isEqualTo(json(policy));
    assertThat(
            HealthJson.readSchedulingPolicy(
                    Map.of(
                        "spec", Map.of("healthSchedulingPolicy", HealthJson.toMap(read.value()))))
                .value())
        .isEqualTo(read.value());
  }

  @Test
  void aDriverWithoutAPolicyHasNone() {
    for (String driver : List.of("{}", "{'spec':{}}", "{'spec':{'healthSchedulingPolicy':null}}")) {
      Read<HealthSchedulingPolicy> read = HealthJson.readSchedulingPolicy(json(driver));
      assertThat(read.findings()).isEmpty();
      assertThat(read.value()).isEqualTo(HealthSchedulingPolicy.none());
    }
    assertThat(HealthJson.write(HealthSchedulingPolicy.none())).isEqualTo(json("{'rules':[]}"));
  }

  @Test
  void c1ARuleOfWhichAPartCannotBeReadIsLeftOutAndTheOthersAreRead() {
    Read<HealthSchedulingPolicy> read =
        HealthJson.readSchedulingPolicy(
            json(
                "{'spec':{'healthSchedulingPolicy':{'rules':[5,"
                    + "{'status':'StorageDegraded','accessModes':'ReadWriteOnce'},"
                    + "{'status':'StorageDegraded','accessModes':['ReadWriteOnce',7]},"
                    + "{'status':'StorageDegraded','volumeMode':[]},"
                    + "{'accessModes':null},"
                    + "{'status':'StorageDegraded'}]}}}"));
    assertThat(read.value())
        .isEqualTo(policy(HealthSchedulingRule.of(StorageHealthStatusType.of("")), DEGRADED));
    assertThat(read.findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactly(
            "WRONG_TYPE spec.healthSchedulingPolicy.rules[0]",
            "WRONG_TYPE spec.healthSchedulingPolicy.rules[1].accessModes",
            "WRONG_TYPE spec.healthSchedulingPolicy.rules[2].accessModes[1]",
            "WRONG_TYPE spec.healthSchedulingPolicy.rules[3].volumeMode",
            "MISSING_FIELD spec.healthSchedulingPolicy.rules[4].status");
  }

  @Test
  void unknownFieldsSurviveAReadAndAWrite() {
    String policy = "{'rules':[{'status':'StorageDegraded','zone':'a'}],'mode':'Soft'}";
    Read<HealthSchedulingPolicy> read =
        HealthJson.readSchedulingPolicy(json("{'spec':{'healthSchedulingPolicy':" + policy + "}}"));
    assertThat(HealthJson.write(read.value())).isEqualTo(json(policy));
    assertThat(read.findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactly(
            "UNKNOWN_FIELD spec.healthSchedulingPolicy.rules[0].zone",
            "UNKNOWN_FIELD spec.healthSchedulingPolicy.mode");
  }

  private static boolean matches(HealthSchedulingRule rule, PersistentVolume volume) {
    StorageHealth health =
        StorageHealth.of(DRIVER, MapList.of(condition(STORAGE_DEGRADED, null, null)));
    return !policy(rule).matching(health, volume).isEmpty();
  }

  private static HealthSchedulingPolicy policy(HealthSchedulingRule... rules) {
    return HealthSchedulingPolicy.of(List.of(rules));
  }

  private static PersistentVolume volume(
      PersistentVolumeMode volumeMode, PersistentVolumeAccessMode... accessModes) {
    return PersistentVolume.builder("pv-1")
        .csi(DRIVER, "vol-1")
        .accessModes(Set.of(accessModes))
        .volumeMode(volumeMode)
        .build();
  }

  private static StorageHealthCondition condition(
      StorageHealthStatusType status,
      PersistentVolumeAccessMode accessMode,
      PersistentVolumeMode volumeMode) {
    return StorageHealthCondition.of(new Key(status, "A", accessMode, volumeMode), "");
  }

  private static byte[] json(String singleQuoted) {
    return singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
