package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.VolumeHealthStatus;

/** Assertions on a claim and the health stored in it. */
public final class ClaimAssert extends AbstractVolumeHealthAssert<ClaimAssert, Claim> {

  ClaimAssert(Claim actual) {
    super(actual, ClaimAssert.class);
  }

  @Override
  String subject() {
    return "claim " + given().namespace() + "/" + given().name();
  }

  @Override
  VolumeHealthStatus health() {
    return given().health();
  }

  /** The claim has this uid. */
  public ClaimAssert hasUid(String expected) {
    return checkEqual("the uid of " + subject(), given().uid(), expected);
  }

  /** The claim is in this phase. */
  public ClaimAssert hasPhase(String expected) {
    return checkEqual("the phase of " + subject(), given().phase(), expected);
  }

  /** The claim names this persistent volume. */
  public ClaimAssert hasVolumeName(String expected) {
    return checkEqual("the volumeName of " + subject(), given().volumeName(), expected);
  }
}
