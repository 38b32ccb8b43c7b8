package io.github.csihealth.runtime;

import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ListCycle;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A CSI driver as the runtime asks it. Every stage must complete, at the deadline of the call at
 * the latest, and on any thread; one that completes exceptionally counts as a failed call.
 */
public interface DriverPort {

  /** What the driver says of itself now: its name and how it may be asked. */
  CompletionStage<ProbeResult<DriverInfo>> describe();

  /** The health of one volume (ControllerGetVolumeHealth). */
  CompletionStage<ProbeResult<VolumeHealthReport>> get(String volumeHandle);

  /**
   * Runs a list cycle to its end (ControllerListVolumeHealth, all pages).
   *
   * @param cycle takes the entries, from one thread at a time, until the stage completes
   * @return empty if the cycle is complete, else why it failed
   */
  CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle);
}
