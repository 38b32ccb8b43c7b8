package io.github.csihealth.proof;

import io.github.csihealth.model.VolumeHealthCondition.Key;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.Decision.Cause;
import io.github.csihealth.reconcile.HealthEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One decision of the engine on one claim, as laws look at it.
 *
 * @param cycle how many list cycles had ended
 * @param life counts how often what was remembered of the claim was lost
 * @param before what the server held when it was decided, for the last time after a conflict
 * @param sent what the engine asked to write
 * @param after what the server held then
 * @param told the event that was published because it was stored
 * @param surfaced the unknown statuses that were told of
 */
record Event(
    int cycle,
    int life,
    String uid,
    Seen seen,
    Instant now,
    Cause cause,
    VolumeHealthStatus before,
    Optional<VolumeHealthStatus> sent,
    VolumeHealthStatus after,
    Optional<HealthEvent> told,
    List<String> surfaced) {

  boolean changed() {
    return !before.equals(after);
  }

  /** Whether a recovery was asked for. */
  boolean clears() {
    return sent.filter(health -> health.conditions().isEmpty()).isPresent();
  }

  static Set<Key> keys(VolumeHealthStatus health) {
    return Stored.messages(health.conditions()).keySet();
  }
}
