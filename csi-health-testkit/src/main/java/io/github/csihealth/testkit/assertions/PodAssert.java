package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import java.util.Optional;

/** Assertions on a pod and the health of its volumes. */
public final class PodAssert extends AbstractHealthAssert<PodAssert, Pod> {

  PodAssert(Pod actual) {
    super(actual, PodAssert.class);
  }

  private String subject() {
    return "pod " + given().namespace() + "/" + given().name();
  }

  /** Goes on with the health of this volume, which is there. */
  public PodVolumeHealthAssert volume(String name) {
    Optional<PodVolumeHealth> health = given().volumeHealth().get(name);
    check(
        health.isPresent(),
        () ->
            "Expected "
                + subject()
                + " to have the health of volume "
                + name
                + ", but it has "
                + given().volumeHealth());
    return new PodVolumeHealthAssert(health.orElseThrow());
  }

  /** There is no information on this volume. */
  public PodAssert hasNoInformationOn(String name) {
    return check(
        given().volumeHealth().get(name).isEmpty(),
        () ->
            "Expected "
                + subject()
                + " to have no health of volume "
                + name
                + ", but it has "
                + given().volumeHealth());
  }
}
