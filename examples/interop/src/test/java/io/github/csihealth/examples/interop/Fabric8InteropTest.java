package io.github.csihealth.examples.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import io.fabric8.kubernetes.api.model.storage.CSINodeBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.Read;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The beans of fabric8 8.0 read what is written here, and what they write is read here. */
class Fabric8InteropTest {

  private static final Instant TIME = Instant.parse("2026-11-29T08:00:00Z");

  /** With all that is odd: other statuses, an order of its own, characters that JSON escapes. */
  private static final VolumeHealthStatus ODD =
      VolumeHealthStatus.of(
          MapList.ofStored(
              List.of(
                  VolumeHealthCondition.of(VolumeHealthStatusType.of("Unknown"), "NewThing"),
                  VolumeHealthCondition.of(
                      VolumeHealthStatusType.DEGRADED,
                      "B",
                      "<\"&\u2028 \ud83d\ude00 €\u0000\u007f"),
                  VolumeHealthCondition.of(VolumeHealthStatusType.DATA_LOSS, "A", "m"))),
          TIME);

  static Stream<VolumeHealthStatus> healths() {
    return Stream.of(
        VolumeHealthStatus.absent(),
        VolumeHealthStatus.of(MapList.of(), null),
        VolumeHealthStatus.of(MapList.of(), TIME),
        VolumeHealthStatus.of(ODD.conditions(), null),
        ODD);
  }

  @ParameterizedTest
  @MethodSource("healths")
  void aClaimCrossesAndComesBack(VolumeHealthStatus health) {
    PersistentVolumeClaim bean =
        Serialization.unmarshal(
            "{\"kind\":\"PersistentVolumeClaim\",\"apiVersion\":\"v1\",\"metadata\":{\"namespace\":"
                + "\"shop\",\"name\":\"data\",\"uid\":\"u-1\",\"resourceVersion\":\"7\"},\"spec\":{"
                + "\"volumeName\":\"pv-1\"},\"status\":{\"phase\":\"Bound\",\"healthStatus\":"
                + text(HealthJson.write(health))
                + "}}",
            PersistentVolumeClaim.class);
    Read<Claim> read = HealthJson.readClaim(bytes(Serialization.asJson(bean)));
    assertThat(read.value())
        .isEqualTo(
            Claim.builder("shop", "data", "u-1")
                .resourceVersion("7")
                .volumeName("pv-1")
                .phase("Bound")
                .health(health)
                .build());
    assertThat(read.value().health().conditions().stored()).isEqualTo(health.conditions().stored());
  }

  @Test
  void theBeansOfAClaimHoldWhatIsWritten() {
    var bean =
        Serialization.unmarshal(
            text(HealthJson.write(ODD)), io.fabric8.kubernetes.api.model.VolumeHealthStatus.class);
    assertThat(bean.getLastTransitionTime()).isEqualTo("2026-11-29T08:00:00Z");
    assertThat(bean.getHealthConditions())
        .extracting(condition -> condition.getStatus() + "/" + condition.getReason())
        .containsExactly("Unknown/NewThing", "Degraded/B", "DataLoss/A");
    assertThat(bean.getHealthConditions().get(1).getMessage())
        .isEqualTo("<\"&\u2028 \ud83d\ude00 €\u0000\u007f");
    assertThat(bean.getAdditionalProperties()).isEmpty();
  }

  @Test
  void aClaimBuiltByBeansIsRead() {
    PersistentVolumeClaim bean =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withName("data")
            .endMetadata()
            .withNewStatus()
            .withNewHealthStatus()
            .withLastTransitionTime("2026-11-29T09:00:00.5+01:00")
            .addNewHealthCondition()
            .withStatus("Degraded")
            .withReason("ReplicaDown")
            .withMessage("1 of 3 replicas")
            .endHealthCondition()
            .endHealthStatus()
            .endStatus()
            .build();
    Read<Claim> read = HealthJson.readClaim(bytes(Serialization.asJson(bean)));
    assertThat(read.findings()).isEmpty();
    assertThat(read.value().health())
        .isEqualTo(
            VolumeHealthStatus.of(
                MapList.of(
                    VolumeHealthCondition.of(
                        VolumeHealthStatusType.DEGRADED, "ReplicaDown", "1 of 3 replicas")),
                TIME));
  }

