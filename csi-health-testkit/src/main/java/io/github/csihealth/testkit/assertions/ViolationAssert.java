package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Violation;
import io.github.csihealth.model.ViolationCause;

/** Assertions on what the API server would refuse. */
public final class ViolationAssert extends AbstractHealthAssert<ViolationAssert, Violation> {

  ViolationAssert(Violation actual) {
    super(actual, ViolationAssert.class);
  }

  /** It would be refused for this cause. */
  public ViolationAssert hasCause(ViolationCause expected) {
    return checkEqual("the cause of the violation", given().cause(), expected);
  }

  /** It is about this path. */
  public ViolationAssert hasPath(String expected) {
    return checkEqual("the path of the violation", given().path(), expected);
  }

  /** The detail for people holds this text. */
  public ViolationAssert hasDetailContaining(String text) {
    return checkDetail(given().detail(), text);
  }
}
