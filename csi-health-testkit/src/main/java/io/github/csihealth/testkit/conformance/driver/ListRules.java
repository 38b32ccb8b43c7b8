package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** ControllerListVolumeHealth. Two volumes with faults make two pages of one entry. */
final class ListRules {

  private static final RuleGroup GROUP = new RuleGroup(HealthCall.LIST);

  private static final int MOST_TOKEN_BYTES = 128;

  private ListRules() {}

  static List<Rule<DriverUnderTest>> rules() {
    return List.of(
        GROUP.required(
            "D21",
            "listCycleEnds",
            "ControllerListVolumeHealthResponse.next_token",
            "A token that comes twice makes a reader go round for ever; an empty one ends a cycle.",
            ListRules::cycleEnds),
        GROUP.required(
            "D22",
            "listPageHasAtMostMaxEntries",
            "ControllerListVolumeHealthRequest.max_entries",
            "A reader asks for what it has room for.",
            ListRules::pageHasAtMostMaxEntries),
        GROUP.required(
            "D23",
            "listNamesTheSameVolumesInOnePageAsInMany",
            "ControllerListVolumeHealthRequest.max_entries",
            "A list cut without a token, by a limit of the driver's or the caller's, hides volumes.",
            ListRules::namesTheSameVolumesInOnePageAsInMany),
        GROUP.required(
            "D24",
            "listTokensHaveAtMost128Bytes",
            "Size Limits",
            "A longer token may be refused on its way back.",
            ListRules::tokensHaveAtMost128Bytes),
        GROUP.required(
            "D25",
            "listWithAnInvalidTokenIsAborted",
            "ControllerListVolumeHealth Errors",
            "An empty success would look like a list without sick volumes.",
            trial ->
                trial.list(0, "csi-health-conformance-no-such-token").expect(Status.Code.ABORTED)),
        GROUP.required(
            "D26",
            "listWithNegativeMaxEntriesIsInvalidArgument",
            "ControllerListVolumeHealthRequest.max_entries MUST NOT be negative",
            "An empty success would look like a list without sick volumes.",
            trial -> trial.list(-1, "").expect(Status.Code.INVALID_ARGUMENT)),
        GROUP.required(
            "D27",
            "listNamesEveryVolume",
            "VolumeHealth.volume_id is REQUIRED",
            "Health without a volume is health of none.",
            ListRules::namesEveryVolume),
        GROUP.required(
            "D28",
            "listTellsTheFault",
            "ControllerListVolumeHealth: health information about all the volumes",
            "A list whose filter is the wrong way round leaves out what is sick.",
            ListRules::tellsTheFault),
        GROUP.required(
            "D29",
            "listTellsNoFaultOfAHealthyVolume",
            "VolumeHealth.health_statuses",
            "The fault of one volume must not reach another one.",
            ListRules::tellsNoFaultOfAHealthyVolume),
        GROUP.optional(
            "D30",
            "listLeavesOutHealthyVolumes",
            "ControllerListVolumeHealth: SHOULD omit volumes with no known adverse condition",
            "A list is short while little is wrong.",
            ListRules::leavesOutHealthyVolumes),
        GROUP.required(
            "D31",
            "listAgreesWithGet",
            "ControllerListVolumeHealth, ControllerGetVolumeHealth",
            "A reader that falls back from one call to the other sees no change.",
            ListRules::agreesWithGet),
        GROUP.required(
            "D32",
            "listForgetsARecoveredFault",
            "VolumeHealth.health_statuses: an empty list means no adverse condition is known",
            "Recovery is told as clearly as the fault was.",
            ListRules::forgetsARecoveredFault));
  }

