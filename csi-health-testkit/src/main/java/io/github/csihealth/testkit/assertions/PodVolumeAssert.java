package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.PodVolume;
import java.util.Optional;

/** Assertions on a volume of a pod's spec. */
public final class PodVolumeAssert extends AbstractHealthAssert<PodVolumeAssert, PodVolume> {

  PodVolumeAssert(PodVolume actual) {
    super(actual, PodVolumeAssert.class);
  }

  /** The pod calls it this. */
  public PodVolumeAssert hasName(String expected) {
    return checkEqual("the volume's name", given().name(), expected);
  }

  /** It comes from there. */
  public PodVolumeAssert hasSource(PodVolume.Source expected) {
    return checkEqual("the source of volume " + given().name(), given().source(), expected);
  }

  /** It is that of the claim of this name. */
  public PodVolumeAssert hasClaim(String expected) {
    return checkEqual(
        "the claim of volume " + given().name(), given().claimName(), Optional.of(expected));
  }

  /** There is no claim behind it. */
  public PodVolumeAssert hasNoClaim() {
    return checkEqual(
        "the claim of volume " + given().name(), given().claimName(), Optional.empty());
  }
}
