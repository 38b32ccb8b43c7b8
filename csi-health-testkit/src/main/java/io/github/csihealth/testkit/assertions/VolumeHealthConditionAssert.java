package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatusType;

/** Assertions on one condition of a volume. */
public final class VolumeHealthConditionAssert
    extends AbstractHealthAssert<VolumeHealthConditionAssert, VolumeHealthCondition> {

  VolumeHealthConditionAssert(VolumeHealthCondition actual) {
    super(actual, VolumeHealthConditionAssert.class);
  }

  /** The condition has this key. */
  public VolumeHealthConditionAssert hasKey(VolumeHealthStatusType status, String reason) {
    return checkEqual(
        "the condition's key", given().key(), new VolumeHealthCondition.Key(status, reason));
  }

  /** The condition has this message; empty for none. */
  public VolumeHealthConditionAssert hasMessage(String expected) {
    return checkEqual("the message of " + given().key(), given().message(), expected);
  }
}
