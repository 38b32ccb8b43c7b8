package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.PersistentVolume;

/** A volume of the driver and the claim that it is bound to, both ways (rule C18). */
record BoundVolume(PersistentVolume volume, Claim claim) {

  String handle() {
    return volume.volumeHandle();
  }

  /** Namespace and name of the claim, for people. */
  String claimName() {
    return claim.namespace() + "/" + claim.name();
  }
}
