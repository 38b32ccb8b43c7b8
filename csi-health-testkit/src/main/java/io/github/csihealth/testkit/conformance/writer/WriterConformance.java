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
 * <table>
 * <caption>The rules</caption>
 * <tr><th>rule</th><th>clause</th><th>intent</th></tr>
 * <tr><td>{@code required_W01_sickVolumeReachesItsClaim}</td><td>KEP-1432, reconciliation of conditions</td><td>What the driver reports of a volume stands in the claim that is bound to it, the message too.</td></tr>
 * <tr><td>{@code required_W02_unchangedReportIsNotWrittenAgain}</td><td>KEP-1432, reconciliation of conditions</td><td>A report that says what the claim stores costs no request to the API server, however often it comes.</td></tr>
 * <tr><td>{@code required_W03_orderOfConditionsMeansNothing}</td><td>Kubernetes API: the list is a map with the keys status and reason</td><td>The same conditions in another order are no change, and are not written.</td></tr>
 * <tr><td>{@code required_W04_otherConditionsGetANewTime}</td><td>KEP-1432, reconciliation of conditions</td><td>When a condition comes or goes, the list is written anew, with lastTransitionTime set to now.</td></tr>
 * <tr><td>{@code required_W05_messageAloneKeepsTheTime}</td><td>KEP-1432, reconciliation of conditions</td><td>A new message for the same conditions is no transition: lastTransitionTime stays, whether the message is written or not.</td></tr>
 * <tr><td>{@code optional_W06_messagesAloneAreWrittenSeldom}</td><td>KEP-1432, load on the API server</td><td>A driver that counts in its messages must not cause a write with each report.</td></tr>
 * <tr><td>{@code required_W07_timesAreWholeSecondsInUtc}</td><td>Kubernetes API: metav1.Time</td><td>The API server drops fractions of seconds; a writer that compares them with what is stored would write for ever.</td></tr>
 * <tr><td>{@code optional_W08_timeNeverGoesBack}</td><td>Kubernetes API conventions: lastTransitionTime</td><td>Where the stored time is a little ahead of the writer's clock, the new one is not before it.</td></tr>
 * <tr><td>{@code required_W09_recoveryRemovesTheField}</td><td>KEP-1432, PersistentVolumeClaim status; what the upstream writers do</td><td>When the driver reports no conditions any more, the claim has no healthStatus any more: not an empty one, and not the old one.</td></tr>
 * <tr><td>{@code required_W10_conditionsOfOneStatusStandSideBySide}</td><td>Kubernetes API: the list is a map with the keys status and reason</td><td>Two conditions that share a status and differ in reason are both stored, and the one that goes, goes alone.</td></tr>
 * <tr><td>{@code required_W11_recoveryAfterARestart}</td><td>KEP-1432, reconciliation of conditions</td><td>A writer that was restarted finds the volumes that were unhealthy in the claims, and clears those that are well by now.</td></tr>
 * <tr><td>{@code required_W12_restartWritesNothing}</td><td>KEP-1432, reconciliation of conditions</td><td>A writer that was restarted does not write again what the claims hold already.</td></tr>
 * <tr><td>{@code optional_W13_timeFarAheadIsReplaced}</td><td>Kubernetes API conventions: lastTransitionTime</td><td>A stored time an hour from now is wrong: the next transition sets the time to now, and does not wait for it.</td></tr>
 * <tr><td>{@code required_W21_failedCallIsNoRecovery}</td><td>CSI spec, ControllerGetVolumeHealth errors</td><td>A driver that cannot answer now (UNAVAILABLE, DEADLINE_EXCEEDED, INTERNAL, UNKNOWN, RESOURCE_EXHAUSTED, ABORTED) has not repaired the volume: the conditions stay.</td></tr>
 * <tr><td>{@code required_W22_volumeNotFoundIsNoRecovery}</td><td>CSI spec, ControllerGetVolumeHealth errors</td><td>A driver that has forgotten a volume (NOT_FOUND) has not repaired it: the conditions stay.</td></tr>
 * <tr><td>{@code required_W23_refusedCallIsNoRecovery}</td><td>CSI spec, ControllerGetVolumeHealth errors</td><td>A call that the driver refuses (INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED) says nothing of the volume: the conditions stay.</td></tr>
 * <tr><td>{@code required_W24_unimplementedCallIsNoRecovery}</td><td>CSI spec, ControllerGetVolumeHealth errors</td><td>A driver that does not serve the call (any more) says nothing of the volume: the conditions stay.</td></tr>
 * <tr><td>{@code required_W25_answerAboutNothingIsNoRecovery}</td><td>CSI spec, ControllerGetVolumeHealthResponse</td><td>An answer without volume_health, or with that of another volume, is a fault of the driver, and no healthy volume: the conditions stay.</td></tr>
 * <tr><td>{@code required_W26_unknownConditionsAreNoRecovery}</td><td>CSI spec, VolumeHealthErrorType</td><td>A report whose only conditions are of a later specification is not healthy: the known conditions stay.</td></tr>
 * <tr><td>{@code required_W31_duplicatesAreMerged}</td><td>Kubernetes API: validation of healthConditions</td><td>A driver that reports a condition twice must not make the write fail: it is stored once, and the others with it.</td></tr>
 * <tr><td>{@code required_W32_badReasonLosesNoOtherCondition}</td><td>Kubernetes API: validation of healthConditions</td><td>A reason that the API server does not accept must not cost the volume its other conditions.</td></tr>
 * <tr><td>{@code required_W33_longMessageIsCut}</td><td>Kubernetes API: validation of healthConditions</td><td>A message of more than 1,024 bytes is cut, and not in the middle of a character.</td></tr>
 * <tr><td>{@code required_W34_mostSevereOfTooManyAreKept}</td><td>Kubernetes API: validation of healthConditions</td><td>Of more than 16 conditions 16 are stored, data loss among them.</td></tr>
 * <tr><td>{@code required_W35_unknownConditionsAreLeftOut}</td><td>CSI spec, VolumeHealthErrorType</td><td>A condition of a later specification is left out, and the known ones are written.</td></tr>
 * <tr><td>{@code required_W40_abortedTokenVoidsWhatWasListed}</td><td>CSI spec, ControllerListVolumeHealth: next_token</td><td>A driver that answers ABORTED to a token has lost its place: the list begins again from the first page, and what it said before counts no more.</td></tr>
 * <tr><td>{@code required_W41_everyPageIsFetched}</td><td>CSI spec, ControllerListVolumeHealth: next_token</td><td>A page with a next_token is not all: the volumes of the later pages reach their claims too.</td></tr>
 * <tr><td>{@code required_W42_emptyPageIsNotTheEnd}</td><td>CSI spec, ControllerListVolumeHealth: next_token</td><td>A page without entries but with a next_token is followed by others; only an empty next_token ends the list.</td></tr>
 * <tr><td>{@code required_W43_repeatedTokenEndsTheList}</td><td>CSI spec, ControllerListVolumeHealth: next_token</td><td>A driver that hands out a token again would be listed for ever: the list is given up, and begun anew at its time.</td></tr>
 * <tr><td>{@code required_W44_brokenOffListIsNoRecovery}</td><td>KEP-1432, list mode; CSI spec, ControllerListVolumeHealth</td><td>What a list said before it failed may add conditions, but removes none: a later page may say otherwise.</td></tr>
 * <tr><td>{@code required_W45_volumeListedTwiceHasAllItsConditions}</td><td>KEP-1432, list mode; CSI spec, ControllerListVolumeHealth</td><td>Entries of one volume in one list add up; one without conditions does not undo another.</td></tr>
 * <tr><td>{@code required_W46_absenceAloneIsNoRecovery}</td><td>KEP-1432, list mode; CSI spec, ControllerListVolumeHealth</td><td>A volume that a complete list leaves out is asked for by ControllerGetVolumeHealth; still sick, or not found, it keeps its conditions.</td></tr>
 * <tr><td>{@code required_W47_absenceThatGetConfirmsIsARecovery}</td><td>KEP-1432, list mode; CSI spec, ControllerListVolumeHealth</td><td>A volume that a list leaves out, and that Get says is healthy, has recovered.</td></tr>
 * <tr><td>{@code required_W48_absenceCountsInCompleteListsOnly}</td><td>KEP-1432, list mode; CSI spec, ControllerListVolumeHealth</td><td>Where Get gives no answer, only two complete lists in a row without the volume may clear it; a failed one between them starts the count anew.</td></tr>
 * <tr><td>{@code required_W49_volumeListedWithoutConditionsHasRecovered}</td><td>KEP-1432, list mode; CSI spec, ControllerListVolumeHealth</td><td>A complete list that names the volume with no conditions says that it is well.</td></tr>
 * <tr><td>{@code optional_W50_exhaustedDriverIsAskedForSmallerPages}</td><td>gRPC: RESOURCE_EXHAUSTED; CSI spec, ControllerListVolumeHealth: max_entries</td><td>A page that is too large for the driver or for a message would fail for ever: it is asked for again with a smaller max_entries.</td></tr>
 * <tr><td>{@code required_W51_claimMadeAnewGetsNothingOfTheOldOne}</td><td>Kubernetes API: PersistentVolume spec.claimRef and phase</td><td>A claim that was deleted and made again under its name is another one (by its uid): the old one's volume says nothing of it.</td></tr>
 * <tr><td>{@code required_W52_claimOfAnotherVolumeGetsNothing}</td><td>Kubernetes API: PersistentVolume spec.claimRef and phase</td><td>A claim that names a volume which is bound to another claim has no part in it.</td></tr>
 * <tr><td>{@code required_W53_volumeOfAnotherDriverGetsNothing}</td><td>Kubernetes API: PersistentVolume spec.csi.driver</td><td>A volume handle means something within its driver only.</td></tr>
 * <tr><td>{@code required_W54_releasedVolumeGetsNothing}</td><td>Kubernetes API: PersistentVolume spec.claimRef and phase</td><td>A volume that is no longer Bound says nothing of the claim that it was bound to.</td></tr>
 * <tr><td>{@code required_W55_allClaimsOfAHandleAreTold}</td><td>Kubernetes API: PersistentVolume spec.csi.volumeHandle</td><td>Two persistent volumes may stand for one volume of the driver, such as a shared file system: the claims of both are told.</td></tr>
 * <tr><td>{@code required_W56_claimBoundLaterIsTold}</td><td>Kubernetes API: PersistentVolume spec.claimRef and phase</td><td>A claim that is bound while the writer runs is told of its volume's health.</td></tr>
 * <tr><td>{@code required_W57_volumeBeingDeletedGetsNothing}</td><td>Kubernetes API: metadata.deletionTimestamp</td><td>A persistent volume that is being deleted is on its way out, and so perhaps is what is behind it: nothing new is said of it.</td></tr>
 * <tr><td>{@code required_W61_onlyTheStatusSubresourceIsWritten}</td><td>Kubernetes API: subresources</td><td>Health goes to the subresource status; the claim itself is none of the writer's.</td></tr>
 * <tr><td>{@code required_W62_patchReplacesTheList}</td><td>Kubernetes API: patch types; the merge key of healthConditions is status alone</td><td>A merge patch, an apply or a JSON patch: a strategic merge patch would merge conditions that differ in reason, and leave old ones behind.</td></tr>
 * <tr><td>{@code required_W63_patchCarriesTheUid}</td><td>Kubernetes API: metadata.uid as a precondition</td><td>A patch that names the uid is refused, and not applied, where the claim has been made anew meanwhile.</td></tr>
 * <tr><td>{@code required_W64_patchTouchesHealthAlone}</td><td>Kubernetes API: several writers of one status</td><td>A patch holds what identifies the claim and its healthStatus, and nothing that others own or that was copied from a read.</td></tr>
 * <tr><td>{@code required_W71_conflictIsTriedAgain}</td><td>Kubernetes API: response codes</td><td>409 is no failure: the claim is read and decided on again.</td></tr>
 * <tr><td>{@code required_W72_conflictIsNotOverwritten}</td><td>Kubernetes API: response codes</td><td>After 409 the decision is made on the newer claim: what another writer stored meanwhile is not written over with the old decision.</td></tr>
 * <tr><td>{@code required_W73_refusedContentIsNotSentAgain}</td><td>Kubernetes API: response codes</td><td>422 does not pass by waiting: the same content is not sent again and again. Other content is.</td></tr>
 * <tr><td>{@code required_W74_retryAfterIsRespected}</td><td>Kubernetes API: response codes</td><td>429 with Retry-After: the next write comes, and not before that time.</td></tr>
 * <tr><td>{@code required_W75_serverErrorIsTriedAgain}</td><td>Kubernetes API: response codes</td><td>500 and 503 pass: the write is tried again.</td></tr>
 * <tr><td>{@code required_W76_lostAnswerIsNoLoss}</td><td>Kubernetes API: response codes</td><td>A connection that breaks, before or after the write was carried out, ends in the right claim after few writes.</td></tr>
 * <tr><td>{@code required_W77_droppedWritesAreNotRepeatedForEver}</td><td>Kubernetes API: the feature gate CSIVolumeHealth</td><td>With the feature gate off the API server drops health in silence; a writer that sees no effect must not write with each report.</td></tr>
 * <tr><td>{@code required_W78_writesResumeWithTheGate}</td><td>Kubernetes API: the feature gate CSIVolumeHealth</td><td>When the feature gate is turned on, the claims get their health without a restart of the writer.</td></tr>
 * <tr><td>{@code required_W79_storedHealthIsKeptUpWithTheGateOff}</td><td>Kubernetes API: the feature gate CSIVolumeHealth</td><td>A claim that holds health already takes updates with the gate off, and goes on getting them.</td></tr>
 * <tr><td>{@code required_W81_everyHealthCallHasADeadline}</td><td>CSI spec, timeouts; gRPC deadlines</td><td>A driver that hangs must not stop the writer: each call for health has a deadline.</td></tr>
 * <tr><td>{@code required_W82_authorityIsLocalhost}</td><td>gRPC over Unix sockets: :authority</td><td>Strict servers refuse a call whose :authority is the path of the socket.</td></tr>
 * <tr><td>{@code required_W83_oneCallInFlightForAVolume}</td><td>CSI spec, concurrency</td><td>A driver may answer a second call for a volume with ABORTED while the first one is under way: there is one at a time.</td></tr>
 * <tr><td>{@code required_W84_driverWithoutHealthIsLeftAlone}</td><td>CSI spec, ControllerGetCapabilities</td><td>A driver that offers neither LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH is not asked for health.</td></tr>
 * <tr><td>{@code required_W85_listWithoutGetIsRefused}</td><td>CSI spec, ControllerGetCapabilities</td><td>LIST_VOLUME_HEALTH requires GET_VOLUME_HEALTH: a driver that offers the one without the other is not asked.</td></tr>
 * <tr><td>{@code required_W86_driverWithGetAloneIsAskedByGet}</td><td>CSI spec, ControllerGetCapabilities</td><td>With GET_VOLUME_HEALTH alone each bound volume is asked for, and no list.</td></tr>
 * <tr><td>{@code required_W87_restartOfTheDriverIsSurvived}</td><td>CSI spec, the plugin's lifecycle</td><td>A driver that went away keeps its claims as they are, and is asked again when it is back.</td></tr>
 * <tr><td>{@code required_W88_capabilitiesAreReadAgainAfterUnimplemented}</td><td>CSI spec, ControllerGetCapabilities</td><td>A driver that no longer serves a call that it offered has changed: what it offers is read again, and the call is made again once it is offered.</td></tr>
 * <tr><td>{@code untested_W91_credentialsAreRenewed}</td><td>Kubernetes API: authentication</td><td>A token expires: a writer that is answered 401 reads its credentials anew.</td></tr>
 * <tr><td>{@code untested_W92_secretsAreNotTold}</td><td>CSI spec, Secrets Requirements</td><td>Secrets for the driver, where a writer has any, stand in no log, event, metric or status.</td></tr>
 * </table>
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
                  CallRules.rules(),
                  untested())
              .flatMap(List<Rule<WriterUnderTest>>::stream)
              .toList());

  private WriterConformance() {}

  /** The rules, in the order of the table above. Safe for use by many threads. */
  public static Suite<WriterUnderTest> suite() {
    return SUITE;
  }

  private static List<Rule<WriterUnderTest>> untested() {
    return List.of(
        Rule.untested(
            "W91",
            "credentialsAreRenewed",
            "Kubernetes API: authentication",
            "A token expires: a writer that is answered 401 reads its credentials anew.",
            "the API server of the kit asks for no credentials"),
        Rule.untested(
            "W92",
            "secretsAreNotTold",
            "CSI spec, Secrets Requirements",
            "Secrets for the driver, where a writer has any, stand in no log, event, metric or status.",
            "only the writer knows its secrets"));
  }
}
