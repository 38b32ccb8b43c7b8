package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Assertions on whatever has the health of a volume.
 *
 * @param <S> the assertion itself
 * @param <A> what has the health
 */
public abstract class AbstractVolumeHealthAssert<S extends AbstractVolumeHealthAssert<S, A>, A>
    extends AbstractHealthAssert<S, A> {

  AbstractVolumeHealthAssert(A actual, Class<S> self) {
    super(actual, self);
  }

  abstract String subject();

  abstract VolumeHealthStatus health();

  /** The field is absent: of a claim "nothing adverse recorded", not "known to be healthy". */
  public S hasNoInformation() {
    return hasState(HealthState.NO_INFORMATION);
  }

  /** The field is present and holds no condition. */
  public S isHealthy() {
    return hasState(HealthState.HEALTHY);
  }

  /** There is a condition, of a known or an unknown status. */
  public S isAdverse() {
    return hasState(HealthState.ADVERSE);
  }

  private S hasState(HealthState expected) {
    return checkState(subject(), health().state(), expected, health());
  }

  /** These are the conditions, messages included, and there is no other; in any order. */
  public S hasConditions(VolumeHealthCondition... expected) {
    Optional<String> difference =
        Differences.ofVolume(subject(), health().conditions().stored(), List.of(expected));
    return check(difference.isEmpty(), difference::orElseThrow);
  }

  /** There is a condition of this key, with whatever message. */
  public S hasCondition(VolumeHealthStatusType status, String reason) {
    var key = new VolumeHealthCondition.Key(status, reason);
    return check(
        health().conditions().get(key).isPresent(),
        () -> "Expected " + subject() + " to have " + key + ", but it has " + conditions());
  }

  /** There is a condition of this key, with this message. */
  public S hasCondition(VolumeHealthStatusType status, String reason, String message) {
    hasCondition(status, reason);
    var key = new VolumeHealthCondition.Key(status, reason);
    return checkEqual(
        "the message of " + key + " of " + subject(),
        health().conditions().get(key).orElseThrow().message(),
        message);
  }

  /** There is no condition of this key. */
  public S doesNotHaveCondition(VolumeHealthStatusType status, String reason) {
    var key = new VolumeHealthCondition.Key(status, reason);
    return check(
        health().conditions().get(key).isEmpty(),
        () -> "Expected " + subject() + " not to have " + key + ", but it has " + conditions());
  }

  private String conditions() {
    return health().conditions().toString();
  }

  /** The set of conditions is from this time. */
  public S hasLastTransitionTime(Instant expected) {
    return checkTime(Optional.of(expected));
  }

  /** There is no time: the field is absent, or its writer set none. */
  public S hasNoLastTransitionTime() {
    return checkTime(Optional.empty());
  }

  private S checkTime(Optional<Instant> expected) {
    Optional<Instant> time = health().lastTransitionTime();
    return check(
        time.equals(expected),
        () ->
            "Expected the lastTransitionTime of "
                + subject()
                + " to be "
                + Differences.time(expected)
                + ", but it was "
                + Differences.time(time));
  }
}
