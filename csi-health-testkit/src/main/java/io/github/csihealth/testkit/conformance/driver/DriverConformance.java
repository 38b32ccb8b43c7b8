package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Suite;
import java.util.List;
import java.util.stream.Stream;

/**
 * What CSI v1.13 asks of the four health calls of a driver, and what Kubernetes asks of what they
 * tell.
 *
 * <pre>{@code
 * ConformanceReport report =
 *     DriverConformance.suite()
 *         .run(DriverUnderTest.builder(channel).faults(faults).build());
 * }</pre>
 *
 * <p>Rules about a call that the driver does not offer are skipped. Rules that need a fault are
 * inconclusive without a {@link FaultInjector}, as are rules whose other calls to the driver fail.
 *
 * <table>
 * <caption>The rules</caption>
 * <tr><th>rule</th><th>clause</th><th>intent</th></tr>
 * <tr><td>{@code required_D01_pluginNameIsADomainName}</td><td>GetPluginInfoResponse.name</td><td>Kubernetes finds the driver's volumes and its CSINode entry by this name.</td></tr>
 * <tr><td>{@code required_D02_listIsOfferedOnlyWithGet}</td><td>ControllerListVolumeHealth</td><td>Absence from a list proves nothing, so a reader has to be able to ask once more.</td></tr>
 * <tr><td>{@code required_D03_capabilitiesAreTrue}</td><td>ControllerGetCapabilities, NodeGetCapabilities, Error Scheme</td><td>What is offered is implemented, and what is not offered answers UNIMPLEMENTED.</td></tr>
 * <tr><td>{@code required_D11_getAnswersForAKnownVolume}</td><td>ControllerGetVolumeHealth</td><td>A driver that cannot say is asked for nothing else.</td></tr>
 * <tr><td>{@code required_D12_getSetsVolumeHealth}</td><td>ControllerGetVolumeHealthResponse.volume_health is REQUIRED</td><td>An answer without it says nothing, where an empty list says that nothing is wrong.</td></tr>
 * <tr><td>{@code required_D13_getNamesTheVolumeAsked}</td><td>VolumeHealth.volume_id is REQUIRED</td><td>The health of another volume must not be taken for that of this one.</td></tr>
 * <tr><td>{@code required_D14_getOfAnUnknownVolumeIsNotFound}</td><td>ControllerGetVolumeHealth Errors</td><td>A volume that the driver has forgotten is neither healthy nor repaired.</td></tr>
 * <tr><td>{@code required_D15_getWithoutAVolumeIdIsInvalidArgument}</td><td>Error Scheme: Missing required field</td><td>A fault of the caller is told from a volume that is gone.</td></tr>
 * <tr><td>{@code optional_D16_getOfAHealthyVolumeHasNoConditions}</td><td>ControllerGetVolumeHealth: SHOULD return empty health_statuses</td><td>Health is an empty list, and no condition that says so.</td></tr>
 * <tr><td>{@code required_D17_getTellsTheFault}</td><td>VolumeHealth.health_statuses</td><td>A fault that is not told is the failure that nobody sees.</td></tr>
 * <tr><td>{@code required_D18_getForgetsARecoveredFault}</td><td>VolumeHealth.health_statuses: an empty list means no adverse condition is known</td><td>Recovery is told as clearly as the fault was.</td></tr>
 * <tr><td>{@code required_D21_listCycleEnds}</td><td>ControllerListVolumeHealthResponse.next_token</td><td>A token that comes twice makes a reader go round for ever; an empty one ends a cycle.</td></tr>
 * <tr><td>{@code required_D22_listPageHasAtMostMaxEntries}</td><td>ControllerListVolumeHealthRequest.max_entries</td><td>A reader asks for what it has room for.</td></tr>
 * <tr><td>{@code required_D23_listNamesTheSameVolumesInOnePageAsInMany}</td><td>ControllerListVolumeHealthRequest.max_entries</td><td>A list cut without a token, by a limit of the driver's or the caller's, hides volumes.</td></tr>
 * <tr><td>{@code required_D24_listTokensHaveAtMost128Bytes}</td><td>Size Limits</td><td>A longer token may be refused on its way back.</td></tr>
 * <tr><td>{@code required_D25_listWithAnInvalidTokenIsAborted}</td><td>ControllerListVolumeHealth Errors</td><td>An empty success would look like a list without sick volumes.</td></tr>
 * <tr><td>{@code required_D26_listWithNegativeMaxEntriesIsInvalidArgument}</td><td>ControllerListVolumeHealthRequest.max_entries MUST NOT be negative</td><td>An empty success would look like a list without sick volumes.</td></tr>
 * <tr><td>{@code required_D27_listNamesEveryVolume}</td><td>VolumeHealth.volume_id is REQUIRED</td><td>Health without a volume is health of none.</td></tr>
 * <tr><td>{@code required_D28_listTellsTheFault}</td><td>ControllerListVolumeHealth: health information about all the volumes</td><td>A list whose filter is the wrong way round leaves out what is sick.</td></tr>
 * <tr><td>{@code required_D29_listTellsNoFaultOfAHealthyVolume}</td><td>VolumeHealth.health_statuses</td><td>The fault of one volume must not reach another one.</td></tr>
 * <tr><td>{@code optional_D30_listLeavesOutHealthyVolumes}</td><td>ControllerListVolumeHealth: SHOULD omit volumes with no known adverse condition</td><td>A list is short while little is wrong.</td></tr>
 * <tr><td>{@code required_D31_listAgreesWithGet}</td><td>ControllerListVolumeHealth, ControllerGetVolumeHealth</td><td>A reader that falls back from one call to the other sees no change.</td></tr>
 * <tr><td>{@code required_D32_listForgetsARecoveredFault}</td><td>VolumeHealth.health_statuses: an empty list means no adverse condition is known</td><td>Recovery is told as clearly as the fault was.</td></tr>
 * <tr><td>{@code required_D41_nodeAnswersForAPublishedVolume}</td><td>NodeGetVolumeHealth</td><td>A driver that cannot say is asked for nothing else.</td></tr>
 * <tr><td>{@code required_D42_nodeSetsVolumeHealth}</td><td>NodeGetVolumeHealthResponse.volume_health is REQUIRED</td><td>An answer without it says nothing, where an empty list says that nothing is wrong.</td></tr>
 * <tr><td>{@code required_D43_nodeNamesTheVolumeAsked}</td><td>VolumeHealth.volume_id is REQUIRED</td><td>The health of another volume must not be taken for that of this one.</td></tr>
 * <tr><td>{@code required_D44_nodeOfAnUnknownVolumeIsNotFound}</td><td>NodeGetVolumeHealth Errors</td><td>A volume that the driver has forgotten is neither healthy nor repaired.</td></tr>
 * <tr><td>{@code required_D45_nodeWithoutAVolumeIdIsInvalidArgument}</td><td>Error Scheme: Missing required field</td><td>A fault of the caller is told from a volume that is gone.</td></tr>
 * <tr><td>{@code required_D46_nodeNeedsNoPaths}</td><td>NodeGetVolumeHealthRequest: both paths are OPTIONAL</td><td>A caller that does not know the paths may ask all the same.</td></tr>
 * <tr><td>{@code optional_D47_nodeRefusesARelativePath}</td><td>NodeGetVolumeHealthRequest.volume_publish_path, Error Scheme: Invalid field</td><td>A relative path is one of the driver's own folder, where no volume is.</td></tr>
 * <tr><td>{@code required_D48_nodeTakesAPathOf128Bytes}</td><td>NodeGetVolumeHealthRequest.volume_publish_path: at least 128 bytes</td><td>Paths of pods are long.</td></tr>
 * <tr><td>{@code required_D49_nodeForgetsARecoveredFault}</td><td>VolumeHealth.health_statuses: an empty list means no adverse condition is known</td><td>Recovery is told as clearly as the fault was.</td></tr>
 * <tr><td>{@code required_D51_conditionsAreUniqueByStatusAndReason}</td><td>VolumeHealth.VolumeHealthEntry.reason</td><td>One key twice makes Kubernetes refuse the whole status.</td></tr>
 * <tr><td>{@code required_D52_conditionsAreAtMostSixteen}</td><td>Kubernetes: healthConditions</td><td>Kubernetes refuses a status with more.</td></tr>
 * <tr><td>{@code required_D53_reasonsAreLegal}</td><td>VolumeHealth.VolumeHealthEntry.reason is REQUIRED; Kubernetes: healthConditions.reason</td><td>Kubernetes refuses a status with any other reason.</td></tr>
 * <tr><td>{@code optional_D54_reasonsAreInCamelCase}</td><td>VolumeHealth.VolumeHealthEntry.reason: a brief CamelCase string</td><td>People and alerts read them beside the reasons of Kubernetes.</td></tr>
 * <tr><td>{@code required_D55_stringsHaveAtMost128Bytes}</td><td>Size Limits</td><td>Longer ones may be cut or refused.</td></tr>
 * <tr><td>{@code required_D56_statusesAreKnown}</td><td>VolumeHealth.VolumeHealthEntry.status is REQUIRED</td><td>Readers act on no other number: such a fault is seen by nobody.</td></tr>
 * <tr><td>{@code optional_D57_reportsAreStable}</td><td>VolumeHealth.VolumeHealthEntry</td><td>An arbitrary choice that changes from call to call looks like news each time.</td></tr>
 * <tr><td>{@code required_D61_storageAnswers}</td><td>NodeGetStorageHealth</td><td>A driver that cannot say is asked for nothing else.</td></tr>
 * <tr><td>{@code required_D62_storageTellsTheFault}</td><td>NodeGetStorageHealthResponse.backend_health</td><td>A fault that is not told is the failure that nobody sees.</td></tr>
 * <tr><td>{@code required_D63_storageConditionsAreUniqueByStatusReasonAndCapability}</td><td>NodeGetStorageHealthResponse.StorageBackendHealth.reason</td><td>The same trouble of two kinds of volumes is two conditions; of one kind it is one.</td></tr>
 * <tr><td>{@code required_D64_storageConditionsAreAtMostSixteen}</td><td>Kubernetes: storageHealth.healthConditions</td><td>The kubelet drops a report with more.</td></tr>
 * <tr><td>{@code required_D65_storageReasonsAreLegal}</td><td>NodeGetStorageHealthResponse.StorageBackendHealth.reason is REQUIRED; Kubernetes: storageHealth.healthConditions.reason</td><td>Kubernetes refuses a status with any other reason.</td></tr>
 * <tr><td>{@code optional_D66_storageReasonsAreInCamelCase}</td><td>NodeGetStorageHealthResponse.StorageBackendHealth.reason: a brief CamelCase string</td><td>People and alerts read them beside the reasons of Kubernetes.</td></tr>
 * <tr><td>{@code required_D67_storageStringsHaveAtMost128Bytes}</td><td>Size Limits</td><td>Longer ones may be cut or refused.</td></tr>
 * <tr><td>{@code required_D68_storageStatusesAreKnown}</td><td>NodeGetStorageHealthResponse.StorageBackendHealth.status is REQUIRED</td><td>Readers act on no other number: such a fault is seen by nobody.</td></tr>
 * <tr><td>{@code required_D69_storageCapabilitiesAreUsable}</td><td>NodeGetStorageHealthResponse.StorageBackendHealth.volume_capability; VolumeCapability</td><td>The kubelet drops a whole report for one capability without a type or mode.</td></tr>
 * <tr><td>{@code required_D70_storageForgetsARecoveredFault}</td><td>NodeGetStorageHealthResponse.backend_health</td><td>Recovery is told as clearly as the fault was.</td></tr>
 * <tr><td>{@code optional_D71_storageReportsAreStable}</td><td>NodeGetStorageHealthResponse.StorageBackendHealth</td><td>An arbitrary choice that changes from call to call looks like news each time.</td></tr>
 * <tr><td>{@code required_D81_callsAreAnsweredInParallel}</td><td>Timeouts; Error Scheme: Operation pending for volume</td><td>A reader has several calls under way, and one must not stop the others.</td></tr>
 * <tr><td>{@code required_D82_secretsAreNotEchoed}</td><td>Secrets Requirements</td><td>What a driver says ends in statuses, events and logs that many can read.</td></tr>
 * <tr><td>{@code required_D83_errorsAreDescribed}</td><td>Error Scheme: status message</td><td>People have to find out what is wrong.</td></tr>
 * <tr><td>{@code required_D84_errorsHaveNoDetails}</td><td>Error Scheme: status details MUST be empty</td><td>The spec keeps the place for itself.</td></tr>
 * <tr><td>{@code untested_D91_conditionsStayWhileTheProblemDoes}</td><td>VolumeHealth.VolumeHealthEntry.status; VolumeHealth.health_statuses</td><td>A condition that is left out is a recovery to its reader.</td></tr>
 * <tr><td>{@code untested_D92_controllerSaysInaccessibleOnlyIfNoNodeHasAccess}</td><td>VolumeHealthErrorType.INACCESSIBLE</td><td>A reader may stop using the volume on all nodes.</td></tr>
 * <tr><td>{@code untested_D93_nodeAnswersForAVolumeThatCouldNotBePublished}</td><td>NodeGetVolumeHealth</td><td>Health says why a volume could not be staged or published.</td></tr>
 * <tr><td>{@code untested_D94_wrongSecretsAreRefused}</td><td>Error Scheme: Permission denied, Not authenticated</td><td>Who may not use a volume may not learn of its health.</td></tr>
 * <tr><td>{@code untested_D95_secretsStayOutOfLogs}</td><td>Secrets Requirements</td><td>Logs are read by many.</td></tr>
 * </table>
 */
