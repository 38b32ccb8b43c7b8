package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.client.ListSummary;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Observation;
import java.util.List;

/**
 * Is told what the monitor sees and does, by its worker threads, several at a time. Methods must
 * not throw; all do nothing by default.
 */
interface MonitorListener {

  /** A cycle begins, over these volumes. */
  default void begins(List<BoundVolume> bound) {}

  /** A list cycle ended. */
  default void listed(ProbeResult<ListSummary> result) {}

  /** ControllerGetVolumeHealth was asked, in get mode or to confirm. */
  default void asked(BoundVolume volume, ProbeResult<VolumeHealthReport> result) {}

  /** A decision was taken; a write, if any, is still to come. */
  default void decided(BoundVolume volume, Observation observation, Decision decision) {}

  /** A write was answered. */
  default void wrote(BoundVolume volume, Decision decision, WriteResult result) {}
}
