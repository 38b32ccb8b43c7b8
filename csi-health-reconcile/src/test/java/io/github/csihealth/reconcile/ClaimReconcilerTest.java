package io.github.csihealth.reconcile;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.Decision.Cause;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules C3, C9 to C14 and C20: what is decided for a claim. */
class ClaimReconcilerTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthCondition A = condition(DEGRADED, "A", "m");
  private static final VolumeHealthCondition A_NEWER = condition(DEGRADED, "A", "newer");
  private static final VolumeHealthCondition B = condition(DEGRADED, "B", "");
  private static final VolumeHealthCondition LOST = condition(INACCESSIBLE, "VolumeNotFound", "");

  private final ClaimReconciler reconciler = ClaimReconciler.create();

  @Nested
  class Reports {

    @Test
    void c9OtherKeysAreWrittenWithTheTimeOfNow() {
      Decision decision = decide(stored(A), reported(LOST), T0.plusSeconds(60));
      assertThat(decision.cause()).isEqualTo(Cause.CONDITIONS_CHANGED);
      assertThat(desired(decision)).isEqualTo(health(T0.plusSeconds(60), LOST));
    }

    @Test
    void c9TheReportReplacesAndDoesNotMerge() {
      assertThat(desired(decide(stored(A, B), reported(B), T0.plusSeconds(1))))
          .isEqualTo(health(T0.plusSeconds(1), B));
    }

    @Test
    void c9TheSameReportAThousandTimesWritesNothing() {
      Memory memory = Memory.EMPTY;
      for (int i = 0; i < 1000; i++) {
        Decision decision =
            reconciler.decide(stored(A, B), reported(B, A), memory, T0.plusSeconds(i));
        assertThat(decision.cause()).isEqualTo(Cause.UNCHANGED);
        assertThat(decision.write()).isEmpty();
        assertThat(decision.memory()).isSameAs(memory);
      }
    }

    @Test
    void c9AChangeWithinASteadyHistoryIsOneWriteWithItsTime() {
      Claim claim = stored(A);
      List<VolumeHealthStatus> written = new ArrayList<>();
      for (int tick = 1; tick <= 10; tick++) {
        Decision decision =
            decide(claim, tick < 5 ? reported(A) : reported(A, B), T0.plusSeconds(tick));
        if (decision.write().isPresent()) {
          written.add(desired(decision));
          claim = claim(desired(decision));
        }
      }
      assertThat(written).containsExactly(health(T0.plusSeconds(5), A, B));
    }

    @Test
    void c8AReorderedReportOfAReorderedListWritesNothing() {
      Claim claim = claim(VolumeHealthStatus.of(MapList.ofStored(List.of(B, LOST, A)), T0));
      assertThat(decide(claim, reported(A, B, LOST), T0).cause()).isEqualTo(Cause.UNCHANGED);
    }

    @Test
    void c9AStoredListWithDuplicatesIsReplaced() {
      Claim claim = claim(VolumeHealthStatus.of(MapList.ofStored(List.of(A, A_NEWER)), T0));
      assertThat(desired(decide(claim, reported(A), T0)).conditions()).isEqualTo(MapList.of(A));
    }

    @Test
    void c9AHealthyVolumeOfAClaimWithoutHealthIsNeverWritten() {
      assertThat(decide(stored(), reported(), T0).cause()).isEqualTo(Cause.UNCHANGED);
    }

    @Test
    void c20AClaimRecoversByRemovalOfTheField() {
      Decision decision = decide(stored(A), reported(), T0.plusSeconds(5));
      assertThat(decision.cause()).isEqualTo(Cause.RECOVERED);
      assertThat(desired(decision).state()).isEqualTo(HealthState.NO_INFORMATION);
    }

    @Test
    void c20TheFieldCanBeKeptOnRecovery() {
      ClaimReconciler keeping =
          ClaimReconciler.with(ReconcileOptions.builder().keepFieldOnRecovery().build());
      Decision decision = keeping.decide(stored(A), reported(), Memory.EMPTY, T0.plusSeconds(5));
      assertThat(desired(decision))
          .isEqualTo(VolumeHealthStatus.of(MapList.of(), T0.plusSeconds(5)));
      Claim recovered = claim(desired(decision));
      assertThat(keeping.decide(recovered, reported(), Memory.EMPTY, T0.plusSeconds(9)).cause())
          .isEqualTo(Cause.UNCHANGED);
    }

    @Test
    void unknownFieldsOfAnUnchangedConditionAreWrittenBack() {
      Claim claim =
          claim(
              HealthJson.readVolumeHealth(
                      ("{\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"A\",\"message\":"
                              + "\"m\",\"since\":7}],\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}")
                          .getBytes(StandardCharsets.UTF_8))
                  .value());
      assertThat(decide(claim, reported(A), T0).cause()).isEqualTo(Cause.UNCHANGED);
      assertThat(decide(claim, reported(A, B), T0).write().orElseThrow().mergePatch().bodyText())
          .contains("\"message\":\"m\",\"since\":7}");
    }
  }

  @Nested
  class Messages {

    @Test
    void c9AMessageAloneIsWrittenAndKeepsTheTime() {
      Decision decision = decide(stored(A), reported(A_NEWER), T0.plusSeconds(60));
      assertThat(decision.cause()).isEqualTo(Cause.MESSAGE_CHANGED);
      assertThat(desired(decision)).isEqualTo(health(T0, A_NEWER));
    }

    @Test
    void c9AMessageAloneIsWrittenAtMostOnceInTheInterval() {
      Instant first = T0.plusSeconds(60);
      Memory written = decide(stored(A), reported(A_NEWER), first).memory();
      Decision paced =
          reconciler.decide(
              stored(A_NEWER), reported(A), written, first.plus(Duration.ofSeconds(299)));
      assertThat(paced.cause()).isEqualTo(Cause.MESSAGE_PACED);
      assertThat(paced.until()).contains(first.plus(Duration.ofMinutes(5)));
      assertThat(paced.write()).isEmpty();
      assertThat(paced.memory()).isSameAs(written);
      assertThat(
              reconciler
                  .decide(stored(A_NEWER), reported(A), written, first.plus(Duration.ofMinutes(5)))
                  .cause())
          .isEqualTo(Cause.MESSAGE_CHANGED);
    }

    @Test
    void c9OtherKeysAreWrittenWithinTheInterval() {
      Memory written = decide(stored(A), reported(A_NEWER), T0).memory();
      assertThat(
              reconciler.decide(stored(A_NEWER), reported(B), written, T0.plusSeconds(1)).cause())
          .isEqualTo(Cause.CONDITIONS_CHANGED);
    }

    @Test
    void c9AClockSetBackDoesNotPaceForEver() {
      Memory written = decide(stored(A), reported(A_NEWER), T0.plusSeconds(86_400)).memory();
      assertThat(reconciler.decide(stored(A_NEWER), reported(A), written, T0).cause())
          .isEqualTo(Cause.MESSAGE_CHANGED);
    }

    @Test
    void c9MessagesCanBeIgnoredAsTheKubeletDoes() {
      ClaimReconciler ignoring =
          ClaimReconciler.with(ReconcileOptions.builder().ignoreMessageChanges().build());
      assertThat(ignoring.decide(stored(A), reported(A_NEWER), Memory.EMPTY, T0).cause())
          .isEqualTo(Cause.MESSAGE_IGNORED);
    }

    @Test
    void anIntervalIsNotNegative() {
      assertThatThrownBy(() -> ReconcileOptions.builder().messageInterval(Duration.ofSeconds(-1)))
          .hasMessage("message interval PT-1S is negative");
    }
  }

  @Nested
  class Times {

    @Test
    void c10FractionsAreCutBeforeAnythingIsWritten() {
      Instant now = Instant.parse("2026-01-01T00:00:00.999999999Z");
      assertThat(desired(decide(stored(), reported(A), now))).isEqualTo(health(T0, A));
    }

    @Test
    void c10ATimeNeverRunsBackwards() {
      assertThat(desired(decide(stored(A), reported(B), T0.minusSeconds(299))))
          .isEqualTo(health(T0, B));
      assertThat(desired(decide(stored(A), reported(B), T0.minusSeconds(300))))
          .isEqualTo(health(T0, B));
    }

    @Test
    void c10AStoredTimeOverFiveMinutesAheadIsReplacedAndSurfaced() {
      Decision decision = decide(stored(A), reported(B), T0.minusSeconds(301));
      assertThat(desired(decision)).isEqualTo(health(T0.minusSeconds(301), B));
      assertThat(decision.findings())
          .singleElement()
          .satisfies(found -> assertThat(found.kind()).isEqualTo(FindingKind.TIME_IN_FUTURE));
    }
  }

  @Nested
  class UnknownStatuses {

    @Test
    void c3AReportOfOnlyUnknownStatusesKeepsWhatIsStored() {
      Decision decision = decide(stored(A), reported(unknown("99")), T0);
      assertThat(decision.cause()).isEqualTo(Cause.ONLY_UNKNOWN);
      assertThat(decision.write()).isEmpty();
      assertThat(decision.findings())
          .singleElement()
          .satisfies(found -> assertThat(found.detail()).contains("99"));
    }

    @Test
    void c3KnownOnesBesideUnknownOnesAreWritten() {
      Decision decision = decide(stored(B), reported(A, unknown("0")), T0);
      assertThat(desired(decision)).isEqualTo(health(T0, A));
      assertThat(decision.findings()).hasSize(1);
    }

    @Test
    void c3AnOptionClearsAsTheShippedWritersDo() {
      ClaimReconciler clearing =
          ClaimReconciler.with(ReconcileOptions.builder().clearOnOnlyUnknown().build());
      Decision decision = clearing.decide(stored(A), reported(unknown("99")), Memory.EMPTY, T0);
      assertThat(desired(decision)).isEqualTo(VolumeHealthStatus.absent());
      // No recovery: nobody is to be told that the volume is well.
      assertThat(decision.cause()).isEqualTo(Cause.UNKNOWN_CLEARED);
      assertThat(clearing.decide(stored(), reported(unknown("99")), Memory.EMPTY, T0).cause())
          .isEqualTo(Cause.UNCHANGED);
    }
  }

  @Nested
  class Failures {

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void c11AFailedCallIsNeverARecovery(FailureKind kind) {
      Memory memory = Memory.EMPTY;
      for (int i = 0; i < 50; i++) {
        Decision decision =
            reconciler.decide(stored(A), Observation.failed(failure(kind)), memory, T0);
        assertThat(decision.cause()).isEqualTo(Cause.PROBE_FAILED);
        assertThat(decision.write()).isEmpty();
        memory = decision.memory();
      }
    }

    @Test
    void c14AFailedCycleAddsAndKeepsButNeverRemoves() {
      assertThat(desired(decide(stored(A), partly(B), T0.plusSeconds(1))))
          .isEqualTo(health(T0.plusSeconds(1), A, B));
      assertThat(decide(stored(A), partly(), T0).cause()).isEqualTo(Cause.CYCLE_FAILED);
      assertThat(decide(stored(A, B), partly(B), T0).cause()).isEqualTo(Cause.CYCLE_FAILED);
      assertThat(desired(decide(stored(A, B), partly(A_NEWER), T0)))
          .isEqualTo(health(T0, A_NEWER, B));
    }

    @Test
    void c14AFailedCycleRemovesNothingToMakeRoom() {
      VolumeHealthCondition[] sixteen =
          IntStream.range(0, 16)
              .mapToObj(i -> condition(DEGRADED, "R" + (char) ('a' + i), ""))
              .toArray(VolumeHealthCondition[]::new);
      Decision decision = decide(stored(sixteen), partly(condition(DATA_LOSS, "Lost", "")), T0);
      assertThat(decision.cause()).isEqualTo(Cause.CYCLE_FAILED);
      assertThat(decision.findings())
          .singleElement()
          .satisfies(found -> assertThat(found.kind()).isEqualTo(FindingKind.CONDITION_CUT));
    }
  }

  @Nested
  class Absence {

    private final Observation noAnswer =
        Observation.absentAndUnconfirmed(failure(FailureKind.RETRYABLE));

    @Test
    void c13AnUnhealthyVolumeAbsentFromACompleteCycleIsAskedByGet() {
      Decision decision = decide(stored(A), Observation.absent(), T0);
      assertThat(decision.confirm()).isTrue();
      assertThat(decision.write()).isEmpty();
    }

    @Test
    void c13AHealthyVolumeIsNotAskedFor() {
      assertThat(decide(stored(), Observation.absent(), T0).cause()).isEqualTo(Cause.UNCHANGED);
      assertThat(
              decide(claim(VolumeHealthStatus.of(MapList.of(), T0)), Observation.absent(), T0)
                  .cause())
          .isEqualTo(Cause.UNCHANGED);
    }

    @Test
    void c13TwoCompleteCyclesInARowClearWhereGetGivesNoAnswer() {
      Decision first = decide(stored(A), noAnswer, T0);
      assertThat(first.cause()).isEqualTo(Cause.ABSENT_ONCE);
      Decision asked = reconciler.decide(stored(A), Observation.absent(), first.memory(), T0);
      assertThat(asked.confirm()).isTrue();
      Decision second = reconciler.decide(stored(A), noAnswer, asked.memory(), T0);
      assertThat(second.cause()).isEqualTo(Cause.RECOVERED);
      assertThat(second.memory()).isEqualTo(Memory.EMPTY);
    }

    @Test
    void c13AFailedCycleBetweenStartsTheCountAnew() {
      Memory memory = decide(stored(A), noAnswer, T0).memory();
      memory =
          reconciler
              .decide(stored(A), Observation.failed(failure(FailureKind.RETRYABLE)), memory, T0)
              .memory();
      assertThat(memory).isEqualTo(Memory.EMPTY);
      assertThat(reconciler.decide(stored(A), noAnswer, memory, T0).cause())
          .isEqualTo(Cause.ABSENT_ONCE);
    }

    @Test
    void c13AReportBetweenStartsTheCountAnewAlsoWhenItsWriteIsLost() {
      Memory memory = decide(stored(A), noAnswer, T0).memory();
      Decision decision = reconciler.decide(stored(A), reported(LOST), memory, T0);
      assertThat(decision.write()).isPresent();
      assertThat(decision.memoryUnlessStored()).isEqualTo(Memory.EMPTY);
      assertThat(reconciler.decide(stored(A), noAnswer, decision.memoryUnlessStored(), T0).cause())
          .isEqualTo(Cause.ABSENT_ONCE);
    }

    @Test
    void c13ARecoveryThatIsLostIsDecidedAgainInTheNextCycle() {
      Memory memory = decide(stored(A), noAnswer, T0).memory();
      Decision lost = reconciler.decide(stored(A), noAnswer, memory, T0);
      assertThat(lost.cause()).isEqualTo(Cause.RECOVERED);
      assertThat(reconciler.decide(stored(A), noAnswer, lost.memoryUnlessStored(), T0).cause())
          .isEqualTo(Cause.RECOVERED);
    }

    @Test
    void c13NotFoundIsNoRecoveryHoweverOftenAndStartsTheCountAnew() {
      Observation notFound = Observation.absentAndUnconfirmed(failure(FailureKind.NOT_FOUND));
      Memory memory = decide(stored(LOST), noAnswer, T0).memory();
      for (int i = 0; i < 10; i++) {
        Decision decision = reconciler.decide(stored(LOST), notFound, memory, T0);
        assertThat(decision.cause()).isEqualTo(Cause.VOLUME_NOT_FOUND);
        memory = decision.memory();
      }
      assertThat(reconciler.decide(stored(LOST), noAnswer, memory, T0).cause())
          .isEqualTo(Cause.ABSENT_ONCE);
    }

    @Test
    void c13AnAdverseAnswerOfGetStaysAndStartsTheCountAnew() {
      Memory memory = decide(stored(A), noAnswer, T0).memory();
      Decision decision = reconciler.decide(stored(A), reported(A), memory, T0);
      assertThat(decision.cause()).isEqualTo(Cause.UNCHANGED);
      assertThat(decision.memory()).isEqualTo(Memory.EMPTY);
    }

    @Test
    void c13AnEmptyAnswerOfGetIsARecovery() {
      assertThat(decide(stored(A), reported(), T0).cause()).isEqualTo(Cause.RECOVERED);
    }
  }

  @Nested
  class Patches {

    @Test
    void c19APatchCarriesTheIdentityOfTheClaimAndTheWholeList() {
      Patch patch = decide(stored(), reported(B, A), T0).write().orElseThrow().mergePatch();
      assertThat(patch.contentType()).isEqualTo("application/merge-patch+json");
      assertThat(patch.bodyText())
          .isEqualTo(
              "{\"metadata\":{\"uid\":\"u1\",\"resourceVersion\":\"7\"},\"status\":{\"healthStatus\":"
                  + "{\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"A\",\"message\":\"m\"},"
                  + "{\"status\":\"Degraded\",\"reason\":\"B\"}],"
                  + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}}}");
      assertThat(patch.body()).isEqualTo(patch.bodyText().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void c20ARemovalIsALiteralNull() {
      assertThat(decide(stored(A), reported(), T0).write().orElseThrow().mergePatch().bodyText())
          .isEqualTo(
              "{\"metadata\":{\"uid\":\"u1\",\"resourceVersion\":\"7\"},"
                  + "\"status\":{\"healthStatus\":null}}");
    }

    @Test
    void c20AnEmptiedListIsALiteralNullToo() {
      ClaimReconciler keeping =
          ClaimReconciler.with(ReconcileOptions.builder().keepFieldOnRecovery().build());
      assertThat(
              keeping
                  .decide(stored(A), reported(), Memory.EMPTY, T0.plusSeconds(1))
                  .write()
                  .orElseThrow()
                  .mergePatch()
                  .bodyText())
          .endsWith(
              "\"healthStatus\":{\"healthConditions\":null,"
                  + "\"lastTransitionTime\":\"2026-01-01T00:00:01Z\"}}}");
    }
  }

  @Nested
  class Intents {

    private final VolumeHealthCondition c = condition(DATA_LOSS, "C", "");

    @Test
    void c19ApplyNamesOurFieldsOnly() {
      Claim read =
          HealthJson.readClaim(
                  ("{\"metadata\":{\"namespace\":\"shop\",\"name\":\"data\",\"uid\":\"u1\","
                          + "\"resourceVersion\":\"7\",\"labels\":{\"a\":\"b\"},\"finalizers\":[\"f\"],"
                          + "\"managedFields\":[{\"manager\":\"m\",\"operation\":\"Update\","
                          + "\"fieldsV1\":{\"f:status\":{\"f:capacity\":{}}}}]},"
                          + "\"spec\":{\"volumeName\":\"pv\"},"
                          + "\"status\":{\"phase\":\"Bound\",\"capacity\":{\"storage\":\"1Gi\"}}}")
                      .getBytes(StandardCharsets.UTF_8))
              .value();
      Patch patch = decide(read, reported(B), T0).write().orElseThrow().apply("my-writer");
      assertThat(patch.contentType()).isEqualTo("application/apply-patch+yaml");
      assertThat(patch.method()).isEqualTo("PATCH");
      assertThat(patch.query())
          .containsOnly(entry("fieldManager", "my-writer"), entry("force", "true"));
      assertThat(patch.bodyText())
          .isEqualTo(
              "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{"
                  + "\"name\":\"data\",\"namespace\":\"shop\",\"uid\":\"u1\"},\"status\":{"
                  + "\"healthStatus\":{\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"B\"}],"
                  + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}}}");
    }

    @Test
    void c4WhatIsWrittenHoldsEachKeyOnceWhateverWasReported() {
      Decision decision = decide(stored(), reported(A_NEWER, A), T0);
      assertThat(decision.write().orElseThrow().apply("w").bodyText())
          .containsOnlyOnce("\"reason\":\"A\"")
          .contains("\"message\":\"m\"");
      assertThat(decision.findings())
          .singleElement()
          .satisfies(found -> assertThat(found.detail()).startsWith("duplicate key (Degraded/A)"));
    }

    @Test
    void c19ApplyReleasesTheFieldThatItsManagerApplied() {
      Claim ours =
          builder(health(T0, A)).owners(List.of(FieldOwner.of("w", true, Set.of()))).build();
      assertThat(decide(ours, reported(), T0).write().orElseThrow().apply("w").bodyText())
          .endsWith(",\"status\":{}}");
    }

    @Test
    void c19WhatIsNotKnownToBeOursIsNotApplied() {
      for (List<FieldOwner> owners :
          List.of(
              List.<FieldOwner>of(),
              List.of(FieldOwner.of("w", false, Set.of())),
              List.of(FieldOwner.of("other", true, Set.of())),
              List.of(
                  FieldOwner.of("w", true, Set.of()), FieldOwner.of("other", true, Set.of())))) {
        Claim claim = builder(health(T0, A)).owners(owners).build();
        Patch patch = decide(claim, reported(B), T0).write().orElseThrow().apply("w");
        assertThat(patch.contentType()).isEqualTo("application/merge-patch+json");
        assertThat(patch.query()).containsOnly(entry("fieldManager", "w"));
      }
    }

    @Test
    void aWriterHasAPlainName() {
      WriteIntent intent = decide(stored(), reported(A), T0).write().orElseThrow();
      for (String writer : List.of("", "a b", "a/b", "x".repeat(65))) {
        assertThatThrownBy(() -> intent.apply(writer))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("'" + writer + "'");
      }
    }

    @Test
    void c19AJsonPatchTestsTheVeryCopy() {
      assertThat(decide(stored(A), reported(), T0).write().orElseThrow().jsonPatch().toString())
          .isEqualTo(
              "PATCH application/json-patch+json ["
                  + "{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"u1\"},"
                  + "{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"},"
                  + "{\"op\":\"remove\",\"path\":\"/status/healthStatus\"}]");
    }

    @Test
    void c19AReplacementChangesOurFieldOnly() {
      String observed =
          "{\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"data\",\"namespace\":\"shop\","
              + "\"uid\":\"u1\",\"resourceVersion\":\"7\",\"x\":1.10},\"status\":{\"phase\":\"Bound\"%s}}";
      WriteIntent set = decide(stored(), reported(B), T0).write().orElseThrow();
      Patch patch = set.replacement(String.format(observed, "").getBytes(StandardCharsets.UTF_8));
      assertThat(patch.method()).isEqualTo("PUT");
      assertThat(patch.contentType()).isEqualTo("application/json");
      String health =
          ",\"healthStatus\":{\"healthConditions\":[{\"status\":\"Degraded\",\"reason\":\"B\"}],"
              + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}";
      assertThat(patch.bodyText()).isEqualTo(String.format(observed, health));
      WriteIntent removal = decide(stored(B), reported(), T0).write().orElseThrow();
      assertThat(
              removal
                  .replacement(String.format(observed, health).getBytes(StandardCharsets.UTF_8))
                  .bodyText())
          .isEqualTo(String.format(observed, ""));
    }

    @Test
    void c21AReplacementIsMadeOfTheVeryCopy() {
      WriteIntent intent = decide(stored(), reported(B), T0).write().orElseThrow();
      for (String other :
          List.of(
              "[]",
              "{}",
              "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"data\",\"uid\":\"u1\","
                  + "\"resourceVersion\":\"8\"}}")) {
        assertThatThrownBy(() -> intent.replacement(other.getBytes(StandardCharsets.UTF_8)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("not the copy of data decided on");
      }
    }

    @Test
    void c21AfterAConflictTheNewerCopyIsDecidedOn() {
      WriteIntent intent =
          decide(stored(A), reported(A, B), T0.plusSeconds(1)).write().orElseThrow();
      Claim newer = claim(health(T0.plusSeconds(50), A, c));
      assertThat(desired(intent.rebase(newer, T0.plusSeconds(9)).orElseThrow()))
          .isEqualTo(health(T0.plusSeconds(50), A, B));
      Claim done = claim(health(T0, A, B));
      assertThat(intent.rebase(done, T0.plusSeconds(9)).orElseThrow().cause())
          .isEqualTo(Cause.UNCHANGED);
    }

    @Test
    void c13ARecoveryByAbsenceIsDecidedAgainWithTheSameCount() {
      Observation noAnswer = Observation.absentAndUnconfirmed(failure(FailureKind.RETRYABLE));
      Memory once = decide(stored(A), noAnswer, T0).memory();
      WriteIntent intent = reconciler.decide(stored(A), noAnswer, once, T0).write().orElseThrow();
      assertThat(intent.rebase(stored(B), T0).orElseThrow().cause()).isEqualTo(Cause.RECOVERED);
      assertThat(intent.rebase(stored(), T0).orElseThrow().cause()).isEqualTo(Cause.UNCHANGED);
    }

    @Test
    void c18ARebasedReportReachesNoOtherClaimAndNoOtherBinding() {
      WriteIntent intent = decide(stored(), reported(B), T0).write().orElseThrow();
      assertThat(intent.rebase(Claim.builder("shop", "data", "u2").build(), T0)).isEmpty();
      assertThat(intent.rebase(builder(health(T0, A)).volumeName("pv-2").build(), T0)).isEmpty();
      assertThat(intent.rebase(builder(health(T0, A)).phase("Lost").build(), T0)).isEmpty();
      assertThat(intent.rebase(Pod.builder("shop", "data", "u1").build(), T0)).isEmpty();
    }

    @Test
    void c22OnlyAWriteThatBringsTheFieldTellsOfTheGate() {
      WriteIntent first = decide(stored(), reported(B), T0).write().orElseThrow();
      WriteIntent update = decide(stored(A), reported(B), T0).write().orElseThrow();
      WriteIntent removal = decide(stored(A), reported(), T0).write().orElseThrow();
      assertThat(List.of(first, update, removal))
          .extracting(WriteIntent::introducesHealth)
          .containsExactly(true, false, false);
      assertThat(List.of(first, update, removal))
          .extracting(intent -> intent.isDroppedIn(stored()))
          .containsExactly(true, true, false);
      assertThat(first.isDroppedIn(stored(B))).isFalse();
    }

    private Claim.Builder builder(VolumeHealthStatus health) {
      return Claim.builder("shop", "data", "u1").resourceVersion("8").health(health);
    }
  }

  @Test
  void aDecisionIsOneOfThree() {
    List<Decision> decisions =
        List.of(
            decide(stored(), reported(A), T0),
            decide(stored(A), Observation.absent(), T0),
            decide(stored(A), reported(A), T0));
    List<String> kinds = new ArrayList<>();
    decisions.forEach(d -> kinds.add(d.fold(w -> "write", c -> "confirm", k -> "keep")));
    assertThat(kinds).containsExactly("write", "confirm", "keep");
    assertThat(decisions)
        .extracting(Decision::toString)
        .containsExactly(
            "write (CONDITIONS_CHANGED): [Degraded/A: m] since 2026-01-01T00:00:00Z",
            "confirm (ABSENT)",
            "keep (UNCHANGED)");
  }

  private Decision decide(Claim claim, Observation observation, Instant now) {
    return reconciler.decide(claim, observation, Memory.EMPTY, now);
  }

  private static VolumeHealthStatus desired(Decision decision) {
    return ((ClaimIntent) decision.write().orElseThrow()).desired();
  }

  private static Claim stored(VolumeHealthCondition... conditions) {
    return claim(conditions.length == 0 ? VolumeHealthStatus.absent() : health(T0, conditions));
  }

  private static Claim claim(VolumeHealthStatus health) {
    return Claim.builder("shop", "data", "u1").resourceVersion("7").health(health).build();
  }

  private static VolumeHealthStatus health(Instant since, VolumeHealthCondition... conditions) {
    return VolumeHealthStatus.of(MapList.of(conditions), since);
  }

  private static Observation reported(VolumeHealthCondition... conditions) {
    return Observation.reported(VolumeHealthReport.of("vol-1", List.of(conditions)));
  }

  private static Observation partly(VolumeHealthCondition... conditions) {
    ListCycle cycle = ListCycle.begin(volume -> true);
    cycle.add(VolumeHealthReport.of("vol-1", List.of(conditions)));
    return cycle.fail(failure(FailureKind.RETRYABLE)).observationOf("vol-1");
  }

  private static ProbeFailure failure(FailureKind kind) {
    return ProbeFailure.of(kind, "ControllerGetVolumeHealth", kind.name());
  }

  private static VolumeHealthCondition condition(
      VolumeHealthStatusType status, String reason, String message) {
    return VolumeHealthCondition.of(status, reason, message);
  }

  private static VolumeHealthCondition unknown(String number) {
    return condition(VolumeHealthStatusType.of(number), "New", "");
  }
}
