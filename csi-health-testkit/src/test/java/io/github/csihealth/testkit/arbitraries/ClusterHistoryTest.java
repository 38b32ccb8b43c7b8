package io.github.csihealth.testkit.arbitraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.assertions.HealthAssertions;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class ClusterHistoryTest {

  /** Histories shrink to shorter ones, and each of them can be played. */
  @Property(tries = 25)
  void whatWasPlayedIsSoInTheClusterAndTheDriver(@ForAll("histories") List<ClusterStep> history)
      throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      ClusterPlayer player = ClusterPlayer.on(driver, server, "shop");
      for (ClusterStep step : history) {
        player.play(step);
        checkClaims(player, server);
      }
      driver.recover(CsiMethods.GET_VOLUME_HEALTH);
      for (String volume : List.of("vol-1", "vol-2", "vol-3")) {
        var said =
            HealthClient.on(channel.channel())
                .get(volume)
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        if (player.health(volume).isEmpty()) {
          HealthAssertions.assertThat(said).hasFailed(FailureKind.NOT_FOUND);
        } else {
          List<String> reasons =
              player.health(volume).get().stream().map(VolumeHealthEntry::getReason).toList();
          assertThat(said.answer().orElseThrow().conditions().stream().map(c -> c.reason()))
              .containsExactlyElementsOf(reasons);
        }
      }
    }
  }

  private static void checkClaims(ClusterPlayer player, InMemoryApiServer server) {
    Map<String, String> bound = player.volumes();
    for (String json : server.list("persistentvolumeclaims")) {
      Claim claim = claim(json);
      if (!bound.containsKey(claim.name())) {
        HealthAssertions.assertThat(claim).hasPhase("Pending");
        HealthAssertions.assertThat(volume(server, claim.volumeName())).hasPhase("Released");
      }
    }
    bound.forEach(
        (name, handle) -> {
          Claim claim = claim(server.get("persistentvolumeclaims", "shop", name).orElseThrow());
          HealthAssertions.assertThat(volume(server, claim.volumeName()))
              .isBoundTo(claim)
              .hasCsi(FakeDriver.DEFAULT_NAME, handle);
        });
  }

  private static Claim claim(String json) {
    return HealthJson.readClaim(json.getBytes(StandardCharsets.UTF_8)).value();
  }

  private static PersistentVolume volume(InMemoryApiServer server, String name) {
    String json = server.get("persistentvolumes", "", name).orElseThrow();
    return HealthJson.readPersistentVolume(json.getBytes(StandardCharsets.UTF_8)).value();
  }

  @Provide
  Arbitrary<List<ClusterStep>> histories() {
    return ClusterHistory.histories(15);
  }

  @Property(tries = 500)
  void everyKindOfStepHappens(@ForAll Random random) {
    ClusterStep step = ClusterHistory.steps().generator(1000).next(random).value();
    Statistics.collect(step.kind());
    Statistics.coverage(
        coverage -> {
          for (ClusterStep.Kind kind : ClusterStep.Kind.values()) {
            coverage.check(kind).count(count -> count > 0);
          }
          coverage.check(ClusterStep.Kind.SICK).percentage(p -> p > 15);
        });
  }

  @Example
  void stepsDoWhatTheySay() {
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start()) {
      ClusterPlayer player = ClusterPlayer.on(driver, server, "shop");
      player.play(ClusterStep.bound("data", "vol-1"));
      Claim first = claim(server.get("persistentvolumeclaims", "shop", "data").orElseThrow());
      player.play(ClusterStep.claimRecreated("data"));
      Claim second = claim(server.get("persistentvolumeclaims", "shop", "data").orElseThrow());
      assertThat(second.uid()).isNotEqualTo(first.uid());
      assertThat(second.volumeName()).isEqualTo(first.volumeName());
      assertThat(player.volumes()).isEmpty();
      player.play(ClusterStep.bound("data", "vol-2"));
      player.play(ClusterStep.bound("data", "vol-3"));
      assertThat(player.volumes()).containsExactly(Map.entry("data", "vol-3"));
      assertThat(server.list("persistentvolumes")).hasSize(3);
      player.play(ClusterStep.claimDeleted("data"));
      assertThat(server.list("persistentvolumeclaims")).isEmpty();
      player.play(ClusterStep.gate(false));
      assertThat(server.isVolumeHealthEnabled()).isFalse();
      player.play(ClusterStep.gate(true));
      assertThat(server.isVolumeHealthEnabled()).isTrue();
      player.play(ClusterStep.sick("vol-1", List.of(FakeDriver.entry(1, "DiskSlow", ""))));
      assertThat(player.health("vol-1").orElseThrow()).hasSize(1);
      player.play(ClusterStep.recovered("vol-1"));
      assertThat(player.health("vol-1")).contains(List.of());
      player.play(ClusterStep.forgotten("vol-1"));
      assertThat(player.health("vol-1")).isEmpty();
    }
  }

  @Example
  void stepsSayWhatTheyDo() {
    List<String> texts = new ArrayList<>();
    Set<ClusterStep.Kind> kinds = new HashSet<>();
    for (ClusterStep step :
        List.of(
            ClusterStep.bound("claim-1", "vol-2"),
            ClusterStep.sick("vol-2", List.of(FakeDriver.entry(1, "DiskSlow", "m"))),
            ClusterStep.callFails(CsiMethods.GET_VOLUME_HEALTH, Status.UNAVAILABLE),
            ClusterStep.controllerRestarted())) {
      texts.add(step.toString());
      kinds.add(step.kind());
    }
    assertThat(texts)
        .containsExactly(
            "bound claim-1 to vol-2",
            "sick vol-2 [DEGRADED/DiskSlow]",
            "ControllerGetVolumeHealth fails with UNAVAILABLE",
            "controller restarted");
    assertThat(kinds).hasSize(4);
  }
}
