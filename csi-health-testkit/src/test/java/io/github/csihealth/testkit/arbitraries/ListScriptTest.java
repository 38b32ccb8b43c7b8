package io.github.csihealth.testkit.arbitraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.client.ListSummary;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class ListScriptTest {

  /** Looked up in the pages alone, in another way than it was put in. */
  private static Set<ListQuirk> quirksOf(ListScript script) {
    Set<ListQuirk> quirks = EnumSet.noneOf(ListQuirk.class);
    List<ControllerListVolumeHealthResponse> pages = new ArrayList<>(script.pages());
    if (pages.get(0).getNextToken().endsWith("-voided")) {
      quirks.add(ListQuirk.RESTART);
      pages.remove(0);
    }
    Set<String> before = new HashSet<>();
    Set<String> tokens = new HashSet<>();
    for (ControllerListVolumeHealthResponse page : pages) {
      Set<String> here = new HashSet<>();
      for (VolumeHealth entry : page.getEntriesList()) {
        if (!here.add(entry.getVolumeId())) {
          quirks.add(ListQuirk.REPEATED_VOLUME);
        }
        if (before.contains(entry.getVolumeId())) {
          quirks.add(ListQuirk.SHIFTED_VOLUME);
        }
      }
      before.addAll(here);
      if (page.getEntriesCount() == 0 && !page.getNextToken().isEmpty()) {
        quirks.add(ListQuirk.EMPTY_PAGE);
      }
      if (!page.getNextToken().isEmpty() && !tokens.add(page.getNextToken())) {
        quirks.add(ListQuirk.REPEATED_TOKEN);
      }
      if (page.getEntriesList().stream()
          .anyMatch(e -> e.getHealthStatusesCount() == 0 && !e.getVolumeId().equals("vol-twice"))) {
        quirks.add(ListQuirk.HEALTHY_ENTRY);
      }
    }
    Set<String> absent = new HashSet<>(script.volumes());
    absent.removeAll(before);
    if (absent.contains("vol-gap")) {
      quirks.add(ListQuirk.GAP);
    }
    assertThat(absent).isSubsetOf("vol-gap", "vol-voided");
    if (!pages.get(pages.size() - 1).getNextToken().isEmpty()
        && !quirks.contains(ListQuirk.REPEATED_TOKEN)) {
      quirks.add(ListQuirk.FAILURE);
    }
    return quirks;
  }

  @Property(tries = 300)
  void scriptsHaveWhatWasAskedForAndNothingElse(
      @ForAll("asked") Set<ListQuirk> asked, @ForAll Random random) {
    EveryShrink.of(
        ListScript.scripts(asked.toArray(ListQuirk[]::new)),
        random,
        script -> assertThat(quirksOf(script)).isEqualTo(asked));
  }

  @Provide
  Arbitrary<Set<ListQuirk>> asked() {
    return Arbitraries.of(ListQuirk.class)
        .set()
        .ofMinSize(1)
        .map(
            quirks -> {
              Set<ListQuirk> asked = EnumSet.copyOf(quirks);
              if (asked.contains(ListQuirk.REPEATED_TOKEN)) {
                asked.remove(ListQuirk.FAILURE);
              }
              return asked;
            });
  }

  @Property(tries = 1000)
  void withoutAQuirkNamedEachIsThereOftenEnough(@ForAll Random random) {
    Set<ListQuirk> quirks = quirksOf(ListScript.scripts().generator(1000).next(random).value());
    for (ListQuirk quirk : ListQuirk.values()) {
      Statistics.label(quirk.name())
          .collect(quirks.contains(quirk))
          .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
    }
    Statistics.label("none at all")
        .collect(quirks.isEmpty())
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 3));
  }

  /** What the health client makes of a script that a driver plays is what the script says. */
  @Property(tries = 60)
  void aCorrectReaderDoesAsTheScriptSays(@ForAll("scripts") ListScript script) throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      script.playOn(driver);
      List<VolumeHealthReport> entries = new ArrayList<>();
      ListCycle cycle = ListCycle.begin(script.volumes()::contains);
      ProbeResult<ListSummary> result =
          HealthClient.on(channel.channel())
              .list(
                  new ListListener() {
                    @Override
                    public void entry(VolumeHealthReport entry) {
                      entries.add(entry);
                      cycle.add(entry);
                    }

                    @Override
                    public void restarted() {
                      entries.clear();
                      cycle.restart();
                    }
                  })
              .toCompletableFuture()
              .get(30, TimeUnit.SECONDS);
      ListCycle.Result read = result.fold(done -> cycle.complete(), cycle::fail);
      assertThat(entries).isEqualTo(script.listed());
      assertThat(driver.calls(CsiMethods.LIST_VOLUME_HEALTH)).isEqualTo(script.calls());
      assertThat(result.answer().isPresent()).isEqualTo(script.complete());
      assertThat(result.failure().map(f -> f.kind()))
          .isEqualTo(script.failure().map(f -> f.kind()));
      ListCycle.Result fed = script.feed(ListCycle.begin(script.volumes()::contains));
      assertThat(read.complete()).isEqualTo(fed.complete());
      assertThat(read.listed()).isEqualTo(fed.listed());
      for (String volume : fed.listed()) {
        assertThat(read.observationOf(volume).report().map(r -> r.conditions()))
            .isEqualTo(fed.observationOf(volume).report().map(r -> r.conditions()));
      }
    }
  }

  @Provide
  Arbitrary<ListScript> scripts() {
    return ListScript.scripts();
  }

  /** C14: the union of both pages; adverse beside healthy is adverse; what is voided is absent. */
  @Property(tries = 50)
  void theOdditiesMeanWhatTheirDocsSay(@ForAll Random random) {
    ListScript script =
        ListScript.scripts(ListQuirk.SHIFTED_VOLUME, ListQuirk.REPEATED_VOLUME, ListQuirk.RESTART)
            .generator(1000)
            .next(random)
            .value();
    ListCycle.Result result = script.feed(ListCycle.begin(volume -> true));
    assertThat(reasons(result, "vol-shifted")).containsExactlyInAnyOrder("DiskSlow", "PathDown");
    assertThat(reasons(result, "vol-twice")).containsExactly("DiskSlow");
    assertThat(result.listed()).doesNotContain("vol-voided");
    assertThat(script.volumes()).contains("vol-voided");
  }

  private static List<String> reasons(ListCycle.Result result, String volume) {
    return result.observationOf(volume).report().orElseThrow().conditions().stream()
        .map(c -> c.reason())
        .toList();
  }

  @Example
  void oneCycleHasOneEnd() {
    assertThatThrownBy(() -> ListScript.scripts(ListQuirk.FAILURE, ListQuirk.REPEATED_TOKEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a cycle ends with a repeated token or with a failure");
  }
}
