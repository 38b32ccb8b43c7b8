package io.github.csihealth.reconcile;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import java.time.Instant;
import java.util.List;

/**
 * Decides what a claim's health should become. A pure function: the same arguments give an equal
 * decision, and time comes in as an argument. On recovery the field is removed, unless the options
 * say otherwise (rule C20).
 *
 * <p>Source: KEP-1432, "Reconciliation contract"; rules C3 and C9 to C14.
 */
public final class ClaimReconciler {

  private final VolumeKernel<Claim> kernel;

  private ClaimReconciler(ReconcileOptions options) {
    this.kernel = new ClaimKernel(options);
  }

  /** With the defaults of the KEP. */
  public static ClaimReconciler create() {
    return new ClaimReconciler(ReconcileOptions.defaults());
  }

  /** With these options. */
  public static ClaimReconciler with(ReconcileOptions options) {
    return new ClaimReconciler(options);
  }

  /**
   * Decides.
   *
   * @param claim as stored, with its identity
   * @param observation what was learned of the volume bound to it
   * @param memory from the last decision on this claim, or {@link Memory#EMPTY}
   * @param now wall time; fractions of a second are dropped (rule C10)
   */
  public Decision decide(Claim claim, Observation observation, Memory memory, Instant now) {
    Decision decision = kernel.decide(claim, observation, memory, now);
    return decision.isWrite()
        ? decision.rebasedBy(
            (newer, later) ->
                decide((Claim) newer, observation, decision.memoryUnlessStored(), later))
        : decision;
  }

  private static final class ClaimKernel extends VolumeKernel<Claim> {

    ClaimKernel(ReconcileOptions options) {
      super(options);
    }

    @Override
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored(Claim claim) {
      return claim.health().conditions();
    }

    @Override
    Change change(
        Claim claim, MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions) {
      return change(claim.health(), conditions);
    }

    @Override
    WriteIntent intent(
        Claim claim,
        MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions,
        Instant now,
        List<Finding> findings) {
      VolumeHealthStatus desired =
          desired(
              claim.health(),
              conditions,
              now,
              options().keepOnRecovery(false),
              "status.healthStatus",
              findings);
      return new ClaimIntent(claim, desired);
    }
  }
}
