package io.github.csihealth.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Equality, hashes and texts of the engine's values. */
class ValuesTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final VolumeHealthCondition A =
      VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "A");
  private static final VolumeHealthCondition NEW =
      VolumeHealthCondition.of(VolumeHealthStatusType.of("99"), "X");
  private static final ProbeFailure FAILURE = ProbeFailure.of(FailureKind.RETRYABLE, "M", "why");

  @Test
  void memoriesAreEqualByAllThatTheyRemember() {
    Memory memory = Memory.of(1, T0, List.of("99"));
    assertEqual(memory, Memory.of(1, T0, List.of("99")));
    assertDiffer(
        memory,
        Memory.of(2, T0, List.of("99")),
        Memory.of(1, null, List.of("99")),
        Memory.of(1, T0, List.of()),
        Memory.EMPTY);
    assertThat(memory)
        .hasToString(
            "absent for 1 cycle(s), last message written at 2026-01-01T00:00:00Z, unknown [99]");
    assertThat(Memory.EMPTY).hasToString("absent for 0 cycle(s), last message written at no time");
    assertThat(Memory.of(0, null, List.of())).isSameAs(Memory.EMPTY);
    assertThat(Memory.of(1, null, List.of())).isNotEqualTo(Memory.EMPTY);
    assertThat(Memory.of(0, T0, List.of())).isNotEqualTo(Memory.EMPTY);
    assertThat(Memory.of(0, null, List.of("1"))).isNotEqualTo(Memory.EMPTY);
  }

  @Test
  void snapshotsAreEqualByTheirMemories() {
    MemorySnapshot snapshot = snapshot("a", 1);
    assertEqual(snapshot, snapshot("a", 1));
    assertDiffer(snapshot, snapshot("a", 2), snapshot("b", 1), MemorySnapshot.empty());
    assertThat(snapshot).hasToString("memories of 1 claim(s)");
  }

  private static MemorySnapshot snapshot(String claim, int absent) {
    return MemorySnapshot.builder()
        .add(
            new BindingIndex.Bound(
                PersistentVolume.builder("pv").csi("d", "h").build(),
                Claim.builder("shop", claim, "uid-" + claim).build()),
            Memory.of(absent, null, List.of()))
        .build();
  }

  @Test
  void eventsAreEqualByReasonAndText() {
    HealthEvent event = HealthEvent.unknown(List.of("99"));
    assertEqual(event, HealthEvent.unknown(List.of("99")));
    assertDiffer(
        event,
        HealthEvent.unknown(List.of("7")),
        HealthEvent.recovered(),
        HealthEvent.abnormal(MapList.of(A)));
    assertThat(List.of(HealthEvent.Reason.values()))
        .extracting(reason -> reason.type() + " " + reason.value())
        .containsExactly(
            "Warning UnknownVolumeHealthCondition",
            "Warning VolumeHealthAbnormal",
            "Normal VolumeHealthRecovered");
  }

  @Test
  void updatesAreEqualByMetricLabelsAndValue() {
    MetricUpdate update = MetricUpdate.unknown("99");
    assertEqual(update, MetricUpdate.unknown("99"));
    assertDiffer(
        update,
        MetricUpdate.unknown("7"),
        MetricUpdate.writeDropped(),
        MetricUpdate.probed("99", "m", true, Duration.ZERO).get(0));
    assertDiffer(
        MetricUpdate.probed("d", "m", true, Duration.ofSeconds(1)).get(1),
        MetricUpdate.probed("d", "m", true, Duration.ofSeconds(2)).get(1));
    assertThat(update.value()).isEqualTo(1);
    assertThat(update.metric()).isEqualTo(HealthMetric.UNKNOWN_CONDITIONS);
    assertThat(HealthMetric.values()).allMatch(metric -> metric.help().endsWith("."));
    assertThat(HealthMetric.PROBE_DURATION.kind()).isEqualTo(HealthMetric.Kind.HISTOGRAM);
  }

  @Test
  void observationsSayWhatTheyAre() {
    VolumeHealthReport report = VolumeHealthReport.of("vol-1", List.of(A, NEW));
    Observation reported = Observation.reported(report);
    Observation partly = Observation.partlyReported(reported.report().orElseThrow(), FAILURE);
    Observation unconfirmed = Observation.absentAndUnconfirmed(FAILURE);
    Observation failed = Observation.failed(FAILURE);
    List<Observation> all = List.of(reported, partly, Observation.absent(), unconfirmed, failed);
    assertThat(all)
        .extracting(Observation::toString)
        .containsExactly(
            "reported [Degraded/A]",
            "partly reported [Degraded/A] (" + FAILURE + ")",
            "absent",
            "absent, unconfirmed (" + FAILURE + ")",
            "failed (" + FAILURE + ")");
    assertThat(all)
        .extracting(Observation::conclusive)
        .containsExactly(true, false, false, false, false);
    assertThat(all)
        .extracting(Observation::mayWrite)
        .containsExactly(true, true, false, true, false);
    assertThat(all)
        .extracting(observation -> observation.failure().isPresent())
        .containsExactly(false, true, false, true, true);
    assertThat(all)
        .extracting(observation -> observation.findings().size())
        .containsExactly(1, 1, 0, 0, 0);
  }

  @Test
  void c18AnIndexForgetsAHandleWithItsLastVolume() {
    BindingIndex index = BindingIndex.of("d");
    assertThat(index.driver()).isEqualTo("d");
    index.volumeSeen(volume("pv-1", "h", "a"));
    index.volumeSeen(volume("pv-2", "h", "b"));
    index.claimSeen(claim("a", "pv-1"));
    index.claimSeen(claim("b", "pv-2"));
    assertThat(index.ofHandle("h")).hasSize(2);
    assertThat(index.ofClaim("shop", "a").orElseThrow().volume().name()).isEqualTo("pv-1");
    assertThat(index.ofClaim("shop", "none")).isEmpty();
    assertThat(index.ofClaim("elsewhere", "a")).isEmpty();

    index.volumeSeen(volume("pv-1", "h2", "a"));
    assertThat(index.ofHandle("h")).hasSize(1);
    assertThat(index.ofHandle("h2")).hasSize(1);
    index.volumeGone("pv-2");
    index.volumeGone("pv-2");
    index.volumeGone("never-seen");
    assertThat(index.ofHandle("h")).isEmpty();
    assertThat(index.ofHandle("h2")).hasSize(1);
    assertThat(index.ofClaim("shop", "b")).isEmpty();
    index.volumeSeen(volume("pv-2", "h", "b"));
    assertThat(index.ofHandle("h")).hasSize(1);
    // A claim that another volume names is not bound to the one that it names itself.
    index.claimSeen(claim("b", "pv-1"));
    assertThat(index.ofClaim("shop", "b")).isEmpty();
  }

  private static PersistentVolume volume(String name, String handle, String claim) {
    return PersistentVolume.builder(name)
        .csi("d", handle)
        .claimRef(new PersistentVolume.ClaimRef("shop", claim, "uid-" + claim))
        .phase("Bound")
        .build();
  }

  private static Claim claim(String name, String volume) {
    return Claim.builder("shop", name, "uid-" + name)
        .volumeName(volume)
        .phase("Bound")
        .resourceVersion("7")
        .build();
  }

  @Test
  void c26LongAndManyUnknownStatusesAreOther() {
    assertThat(UnknownStatuses.distinct(List.of("x".repeat(32), "x".repeat(33), "x".repeat(32))))
        .containsExactly("other", "x".repeat(32));
    List<String> sixteen = numbers(16);
    assertThat(UnknownStatuses.distinct(sixteen)).hasSize(16).doesNotContain("other");
    assertThat(UnknownStatuses.distinct(numbers(17))).hasSize(17).endsWith("other");
    assertThat(UnknownStatuses.distinct(List.of())).isEmpty();
  }

  private static List<String> numbers(int count) {
    return java.util.stream.IntStream.range(10, 10 + count).mapToObj(Integer::toString).toList();
  }

  private static void assertEqual(Object one, Object same) {
    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(one).isNotEqualTo(null).isNotEqualTo("another type");
  }

  private static void assertDiffer(Object one, Object... others) {
    for (Object other : others) {
      assertThat(one).isNotEqualTo(other);
      assertThat(one.hashCode()).as("hash of %s and %s", one, other).isNotEqualTo(other.hashCode());
    }
  }
}
