package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What conditions of a volume look like, whichever of the three calls tells them. */
final class ConditionRules {

  private static final String ENTRY = "VolumeHealth.VolumeHealthEntry";

  /** How often a report is asked for that must not change. */
  private static final int REPETITIONS = 5;

  private ConditionRules() {}

  static List<Rule<DriverUnderTest>> rules() {
    return List.of(
        Rule.required(
            "D51",
            "conditionsAreUniqueByStatusAndReason",
            ENTRY + ".reason",
            "One key twice makes Kubernetes refuse the whole status.",
            none(Report::keyTwice)),
        Rule.required(
            "D52",
            "conditionsAreAtMostSixteen",
            "Kubernetes: healthConditions",
            "Kubernetes refuses a status with more.",
            none(Report::tooMany)),
        Rule.required(
            "D53",
            "reasonsAreLegal",
            ENTRY + ".reason is REQUIRED; Kubernetes: healthConditions.reason",
            "Kubernetes refuses a status with any other reason.",
            none(Report::illegalReason)),
        Rule.optional(
            "D54",
            "reasonsAreInCamelCase",
            ENTRY + ".reason: a brief CamelCase string",
            "People and alerts read them beside the reasons of Kubernetes.",
            none(Report::reasonNotInCamelCase)),
        Rule.required(
            "D55",
            "stringsHaveAtMost128Bytes",
            "Size Limits",
            "Longer ones may be cut or refused.",
            none(Report::tooLong)),
        Rule.required(
            "D56",
            "statusesAreKnown",
            ENTRY + ".status is REQUIRED",
            "Readers act on no other number: such a fault is seen by nobody.",
            none(Report::unknownStatus)),
        Rule.optional(
            "D57",
            "reportsAreStable",
            ENTRY,
            "An arbitrary choice that changes from call to call looks like news each time.",
            subject -> Trial.of(subject, ConditionRules::reportsAreStable)));
  }

  private static Rule.Check<DriverUnderTest> none(Function<Report, Optional<String>> fault) {
    return subject ->
        Trial.of(subject, trial -> Report.none(reports(trial, sickVolume(trial)), fault));
  }

  private static String sickVolume(Trial trial) throws Exception {
    boolean onNode = trial.offers(HealthCall.NODE);
    if (!onNode && !trial.offers(HealthCall.GET) && !trial.offers(HealthCall.LIST)) {
      throw NotTriedException.skipped("the driver offers no health of volumes");
    }
    String volumeId = onNode ? trial.publishedVolume() : trial.volume();
    Trial.Fault unused = trial.degrade(volumeId);
    return volumeId;
  }

  /** What all calls that are offered tell of a volume. */
  private static List<Report> reports(Trial trial, String volumeId) throws NotTriedException {
    List<Report> reports = new ArrayList<>();
    if (trial.offers(HealthCall.GET)) {
      reports.add(Report.of(HealthCall.GET, trial.controllerHealth(volumeId)));
    }
    if (trial.offers(HealthCall.LIST)) {
      for (VolumeHealth entry : trial.listed()) {
        if (entry.getVolumeId().equals(volumeId)) {
          reports.add(Report.of(HealthCall.LIST, entry));
        }
      }
    }
    if (trial.offers(HealthCall.NODE)) {
      reports.add(Report.of(HealthCall.NODE, trial.nodeHealth(volumeId)));
    }
    if (reports.stream().allMatch(report -> report.conditions().isEmpty())) {
      throw NotTriedException.inconclusive("no condition is told of a volume with a fault");
    }
    return reports;
  }

  private static Outcome reportsAreStable(Trial trial) throws Exception {
    String volumeId = sickVolume(trial);
    List<Report> first = reports(trial, volumeId);
    for (int i = 1; i < REPETITIONS; i++) {
      List<Report> again = reports(trial, volumeId);
      for (int j = 0; j < Math.min(first.size(), again.size()); j++) {
        if (!unordered(first.get(j)).equals(unordered(again.get(j)))) {
          return Outcome.fail(
              first.get(j).call() + " tells other conditions or messages, and nothing changed");
        }
      }
    }
    return Outcome.pass();
  }

  /** The order of conditions has no meaning. */
  private static Set<Condition> unordered(Report report) {
    return new HashSet<>(report.conditions());
  }
}
