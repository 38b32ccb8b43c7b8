package io.github.csihealth.model;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules C3 to C8, from a report to a list that the API server accepts. */
class ConformedTest {

  @Test
  void c3AnUnknownStatusIsSurfacedAndNotWritten() {
    var conformed = conform(of(DEGRADED, "A", ""), of(unknown("99"), "X", ""));
    assertThat(conformed.conditions()).isEqualTo(MapList.of(of(DEGRADED, "A", "")));
    assertThat(conformed.onlyUnwritable()).isFalse();
    assertThat(conformed.findings())
        .singleElement()
        .hasToString(
            "UNKNOWN_STATUS at health_statuses[1]: status 99 is not known and is not written");
  }

  @Test
  void c3WhatIsUnknownIsExposedAsReported() {
    var unknown = of(unknown("99"), "From the future", "flux");
    assertThat(conform(of(DEGRADED, "A", ""), unknown).unknown()).containsExactly(unknown);
    assertThat(conform(of(DEGRADED, "A", "")).unknown()).isEmpty();
    assertThat(conform(unknown).union(conform(unknown)).unknown())
        .containsExactly(unknown, unknown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "99", "-1", "Unknown"})
  void c3AReportOfOnlyUnknownStatusesIsNoRecovery(String status) {
    var conformed = conform(of(unknown(status), "X", ""));
    assertThat(conformed.conditions().isEmpty()).isTrue();
    assertThat(conformed.onlyUnwritable()).isTrue();
    assertThat(conform().onlyUnwritable()).isFalse();
  }

  @Test
  void c4OfDuplicatesTheBytewiseSmallestMessageIsKeptInAnyOrder() {
    var first = conform(of(DEGRADED, "PathLost", "m1"), of(DEGRADED, "PathLost", "m2"));
    var second = conform(of(DEGRADED, "PathLost", "m2"), of(DEGRADED, "PathLost", "m1"));
    assertThat(first.conditions()).isEqualTo(MapList.of(of(DEGRADED, "PathLost", "m1")));
    assertThat(second.conditions()).isEqualTo(first.conditions());
    assertThat(first.findings())
        .singleElement()
        .hasToString(
            "DUPLICATE_KEY at health_statuses[1]: duplicate key (Degraded/PathLost): the bytewise"
                + " smallest message is kept");
    assertThat(second.findings())
        .singleElement()
        .extracting(Finding::path)
        .isEqualTo("health_statuses[0]");
  }

  @Test
  void c4EachRepeatIsSurfacedOnce() {
    var conformed = conform(of(DEGRADED, "A", "2"), of(DEGRADED, "A", "1"), of(DEGRADED, "A", "3"));
    assertThat(conformed.conditions()).isEqualTo(MapList.of(of(DEGRADED, "A", "1")));
    assertThat(conformed.findings())
        .extracting(Finding::path)
        .containsExactlyInAnyOrder("health_statuses[0]", "health_statuses[2]");
  }

