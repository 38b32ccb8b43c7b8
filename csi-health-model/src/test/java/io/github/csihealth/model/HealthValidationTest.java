package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.StorageHealthCondition.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the recorded patches do not show of validation. */
class HealthValidationTest {

  private static final VolumeHealthCondition VALID =
      VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "A");
  private static final StorageHealthStatusType SLOW = StorageHealthStatusType.STORAGE_DEGRADED;

  @Test
  void anAbsentAndAHealthyFieldAreTaken() {
    assertThat(HealthValidation.ofClaim(VolumeHealthStatus.absent())).isEmpty();
    assertThat(claim()).isEmpty();
    assertThat(HealthValidation.ofPod(MapList.of(), Set.of())).isEmpty();
    assertThat(HealthValidation.ofCsiNode(MapList.of())).isEmpty();
  }

  @Test
  void anEmptyStatusIsAMissingOneOfAVolumeAndAnUnknownOneOfABackend() {
    assertThat(claim(VolumeHealthCondition.of(VolumeHealthStatusType.of(""), "A")))
        .containsExactly("REQUIRED at status.healthStatus.healthConditions[0].status: empty");
    StorageHealthCondition empty =
        StorageHealthCondition.of(StorageHealthStatusType.of(""), "A", "");
    assertThat(csiNode(StorageHealth.of("d", MapList.of(empty))))
        .containsExactly(
            "NOT_SUPPORTED at status.storageHealth[0].healthConditions[0].status: '' is not one of"
                + " the known values");
  }

  @Test
  void everythingThatIsWrongIsSaid() {
    String longAndIllFormed = "-".repeat(257);
    assertThat(
            claim(
                VALID,
                VolumeHealthCondition.of(VolumeHealthStatusType.of("X"), ""),
                VALID,
                VolumeHealthCondition.of(
                    VolumeHealthStatusType.of(""), longAndIllFormed, "m".repeat(1025)),
                VALID))
        .containsExactly(
            "NOT_SUPPORTED at status.healthStatus.healthConditions[1].status: 'X' is not one of"
                + " the known values",
            "REQUIRED at status.healthStatus.healthConditions[1].reason: empty",
            "DUPLICATE at status.healthStatus.healthConditions[2]: an entry before it has the key"
                + " (Degraded/A)",
            "REQUIRED at status.healthStatus.healthConditions[3].status: empty",
            "TOO_LONG at status.healthStatus.healthConditions[3].reason: 257 bytes, at most 256",
            "TOO_LONG at status.healthStatus.healthConditions[3].message: 1025 bytes, at most 1024",
            "INVALID at status.healthStatus.healthConditions[3].reason: a letter, then letters,"
                + " digits, '_', ',' or ':', not ending in ',' or ':'",
            "DUPLICATE at status.healthStatus.healthConditions[4]: an entry before it has the key"
                + " (Degraded/A)");
  }

  @Test
  void ofAListThatIsTooLongOnlyIllFormedReasonsAreSaidToo() {
    VolumeHealthCondition bad = VolumeHealthCondition.of(VolumeHealthStatusType.of("X"), "");
    assertThat(claim(Collections.nCopies(17, bad).toArray(VolumeHealthCondition[]::new)))
        .containsExactly(
            "TOO_MANY at status.healthStatus.healthConditions: 17 conditions, at most 16");
    List<VolumeHealthCondition> illFormed = new ArrayList<>(Collections.nCopies(16, bad));
    illFormed.add(VolumeHealthCondition.of(VolumeHealthStatusType.of("X"), "a-b"));
    assertThat(claim(illFormed.toArray(VolumeHealthCondition[]::new)))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("INVALID at status.healthStatus.healthConditions[16].reason: ");
    StorageHealthCondition badStorage = slow(PersistentVolumeAccessMode.of("X"), null);
    assertThat(
            csiNode(StorageHealth.of("d", MapList.ofStored(Collections.nCopies(17, badStorage)))))
        .containsExactly(
            "TOO_MANY at status.storageHealth[0].healthConditions: 17 conditions, at most 16");
  }

  @Test
  void aPodEntryWithoutANameIsNotAlsoOneThatIsNotFound() {
    PodVolumeHealth unnamed =
        PodVolumeHealth.of("", VolumeHealthStatus.of(MapList.of(VALID), null));
    PodVolumeHealth other =
        PodVolumeHealth.of("logs", VolumeHealthStatus.of(MapList.of(VALID), null));
    assertThat(HealthValidation.ofPod(MapList.ofStored(List.of(other, unnamed)), List.of("data")))
        .extracting(Violation::toString)
        .containsExactly(
            "NOT_FOUND at status.volumeHealth[0].name: not in spec.volumes",
            "REQUIRED at status.volumeHealth[1].name: empty");
  }

  @Test
  void theListOfADriverMayRepeatItself() {
    assertThat(
            csiNode(
                StorageHealth.of(
                    "d", MapList.ofStored(List.of(slow(null, null), slow(null, null))))))
        .isEmpty();
  }

  @Test
  void modesAreKnownOrNotSet() {
    assertThat(
            csiNode(
                StorageHealth.of(
                    "d",
                    MapList.ofStored(
                        List.of(
                            slow(PersistentVolumeAccessMode.READ_ONLY_MANY, null),
                            slow(null, PersistentVolumeMode.BLOCK),
                            slow(
                                PersistentVolumeAccessMode.of(""), PersistentVolumeMode.of("")))))))
        .containsExactly(
            "NOT_SUPPORTED at status.storageHealth[0].healthConditions[2].accessMode: '' is not one"
                + " of the known values",
            "NOT_SUPPORTED at status.storageHealth[0].healthConditions[2].volumeMode: '' is not one"
                + " of the known values");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "d",
        "d.example.com",
        "D.Example.COM",
        "az.AZ.09",
        "9.8",
        "a-b.c--d",
        "\u212a.example"
      })
  void aDriverNameIsADnsSubdomainInAnyCase(String name) {
    assertThat(csiNode(StorageHealth.of(name, MapList.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "a-.b", "a_b", "a/b", "ä", " ", "`", "{", "/",
        ":"
      })
  void anyOtherDriverNameIsNot(String name) {
    assertThat(csiNode(StorageHealth.of(name, MapList.of())))
        .singleElement()
        .asString()
        .startsWith("INVALID at status.storageHealth[0].name: ");
  }

  @Test
  void aDriverNameHas1To63Bytes() {
    assertThat(csiNode(StorageHealth.of("d".repeat(63), MapList.of()))).isEmpty();
    assertThat(csiNode(StorageHealth.of("d".repeat(64), MapList.of())))
        .containsExactly("TOO_LONG at status.storageHealth[0].name: 64 bytes, at most 63");
    assertThat(csiNode(StorageHealth.of("", MapList.of())))
        .containsExactly("REQUIRED at status.storageHealth[0].name: empty");
  }

  @Test
  void aListMayHoldExactlySixteen() {
    List<VolumeHealthCondition> sixteen = new ArrayList<>();
    for (char c = 'a'; c < 'a' + 16; c++) {
      sixteen.add(VolumeHealthCondition.of(VolumeHealthStatusType.DATA_LOSS, "R" + c));
    }
    assertThat(claim(sixteen.toArray(VolumeHealthCondition[]::new))).isEmpty();
  }

  @Property
  void aConformedReportHasNoViolations(@ForAll("reports") List<VolumeHealthCondition> reported) {
    assertThat(
            HealthValidation.ofClaim(
                VolumeHealthStatus.of(Conformed.ofVolume(reported).conditions(), null)))
        .isEmpty();
  }

  @Property
  void aConformedBackendHasNoViolations(@ForAll("backends") List<StorageHealthCondition> reported) {
    assertThat(csiNode(StorageHealth.of("d", Conformed.ofStorage(reported).conditions())))
        .isEmpty();
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> reports() {
    return ReportedConditions.any();
  }

  @Provide
  Arbitrary<List<StorageHealthCondition>> backends() {
    return ReportedConditions.anyStorage();
  }

  private static List<String> claim(VolumeHealthCondition... conditions) {
    return HealthValidation.ofClaim(
            VolumeHealthStatus.of(MapList.ofStored(List.of(conditions)), null))
        .stream()
        .map(Violation::toString)
        .toList();
  }

  private static List<String> csiNode(StorageHealth... drivers) {
    return HealthValidation.ofCsiNode(MapList.ofStored(List.of(drivers))).stream()
        .map(Violation::toString)
        .toList();
  }

  private static StorageHealthCondition slow(
      PersistentVolumeAccessMode accessMode, PersistentVolumeMode volumeMode) {
    return StorageHealthCondition.of(new Key(SLOW, "Slow", accessMode, volumeMode), "");
  }
}
