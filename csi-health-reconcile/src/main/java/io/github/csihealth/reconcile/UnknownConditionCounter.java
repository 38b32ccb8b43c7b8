package io.github.csihealth.reconcile;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts unknown statuses over all volumes as {@link HealthMetric#UNKNOWN_CONDITIONS}: the first 16
 * distinct numbers each have a series, every later one is "other", so that no driver can make
 * series without end (rule C26).
 *
 * <p>One for a program. Not thread-safe.
 */
public final class UnknownConditionCounter {

  private final Set<String> distinct = new HashSet<>();

  /** A counter that has seen no status yet. */
  public UnknownConditionCounter() {}

  /** What a decision adds to the metric; empty for most. */
  public List<MetricUpdate> count(Decision decision) {
    return decision.newlyUnknown().stream().map(this::label).map(MetricUpdate::unknown).toList();
  }

  private String label(String status) {
    if (distinct.contains(status)) {
      return status;
    }
    if (distinct.size() >= UnknownStatuses.MAX_DISTINCT) {
      return UnknownStatuses.OTHER;
    }
    distinct.add(status);
    return status;
  }
}