  /** Two volumes with faults. */
  private static Set<String> degradeTwo(Trial trial) throws Exception {
    Set<String> sick = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      String volumeId = trial.volume();
      Trial.Fault unused = trial.degrade(volumeId);
      sick.add(volumeId);
    }
    return sick;
  }

  private static Outcome cycleEnds(Trial trial) throws Exception {
    Set<String> sick = degradeTwo(trial);
    for (int maxEntries : new int[] {0, 1}) {
      Trial.Cycle cycle = trial.cycleUpToItsEnd(maxEntries);
      if (!cycle.fault().isEmpty()) {
        return Outcome.fail("with max_entries " + maxEntries + ": " + cycle.fault());
      }
      if (named(cycle.pages(), sick).size() < sick.size()) {
        throw NotTriedException.inconclusive("two volumes have faults, and fewer are listed");
      }
    }
    return Outcome.pass();
  }

  private static Outcome pageHasAtMostMaxEntries(Trial trial) throws Exception {
    Set<String> unused = degradeTwo(trial);
    List<ControllerListVolumeHealthResponse> pages = trial.cycle(1);
    int most = 0;
    int all = 0;
    for (ControllerListVolumeHealthResponse page : pages) {
      most = Math.max(most, page.getEntriesCount());
      all += page.getEntriesCount();
    }
    if (most > 1) {
      return Outcome.fail("a page of max_entries 1 has " + most + " entries");
    }
    if (all < 2) {
      throw NotTriedException.inconclusive("two volumes have faults, and fewer are listed");
    }
    return Outcome.pass();
  }

  private static Outcome namesTheSameVolumesInOnePageAsInMany(Trial trial) throws Exception {
    Set<String> sick = degradeTwo(trial);
    // Others may change meanwhile; these do not.
    int inOne = named(trial.cycle(0), sick).size();
    int inMany = named(trial.cycle(1), sick).size();
    if (inOne + inMany == 0) {
      throw NotTriedException.inconclusive("two volumes have faults, and none is listed");
    }
    return inOne == inMany
        ? Outcome.pass()
        : Outcome.fail(
            "of two volumes with faults, a cycle with max_entries 0 names "
                + inOne
                + ", one with max_entries 1 names "
                + inMany);
  }

  private static Set<String> named(
      List<ControllerListVolumeHealthResponse> pages, Set<String> volumeIds) {
    return pages.stream()
        .flatMap(page -> page.getEntriesList().stream())
        .map(VolumeHealth::getVolumeId)
        .filter(volumeIds::contains)
        .collect(Collectors.toSet());
  }

  private static Outcome tokensHaveAtMost128Bytes(Trial trial) throws Exception {
    Set<String> unused = degradeTwo(trial);
    int longest =
        trial.cycle(1).stream()
            .mapToInt(page -> page.getNextToken().getBytes(StandardCharsets.UTF_8).length)
            .max()
            .orElse(0);
    if (longest == 0) {
      throw NotTriedException.inconclusive("two volumes have faults, and no page has a token");
    }
    return longest <= MOST_TOKEN_BYTES
        ? Outcome.pass()
        : Outcome.fail("a next_token has " + longest + " bytes, over " + MOST_TOKEN_BYTES);
  }

  private static Outcome namesEveryVolume(Trial trial) throws Exception {
    Set<String> unused = degradeTwo(trial);
    List<VolumeHealth> entries = trial.listed();
    if (entries.isEmpty()) {
      throw NotTriedException.inconclusive("two volumes have faults, and nothing is listed");
    }
    return entries.stream().anyMatch(entry -> entry.getVolumeId().isEmpty())
        ? Outcome.fail("an entry has no volume_id")
        : Outcome.pass();
  }

  private static Outcome tellsTheFault(Trial trial) throws Exception {
    String volumeId = trial.volume();
    Trial.Fault unused = trial.degrade(volumeId);
    return keys(trial, volumeId).isEmpty()
        ? Outcome.fail("a volume with a fault is not listed, or without conditions")
        : Outcome.pass();
  }

  private static Outcome tellsNoFaultOfAHealthyVolume(Trial trial) throws Exception {
    String healthy = trial.volume();
    String sick = trial.volume();
    Trial.Fault unused = trial.degrade(sick);
    return keys(trial, healthy).isEmpty()
        ? passIfListed(trial, sick)
        : Outcome.fail("a volume that nothing is wrong with is listed with conditions");
  }

  private static Outcome leavesOutHealthyVolumes(Trial trial) throws Exception {
    String healthy = trial.volume();
    String sick = trial.volume();
    Trial.Fault unused = trial.degrade(sick);
    return of(trial, healthy).stream().anyMatch(entry -> entry.getHealthStatusesCount() == 0)
        ? Outcome.fail("a volume that nothing is wrong with is listed")
        : passIfListed(trial, sick);
  }

  /** What is not in a list says something only of a list that has what it should. */
  private static Outcome passIfListed(Trial trial, String sick) throws NotTriedException {
    expectListed(keys(trial, sick));
    return Outcome.pass();
  }

  /** Ends the rule as inconclusive if no conditions are listed of a volume with a fault. */
  private static void expectListed(Set<Condition.Key> listed) throws NotTriedException {
    if (listed.isEmpty()) {
      throw NotTriedException.inconclusive("a volume with a fault is not listed");
    }
  }

  private static Outcome agreesWithGet(Trial trial) throws Exception {
    trial.requireOffered(HealthCall.GET);
    String volumeId = trial.volume();
    Trial.Fault unused = trial.degrade(volumeId);
    Set<Condition.Key> listed = keys(trial, volumeId);
    expectListed(listed);
    Set<Condition.Key> got = Report.of(HealthCall.GET, trial.controllerHealth(volumeId)).keys();
    if (got.isEmpty()) {
      throw NotTriedException.inconclusive(HealthCall.GET + " tells nothing of the fault");
    }
    return got.equals(listed)
        ? Outcome.pass()
        : Outcome.fail(
            "the conditions of a volume are not those that " + HealthCall.GET + " tells");
  }

  private static Outcome forgetsARecoveredFault(Trial trial) throws Exception {
    String volumeId = trial.volume();
    Trial.Fault fault = trial.degrade(volumeId);
    // A driver that keeps what it has told is found out only if it has told it.
    expectListed(keys(trial, volumeId));
    fault.recover();
    return keys(trial, volumeId).isEmpty()
        ? Outcome.pass()
        : Outcome.fail("a volume that has recovered is listed with conditions");
  }

  private static List<VolumeHealth> of(Trial trial, String volumeId) throws NotTriedException {
    return trial.listed().stream().filter(entry -> entry.getVolumeId().equals(volumeId)).toList();
  }

  /** All conditions that are listed of a volume. */
  private static Set<Condition.Key> keys(Trial trial, String volumeId) throws NotTriedException {
    return of(trial, volumeId).stream()
        .flatMap(entry -> Report.of(HealthCall.LIST, entry).keys().stream())
        .collect(Collectors.toSet());
  }
}
