package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.RedactedText;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;

/**
 * What a driver answers to the calls of one list cycle, in order: pages, and failures between them.
 * A correct reader makes exactly {@link #calls} calls. Immutable.
 *
 * <pre>{@code
 * @Property
 * void voidedEntriesAreNotRead(@ForAll("restarts") ListScript script) {
 *   script.playOn(driver);          // a FakeDriver: then let the code under test list
 *   ListCycle.Result expected = script.feed(ListCycle.begin(script.volumes()::contains));
 * }
 *
 * @Provide
 * Arbitrary<ListScript> restarts() {
 *   return ListScript.scripts(ListQuirk.RESTART);
 * }
 * }</pre>
 */
public final class ListScript {

  private static final String METHOD = "ControllerListVolumeHealth";

  /** One answer: a page, or a failure. */
  private record Reply(@Nullable ControllerListVolumeHealthResponse page, Status failure) {

    static Reply page(List<VolumeHealth> entries, String token) {
      return new Reply(
          ControllerListVolumeHealthResponse.newBuilder()
              .addAllEntries(entries)
              .setNextToken(token)
              .build(),
          Status.OK);
    }

    static Reply failure(Status status) {
      return new Reply(null, status);
    }

    @Override
    public String toString() {
      return page == null ? failure.getCode().toString() : RedactedText.of(page);
    }
  }

  private final List<Reply> replies;
  private final Set<String> volumes;
  private final boolean restarts;
  private final @Nullable ProbeFailure failure;

  private ListScript(
      List<Reply> replies,
      Collection<String> volumes,
      boolean restarts,
      @Nullable ProbeFailure failure) {
    this.replies = List.copyOf(replies);
    this.volumes = Set.copyOf(volumes);
    this.restarts = restarts;
    this.failure = failure;
  }

  /**
   * Cycles over a few volumes on a few pages. Each sample has every quirk asked for, also after
   * shrinking, and no other; without one named it has any of them or none.
   *
   * @throws IllegalArgumentException if the cycle is to end with both a repeated token and a
   *     failure
   */
  public static Arbitrary<ListScript> scripts(ListQuirk... quirks) {
    Set<ListQuirk> asked = EnumSet.noneOf(ListQuirk.class);
    asked.addAll(List.of(quirks));
    if (asked.contains(ListQuirk.REPEATED_TOKEN) && asked.contains(ListQuirk.FAILURE)) {
      throw new IllegalArgumentException("a cycle ends with a repeated token or with a failure");
    }
    return quirks.length > 0
        ? of(asked)
        : Arbitraries.of(ListQuirk.class).set().map(ListScript::withOneEnd).flatMap(ListScript::of);
  }

  private static Set<ListQuirk> withOneEnd(Set<ListQuirk> quirks) {
    Set<ListQuirk> one = EnumSet.noneOf(ListQuirk.class);
    one.addAll(quirks);
    if (one.contains(ListQuirk.REPEATED_TOKEN)) {
      one.remove(ListQuirk.FAILURE);
    }
    return one;
  }

  private static Arbitrary<ListScript> of(Set<ListQuirk> quirks) {
    return Combinators.combine(
            CsiArbitraries.volumeHealthEntries()
                .list()
                .ofMinSize(1)
                .ofMaxSize(2)
                .list()
                .ofMaxSize(5),
            Arbitraries.integers().between(1, 3),
            Texts.text(64),
            Arbitraries.integers().between(0, 20),
            Arbitraries.of(Status.UNAVAILABLE, Status.INTERNAL, Status.DEADLINE_EXCEEDED))
        .as(
            (adverse, pageSize, token, place, failure) -> {
              List<List<VolumeHealth>> pages = new ArrayList<>();
              for (int i = 0; i < adverse.size(); i++) {
                if (i % pageSize == 0) {
                  pages.add(new ArrayList<>());
                }
                pages
                    .get(pages.size() - 1)
                    .add(
                        VolumeHealth.newBuilder()
                            .setVolumeId("vol-" + (i + 1))
                            .addAllHealthStatuses(CsiArbitraries.distinctEntries(adverse.get(i)))
                            .build());
              }
              return script(quirks, pages, token, place, failure);
            });
  }

