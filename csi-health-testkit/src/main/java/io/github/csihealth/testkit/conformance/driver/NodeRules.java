package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.grpc.Status;
import java.util.List;

/**
 * NodeGetVolumeHealth. The suite sends what a caller may send: paths are absolute or empty, and a
 * staging path goes only to a driver with STAGE_UNSTAGE_VOLUME.
 */
final class NodeRules {

  private static final RuleGroup GROUP = new RuleGroup(HealthCall.NODE);

  private static final int PATH_BYTES = 128;

  private NodeRules() {}

  static List<Rule<DriverUnderTest>> rules() {
    return List.of(
        GROUP.required(
            "D41",
            "nodeAnswersForAPublishedVolume",
            "NodeGetVolumeHealth",
            "A driver that cannot say is asked for nothing else.",
            trial -> trial.node(trial.publishedVolume()).expect(Status.Code.OK)),
        GROUP.required(
            "D42",
            "nodeSetsVolumeHealth",
            "NodeGetVolumeHealthResponse.volume_health is REQUIRED",
            "An answer without it says nothing, where an empty list says that nothing is wrong.",
            NodeRules::setsVolumeHealth),
        GROUP.required(
            "D43",
            "nodeNamesTheVolumeAsked",
            "VolumeHealth.volume_id is REQUIRED",
            "The health of another volume must not be taken for that of this one.",
            NodeRules::namesTheVolumeAsked),
        GROUP.required(
            "D44",
            "nodeOfAnUnknownVolumeIsNotFound",
            "NodeGetVolumeHealth Errors",
            "A volume that the driver has forgotten is neither healthy nor repaired.",
            trial -> trial.node(Trial.UNKNOWN_VOLUME).expect(Status.Code.NOT_FOUND)),
        GROUP.required(
            "D45",
            "nodeWithoutAVolumeIdIsInvalidArgument",
            "Error Scheme: Missing required field",
            "A fault of the caller is told from a volume that is gone.",
            trial -> trial.node("").expect(Status.Code.INVALID_ARGUMENT)),
        GROUP.required(
            "D46",
            "nodeNeedsNoPaths",
            "NodeGetVolumeHealthRequest: both paths are OPTIONAL",
            "A caller that does not know the paths may ask all the same.",
            trial -> withPath(trial, "").expect(Status.Code.OK)),
        GROUP.optional(
            "D47",
            "nodeRefusesARelativePath",
            "NodeGetVolumeHealthRequest.volume_publish_path, Error Scheme: Invalid field",
            "A relative path is one of the driver's own folder, where no volume is.",
            trial -> withPath(trial, "relative/path").expect(Status.Code.INVALID_ARGUMENT)),
        GROUP.required(
            "D48",
            "nodeTakesAPathOf128Bytes",
            "NodeGetVolumeHealthRequest.volume_publish_path: at least 128 bytes",
            "Paths of pods are long.",
            NodeRules::takesAPathOf128Bytes),
        GROUP.required(
            "D49",
            "nodeForgetsARecoveredFault",
            "VolumeHealth.health_statuses: an empty list means no adverse condition is known",
            "Recovery is told as clearly as the fault was.",
            NodeRules::forgetsARecoveredFault));
  }

  private static Outcome setsVolumeHealth(Trial trial) throws Exception {
    return trial.node(trial.publishedVolume()).required().hasVolumeHealth()
        ? Outcome.pass()
        : Outcome.fail("volume_health is not set");
  }

  private static Outcome namesTheVolumeAsked(Trial trial) throws Exception {
    String volumeId = trial.publishedVolume();
    return trial.nodeHealth(volumeId).getVolumeId().equals(volumeId)
        ? Outcome.pass()
        : Outcome.fail("volume_health.volume_id is not the id that was asked for");
  }

  /** Asks for a published volume with another path than its own. */
  private static Answer<NodeGetVolumeHealthResponse> withPath(Trial trial, String path)
      throws Exception {
    return trial.ask(
        CsiMethods.NODE_GET_VOLUME_HEALTH,
        NodeGetVolumeHealthRequest.newBuilder()
            .setVolumeId(trial.publishedVolume())
            .setVolumePublishPath(path)
            .build());
  }

  private static Outcome takesAPathOf128Bytes(Trial trial) throws Exception {
    Answer<?> answer = withPath(trial, "/" + "p".repeat(PATH_BYTES - 1)).requireReached();
    return answer.code() == Status.Code.OK || answer.code() == Status.Code.NOT_FOUND
        ? Outcome.pass()
        : Outcome.fail(answer + " for a volume_publish_path of 128 bytes");
  }

  private static Outcome forgetsARecoveredFault(Trial trial) throws Exception {
    String volumeId = trial.publishedVolume();
    Trial.Fault fault = trial.degrade(volumeId);
    // A driver that keeps what it has told is found out only if it has told it.
    boolean told = trial.nodeHealth(volumeId).getHealthStatusesCount() > 0;
    fault.recover();
    if (trial.nodeHealth(volumeId).getHealthStatusesCount() > 0) {
      return Outcome.fail("conditions are told of a volume that has recovered");
    }
    return told
        ? Outcome.pass()
        : Outcome.skipped("the node tells nothing of the fault: only the controller may see it");
  }
}
