package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.conformance.writer.Scene.DATA;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUME;
import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.expect;
import static io.github.csihealth.testkit.conformance.writer.Scene.optionalOfLoop;
import static io.github.csihealth.testkit.conformance.writer.Scene.requiredOfLoop;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static io.github.csihealth.testkit.driver.FakeDriver.page;

import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.testkit.conformance.Rule;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Writers that list: what pages, cycles and absence mean. */
final class ListRules {

  private static final String PAGING = "CSI spec, ControllerListVolumeHealth: next_token";
  private static final String ABSENCE = "KEP-1432, list mode; CSI spec, ControllerListVolumeHealth";

  /** Pages in a row, of a driver that hands out the same tokens again and again. */
  private static final int TOO_MANY_PAGES = 60;

  /** More entries a page than an exhausted driver can answer. */
  private static final int MANY_ENTRIES = 300;

  private ListRules() {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        requiredOfLoop(
            "W40",
            "abortedTokenVoidsWhatWasListed",
            PAGING,
            "A driver that answers ABORTED to a token has lost its place: the list begins again from"
                + " the first page, and what it said before counts no more.",
            ListRules::aborted),
        requiredOfLoop(
            "W41",
            "everyPageIsFetched",
            PAGING,
            "A page with a next_token is not all: the volumes of the later pages reach their claims"
                + " too.",
            ListRules::everyPage),
        requiredOfLoop(
            "W42",
            "emptyPageIsNotTheEnd",
            PAGING,
            "A page without entries but with a next_token is followed by others; only an empty"
                + " next_token ends the list.",
            ListRules::emptyPage),
        requiredOfLoop(
            "W43",
            "repeatedTokenEndsTheList",
            PAGING,
            "A driver that hands out a token again would be listed for ever: the list is given up,"
                + " and begun anew at its time.",
            ListRules::repeatedToken),
        requiredOfLoop(
            "W44",
            "brokenOffListIsNoRecovery",
            ABSENCE,
            "What a list said before it failed may add conditions, but removes none: a later page"
                + " may say otherwise.",
            ListRules::brokenOff),
        requiredOfLoop(
            "W45",
            "volumeListedTwiceHasAllItsConditions",
            ABSENCE,
            "Entries of one volume in one list add up; one without conditions does not undo"
                + " another.",
            ListRules::listedTwice),
        requiredOfLoop(
            "W46",
            "absenceAloneIsNoRecovery",
            ABSENCE,
            "A volume that a complete list leaves out is asked for by ControllerGetVolumeHealth;"
                + " still sick, or not found, it keeps its conditions.",
            ListRules::absent),
        requiredOfLoop(
            "W47",
            "absenceThatGetConfirmsIsARecovery",
            ABSENCE,
            "A volume that a list leaves out, and that Get says is healthy, has recovered.",
            ListRules::absentAndHealthy),
        requiredOfLoop(
            "W48",
            "absenceCountsInCompleteListsOnly",
            ABSENCE,
            "Where Get gives no answer, only two complete lists in a row without the volume may"
                + " clear it; a failed one between them starts the count anew.",
            ListRules::absentNowAndThen),
        requiredOfLoop(
            "W49",
            "volumeListedWithoutConditionsHasRecovered",
            ABSENCE,
            "A complete list that names the volume with no conditions says that it is well.",
            ListRules::listedHealthy),
        optionalOfLoop(
            "W50",
            "exhaustedDriverIsAskedForSmallerPages",
            "gRPC: RESOURCE_EXHAUSTED; CSI spec, ControllerListVolumeHealth: max_entries",
            "A page that is too large for the driver or for a message would fail for ever: it is"
                + " asked for again with a smaller max_entries.",
            ListRules::exhausted));
  }

  private static void aborted(Scene scene) throws Exception {
    sickAndStored(scene);
    // Other conditions on the first page of a list that is aborted than in the one begun then.
    AtomicInteger lists = new AtomicInteger();
    scene.driver.answer(
        LIST_VOLUME_HEALTH,
        (ControllerListVolumeHealthRequest request) -> {
          if (!request.getStartingToken().isEmpty()) {
            throw Status.ABORTED.asRuntimeException();
          }
          return lists.getAndIncrement() % 2 == 0
              ? page("t1", health(VOLUME, degraded("DiskSlow")))
              : page("", health(VOLUME, degraded("PathLost")));
        });
    scene.rounds(1);
    expectNextPage(scene);
    scene.untilStored(DATA, "Degraded/PathLost");
  }

  private static void exhausted(Scene scene) throws Exception {
    // Get tells nothing: the list has to be enough.
    scene.driver.fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    scene.driver.answer(
        LIST_VOLUME_HEALTH,
        (ControllerListVolumeHealthRequest request) -> {
          if (request.getMaxEntries() == 0 || request.getMaxEntries() > MANY_ENTRIES) {
            throw Status.RESOURCE_EXHAUSTED.asRuntimeException();
          }
          return page("", health(VOLUME, degraded("DiskSlow")));
        });
    scene.startListing();
    scene.untilStored(DATA, "Degraded/DiskSlow");
  }

  private static void everyPage(Scene scene) throws Exception {
    scene.bind("second", "vol-2");
    scene.driver.pageSize(1);
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.report("vol-2", degraded("PathLost"));
    scene.startListing();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.untilStored("second", "Degraded/PathLost");
  }

  private static void emptyPage(Scene scene) throws Exception {
    scene.bind("first", "vol-2");
    answer(
        scene,
        Map.of(
            "", page("t1", health("vol-2", degraded("PathLost"))),
            "t1", page("t2"),
            "t2", page("", health(VOLUME, degraded("DiskSlow")))));
    scene.startListing();
    scene.rounds(1);
    expectNextPage(scene);
    scene.untilStored(DATA, "Degraded/DiskSlow");
  }

  /** Ends the rule without a verdict for a writer that knows no second page. */
  private static void expectNextPage(Scene scene) {
    boolean pagesOn =
        scene.driver.requests(LIST_VOLUME_HEALTH).stream()
            .anyMatch(request -> request.getStartingToken().equals("t1"));
    if (!pagesOn) {
      throw RuleEnd.inconclusive("the writer does not fetch a second page at all");
    }
  }

  /** The pages by their tokens; any other token is ABORTED, as the specification says. */
  private static void answer(Scene scene, Map<String, ControllerListVolumeHealthResponse> pages) {
    scene.driver.answer(
        LIST_VOLUME_HEALTH,
        (ControllerListVolumeHealthRequest request) -> {
          ControllerListVolumeHealthResponse page = pages.get(request.getStartingToken());
          if (page == null) {
            throw Status.ABORTED.asRuntimeException();
          }
          return page;
        });
  }

  private static void repeatedToken(Scene scene) throws Exception {
    answer(
        scene,
        Map.of(
            "", page("a", health(VOLUME, degraded("DiskSlow"))),
            "a", page("b"),
            "b", page("a")));
    scene.startListing();
    int pages = scene.driver.calls(LIST_VOLUME_HEALTH);
    long wanted = scene.beginnings() + 3;
    scene.until(
        "the writer begins to list again, or asks for too many pages",
        () ->
            scene.beginnings() >= wanted
                || scene.driver.calls(LIST_VOLUME_HEALTH) > pages + TOO_MANY_PAGES);
    int asked = scene.driver.calls(LIST_VOLUME_HEALTH) - pages;
    expect(
        asked <= TOO_MANY_PAGES,
        "it asked for " + asked + " pages of a driver whose tokens go round in a circle");
  }

  private static void brokenOff(Scene scene) throws Exception {
    sickAndStored(scene);
    // The first page says that the volume is well; the second, which never comes, might not.
    answerOrFail(scene, page("t1", health(VOLUME)));
    scene.rounds(5);
    expectNextPage(scene);
    scene.expectStored("after lists that failed at the second page", DATA, "Degraded/DiskSlow");
  }

  private static void answerOrFail(Scene scene, ControllerListVolumeHealthResponse first) {
    scene.driver.answer(
        LIST_VOLUME_HEALTH,
        (ControllerListVolumeHealthRequest request) -> {
          if (!request.getStartingToken().isEmpty()) {
            throw Status.UNAVAILABLE.asRuntimeException();
          }
          return first;
        });
  }

  private static void sickAndStored(Scene scene) throws Exception {
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.startListing();
    scene.untilStored(DATA, "Degraded/DiskSlow");
  }

  private static void listedTwice(Scene scene) throws Exception {
    answer(
        scene,
        Map.of(
            "",
            page(
                "",
                health(VOLUME, degraded("DiskSlow")),
                health(VOLUME, entry(VolumeHealthErrorType.INACCESSIBLE, "PathLost", "")),
                health(VOLUME))));
    scene.startListing();
    scene.untilStored(DATA, "Degraded/DiskSlow", "Inaccessible/PathLost");
  }

  private static void absent(Scene scene) throws Exception {
    scene.bind("lost", "vol-2");
    scene.report("vol-2", degraded("PathLost"));
    sickAndStored(scene);
    scene.untilStored("lost", "Degraded/PathLost");
    scene.driver.forget("vol-2");
    answer(scene, Map.of("", page("")));
    scene.rounds(5);
    String when = "after complete lists without the volume, which Get says is ";
    scene.expectStored(when + "still sick", DATA, "Degraded/DiskSlow");
    scene.expectStored(when + "not found", "lost", "Degraded/PathLost");
  }

  private static void absentAndHealthy(Scene scene) throws Exception {
    sickAndStored(scene);
    scene.report(VOLUME);
    scene.untilStored(DATA);
  }

  private static void absentNowAndThen(Scene scene) throws Exception {
    sickAndStored(scene);
    AtomicInteger cycles = new AtomicInteger();
    scene.driver.fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    scene.driver.answer(
        LIST_VOLUME_HEALTH,
        (ControllerListVolumeHealthRequest request) -> {
          if (cycles.getAndIncrement() % 2 == 1) {
            throw Status.INTERNAL.asRuntimeException();
          }
          return page("");
        });
    scene.rounds(7);
    scene.expectStored("after every other list had failed", DATA, "Degraded/DiskSlow");
  }

  private static void listedHealthy(Scene scene) throws Exception {
    sickAndStored(scene);
    // Get tells nothing: the list has to be enough.
    scene.driver.fail(GET_VOLUME_HEALTH, Status.NOT_FOUND);
    scene.driver.listHealthy(true);
    scene.report(VOLUME);
    scene.untilStored(DATA);
  }
}
