package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;

/** Assertions on a failed call. */
public final class ProbeFailureAssert
    extends AbstractHealthAssert<ProbeFailureAssert, ProbeFailure> {

  ProbeFailureAssert(ProbeFailure actual) {
    super(actual, ProbeFailureAssert.class);
  }

  /** The failure is of this kind. */
  public ProbeFailureAssert hasKind(FailureKind expected) {
    return check(
        given().kind() == expected,
        () ->
            "Expected a failure "
                + expected
                + ", but it is "
                + given().kind()
                + " ("
                + given()
                + ")");
  }

  /** This RPC failed. */
  public ProbeFailureAssert hasMethod(String expected) {
    return checkEqual("the method that failed", given().method(), expected);
  }

  /** The detail for people holds this text. */
  public ProbeFailureAssert hasDetailContaining(String text) {
    return checkDetail(given().detail(), text);
  }
}
