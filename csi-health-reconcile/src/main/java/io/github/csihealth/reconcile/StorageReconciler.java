package io.github.csihealth.reconcile;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.reconcile.Decision.Cause;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the health of one driver's storage backend on one CSINode should become. A pure
 * function, as {@link ClaimReconciler} is. On recovery the driver's entry is removed, unless the
 * options say otherwise (rule C20).
 *
 * <p>Each condition has a transition time of its own: it is kept as long as the (status, reason,
 * accessMode, volumeMode) stays, whatever joins or leaves beside it. One that another writer stored
 * without a time gets that of the first write of the list (rule C24).
 *
 * <p>Source: KEP-1432, "Kubelet"; rules C3, C9 to C12 and C24.
 */
public final class StorageReconciler {

  private final StorageKernel kernel;

  private StorageReconciler(ReconcileOptions options) {
    this.kernel = new StorageKernel(options);
  }

  /** With the defaults of the KEP. */
  public static StorageReconciler create() {
    return new StorageReconciler(ReconcileOptions.defaults());
  }

  /** With these options. */
  public static StorageReconciler with(ReconcileOptions options) {
    return new StorageReconciler(options);
  }

  /**
   * Decides for one driver; the entries of others are never touched.
   *
   * @param node as stored
   * @param driver the driver's name
   * @param observation what was learned of its backend on this node
   * @param memory from the last decision on this driver and node, or {@link Memory#EMPTY}
   * @param now wall time; fractions of a second are dropped (rule C10)
   */
  public Decision decide(
      CsiNode node, String driver, StorageObservation observation, Memory memory, Instant now) {
    Optional<Conformed<StorageHealthCondition.Key, StorageHealthCondition>> report =
        observation.report();
    if (report.isEmpty()) {
      return Decision.keep(Cause.PROBE_FAILED, memory);
    }
    Decision decision = kernel.onReport(new Entry(node, driver), report.get(), memory, now);
    return decision.isWrite()
        ? decision.rebasedBy(
            (newer, later) ->
                decide((CsiNode) newer, driver, observation, decision.memoryUnlessStored(), later))
        : decision;
  }

  /** The place of one driver in one CSINode. */
  private record Entry(CsiNode node, String driver) {

    MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions() {
      return node.storageHealth().get(driver).map(StorageHealth::conditions).orElseGet(MapList::of);
    }
  }

  private static final class StorageKernel
      extends Kernel<Entry, StorageHealthCondition.Key, StorageHealthCondition> {

    StorageKernel(ReconcileOptions options) {
      super(options);
    }

    @Override
    Change change(
        Entry entry, MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions) {
      return Change.between(entry.conditions(), conditions, StorageHealthCondition::message);
    }

    /** No event is defined for a backend (rule C26). */
    @Override
    @Nullable HealthEvent transition(
        Entry entry,
        MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions,
        Cause cause) {
      return null;
    }

    @Override
    WriteIntent intent(
        Entry entry,
        MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions,
        Instant now,
        List<Finding> findings) {
      if (conditions.isEmpty() && !options().keepOnRecovery(false)) {
        return new StorageIntent(entry.node, entry.driver, null);
      }
      Instant second = now.truncatedTo(ChronoUnit.SECONDS);
      MapList<StorageHealthCondition.Key, StorageHealthCondition> stored = entry.conditions();
      return new StorageIntent(
          entry.node,
          entry.driver,
          StorageHealth.of(
              entry.driver,
              MapList.copyOf(
                  conditions.stream()
                      .map(condition -> timed(condition, stored.get(condition.key()), second))
                      .toList())));
    }

    /** The stored condition where it is unchanged, so that fields unknown to us survive. */
    private static StorageHealthCondition timed(
        StorageHealthCondition condition, Optional<StorageHealthCondition> stored, Instant now) {
      StorageHealthCondition base =
          stored.filter(old -> old.message().equals(condition.message())).orElse(condition);
      return base.withLastTransitionTime(
          stored.flatMap(StorageHealthCondition::lastTransitionTime).orElse(now));
    }
  }
}
