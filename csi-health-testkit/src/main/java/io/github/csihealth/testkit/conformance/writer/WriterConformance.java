package io.github.csihealth.testkit.conformance.writer;

import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Suite;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules for a controller that writes the volume health which a CSI driver reports to {@code
 * status.healthStatus} of claims (KEP-1432).
 *
 * <pre>{@code
 * WriterUnderTest writer =
 *     WriterUnderTest.controller(Duration.ofMillis(200), (kubeconfig, endpoint) -> ...);
 * ConformanceReport report = WriterConformance.suite().run(writer);
 * System.out.print(report.toText());
 * }</pre>
 *
 * <p>Each rule starts the writer anew, between a fake driver and an API server in memory of its
 * own. What has to come is waited for, ten seconds and twenty intervals at most. What must not come
 * is watched for during some rounds of calls to the driver, not for a time, except where the writer
 * has been asked to wait or not to call. A rule that does not apply to a writer, such as one on
 * lists to a writer that never lists, is skipped and says why. Where a rule needs something of the
 * writer that another rule asks for, and it is missing, the outcome is inconclusive.
 *
 * <p>Transitions:
 *
 * <ul>
 *   <li>{@code required_W01_sickVolumeReachesItsClaim}: What the driver reports of a volume stands
 *       in the claim that is bound to it, the message too.
 *   <li>{@code required_W02_unchangedReportIsNotWrittenAgain}: A report that says what the claim
 *       stores costs no request to the API server, however often it comes.
 *   <li>{@code required_W03_orderOfConditionsMeansNothing}: The same conditions in another order
 *       are no change, and are not written.
 *   <li>{@code required_W04_otherConditionsGetANewTime}: When a condition comes or goes, the list
 *       is written anew, with lastTransitionTime set to now.
 *   <li>{@code required_W05_messageAloneKeepsTheTime}: A new message for the same conditions is no
 *       transition: lastTransitionTime stays, whether the message is written or not.
 *   <li>{@code optional_W06_messagesAloneAreWrittenSeldom}: A driver that counts in its messages
 *       must not cause a write with each report.
 *   <li>{@code required_W07_timesAreWholeSecondsInUtc}: The API server drops fractions of seconds;
 *       a writer that compares them with what is stored would write for ever.
 *   <li>{@code optional_W08_timeNeverGoesBack}: Where the stored time is a little ahead of the
 *       writer's clock, the new one is not before it.
 *   <li>{@code required_W09_recoveryRemovesTheField}: When the driver reports no conditions any
 *       more, the claim has no healthStatus any more: not an empty one, and not the old one.
 *   <li>{@code required_W10_conditionsOfOneStatusStandSideBySide}: Two conditions that share a
 *       status and differ in reason are both stored, and the one that goes, goes alone.
 *   <li>{@code required_W11_recoveryAfterARestart}: A writer that was restarted finds the volumes
 *       that were unhealthy in the claims, and clears those that are well by now.
 *   <li>{@code required_W12_restartWritesNothing}: A writer that was restarted does not write again
 *       what the claims hold already.
 * </ul>
 *
 * <p>What is no recovery:
 *
 * <ul>
 *   <li>{@code required_W21_failedCallIsNoRecovery}: A driver that cannot answer now (UNAVAILABLE,
 *       DEADLINE_EXCEEDED, INTERNAL, UNKNOWN, RESOURCE_EXHAUSTED, ABORTED) has not repaired the
 *       volume: the conditions stay.
 *   <li>{@code required_W22_volumeNotFoundIsNoRecovery}: A driver that has forgotten a volume
 *       (NOT_FOUND) has not repaired it: the conditions stay.
 *   <li>{@code required_W23_refusedCallIsNoRecovery}: A call that the driver refuses
 *       (INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED) says nothing of the volume: the
 *       conditions stay.
 *   <li>{@code required_W24_unimplementedCallIsNoRecovery}: A driver that does not serve the call
 *       (any more) says nothing of the volume: the conditions stay.
 *   <li>{@code required_W25_answerAboutNothingIsNoRecovery}: An answer without volume_health, or
 *       with that of another volume, is a fault of the driver, and no healthy volume: the
 *       conditions stay.
 *   <li>{@code required_W26_unknownConditionsAreNoRecovery}: A report whose only conditions are of
 *       a later specification is not healthy: the known conditions stay.
 * </ul>
 *
 * <p>Reports that the API server refuses as they are:
 *
 * <ul>
 *   <li>{@code required_W31_duplicatesAreMerged}: A driver that reports a condition twice must not
 *       make the write fail: it is stored once, and the others with it.
 *   <li>{@code required_W32_badReasonLosesNoOtherCondition}: A reason that the API server does not
 *       accept must not cost the volume its other conditions.
 *   <li>{@code required_W33_longMessageIsCut}: A message of more than 1,024 bytes is cut, and not
 *       in the middle of a character.
 *   <li>{@code required_W34_mostSevereOfTooManyAreKept}: Of more than 16 conditions 16 are stored,
 *       data loss among them.
 *   <li>{@code required_W35_unknownConditionsAreLeftOut}: A condition of a later specification is
 *       left out, and the known ones are written.
 * </ul>
 *
 * <p>Lists:
 *
 * <ul>
 *   <li>{@code required_W41_everyPageIsFetched}: A page with a next_token is not all: the volumes
 *       of the later pages reach their claims too.
 *   <li>{@code required_W42_emptyPageIsNotTheEnd}: A page without entries but with a next_token is
 *       followed by others; only an empty next_token ends the list.
 *   <li>{@code required_W43_repeatedTokenEndsTheList}: A driver that hands out a token again would
 *       be listed for ever: the list is given up, and begun anew at its time.
 *   <li>{@code required_W44_brokenOffListIsNoRecovery}: What a list said before it failed may add
 *       conditions, but removes none: a later page may say otherwise.
 *   <li>{@code required_W45_volumeListedTwiceHasAllItsConditions}: Entries of one volume in one
 *       list add up; one without conditions does not undo another.
 *   <li>{@code required_W46_absenceAloneIsNoRecovery}: A volume that a complete list leaves out is
 *       asked for by ControllerGetVolumeHealth; still sick, or not found, it keeps its conditions.
 *   <li>{@code required_W47_absenceThatGetConfirmsIsARecovery}: A volume that a list leaves out,
 *       and that Get says is healthy, has recovered.
 *   <li>{@code required_W48_absenceCountsInCompleteListsOnly}: Where Get gives no answer, only two
 *       complete lists in a row without the volume may clear it; a failed one between them starts
 *       the count anew.
 *   <li>{@code required_W49_volumeListedWithoutConditionsHasRecovered}: A complete list that names
 *       the volume with no conditions says that it is well.
 * </ul>
 *
 * <p>Bindings:
 *
 * <ul>
 *   <li>{@code required_W51_claimMadeAnewGetsNothingOfTheOldOne}: A claim that was deleted and made
 *       again under its name is another one (by its uid): the old one's volume says nothing of it.
 *   <li>{@code required_W52_claimOfAnotherVolumeGetsNothing}: A claim that names a volume which is
 *       bound to another claim has no part in it.
 *   <li>{@code required_W53_volumeOfAnotherDriverGetsNothing}: A volume handle means something
 *       within its driver only.
 *   <li>{@code required_W54_releasedVolumeGetsNothing}: A volume that is no longer Bound says
 *       nothing of the claim that it was bound to.
 *   <li>{@code required_W55_allClaimsOfAHandleAreTold}: Two persistent volumes may stand for one
 *       volume of the driver, such as a shared file system: the claims of both are told.
 *   <li>{@code required_W56_claimBoundLaterIsTold}: A claim that is bound while the writer runs is
 *       told of its volume's health.
 * </ul>
 *
 * <p>Patches:
 *
 * <ul>
 *   <li>{@code required_W61_onlyTheStatusSubresourceIsWritten}: Health goes to the subresource
 *       status; the claim itself is none of the writer's.
 *   <li>{@code required_W62_patchReplacesTheList}: A merge patch, an apply or a JSON patch: a
 *       strategic merge patch would merge conditions that differ in reason, and leave old ones
 *       behind.
 *   <li>{@code required_W63_patchCarriesTheUid}: A patch that names the uid is refused, and not
 *       applied, where the claim has been made anew meanwhile.
 *   <li>{@code required_W64_patchTouchesHealthAlone}: A patch holds what identifies the claim and
 *       its healthStatus, and nothing that others own or that was copied from a read.
 * </ul>
 *
 * <p>Answers of the API server:
 *
 * <ul>
 *   <li>{@code required_W71_conflictIsTriedAgain}: 409 is no failure: the claim is read and decided
 *       on again.
 *   <li>{@code required_W72_conflictIsNotOverwritten}: After 409 the decision is made on the newer
 *       claim: what another writer stored meanwhile is not written over with the old decision.
 *   <li>{@code required_W73_refusedContentIsNotSentAgain}: 422 does not pass by waiting: the same
 *       content is not sent again and again. Other content is.
 *   <li>{@code required_W74_retryAfterIsRespected}: 429 with Retry-After: the next write comes, and
 *       not before that time.
 *   <li>{@code required_W75_serverErrorIsTriedAgain}: 500 and 503 pass: the write is tried again.
 *   <li>{@code required_W76_lostAnswerIsNoLoss}: A connection that breaks, before or after the
 *       write was carried out, ends in the right claim after few writes.
 *   <li>{@code required_W77_droppedWritesAreNotRepeatedForEver}: With the feature gate off the API
 *       server drops health in silence; a writer that sees no effect must not write with each
 *       report.
 *   <li>{@code required_W78_writesResumeWithTheGate}: When the feature gate is turned on, the
 *       claims get their health without a restart of the writer.
 *   <li>{@code required_W79_storedHealthIsKeptUpWithTheGateOff}: A claim that holds health already
 *       takes updates with the gate off, and goes on getting them.
 * </ul>
 *
 * <p>Calls of the driver:
 *
 * <ul>
 *   <li>{@code required_W81_everyHealthCallHasADeadline}: A driver that hangs must not stop the
 *       writer: each call for health has a deadline.
 *   <li>{@code required_W82_authorityIsLocalhost}: Strict servers refuse a call whose :authority is
 *       the path of the socket.
 *   <li>{@code required_W83_oneCallInFlightForAVolume}: A driver may answer a second call for a
 *       volume with ABORTED while the first one is under way: there is one at a time.
 *   <li>{@code required_W84_driverWithoutHealthIsLeftAlone}: A driver that offers neither
 *       LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH is not asked for health.
 *   <li>{@code required_W85_listWithoutGetIsRefused}: LIST_VOLUME_HEALTH requires
 *       GET_VOLUME_HEALTH: a driver that offers the one without the other is not asked.
 *   <li>{@code required_W86_driverWithGetAloneIsAskedByGet}: With GET_VOLUME_HEALTH alone each
 *       bound volume is asked for, and no list.
 *   <li>{@code required_W87_restartOfTheDriverIsSurvived}: A driver that went away keeps its claims
 *       as they are, and is asked again when it is back.
 * </ul>
 */
public final class WriterConformance {

  private static final Suite<WriterUnderTest> SUITE =
      Suite.of(
          "Conformance of writers of claim health",
          Stream.of(
                  TransitionRules.rules(),
                  KeepRules.rules(),
                  ReportRules.rules(),
                  ListRules.rules(),
                  BindingRules.rules(),
                  PatchRules.rules(),
                  FaultRules.rules(),
                  CallRules.rules())
              .flatMap(List<Rule<WriterUnderTest>>::stream)
              .toList());

  private WriterConformance() {}

  /** The rules, in the order of the table above. Safe for use by many threads. */
  public static Suite<WriterUnderTest> suite() {
    return SUITE;
  }
}
