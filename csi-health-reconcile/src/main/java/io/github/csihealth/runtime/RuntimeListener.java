package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.reconcile.MetricUpdate;
import io.github.csihealth.reconcile.Observation;
import java.time.Duration;
import java.util.Optional;

/**
 * Is told what the runtime sees and does: the seam for logs, metrics and events. Called by one
 * thread at a time; methods must return soon and not throw. All do nothing by default.
 */
public interface RuntimeListener {

  /** Does nothing. */
  RuntimeListener NOOP = new RuntimeListener() {};

  /** The driver said what it is, for the first time or differently from before. */
  default void described(DriverInfo driver) {}

  /**
   * A call of a health RPC ended.
   *
   * @param method the RPC without its service: {@code ControllerListVolumeHealth} for a whole cycle
   * @param duration by elapsed time
   * @param failure empty if it was answered
   */
  default void probed(String method, Duration duration, Optional<ProbeFailure> failure) {}

  /** A decision was taken for a claim; a write, if any, is still to come. */
  default void decided(Bound bound, Observation observation, Decision decision) {}

  /** A write was answered. */
  default void wrote(Bound bound, Decision decision, WriteResult result) {}

  /** A write was answered with 2xx and not kept: the server's feature gate is off (rule C22). */
  default void dropped(Bound bound, Decision decision) {}

  /** Nothing is remembered of this claim any more: it is gone, or bound to another volume. */
  default void forgotten(String claimUid) {}

  /**
   * There is an event to publish on a claim, for a transition that has happened (rules C3, C26).
   */
  default void event(Claim claim, HealthEvent event) {}

  /** A metric changed (rule C26). */
  default void metric(MetricUpdate update) {}

  /** Writes of new fields are held back, but for a canary from time to time; or resume. */
  default void gate(boolean open) {}
}
