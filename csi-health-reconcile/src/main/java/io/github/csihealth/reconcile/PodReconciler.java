package io.github.csihealth.reconcile;

import io.github.csihealth.model.Finding;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides what the health of a claim's volumes in one pod should become, as the pod's node sees
 * them. A pure function, as {@link ClaimReconciler} is. On recovery the entries stay, without
 * conditions and with the time, unless the options say otherwise (rule C20).
 *
 * <p>The health of a pod's volume is that of a claim, and decided by the same rules. A node probe
 * gives {@link Observation#reported} or {@link Observation#failed}; there is no list cycle on a
 * node.
 *
 * <p>Source: KEP-1432, "Kubelet"; rules C3, C9 to C12 and C24.
 */
public final class PodReconciler {

  private final VolumeKernel<PodVolumes> kernel;

  private PodReconciler(ReconcileOptions options) {
    this.kernel = new PodKernel(options);
  }

  /** With the defaults of the KEP. */
  public static PodReconciler create() {
    return new PodReconciler(ReconcileOptions.defaults());
  }

  /** With these options. */
  public static PodReconciler with(ReconcileOptions options) {
    return new PodReconciler(options);
  }

  /**
   * Decides for all names of one claim in one pod: one report, one write.
   *
   * @param volumes in the pod as stored
   * @param observation what was learned of the claim's volume on the pod's node
   * @param memory from the last decision on this claim in this pod, or {@link Memory#EMPTY}
   * @param now wall time; fractions of a second are dropped (rule C10)
   */
  public Decision decide(PodVolumes volumes, Observation observation, Memory memory, Instant now) {
    Decision decision = kernel.decide(volumes, observation, memory, now);
    return decision.isWrite()
        ? decision.rebasedBy(
            (newer, later) ->
                decide(volumes.in((Pod) newer), observation, decision.memoryUnlessStored(), later))
        : decision;
  }

  private static final class PodKernel extends VolumeKernel<PodVolumes> {

    PodKernel(ReconcileOptions options) {
      super(options);
    }

    @Override
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored(PodVolumes volumes) {
      if (volumes.names().size() == 1) {
        return health(volumes.pod(), volumes.names().get(0)).conditions();
      }
      Map<VolumeHealthCondition.Key, VolumeHealthCondition> all = new LinkedHashMap<>();
      for (String name : volumes.names()) {
        health(volumes.pod(), name)
            .conditions()
            .forEach(condition -> all.putIfAbsent(condition.key(), condition));
      }
      return MapList.copyOf(all.values());
    }

    @Override
    Change change(
        PodVolumes volumes, MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions) {
      Change change = Change.NONE;
      for (int i = 0; i < volumes.names().size(); i++) {
        VolumeHealthStatus health = health(volumes.pod(), volumes.names().get(i));
        change = change.or(change(health, conditions));
      }
      return change;
    }

    @Override
    WriteIntent intent(
        PodVolumes volumes,
        MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions,
        Instant now,
        List<Finding> findings) {
      Map<String, PodVolumeHealth> entries = new LinkedHashMap<>();
      volumes.pod().volumeHealth().forEach(entry -> entries.put(entry.name(), entry));
      for (String name : volumes.names()) {
        VolumeHealthStatus desired =
            desired(
                health(volumes.pod(), name),
                conditions,
                now,
                options().keepOnRecovery(true),
                "status.volumeHealth[name=" + name + "]",
                findings);
        if (desired.state() == HealthState.NO_INFORMATION) {
          entries.remove(name);
        } else {
          entries.put(name, PodVolumeHealth.of(name, desired));
        }
      }
      return new PodIntent(volumes, MapList.copyOf(entries.values()));
    }

    private static VolumeHealthStatus health(Pod pod, String name) {
      return pod.volumeHealth()
          .get(name)
          .map(PodVolumeHealth::health)
          .orElse(VolumeHealthStatus.absent());
    }
  }
}
