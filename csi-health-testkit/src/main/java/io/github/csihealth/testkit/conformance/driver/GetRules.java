package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.grpc.Status;
import java.util.List;

/** ControllerGetVolumeHealth. */
final class GetRules {

  private static final RuleGroup GROUP = new RuleGroup(HealthCall.GET);

  private GetRules() {}

  static List<Rule<DriverUnderTest>> rules() {
    return List.of(
        GROUP.required(
            "D11",
            "getAnswersForAKnownVolume",
            "ControllerGetVolumeHealth",
            "A driver that cannot say is asked for nothing else.",
            trial -> trial.get(trial.volume()).expect(Status.Code.OK)),
        GROUP.required(
            "D12",
            "getSetsVolumeHealth",
            "ControllerGetVolumeHealthResponse.volume_health is REQUIRED",
            "An answer without it says nothing, where an empty list says that nothing is wrong.",
            GetRules::setsVolumeHealth),
        GROUP.required(
            "D13",
            "getNamesTheVolumeAsked",
            "VolumeHealth.volume_id is REQUIRED",
            "The health of another volume must not be taken for that of this one.",
            GetRules::namesTheVolumeAsked),
        GROUP.required(
            "D14",
            "getOfAnUnknownVolumeIsNotFound",
            "ControllerGetVolumeHealth Errors",
            "A volume that the driver has forgotten is neither healthy nor repaired.",
            trial -> trial.get(Trial.UNKNOWN_VOLUME).expect(Status.Code.NOT_FOUND)),
        GROUP.required(
            "D15",
            "getWithoutAVolumeIdIsInvalidArgument",
            "Error Scheme: Missing required field",
            "A fault of the caller is told from a volume that is gone.",
            trial -> trial.get("").expect(Status.Code.INVALID_ARGUMENT)),
        GROUP.optional(
            "D16",
            "getOfAHealthyVolumeHasNoConditions",
            "ControllerGetVolumeHealth: SHOULD return empty health_statuses",
            "Health is an empty list, and no condition that says so.",
            GetRules::healthyVolumeHasNoConditions),
        GROUP.required(
            "D17",
            "getTellsTheFault",
            "VolumeHealth.health_statuses",
            "A fault that is not told is the failure that nobody sees.",
            GetRules::tellsTheFault),
        GROUP.required(
            "D18",
            "getForgetsARecoveredFault",
            "VolumeHealth.health_statuses: an empty list means no adverse condition is known",
            "Recovery is told as clearly as the fault was.",
            GetRules::forgetsARecoveredFault));
  }

  private static Outcome setsVolumeHealth(Trial trial) throws NotTriedException {
    return trial.get(trial.volume()).required().hasVolumeHealth()
        ? Outcome.pass()
        : Outcome.fail("volume_health is not set");
  }

  private static Outcome namesTheVolumeAsked(Trial trial) throws NotTriedException {
    String volumeId = trial.volume();
    return trial.controllerHealth(volumeId).getVolumeId().equals(volumeId)
        ? Outcome.pass()
        : Outcome.fail("volume_health.volume_id is not the id that was asked for");
  }

  private static Outcome healthyVolumeHasNoConditions(Trial trial) throws NotTriedException {
    return nothing(
        trial.controllerHealth(trial.volume()), "is told of a volume that nothing is wrong with");
  }

  private static Outcome tellsTheFault(Trial trial) throws Exception {
    String volumeId = trial.volume();
    Trial.Fault unused = trial.degrade(volumeId);
    return trial.controllerHealth(volumeId).getHealthStatusesCount() > 0
        ? Outcome.pass()
        : Outcome.fail("no condition is told of a volume with a fault");
  }

  private static Outcome forgetsARecoveredFault(Trial trial) throws Exception {
    String volumeId = trial.volume();
    Trial.Fault fault = trial.degrade(volumeId);
    // A driver that keeps what it has told is found out only if it has told it.
    if (trial.controllerHealth(volumeId).getHealthStatusesList().isEmpty()) {
      throw NotTriedException.inconclusive("no condition is told of a volume with a fault");
    }
    fault.recover();
    return nothing(trial.controllerHealth(volumeId), "is told of a volume that has recovered");
  }

  private static Outcome nothing(VolumeHealth health, String otherwise) {
    return health.getHealthStatusesList().isEmpty()
        ? Outcome.pass()
        : Outcome.fail(Condition.of(health.getHealthStatuses(0)) + " " + otherwise);
  }
}
