package io.github.csihealth.reconcile;

import io.github.csihealth.model.HealthObject;
import java.time.Instant;

/**
 * Decides once more, from the same observation and what is remembered without the write, on a newer
 * copy of the same object.
 */
interface Redecision {

  /** The decision; the object is of the kind that was first decided on, and has its uid. */
  Decision decide(HealthObject newer, Instant now);
}
