package io.github.csihealth.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds of every history of reports, for all three fields. */
class DecisionLawsTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final String DRIVER = "d.example.com";
  private static final PodVolumeHealth LOGS =
      PodVolumeHealth.of("logs", VolumeHealthStatus.of(MapList.of(), T0));
  private static final StorageHealth OTHER = StorageHealth.of("e.example.com", MapList.of());
  private static final List<PodVolume> VOLUMES =
      List.of(
          PodVolume.ofClaim("data", "orders"),
          PodVolume.ofClaim("backup", "orders"),
          PodVolume.ofClaim("logs", "logs"));

  /** A report and how long after the one before it came, in milliseconds; clocks step back too. */
  record Step<R>(R report, long millis) {}

  @Provide
  Arbitrary<List<Step<VolumeHealthReport>>> volumeHistories() {
    return history(Reports.volume());
  }

  @Provide
  Arbitrary<List<Step<StorageHealthReport>>> storageHistories() {
    return history(Reports.storage());
  }

  @Provide
  Arbitrary<ReconcileOptions> options() {
    return Combinators.combine(
            Arbitraries.of(true, false).injectNull(0.3),
            Arbitraries.of(Duration.ZERO, Duration.ofMinutes(5)),
            Arbitraries.of(true, false))
        .as(
            (keep, interval, clear) -> {
              ReconcileOptions.Builder builder =
                  ReconcileOptions.builder().messageInterval(interval);
              if (keep != null) {
                builder = keep ? builder.keepFieldOnRecovery() : builder.removeFieldOnRecovery();
              }
              return (clear ? builder.clearOnOnlyUnknown() : builder).build();
            });
  }

  private static <R> Arbitrary<List<Step<R>>> history(Arbitrary<R> reports) {
    return Combinators.combine(reports, Arbitraries.longs().between(-700_000, 700_000))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void claims(
      @ForAll("volumeHistories") List<Step<VolumeHealthReport>> history,
      @ForAll("options") ReconcileOptions options) {
    ClaimReconciler reconciler = ClaimReconciler.with(options);
    Claim claim = claim(VolumeHealthStatus.absent());
    Memory memory = Memory.EMPTY;
    Instant now = T0;
    for (Step<VolumeHealthReport> step : history) {
      now = now.plusMillis(step.millis);
      Observation observation = Observation.reported(step.report);
      Decision decision = reconciler.decide(claim, observation, memory, now);
      memory = decision.memory();
      if (decision.write().isEmpty()) {
        continue;
      }
      ClaimIntent intent = (ClaimIntent) decision.write().get();
      assertThat(HealthValidation.ofClaim(intent.desired())).isEmpty();
      assertTimeOfSet(claim.health(), intent.desired());
      assertThat(HealthJson.readClaim(intent.mergePatch().body()).value().health())
          .isEqualTo(intent.desired());
      assertThat(HealthJson.readClaim(intent.apply("w").body()).value().health())
          .isEqualTo(intent.desired());
      claim = claim(intent.desired());
      assertThat(reconciler.decide(claim, observation, memory, now).write()).isEmpty();
      assertThat(intent.rebase(claim, now).orElseThrow().write()).isEmpty();
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void podVolumes(
      @ForAll("volumeHistories") List<Step<VolumeHealthReport>> history,
      @ForAll("options") ReconcileOptions options) {
    PodReconciler reconciler = PodReconciler.with(options);
    Pod pod = pod(MapList.of(LOGS));
    Memory memory = Memory.EMPTY;
    Instant now = T0;
    for (Step<VolumeHealthReport> step : history) {
      now = now.plusMillis(step.millis);
      Observation observation = Observation.reported(step.report);
      Decision decision = reconciler.decide(PodVolumes.of(pod).get(0), observation, memory, now);
      memory = decision.memory();
      if (decision.write().isEmpty()) {
        continue;
      }
      PodIntent intent = (PodIntent) decision.write().get();
      assertThat(HealthValidation.ofPod(intent.desired(), Set.of("data", "backup", "logs")))
          .isEmpty();
      assertThat(intent.desired().get("logs")).contains(LOGS);
      assertThat(health(intent.desired(), "data")).isEqualTo(health(intent.desired(), "backup"));
      assertTimeOfSet(health(pod.volumeHealth(), "data"), health(intent.desired(), "data"));
      assertThat(HealthJson.readPod(intent.mergePatch().body()).value().volumeHealth())
          .isEqualTo(intent.desired());
      pod = pod(intent.desired());
      assertThat(intent.rebase(pod, now).orElseThrow().write()).isEmpty();
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void storage(
      @ForAll("storageHistories") List<Step<StorageHealthReport>> history,
      @ForAll("options") ReconcileOptions options) {
    StorageReconciler reconciler = StorageReconciler.with(options);
    CsiNode node = node(MapList.of(OTHER));
    Memory memory = Memory.EMPTY;
    Instant now = T0;
    for (Step<StorageHealthReport> step : history) {
      now = now.plusMillis(step.millis);
      StorageObservation observation = StorageObservation.reported(step.report);
      Decision decision = reconciler.decide(node, DRIVER, observation, memory, now);
      memory = decision.memory();
      if (decision.write().isEmpty()) {
        continue;
      }
      StorageIntent intent = (StorageIntent) decision.write().get();
      node = node(intent, node, now);
      assertThat(HealthValidation.ofCsiNode(node.storageHealth())).isEmpty();
      assertThat(intent.rebase(node, now).orElseThrow().write()).isEmpty();
    }
  }

  /** What is stored by the intent, whose times are those of each key. */
  private static CsiNode node(StorageIntent intent, CsiNode before, Instant now) {
    if (intent.desired().isEmpty()) {
      return node(MapList.of(OTHER));
    }
    StorageHealth desired = intent.desired().get();
    for (StorageHealthCondition condition : desired.conditions()) {
      Optional<StorageHealthCondition> stored =
          before.storageHealth().get(DRIVER).flatMap(h -> h.conditions().get(condition.key()));
      assertThat(condition.lastTransitionTime())
          .isEqualTo(
              stored.isPresent()
                  ? stored.get().lastTransitionTime()
                  : Optional.of(Instant.ofEpochSecond(now.getEpochSecond())));
    }
    if (!desired.conditions().isEmpty()) {
      assertThat(HealthJson.readCsiNode(intent.mergePatch().body()).value().storageHealth())
          .isEqualTo(MapList.of(desired));
    }
    return node(MapList.of(OTHER, desired));
  }

  /** The time moves with the set of keys only, and runs back only from far in the future. */
  private static void assertTimeOfSet(VolumeHealthStatus before, VolumeHealthStatus after) {
    if (after.state() == HealthState.NO_INFORMATION || before.lastTransitionTime().isEmpty()) {
      return;
    }
    Instant was = before.lastTransitionTime().get();
    Instant is = after.lastTransitionTime().orElseThrow();
    if (keys(before).equals(keys(after))) {
      assertThat(is).isEqualTo(was);
    } else if (is.isBefore(was)) {
      assertThat(was).isAfter(is.plus(Duration.ofMinutes(5)));
    }
  }

  private static List<VolumeHealthCondition.Key> keys(VolumeHealthStatus health) {
    return health.conditions().stream().map(VolumeHealthCondition::key).toList();
  }

  private static VolumeHealthStatus health(MapList<String, PodVolumeHealth> list, String name) {
    return list.get(name).map(PodVolumeHealth::health).orElse(VolumeHealthStatus.absent());
  }

  private static Claim claim(VolumeHealthStatus health) {
    return Claim.builder("shop", "data", "u1").resourceVersion("7").health(health).build();
  }

  private static Pod pod(MapList<String, PodVolumeHealth> health) {
    return Pod.builder("shop", "web-0", "u1")
        .resourceVersion("7")
        .volumes(VOLUMES)
        .volumeHealth(health)
        .build();
  }

  private static CsiNode node(MapList<String, StorageHealth> health) {
    return CsiNode.builder("n", "u1").resourceVersion("7").storageHealth(health).build();
  }
}
