package io.github.csihealth.model;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Values cross to any Kubernetes client, and back, as maps of JDK types. */
class PlainMapsTest {

  private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthStatus DEGRADED_SINCE_NEW_YEAR =
      VolumeHealthStatus.of(MapList.of(VolumeHealthCondition.of(DEGRADED, "A", "m")), NEW_YEAR);

  @Test
  void aClaimHealthIsAMapOfPlainValues() {
    assertThat(HealthJson.toMap(DEGRADED_SINCE_NEW_YEAR))
        .isEqualTo(
            Map.of(
                "healthConditions",
                List.of(Map.of("status", "Degraded", "reason", "A", "message", "m")),
                "lastTransitionTime",
                "2026-01-01T00:00:00Z"));
  }

  @Test
  void anUnsetTimeIsANullOfTheMap() {
    assertThat(HealthJson.toMap(VolumeHealthStatus.of(MapList.of(), null)))
        .isEqualTo(Collections.singletonMap("lastTransitionTime", null));
  }

  @Test
  void theAbsentHealthIsNoMap() {
    assertThat(HealthJson.toMap(VolumeHealthStatus.absent())).isNull();
  }

  @Test
  void entriesOfAPodAndOfACsiNodeAreMapsToo() {
    PodVolumeHealth pod = PodVolumeHealth.of("data", DEGRADED_SINCE_NEW_YEAR);
    assertThat(
            podHealth(Map.of("status", Map.of("volumeHealth", List.of(HealthJson.toMap(pod)))))
                .value())
        .isEqualTo(MapList.of(pod));
    StorageHealth driver =
        StorageHealth.of(
            "d",
            MapList.of(
                StorageHealthCondition.of(StorageHealthStatusType.STORAGE_DEGRADED, "A", "m")));
    assertThat(
            csiNodeHealth(
                    Map.of("status", Map.of("storageHealth", List.of(HealthJson.toMap(driver)))))
                .value())
        .isEqualTo(MapList.of(driver));
  }

  @Property
  void whatIsMadeAMapIsReadBackEqual(@ForAll("conditions") List<VolumeHealthCondition> conditions) {
    VolumeHealthStatus health =
        VolumeHealthStatus.of(Conformed.ofVolume(conditions).conditions(), NEW_YEAR);
    assertThat(HealthJson.readVolumeHealth(HealthJson.toMap(health)).value()).isEqualTo(health);
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> conditions() {
    return ReportedConditions.any();
  }

  @Test
  void nothingOfAMapCanBeChanged() {
    Map<String, ?> map = HealthJson.toMap(DEGRADED_SINCE_NEW_YEAR);
    assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ((List<?>) map.get("healthConditions")).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void nothingOfAnUnknownFieldCanBeChanged() {
    Map<String, ?> unknown =
        HealthJson.readVolumeHealth(Map.of("x", List.of(Map.of("y", 1)))).value().unknownFields();
    assertThatThrownBy(unknown::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ((List<?>) unknown.get("x")).clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ((Map<?, ?>) ((List<?>) unknown.get("x")).get(0)).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void c10ATimeOfWhateverTypeIsTheSameInstant() {
    for (Object time :
        List.of(
            "2026-01-01T01:00:00+01:00",
            NEW_YEAR.plusNanos(999_999_999),
            OffsetDateTime.parse("2026-01-01T00:00Z"),
            OffsetDateTime.parse("2026-01-01T01:00+01:00"),
            NEW_YEAR.atZone(ZoneId.of("Asia/Tokyo")),
            Date.from(NEW_YEAR))) {
      Read<VolumeHealthStatus> read =
          HealthJson.readVolumeHealth(Map.of("lastTransitionTime", time));
      assertThat(read.findings()).isEmpty();
      assertThat(read.value())
          .isEqualTo(VolumeHealthStatus.of(MapList.of(), NEW_YEAR))
          .hasSameHashCodeAs(VolumeHealthStatus.of(MapList.of(), NEW_YEAR));
    }
  }

  @Test
  void valuesOfOtherTypesAreReadByTheirText() {
    UUID uid = UUID.randomUUID();
    assertThat(
            HealthJson.readClaim(
                    Map.of("metadata", Map.of("uid", uid, "name", new StringBuilder("c"))))
                .value())
        .isEqualTo(Claim.builder("", "c", uid.toString()).build());
  }

  @Test
  void c1ABeanAmongTheMapsIsAFindingAndTheRestIsRead() {
    Read<Claim> read =
        HealthJson.readClaim(Map.of("metadata", Map.of("name", "c"), "status", new Object()));
    assertThat(read.value().name()).isEqualTo("c");
    assertThat(read.findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactly("WRONG_TYPE status");
  }

  @Test
  void unknownValuesAreTheSameFromAMapAndFromBytes() {
    Map<String, Object> fields = new HashMap<>();
    fields.put("int", 7);
    fields.put("long", 1L << 40);
    fields.put("small long", 7L);
    fields.put("short", (short) 7);
    fields.put("byte", (byte) 7);
    fields.put("big", BigInteger.TWO.pow(70));
    fields.put("least big", BigInteger.TWO.pow(63));
    fields.put("small big", BigInteger.TEN);
    fields.put("decimal", new BigDecimal("1.10"));
    fields.put("double", 1.5);
    fields.put("no number", Double.NaN);
    fields.put("bool", true);
    fields.put("null", null);
    fields.put("list", Arrays.asList(null, "x", Map.of("y", false)));
    VolumeHealthStatus fromMap = HealthJson.readVolumeHealth(fields).value();
    VolumeHealthStatus fromBytes =
        HealthJson.readVolumeHealth(
                ("{\"int\":7,\"long\":1099511627776,\"small long\":7,\"short\":7,\"byte\":7,"
                        + "\"least big\":9223372036854775808,\"big\":1180591620717411303424,\"small big\":10,\"decimal\":1.10,"
                        + "\"double\":1.5,\"no number\":\"NaN\",\"bool\":true,\"null\":null,"
                        + "\"list\":[null,\"x\",{\"y\":false}]}")
                    .getBytes(StandardCharsets.UTF_8))
            .value();
    assertThat(fromMap.unknownFields()).isEqualTo(fromBytes.unknownFields()).hasSize(14);
    assertThat(HealthJson.readVolumeHealth(HealthJson.write(fromMap)).value()).isEqualTo(fromBytes);
  }

  @Test
  void aMapInItselfIsRefused() {
    Map<String, Object> map = new HashMap<>();
    map.put("status", List.of(map));
    assertThatThrownBy(() -> HealthJson.readClaim(map))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessage("no JSON: nested deeper than 1000 levels");
  }

  private static Read<MapList<String, PodVolumeHealth>> podHealth(Map<String, ?> pod) {
    Read<Pod> read = HealthJson.readPod(pod);
    return new Read<>(read.value().volumeHealth(), read.findings());
  }

  private static Read<MapList<String, StorageHealth>> csiNodeHealth(Map<String, ?> csiNode) {
    Read<CsiNode> read = HealthJson.readCsiNode(csiNode);
    return new Read<>(read.value().storageHealth(), read.findings());
  }
}
