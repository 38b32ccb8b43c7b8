package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.StorageHealthCondition;
import java.time.Instant;
import java.util.Optional;

/** Assertions on one condition of a storage backend. */
public final class StorageHealthConditionAssert
    extends AbstractHealthAssert<StorageHealthConditionAssert, StorageHealthCondition> {

  StorageHealthConditionAssert(StorageHealthCondition actual) {
    super(actual, StorageHealthConditionAssert.class);
  }

  /** The condition has this key: status, reason, access mode and volume mode. */
  public StorageHealthConditionAssert hasKey(StorageHealthCondition.Key expected) {
    return checkEqual("the condition's key", given().key(), expected);
  }

  /** The condition has this message; empty for none. */
  public StorageHealthConditionAssert hasMessage(String expected) {
    return checkEqual("the message of " + given().key(), given().message(), expected);
  }

  /** The condition is from this time. */
  public StorageHealthConditionAssert hasLastTransitionTime(Instant expected) {
    return checkTime(Optional.of(expected));
  }

  /** The condition's writer set no time. */
  public StorageHealthConditionAssert hasNoLastTransitionTime() {
    return checkTime(Optional.empty());
  }

  private StorageHealthConditionAssert checkTime(Optional<Instant> expected) {
    Optional<Instant> time = given().lastTransitionTime();
    return check(
        time.equals(expected),
        () ->
            "Expected the lastTransitionTime of "
                + given().key()
                + " to be "
                + Differences.time(expected)
                + ", but it was "
                + Differences.time(time));
  }
}
