package io.github.csihealth.reconcile;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Collects one list cycle, entry by entry, until it is complete or has failed (rule C14). A volume
 * may be named more than once: its conditions are then the union by key, so that healthy in one
 * entry and adverse in another is adverse.
 *
 * <p>Only volumes that the caller tracks are kept; the others are counted. Not thread-safe: one
 * thread collects; the {@link Result} is immutable.
 */
public final class ListCycle {

  private final Predicate<String> tracked;
  private final Map<String, Conformed<VolumeHealthCondition.Key, VolumeHealthCondition>> reports =
      new HashMap<>();
  private int untracked;

  private ListCycle(Predicate<String> tracked) {
    this.tracked = Objects.requireNonNull(tracked, "tracked");
  }

  /**
   * A cycle without entries.
   *
   * @param tracked whether this volume handle is one of the caller's
   */
  public static ListCycle begin(Predicate<String> tracked) {
    return new ListCycle(tracked);
  }

  /** An entry of a page. */
  public void add(VolumeHealthReport entry) {
    if (!tracked.test(entry.volumeId())) {
      untracked++;
      return;
    }
    reports.merge(entry.volumeId(), Observation.conform(entry), Conformed::union);
  }

  /** The cycle starts again from its first page: what the earlier attempt listed is discarded. */
  public void restart() {
    reports.clear();
    untracked = 0;
  }

  /** The cycle reached its end. This collector is not to be used any more. */
  public Result complete() {
    return new Result(reports, untracked, Observation.absent(), null);
  }

  /** The cycle failed. This collector is not to be used any more. */
  public Result fail(ProbeFailure failure) {
    return new Result(reports, untracked, Observation.failed(failure), failure);
  }

  /** What a cycle said of each volume. Immutable. */
  public static final class Result {
    private final Map<String, Observation> observations;
    private final int untracked;
    private final Observation unlisted;
    private final boolean complete;

    private Result(
        Map<String, Conformed<VolumeHealthCondition.Key, VolumeHealthCondition>> reports,
        int untracked,
        Observation unlisted,
        @Nullable ProbeFailure failure) {
      Map<String, Observation> byVolume = new HashMap<>();
      reports.forEach(
          (volume, report) ->
              byVolume.put(
                  volume,
                  failure == null
                      ? Observation.reported(report)
                      : Observation.partlyReported(report, failure)));
      this.observations = Map.copyOf(byVolume);
      this.untracked = untracked;
      this.unlisted = unlisted;
      this.complete = failure == null;
    }

    /** Whether the cycle reached its end. */
    public boolean complete() {
      return complete;
    }

    /**
     * What the cycle says of this volume: its entries, or else that it is absent (complete) or that
     * the cycle failed.
     */
    public Observation observationOf(String volumeHandle) {
      return observations.getOrDefault(volumeHandle, unlisted);
    }

    /** The tracked volumes that the cycle named; unmodifiable. */
    public Set<String> listed() {
      return observations.keySet();
    }

    /** How many entries named a volume that is not tracked. */
    public int untracked() {
      return untracked;
    }
  }
}
