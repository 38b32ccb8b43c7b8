package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.reconcile.WriteIntent;
import java.util.List;
import java.util.Optional;

/** What the monitor needs of a Kubernetes cluster. */
interface Cluster {

  /** The driver's volumes whose binding holds both ways, as last seen. */
  List<BoundVolume> boundVolumes(String driver);

  /** The same volume as it is seen now; empty if its binding does not hold any more. */
  Optional<BoundVolume> current(PersistentVolume volume, String driver);

  /**
   * Reads the claim of this volume from the server, after it refused a write of an older copy;
   * false if it is gone or cannot be read.
   */
  boolean refresh(BoundVolume volume);

  /** Sends the intent as a patch of the claim's status; returns what came of it, never throws. */
  WriteResult write(WriteIntent intent);
}
