package io.github.csihealth.reconcile;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.PersistentVolume;

/**
 * Whether a volume's report may reach a claim: only through a binding that holds both ways, so that
 * a claim re-created under the same name gets nothing from its predecessor (rule C18). Everything
 * but {@link #BOUND} means that nothing is written and stored health stays.
 */
public enum Binding {
  /** The volume is this driver's, and volume and claim name each other by identity. */
  BOUND,
  /** No {@code spec.csi}, or no volume handle: an in-tree or migrated volume. */
  NOT_CSI,
  /** The volume of another driver. */
  OTHER_DRIVER,
  /** The volume is being deleted. */
  BEING_DELETED,
  /** The volume is Available, Released, Failed, or otherwise not Bound. */
  NOT_BOUND,
  /** The volume is reserved for a claim, but has no uid of it yet. */
  PRE_BOUND,
  /** The claim is Lost or Pending, or names another volume. */
  CLAIM_ELSEWHERE,
  /** The claim has the name but not the uid that the volume is bound to. */
  OTHER_CLAIM;

  private static final String PHASE_BOUND = "Bound";

  /**
   * Checks the volume by itself: what holds before any claim is looked at. {@link #BOUND} means
   * that the volume is worth probing.
   */
  public static Binding of(PersistentVolume volume, String driver) {
    if (volume.driver().isEmpty() || volume.volumeHandle().isEmpty()) {
      return NOT_CSI;
    }
    if (!volume.driver().equals(driver)) {
      return OTHER_DRIVER;
    }
    if (volume.deleting()) {
      return BEING_DELETED;
    }
    if (!volume.phase().equals(PHASE_BOUND)) {
      return NOT_BOUND;
    }
    return volume.claimRef().uid().isEmpty() ? PRE_BOUND : BOUND;
  }

  /** Checks the binding of volume and claim, both ways. */
  public static Binding of(PersistentVolume volume, Claim claim, String driver) {
    Binding byVolume = of(volume, driver);
    if (byVolume != BOUND) {
      return byVolume;
    }
    PersistentVolume.ClaimRef ref = volume.claimRef();
    if (!ref.namespace().equals(claim.namespace())
        || !ref.name().equals(claim.name())
        || !ref.uid().equals(claim.uid())) {
      return OTHER_CLAIM;
    }
    return claim.volumeName().equals(volume.name()) && claim.phase().equals(PHASE_BOUND)
        ? BOUND
        : CLAIM_ELSEWHERE;
  }
}
