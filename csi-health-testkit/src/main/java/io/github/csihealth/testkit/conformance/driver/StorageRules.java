package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.grpc.Status;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** NodeGetStorageHealth. */
final class StorageRules {

  private static final RuleGroup GROUP = new RuleGroup(HealthCall.STORAGE);

  private static final String ENTRY = "NodeGetStorageHealthResponse.StorageBackendHealth";

  /** How often a report is asked for that must not change. */
  private static final int REPETITIONS = 5;

  private StorageRules() {}

  static List<Rule<DriverUnderTest>> rules() {
    return List.of(
        GROUP.required(
            "D61",
            "storageAnswers",
            "NodeGetStorageHealth",
            "A driver that cannot say is asked for nothing else.",
            trial -> trial.storage().expect(Status.Code.OK)),
        GROUP.required(
            "D62",
            "storageTellsTheFault",
            "NodeGetStorageHealthResponse.backend_health",
            "A fault that is not told is the failure that nobody sees.",
            StorageRules::tellsTheFault),
        GROUP.required(
            "D63",
            "storageConditionsAreUniqueByStatusReasonAndCapability",
            ENTRY + ".reason",
            "The same trouble of two kinds of volumes is two conditions; of one kind it is one.",
            none(Report::keyTwice)),
        GROUP.required(
            "D64",
            "storageConditionsAreAtMostSixteen",
            "Kubernetes: storageHealth.healthConditions",
            "The kubelet drops a report with more.",
            none(Report::tooMany)),
        GROUP.required(
            "D65",
            "storageReasonsAreLegal",
            ENTRY + ".reason is REQUIRED; Kubernetes: storageHealth.healthConditions.reason",
            "Kubernetes refuses a status with any other reason.",
            none(Report::illegalReason)),
        GROUP.optional(
            "D66",
            "storageReasonsAreInCamelCase",
            ENTRY + ".reason: a brief CamelCase string",
            "People and alerts read them beside the reasons of Kubernetes.",
            none(Report::reasonNotInCamelCase)),
        GROUP.required(
            "D67",
            "storageStringsHaveAtMost128Bytes",
            "Size Limits",
            "Longer ones may be cut or refused.",
            none(Report::tooLong)),
        GROUP.required(
            "D68",
            "storageStatusesAreKnown",
            ENTRY + ".status is REQUIRED",
            "Readers act on no other number: such a fault is seen by nobody.",
            none(Report::unknownStatus)),
        GROUP.required(
            "D69",
            "storageCapabilitiesAreUsable",
            ENTRY + ".volume_capability; VolumeCapability",
            "The kubelet drops a whole report for one capability without a type or mode.",
            none(Report::unusableCapability)),
        GROUP.required(
            "D70",
            "storageForgetsARecoveredFault",
            "NodeGetStorageHealthResponse.backend_health",
            "Recovery is told as clearly as the fault was.",
            StorageRules::forgetsARecoveredFault),
        GROUP.optional(
            "D71",
            "storageReportsAreStable",
            ENTRY,
            "An arbitrary choice that changes from call to call looks like news each time.",
            StorageRules::reportsAreStable));
  }

  private static Report report(Trial trial) throws NotTriedException {
    return Report.of(trial.storage().required());
  }

  /** What is told of storage with a fault. */
  private static Report sickReport(Trial trial) throws Exception {
    Trial.Fault unused = trial.degradeStorage();
    return adverse(trial);
  }

  private static Report adverse(Trial trial) throws NotTriedException {
    Report report = report(trial);
    if (report.conditions().isEmpty()) {
      throw NotTriedException.inconclusive("no condition is told of storage with a fault");
    }
    return report;
  }

  private static Trial.Check none(Function<Report, Optional<String>> fault) {
    return trial -> Report.none(List.of(sickReport(trial)), fault);
  }

  private static Outcome tellsTheFault(Trial trial) throws Exception {
    Trial.Fault unused = trial.degradeStorage();
    return report(trial).conditions().isEmpty()
        ? Outcome.fail("no condition is told of storage with a fault")
        : Outcome.pass();
  }

  private static Outcome forgetsARecoveredFault(Trial trial) throws Exception {
    Trial.Fault fault = trial.degradeStorage();
    // A driver that keeps what it has told is found out only if it has told it.
    Report unused = adverse(trial);
    fault.recover();
    return report(trial).conditions().isEmpty()
        ? Outcome.pass()
        : Outcome.fail("conditions are told of storage that has recovered");
  }

  private static Outcome reportsAreStable(Trial trial) throws Exception {
    Set<Condition> first = new HashSet<>(sickReport(trial).conditions());
    for (int i = 1; i < REPETITIONS; i++) {
      if (!first.equals(new HashSet<>(report(trial).conditions()))) {
        return Outcome.fail("other conditions or messages are told, and nothing changed");
      }
    }
    return Outcome.pass();
  }
}
