package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import java.util.ArrayList;
import java.util.List;

/** Assertions on a persistent volume. */
public final class PersistentVolumeAssert
    extends AbstractHealthAssert<PersistentVolumeAssert, PersistentVolume> {

  PersistentVolumeAssert(PersistentVolume actual) {
    super(actual, PersistentVolumeAssert.class);
  }

  private String subject() {
    return "persistent volume " + given().name();
  }

  /** The volume is this one of this CSI driver. */
  public PersistentVolumeAssert hasCsi(String driver, String volumeHandle) {
    checkEqual("the driver of " + subject(), given().driver(), driver);
    return checkEqual("the volumeHandle of " + subject(), given().volumeHandle(), volumeHandle);
  }

  /** The volume is in this phase. */
  public PersistentVolumeAssert hasPhase(String expected) {
    return checkEqual("the phase of " + subject(), given().phase(), expected);
  }

  /** Volume and claim are bound to each other, both ways (rule C18). */
  public PersistentVolumeAssert isBoundTo(Claim claim) {
    List<String> faults = new ArrayList<>();
    if (!given().phase().equals("Bound")) {
      faults.add("its phase is \"" + given().phase() + "\"");
    }
    ClaimRef wanted = new ClaimRef(claim.namespace(), claim.name(), claim.uid());
    if (!given().claimRef().equals(wanted)) {
      faults.add("its claimRef is " + text(given().claimRef()) + ", not " + text(wanted));
    }
    if (!claim.volumeName().equals(given().name())) {
      faults.add("the claim's volumeName is \"" + claim.volumeName() + "\"");
    }
    return check(
        faults.isEmpty(),
        () ->
            "Expected "
                + subject()
                + " to be bound to claim "
                + claim.namespace()
                + "/"
                + claim.name()
                + ", but:\n  "
                + String.join("\n  ", faults));
  }

  private static String text(ClaimRef claim) {
    return claim.equals(ClaimRef.NONE)
        ? "none"
        : claim.namespace() + "/" + claim.name() + " with uid \"" + claim.uid() + "\"";
  }
}