  @Test
  void fieldsOfALaterReleaseSurviveTheBeans() {
    String health =
        "{\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"A\",\"severity\":7}],"
            + "\"lastTransitionTime\":\"2026-11-29T08:00:00Z\",\"observed\":{\"by\":[\"x\",null]}}";
    VolumeHealthStatus direct = HealthJson.readVolumeHealth(bytes(health)).value();
    var bean =
        Serialization.unmarshal(health, io.fabric8.kubernetes.api.model.VolumeHealthStatus.class);
    VolumeHealthStatus byBean =
        HealthJson.readVolumeHealth(bytes(Serialization.asJson(bean))).value();
    assertThat(byBean).isEqualTo(direct);
    assertThat(text(HealthJson.write(byBean))).isEqualTo(health);
  }

  @Test
  void thePodFieldCrossesAndComesBack() {
    MapList<String, PodVolumeHealth> health =
        MapList.of(
            PodVolumeHealth.of("data", ODD),
            PodVolumeHealth.of("logs", VolumeHealthStatus.of(MapList.of(), TIME)),
            PodVolumeHealth.of("tmp", VolumeHealthStatus.of(MapList.of(), null)));
    Pod bean = new PodBuilder().withNewStatus().endStatus().build();
    bean.getStatus()
        .setVolumeHealth(
            health.stream()
                .map(
                    entry ->
                        Serialization.unmarshal(
                            text(HealthJson.write(entry)),
                            io.fabric8.kubernetes.api.model.PodVolumeHealth.class))
                .toList());
    MapList<String, PodVolumeHealth> read =
        HealthJson.readPod(bytes(Serialization.asJson(bean))).value().volumeHealth();
    assertThat(read).isEqualTo(health);
    assertThat(read.stored()).isEqualTo(health.stored());
  }

  @Test
  void theCsiNodeFieldCrossesAndComesBackWithItsDuplicates() {
    StorageHealthCondition scoped =
        StorageHealthCondition.of(
                new StorageHealthCondition.Key(
                    StorageHealthStatusType.STORAGE_DEGRADED,
                    "PathLost",
                    PersistentVolumeAccessMode.READ_WRITE_ONCE_POD,
                    PersistentVolumeMode.BLOCK),
                "1 of 2 paths")
            .withLastTransitionTime(TIME);
    StorageHealthCondition down =
        StorageHealthCondition.of(StorageHealthStatusType.STORAGE_UNREACHABLE, "TargetDown", "");
    MapList<String, StorageHealth> health =
        MapList.of(
            StorageHealth.of("a.example.com", MapList.of()),
            StorageHealth.of("b.example.com", MapList.ofStored(List.of(scoped, down, scoped))));
    CSINode bean = new CSINodeBuilder().withNewStatus().endStatus().build();
    bean.getStatus()
        .setStorageHealth(
            health.stream()
                .map(
                    entry ->
                        Serialization.unmarshal(
                            text(HealthJson.write(entry)),
                            io.fabric8.kubernetes.api.model.storage.StorageHealth.class))
                .toList());
    MapList<String, StorageHealth> read =
        HealthJson.readCsiNode(bytes(Serialization.asJson(bean))).value().storageHealth();
    assertThat(read).isEqualTo(health);
    assertThat(read.get("b.example.com").orElseThrow().conditions().stored())
        .containsExactly(scoped, down, scoped);
  }

  @Test
  void aGenericResourceGivesAndTakesPlainMaps() {
    GenericKubernetesResource bean =
        Serialization.unmarshal(
            "{\"kind\":\"PersistentVolumeClaim\",\"apiVersion\":\"v1\",\"status\":{\"healthStatus\":"
                + text(HealthJson.write(ODD))
                + "}}",
            GenericKubernetesResource.class);
    Read<Claim> read = HealthJson.readClaim(bean.getAdditionalProperties());
    assertThat(read.value().health()).isEqualTo(ODD);

    bean.setAdditionalProperty("status", Map.of("healthStatus", HealthJson.toMap(ODD)));
    assertThat(HealthJson.readClaim(bytes(Serialization.asJson(bean))).value().health())
        .isEqualTo(ODD);
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
