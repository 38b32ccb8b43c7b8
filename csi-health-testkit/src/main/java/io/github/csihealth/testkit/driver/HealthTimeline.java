package io.github.csihealth.testkit.driver;

import static java.util.Objects.requireNonNull;

import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The health of a volume, or of the node's storage, over time: what it is at the start, and from
 * when on it is something else. Times are offsets from the start, which is when a {@link
 * FakeDriver} is given the timeline. Immutable.
 *
 * <pre>{@code
 * driver.setHealth(
 *     "vol-1",
 *     HealthTimeline.ofVolume()
 *         .from(Duration.ofMinutes(5), FakeDriver.entry(DEGRADED, "DiskSlow", "500 ms"))
 *         .goneFrom(Duration.ofMinutes(20)),
 *     clock);
 * }</pre>
 *
 * @param <E> what a condition is: {@link VolumeHealthEntry} or {@link StorageBackendHealth}
 */
public final class HealthTimeline<E> {

  /** By the offset from which on it holds, the first at 0; empty for gone. Never changed. */
  private final NavigableMap<Duration, Optional<List<E>>> steps;

  private HealthTimeline(NavigableMap<Duration, Optional<List<E>>> steps) {
    this.steps = steps;
  }

  /** A volume that has these conditions at the start; without any it is healthy. */
  public static HealthTimeline<VolumeHealthEntry> ofVolume(VolumeHealthEntry... entries) {
    return starting(List.of(entries));
  }

  /** Storage back ends that have these conditions at the start; without any they are healthy. */
  public static HealthTimeline<StorageBackendHealth> ofStorage(StorageBackendHealth... conditions) {
    return starting(List.of(conditions));
  }

  private static <E> HealthTimeline<E> starting(List<E> entries) {
    NavigableMap<Duration, Optional<List<E>>> steps = new TreeMap<>();
    steps.put(Duration.ZERO, Optional.of(entries));
    return new HealthTimeline<>(steps);
  }

  /**
   * The same, but from the offset on there are these conditions and no others; without any, all is
   * healthy.
   *
   * @throws IllegalArgumentException if the offset is not after the one named last
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // They are copied.
  public final HealthTimeline<E> from(Duration offset, E... entries) {
    return with(offset, Optional.of(List.of(entries)));
  }

  /**
   * The same, but from the offset on the volume is not known: NOT_FOUND, and left out of pages.
   * Storage back ends cannot be gone: {@link FakeDriver#setStorageHealth(HealthTimeline,
   * InstantSource)} refuses it.
   *
   * @throws IllegalArgumentException if the offset is not after the one named last
   */
  public HealthTimeline<E> goneFrom(Duration offset) {
    return with(offset, Optional.empty());
  }

  private HealthTimeline<E> with(Duration offset, Optional<List<E>> entries) {
    requireNonNull(offset, "offset");
    if (offset.compareTo(steps.lastKey()) <= 0) {
      throw new IllegalArgumentException(
          "a timeline is told in order: %s is not after %s".formatted(offset, steps.lastKey()));
    }
    NavigableMap<Duration, Optional<List<E>>> longer = new TreeMap<>(steps);
    longer.put(offset, entries);
    return new HealthTimeline<>(longer);
  }

  /**
   * The conditions at that offset, none for healthy; empty if gone. Before the start they are those
   * of the start.
   */
  public Optional<List<E>> at(Duration offset) {
    return offset.isNegative()
        ? steps.firstEntry().getValue()
        : steps.floorEntry(offset).getValue();
  }

  boolean isEverGone() {
    return steps.containsValue(Optional.<List<E>>empty());
  }

  /** What holds at the time of asking, if it starts now. */
  Supplier<Optional<List<E>>> playedOn(InstantSource clock) {
    Instant start = clock.instant();
    return () -> at(Duration.between(start, clock.instant()));
  }

  @Override
  public String toString() {
    return "HealthTimeline" + steps.keySet();
  }
}