  private static ListScript script(
      Set<ListQuirk> quirks,
      List<List<VolumeHealth>> pages,
      String token,
      int place,
      Status failure) {
    addQuirks(quirks, pages, place);
    Set<String> volumes =
        pages.stream()
            .flatMap(List::stream)
            .map(VolumeHealth::getVolumeId)
            .collect(Collectors.toCollection(TreeSet::new));
    if (quirks.contains(ListQuirk.GAP)) {
      volumes.add("vol-gap");
    }
    List<Reply> replies = new ArrayList<>();
    if (quirks.contains(ListQuirk.RESTART)) {
      volumes.add("vol-voided");
      replies.add(Reply.page(List.of(adverse("vol-voided", "DiskSlow")), token + "-voided"));
      replies.add(Reply.failure(Status.ABORTED));
    }
    int last = pages.size() - 1;
    for (int i = 0; i < last; i++) {
      replies.add(Reply.page(pages.get(i), token + "-" + i));
    }
    ProbeFailure end = null;
    if (quirks.contains(ListQuirk.REPEATED_TOKEN)) {
      replies.add(Reply.page(pages.get(last), token + "-" + place % last));
      end = ProbeFailure.of(FailureKind.DRIVER_FAULT, METHOD, "a token came twice");
    } else if (quirks.contains(ListQuirk.FAILURE)) {
      replies.add(Reply.page(pages.get(last), token + "-" + last));
      replies.add(Reply.failure(failure));
      end = ProbeFailure.of(FailureKind.RETRYABLE, METHOD, failure.getCode().toString());
    } else {
      replies.add(Reply.page(pages.get(last), ""));
    }
    return new ListScript(replies, volumes, quirks.contains(ListQuirk.RESTART), end);
  }

  /** Each quirk has a volume of its own, so that none of them undoes another. */
  private static void addQuirks(Set<ListQuirk> quirks, List<List<VolumeHealth>> pages, int place) {
    if (pages.isEmpty()) {
      pages.add(new ArrayList<>());
    }
    if (quirks.contains(ListQuirk.REPEATED_TOKEN) || quirks.contains(ListQuirk.FAILURE)) {
      // With a token on its last page, a cycle without entries would have an empty page too.
      pages.get(0).add(adverse("vol-first", "DiskSlow"));
    }
    if (quirks.contains(ListQuirk.SHIFTED_VOLUME)) {
      int from = place % pages.size();
      pages.get(from).add(adverse("vol-shifted", "DiskSlow"));
      if (from + 1 == pages.size()) {
        pages.add(new ArrayList<>());
      }
      pages.get(from + 1).add(0, adverse("vol-shifted", "PathDown"));
    }
    if (quirks.contains(ListQuirk.REPEATED_VOLUME)) {
      List<VolumeHealth> page = pages.get(place % pages.size());
      page.add(0, FakeDriver.health("vol-twice"));
      page.add(adverse("vol-twice", "DiskSlow"));
    }
    if (quirks.contains(ListQuirk.HEALTHY_ENTRY)) {
      pages.get(place % pages.size()).add(FakeDriver.health("vol-healthy"));
    }
    if (quirks.contains(ListQuirk.EMPTY_PAGE)) {
      pages.add(place % pages.size(), List.of());
    }
    if (quirks.contains(ListQuirk.REPEATED_TOKEN) && pages.size() == 1) {
      pages.add(List.of(adverse("vol-last", "DiskSlow")));
    }
  }

  private static VolumeHealth adverse(String volumeId, String reason) {
    return FakeDriver.health(volumeId, FakeDriver.entry(1, reason, ""));
  }

  /** The driver will answer its next calls of ControllerListVolumeHealth with this script. */
  public void playOn(FakeDriver driver) {
    for (Reply reply : replies) {
      if (reply.page != null) {
        driver.answerNext(CsiMethods.LIST_VOLUME_HEALTH, reply.page);
      } else {
        driver.failNext(CsiMethods.LIST_VOLUME_HEALTH, reply.failure);
      }
    }
  }

  /** What a correct reader makes of the script: entries, restarts and the end go into the cycle. */
  public ListCycle.Result feed(ListCycle cycle) {
    for (Reply reply : replies) {
      if (reply.page != null) {
        reply.page.getEntriesList().stream().map(HealthMapping::toReport).forEach(cycle::add);
      } else if (reply.failure.getCode() == Status.Code.ABORTED) {
        cycle.restart();
      }
    }
    return failure == null ? cycle.complete() : cycle.fail(failure);
  }

  /** The driver's volumes, listed or not; to be tracked, for instance. */
  public Set<String> volumes() {
    return volumes;
  }

  /** How many calls a correct reader makes. */
  public int calls() {
    return replies.size();
  }

  /** The pages in the order of the calls, those of an attempt that was given up included. */
  public List<ControllerListVolumeHealthResponse> pages() {
    return replies.stream().flatMap(reply -> Stream.ofNullable(reply.page)).toList();
  }

  /** The entries of the attempt that counts, in order, repeats included. */
  public List<VolumeHealthReport> listed() {
    return pages().stream()
        .skip(restarts ? 1 : 0)
        .flatMap(page -> page.getEntriesList().stream())
        .map(HealthMapping::toReport)
        .toList();
  }

  /** Whether the cycle reaches its end. */
  public boolean complete() {
    return failure == null;
  }

  /** Why the cycle fails; empty if it is complete. The detail is in the words of this class. */
  public Optional<ProbeFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** The answers in order, on one line. */
  @Override
  public String toString() {
    return replies.toString();
  }
}