public final class DriverConformance {

  private static final Suite<DriverUnderTest> SUITE =
      Suite.of(
          "CSI volume health: driver",
          Stream.of(
                  IdentityRules.rules(),
                  GetRules.rules(),
                  ListRules.rules(),
                  NodeRules.rules(),
                  ConditionRules.rules(),
                  StorageRules.rules(),
                  CallRules.rules(),
                  untested())
              .flatMap(List::stream)
              .toList());

  private DriverConformance() {}

  /** All rules, in the order of the table above. */
  public static Suite<DriverUnderTest> suite() {
    return SUITE;
  }

  private static List<Rule<DriverUnderTest>> untested() {
    return List.of(
        Rule.untested(
            "D91",
            "conditionsStayWhileTheProblemDoes",
            "VolumeHealth.VolumeHealthEntry.status; VolumeHealth.health_statuses",
            "A condition that is left out is a recovery to its reader.",
            "only the driver knows what is wrong now"),
        Rule.untested(
            "D92",
            "controllerSaysInaccessibleOnlyIfNoNodeHasAccess",
            "VolumeHealthErrorType.INACCESSIBLE",
            "A reader may stop using the volume on all nodes.",
            "it takes all nodes of the cluster"),
        Rule.untested(
            "D93",
            "nodeAnswersForAVolumeThatCouldNotBePublished",
            "NodeGetVolumeHealth",
            "Health says why a volume could not be staged or published.",
            "no caller can make a publication fail"),
        Rule.untested(
            "D94",
            "wrongSecretsAreRefused",
            "Error Scheme: Permission denied, Not authenticated",
            "Who may not use a volume may not learn of its health.",
            "only the driver knows which secrets are wrong"),
        Rule.untested(
            "D95",
            "secretsStayOutOfLogs",
            "Secrets Requirements",
            "Logs are read by many.",
            "the driver's log is not part of its answers"));
  }
}
