package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import java.util.List;
import java.util.Optional;

/** Assertions on what one driver says of its storage backend on one node. */
public final class StorageHealthAssert
    extends AbstractHealthAssert<StorageHealthAssert, StorageHealth> {

  StorageHealthAssert(StorageHealth actual) {
    super(actual, StorageHealthAssert.class);
  }

  private String subject() {
    return "driver " + given().name();
  }

  /** There is no condition. */
  public StorageHealthAssert isHealthy() {
    return hasState(HealthState.HEALTHY);
  }

  /** There is a condition, of a known or an unknown status. */
  public StorageHealthAssert isAdverse() {
    return hasState(HealthState.ADVERSE);
  }

  private StorageHealthAssert hasState(HealthState expected) {
    return checkState(subject(), given().state(), expected, given().conditions());
  }

  /**
   * These are the conditions, messages included, and there is no other; in any order. The time of a
   * condition is compared where the expected one has a time.
   */
  public StorageHealthAssert hasConditions(StorageHealthCondition... expected) {
    Optional<String> difference =
        Differences.ofStorage(subject(), given().conditions().stored(), List.of(expected));
    return check(difference.isEmpty(), difference::orElseThrow);
  }

  /** Goes on with the condition of this full key, which is there. */
  public StorageHealthConditionAssert condition(StorageHealthCondition.Key key) {
    Optional<StorageHealthCondition> condition = given().conditions().get(key);
    check(
        condition.isPresent(),
        () -> "Expected " + subject() + " to have " + key + ", but it has " + given().conditions());
    return new StorageHealthConditionAssert(condition.orElseThrow());
  }

  /** There is no condition of this full key. */
  public StorageHealthAssert doesNotHaveCondition(StorageHealthCondition.Key key) {
    return check(
        given().conditions().get(key).isEmpty(),
        () ->
            "Expected "
                + subject()
                + " not to have "
                + key
                + ", but it has "
                + given().conditions());
  }
}
