package io.github.csihealth.testkit.arbitraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** Known fault 43: what is promised of a value is promised of all that it shrinks to. */
class HealthArbitrariesTest {

  @Property(tries = 40)
  void claimsAreTakenByTheServer(@ForAll Random random) {
    EveryShrink.of(HealthArbitraries.claims(), random, HealthArbitrariesTest::check);
  }

  private static void check(Claim claim) {
    assertThat(HealthValidation.ofClaim(claim.health())).isEmpty();
    check(claim.health());
    assertThat(claim.name()).matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?").hasSizeLessThan(64);
    assertThat(claim.volumeName().isEmpty()).isEqualTo(claim.phase().equals("Pending"));
  }

  private static void check(VolumeHealthStatus health) {
    assertThat(health.conditions().stored().size()).isLessThanOrEqualTo(16);
    assertThat(health.conditions().duplicates()).isEmpty();
    health.lastTransitionTime().ifPresent(HealthArbitrariesTest::checkSeconds);
    health.conditions().forEach(c -> checkTexts(c.reason(), c.message(), 256, 1024));
  }

  private static void checkSeconds(Instant time) {
    assertThat(time.getNano()).isZero();
  }

  private static void checkTexts(String reason, String message, int reasonBytes, int bytes) {
    assertThat(reason).matches("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
    assertThat(reason.length()).isLessThanOrEqualTo(reasonBytes);
    byte[] encoded = message.getBytes(StandardCharsets.UTF_8);
    assertThat(encoded.length).isLessThanOrEqualTo(bytes);
    assertThat(new String(encoded, StandardCharsets.UTF_8)).isEqualTo(message);
  }

  @Property(tries = 40)
  void conditionListsHaveEachKeyOnce(@ForAll Random random) {
    EveryShrink.of(
        HealthArbitraries.conditionLists(),
        random,
        list -> check(VolumeHealthStatus.of(list, null)));
    EveryShrink.of(
        HealthArbitraries.adverseVolumeHealth(),
        random,
        health -> assertThat(health.state()).isEqualTo(HealthState.ADVERSE));
    EveryShrink.of(HealthArbitraries.podVolumeHealth(), random, entry -> check(entry.health()));
  }

  @Property(tries = 40)
  void podsAreTakenByTheServer(@ForAll Random random) {
    EveryShrink.of(
        HealthArbitraries.pods(),
        random,
        pod -> {
          List<String> names = pod.volumes().stream().map(PodVolume::name).toList();
          assertThat(names).doesNotHaveDuplicates();
          assertThat(HealthValidation.ofPod(pod.volumeHealth(), names)).isEmpty();
          pod.volumeHealth().forEach(entry -> check(entry.health()));
          assertThat(pod.volumeHealth().stream().map(e -> source(pod, e.name())))
              .doesNotContain(PodVolume.Source.INLINE_CSI, PodVolume.Source.OTHER);
        });
  }

  @Property(tries = 300)
  void volumesOfPodsComeFromEverySource(@ForAll Random random) {
    PodVolume volume = HealthArbitraries.podVolumes().generator(1000).next(random).value();
    assertThat(volume.claimName().isPresent())
        .isEqualTo(
            volume.source() == PodVolume.Source.CLAIM
                || volume.source() == PodVolume.Source.GENERIC_EPHEMERAL);
    Statistics.collect(volume.source());
    Statistics.coverage(
        coverage -> {
          for (PodVolume.Source source : PodVolume.Source.values()) {
            coverage.check(source).percentage(p -> p > 10);
          }
        });
  }

  private static PodVolume.Source source(Pod pod, String volume) {
    return pod.volumes().stream()
        .filter(v -> v.name().equals(volume))
        .map(PodVolume::source)
        .findFirst()
        .orElseThrow();
  }

  @Property(tries = 40)
  void csiNodesAreTakenByTheServer(@ForAll Random random) {
    EveryShrink.of(HealthArbitraries.csiNodes(), random, HealthArbitrariesTest::check);
    EveryShrink.of(
        HealthArbitraries.storageHealth(),
        random,
        health -> check(CsiNode.builder("n", "u").storageHealth(MapList.of(health)).build()));
  }

  private static void check(CsiNode node) {
    assertThat(HealthValidation.ofCsiNode(node.storageHealth())).isEmpty();
    for (StorageHealth health : node.storageHealth()) {
      assertThat(health.conditions().duplicates()).isEmpty();
      for (StorageHealthCondition condition : health.conditions()) {
        checkTexts(condition.reason(), condition.message(), 256, 1024);
        condition.lastTransitionTime().ifPresent(HealthArbitrariesTest::checkSeconds);
      }
    }
  }

  @Property(tries = 40)
  void reportsAreWhatTheCsiSpecAllows(@ForAll Random random) {
    EveryShrink.of(HealthArbitraries.volumeHealthReports(), random, HealthArbitrariesTest::check);
    EveryShrink.of(HealthArbitraries.storageHealthReports(), random, HealthArbitrariesTest::check);
    EveryShrink.of(
        HealthArbitraries.probeResults(HealthArbitraries.volumeHealthReports("vol-1")),
        random,
        result -> {
          assertThat(result.answer().isPresent()).isNotEqualTo(result.failure().isPresent());
          result.answer().ifPresent(report -> assertThat(report.volumeId()).isEqualTo("vol-1"));
        });
  }

  private static void check(VolumeHealthReport report) {
    assertThat(report.volumeId().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1, 128);
    var conformed = Conformed.ofVolume(report.conditions());
    assertThat(conformed.findings()).isEmpty();
    assertThat(conformed.conditions().size()).isEqualTo(report.conditions().size());
    report.conditions().forEach(c -> checkTexts(c.reason(), c.message(), 128, 128));
  }

  private static void check(StorageHealthReport report) {
    var conformed = Conformed.ofStorage(report.conditions());
    assertThat(conformed.findings()).isEmpty();
    assertThat(conformed.conditions().size()).isEqualTo(report.conditions().size());
    for (StorageHealthCondition condition : report.conditions()) {
      checkTexts(condition.reason(), condition.message(), 128, 128);
      assertThat(condition.accessMode().isPresent()).isEqualTo(condition.volumeMode().isPresent());
    }
  }

  @Property(tries = 40)
  void volumesHaveAClaimWhereTheirPhaseSaysSo(@ForAll Random random) {
    EveryShrink.of(
        HealthArbitraries.persistentVolumes(),
        random,
        volume -> {
          assertThat(volume.volumeHandle()).isNotEmpty();
          assertThat(volume.accessModes()).isNotEmpty();
          assertThat(volume.claimRef().equals(PersistentVolume.ClaimRef.NONE))
              .isEqualTo(volume.phase().equals("Available"));
        });
    EveryShrink.of(
        HealthArbitraries.schedulingPolicies(),
        random,
        policy ->
            assertThat(policy.rules())
                .allMatch(
                    rule ->
                        rule.status().isKnown()
                            && rule.accessModes().stream().allMatch(m -> m.isKnown())));
    EveryShrink.of(HealthArbitraries.times(), random, time -> assertThat(time.getNano()).isZero());
  }

  /** What is rare in a naive generator is not rare here. */
  @Property(tries = 1000)
  void listsAreWellSpread(@ForAll Random random) {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> list =
        HealthArbitraries.conditionLists().generator(1000).next(random).value();
    int size = list.size();
    Statistics.label("size")
        .collect(size == 0 ? "none" : size == 16 ? "16" : size > 4 ? "many" : "few")
        .coverage(
            coverage -> {
              coverage.check("none").percentage(p -> p > 5);
              coverage.check("few").percentage(p -> p > 30);
              coverage.check("many").percentage(p -> p > 3);
              coverage.check("16").percentage(p -> p > 5);
            });
    Statistics.label("longest reason")
        .collect(list.stream().anyMatch(c -> c.reason().length() == 256))
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 2));
    Statistics.label("longest message")
        .collect(list.stream().anyMatch(c -> bytes(c) >= 1022))
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 5));
    Statistics.label("several bytes a character")
        .collect(list.stream().anyMatch(c -> bytes(c) > c.message().length()))
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
  }

  private static int bytes(VolumeHealthCondition condition) {
    return condition.message().getBytes(StandardCharsets.UTF_8).length;
  }

  @Property(tries = 1000)
  void healthIsInAllThreeStates(@ForAll Random random) {
    VolumeHealthStatus health =
        HealthArbitraries.volumeHealth().generator(1000).next(random).value();
    Statistics.label("state")
        .collect(health.state())
        .coverage(
            coverage -> {
              for (HealthState state : HealthState.values()) {
                coverage.check(state).percentage(p -> p > 8);
              }
            });
    Statistics.label("no time")
        .collect(health.lastTransitionTime().isEmpty())
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 8));
  }

  /** A list of keys that all meet keeps its size, so that "at least one" and "16" stay true. */
  @Example
  void entriesOfOneKeyAreToldApart() {
    List<String> distinct =
        Texts.distinct(
            List.of("abcd", "abcd", "abcd", "ab_2"),
            reason -> reason,
            reason -> reason,
            (entry, reason) -> reason,
            4);
    assertThat(distinct).containsExactly("abcd", "ab_2", "ab_3", "ab_4");
  }
}