  @Test
  void c4BytewiseIsByUtf8AndNotByUtf16() {
    String emoji = "\ud83d\ude00"; // U+1F600: F0 9F in UTF-8, D83D in UTF-16
    String high = "\uff5e"; // EF BD in UTF-8
    assertThat(conform(of(DEGRADED, "A", emoji), of(DEGRADED, "A", high)).conditions())
        .isEqualTo(MapList.of(of(DEGRADED, "A", high)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PathLost", "path_lost", "A:B", "A,B_", "a", "A_"})
  void c5ALegalReasonIsNeverTouched(String reason) {
    var conformed = conform(of(DEGRADED, reason, ""));
    assertThat(conformed.conditions()).isEqualTo(MapList.of(of(DEGRADED, reason, "")));
    assertThat(conformed.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'disk slow', DiskSlow_1a29e5dd",
    "path-lost, PathLost_a678cfb7",
    "1Path, Path_800e8f08",
    "A:, A:_6a699d31",
    "'', Unspecified_e3b0c442",
    "卷, Unspecified_ef4b2314",
    "A.b, AB_4ff54a77",
    "a-z, AZ_02bf2944",
    "'A,', 'A,_27cb7fbe'",
    "é, Unspecified_4a99557e",
    "\ud83d\ude00, Unspecified_f0443a34",
    "9, Unspecified_19581e27",
  })
  void c5AnyOtherIsRewrittenFromItselfAlone(String reason, String written) {
    var conformed = conform(of(DEGRADED, reason, "m"), of(DATA_LOSS, "Real", ""));
    assertThat(conformed.conditions().entries())
        .extracting(VolumeHealthCondition::reason)
        .containsExactly("Real", written);
    assertThat(conformed.findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.REASON_REWRITTEN);
  }

  @Test
  void c5ReasonsThatDifferInALoneSurrogateStayDistinct() {
    assertThat(
            conform(
                    of(DEGRADED, "disk \ud83d", ""),
                    of(DEGRADED, "disk \ud83c", ""),
                    of(DEGRADED, "disk ?", ""))
                .conditions()
                .size())
        .isEqualTo(3);
  }

  @Test
  void c5TheFindingSaysWhatIsWrong() {
    assertThat(
            conform(
                    of(DEGRADED, "", ""),
                    of(DEGRADED, "R".repeat(257), ""),
                    of(DEGRADED, "disk slow", ""))
                .findings())
        .extracting(Finding::detail)
        .map(detail -> detail.substring(0, detail.indexOf(';')))
        .containsExactly(
            "empty reason",
            "reason of 257 bytes, over 256",
            "reason that is not a letter, then letters, digits, '_', ',' or ':', not ending in"
                + " ',' or ':'");
  }

  @Test
  void c6TheFindingSaysHowLongTheMessageWas() {
    assertThat(conform(of(DEGRADED, "A", "€".repeat(400))).findings())
        .singleElement()
        .extracting(Finding::detail)
        .isEqualTo("1200 bytes, at most 1024 of well-formed text are written");
    assertThat(conform(of(DEGRADED, "A", "€".repeat(43))).findings())
        .singleElement()
        .extracting(Finding::detail)
        .isEqualTo("129 bytes; the CSI spec allows 128");
  }

  @Test
  void c5AReasonOfMoreThan256BytesIsCutAndStaysDistinct() {
    String stem = "x".repeat(256);
    assertThat(conform(of(DEGRADED, stem, "")).conditions().entries().get(0).reason())
        .isEqualTo(stem);
    var conformed = conform(of(DEGRADED, stem + "a", ""), of(DEGRADED, stem + "b", ""));
    assertThat(conformed.conditions().size()).isEqualTo(2);
    assertThat(conformed.conditions().entries())
        .allSatisfy(
            c ->
                assertThat(c.reason())
                    .hasSize(256)
                    .startsWith("X".concat("x".repeat(246)).concat("_")));
  }

  @Test
  void c5AReasonThatCollidesWithARewrittenOneIsStillOneKey() {
    var conformed = conform(of(DEGRADED, "disk slow", "b"), of(DEGRADED, "DiskSlow_1a29e5dd", "a"));
    assertThat(conformed.conditions())
        .isEqualTo(MapList.of(of(DEGRADED, "DiskSlow_1a29e5dd", "a")));
    assertThat(conformed.findings()).extracting(Finding::kind).contains(FindingKind.DUPLICATE_KEY);
  }

  @Test
  void c6AMessageIsCutToBytesOnACodePointBoundary() {
    assertThat(message("a".repeat(1024))).isEqualTo("a".repeat(1024));
    assertThat(message("a".repeat(1023) + "€")).isEqualTo("a".repeat(1023));
    assertThat(message("é".repeat(513))).isEqualTo("é".repeat(512));
    assertThat(message("\ud83d\ude00".repeat(300))).isEqualTo("\ud83d\ude00".repeat(256));
    assertThat(message("a".repeat(1022) + "\ud83d\ude00")).isEqualTo("a".repeat(1022));
  }

  @Test
  void c6ALoneSurrogateIsReplacedBeforeBytesAreCounted() {
    assertThat(message("a\ud83db")).isEqualTo("a?b");
    assertThat(message("\ud83d".repeat(1024))).isEqualTo("?".repeat(1024));
    assertThat(message("\ude00\ud83d")).isEqualTo("??");
  }

  @Test
  void c6WhatOnlyTheCsiSpecForbidsIsKeptAndSurfaced() {
    var conformed = conform(of(DEGRADED, "R".repeat(129), "é".repeat(65)));
    assertThat(conformed.conditions())
        .isEqualTo(MapList.of(of(DEGRADED, "R".repeat(129), "é".repeat(65))));
    assertThat(conformed.findings())
        .extracting(Finding::kind, Finding::path)
        .containsExactly(
            tuple(FindingKind.OVER_CSI_LIMIT, "health_statuses[0].reason"),
            tuple(FindingKind.OVER_CSI_LIMIT, "health_statuses[0].message"));
    assertThat(conform(of(DEGRADED, "R".repeat(128), "é".repeat(64))).findings()).isEmpty();
  }

  @Test
  void c7TheSixteenMostSevereAreKept() {
    List<VolumeHealthCondition> reported = new ArrayList<>();
    IntStream.range(0, 16).forEach(i -> reported.add(of(DEGRADED, "R" + (char) ('a' + i), "")));
    reported.add(of(DATA_LOSS, "Z", ""));
    var conformed = Conformed.ofVolume(reported);
    assertThat(conformed.conditions().entries())
        .hasSize(16)
        .startsWith(of(DATA_LOSS, "Z", ""), of(DEGRADED, "Ra", ""))
        .endsWith(of(DEGRADED, "Ro", ""));
    assertThat(conformed.findings())
        .singleElement()
        .hasToString("CONDITION_CUT at Degraded/Rp: at most 16 conditions are written");
  }

  @Test
  void c7TheOrderIsBySeverityThenReason() {
    assertThat(
            conform(
                    of(DEGRADED, "B", ""),
                    of(INACCESSIBLE, "B", ""),
                    of(DEGRADED, "A", ""),
                    of(DATA_LOSS, "C", ""))
                .conditions())
        .hasToString("[DataLoss/C, Inaccessible/B, Degraded/A, Degraded/B]");
  }

  @Test
  void c24ABackendOfWhichNoEntryCanBeWrittenHasNotRecovered() {
    var unusable =
        Finding.of(FindingKind.UNUSABLE_CAPABILITY, "backend_health[0]", "no access mode");
    assertThat(Conformed.ofStorage(List.of()).onlyUnwritable()).isFalse();
    assertThat(
            Conformed.ofStorage(List.of()).withFindingsBefore(List.of(unusable)).onlyUnwritable())
        .isTrue();
    assertThat(
            Conformed.ofStorage(
                    List.of(
                        StorageHealthCondition.of(
                            StorageHealthStatusType.STORAGE_DEGRADED, "A", "")))
                .withFindingsBefore(List.of(unusable))
                .onlyUnwritable())
        .isFalse();
  }

  @Test
  void aHealthyReportWithAnOddityIsStillARecovery() {
    var odd = Finding.of(FindingKind.SECRET_BLANKED, "health_statuses", "odd");
    var conformed = conform().withFindingsBefore(List.of(odd));
    assertThat(conformed.onlyUnwritable()).isFalse();
    assertThat(conformed.findings()).containsExactly(odd);
    assertThat(conformed).hasToString("[] with [SECRET_BLANKED at health_statuses: odd]");
    assertThat(conform(of(DEGRADED, "A", ""))).hasToString("[Degraded/A]");
  }

  @Test
  void findingsBeforeComeFirst() {
    var odd = Finding.of(FindingKind.SECRET_BLANKED, "health_statuses", "odd");
    assertThat(conform(of(unknown("99"), "A", "")).withFindingsBefore(List.of(odd)).findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.SECRET_BLANKED, FindingKind.UNKNOWN_STATUS);
  }

  @Test
  void unknownFieldsOfAConditionSurviveItsRewriting() {
    var read =
        HealthJson.readVolumeHealth(
                Map.of(
                    "healthConditions",
                    List.of(Map.of("status", "Degraded", "reason", "disk slow", "zone", "a"))))
            .value();
    assertThat(Conformed.ofVolume(read.conditions().entries()).conditions().entries())
        .singleElement()
        .extracting(VolumeHealthCondition::reason, VolumeHealthCondition::unknownFields)
        .containsExactly("DiskSlow_1a29e5dd", Map.of("zone", "a"));
  }

  @Test
  void aRewrittenBackendConditionKeepsItsIdentityAndTime() {
    var key =
        new StorageHealthCondition.Key(
            StorageHealthStatusType.STORAGE_DEGRADED,
            "disk slow",
            PersistentVolumeAccessMode.READ_WRITE_ONCE,
            PersistentVolumeMode.BLOCK);
    var time = Instant.parse("2026-01-01T00:00:00Z");
    var conformed =
        Conformed.ofStorage(
            List.of(StorageHealthCondition.of(key, "\ud83d").withLastTransitionTime(time)));
    assertThat(conformed.conditions().entries())
        .containsExactly(
            StorageHealthCondition.of(
                    new StorageHealthCondition.Key(
                        key.status(), "DiskSlow_1a29e5dd", key.accessMode(), key.volumeMode()),
                    "?")
                .withLastTransitionTime(time));
    assertThat(conformed.findings())
        .extracting(Finding::path)
        .containsExactly("backend_health[0].reason", "backend_health[0].message");
  }

  @Test
  void c24StorageConditionsOfDistinctCapabilitiesStayAndEqualOnesMergeWithoutAFault() {
    var slow = StorageHealthStatusType.STORAGE_DEGRADED;
    var rwx =
        new StorageHealthCondition.Key(
            slow,
            "Slow",
            PersistentVolumeAccessMode.READ_WRITE_MANY,
            PersistentVolumeMode.FILESYSTEM);
    var rwo =
        new StorageHealthCondition.Key(
            slow,
            "Slow",
            PersistentVolumeAccessMode.READ_WRITE_ONCE,
            PersistentVolumeMode.FILESYSTEM);
    var conformed =
        Conformed.ofStorage(
            List.of(
                StorageHealthCondition.of(rwx, "b"),
                StorageHealthCondition.of(rwo, "c"),
                StorageHealthCondition.of(rwx, "a")));
    assertThat(conformed.conditions().entries())
        .containsExactly(StorageHealthCondition.of(rwx, "a"), StorageHealthCondition.of(rwo, "c"));
    assertThat(conformed.findings()).isEmpty();
  }

  @Property
  void theOutputIsAlwaysAccepted(@ForAll("reports") List<VolumeHealthCondition> reported) {
    var conditions = Conformed.ofVolume(reported).conditions();
    assertThat(conditions.size()).isLessThanOrEqualTo(16);
    assertThat(conditions.duplicates()).isEmpty();
    for (VolumeHealthCondition condition : conditions) {
      assertThat(condition.status().isKnown()).isTrue();
      assertThat(condition.reason())
          .matches("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?")
          .hasSizeBetween(1, 256);
      assertThat(utf8(condition.message())).isLessThanOrEqualTo(1024);
      assertThat(condition.message()).doesNotContain("\ufffd");
    }
  }

  @Property
  void validInputComesOutUnchanged(@ForAll("valid") List<VolumeHealthCondition> reported) {
    var conformed = Conformed.ofVolume(reported);
    assertThat(conformed.conditions().entries()).containsExactlyInAnyOrderElementsOf(reported);
    assertThat(conformed.findings())
        .extracting(Finding::kind)
        .allMatch(FindingKind.OVER_CSI_LIMIT::equals);
    assertThat(conformed.unknown()).isEmpty();
  }

  @Property
  void theSameHoldsOfABackend(
      @ForAll("backends") List<StorageHealthCondition> reported, @ForAll Random random) {
    var once = Conformed.ofStorage(reported);
    assertThat(once.conditions().size()).isLessThanOrEqualTo(16);
    assertThat(Conformed.ofStorage(once.conditions().entries()).conditions())
        .isEqualTo(once.conditions());
    List<StorageHealthCondition> shuffled = new ArrayList<>(reported);
    Collections.shuffle(shuffled, random);
    assertThat(Conformed.ofStorage(shuffled).conditions()).isEqualTo(once.conditions());
  }

  @Property
  void conformingTwiceIsConformingOnce(@ForAll("reports") List<VolumeHealthCondition> reported) {
    var once = Conformed.ofVolume(reported).conditions();
    assertThat(Conformed.ofVolume(once.entries()).conditions()).isEqualTo(once);
  }

  @Property
  void theOrderOfTheReportDoesNotMatter(
      @ForAll("reports") List<VolumeHealthCondition> reported, @ForAll Random random) {
    List<VolumeHealthCondition> shuffled = new ArrayList<>(reported);
    Collections.shuffle(shuffled, random);
    assertThat(Conformed.ofVolume(shuffled).conditions())
        .isEqualTo(Conformed.ofVolume(reported).conditions());
  }

  @Property
  void distinctReasonsStayDistinct(@ForAll("reasons") Set<String> reasons) {
    Set<String> written = new HashSet<>();
    reasons.forEach(reason -> written.add(Reasons.legal(reason)));
    assertThat(written).hasSameSizeAs(reasons);
  }

  @Property
  void nothingIsLostInSilence(@ForAll("reports") List<VolumeHealthCondition> reported) {
    var conformed = Conformed.ofVolume(reported);
    long lost = new HashSet<>(reported).size() - conformed.conditions().size();
    assertThat(conformed.findings().size()).isGreaterThanOrEqualTo((int) lost);
  }

  @Property
  void aUnionIsWhatOneReportOfBothWouldBe(
      @ForAll("reports") List<VolumeHealthCondition> a,
      @ForAll("reports") List<VolumeHealthCondition> b) {
    List<VolumeHealthCondition> both = new ArrayList<>(a);
    both.addAll(b);
    var left = Conformed.ofVolume(a);
    var right = Conformed.ofVolume(b);
    var union = left.union(right);
    assertThat(union.conditions().entries())
        .extracting(VolumeHealthCondition::key)
        .isEqualTo(
            Conformed.ofVolume(both).conditions().entries().stream()
                .map(VolumeHealthCondition::key)
                .toList());
    assertThat(right.union(left).conditions()).isEqualTo(union.conditions());
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> reports() {
    return ReportedConditions.any();
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> valid() {
    return ReportedConditions.valid();
  }

  @Provide
  Arbitrary<List<StorageHealthCondition>> backends() {
    return ReportedConditions.anyStorage();
  }

  @Provide
  Arbitrary<Set<String>> reasons() {
    return ReportedConditions.reasons().set().ofMaxSize(40);
  }

  private static int utf8(String text) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).remaining();
    } catch (CharacterCodingException e) {
      throw new AssertionError("a lone surrogate", e);
    }
  }

  private static String message(String reported) {
    return conform(of(DEGRADED, "A", reported)).conditions().entries().get(0).message();
  }

  private static VolumeHealthStatusType unknown(String status) {
    return VolumeHealthStatusType.of(status);
  }

  private static VolumeHealthCondition of(
      VolumeHealthStatusType status, String reason, String message) {
    return VolumeHealthCondition.of(status, reason, message);
  }

  private static Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> conform(
      VolumeHealthCondition... reported) {
    return Conformed.ofVolume(List.of(reported));
  }
}
