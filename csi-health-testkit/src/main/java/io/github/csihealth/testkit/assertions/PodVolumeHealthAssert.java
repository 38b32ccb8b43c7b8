package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.VolumeHealthStatus;

/** Assertions on the health of a volume in a pod. */
public final class PodVolumeHealthAssert
    extends AbstractVolumeHealthAssert<PodVolumeHealthAssert, PodVolumeHealth> {

  PodVolumeHealthAssert(PodVolumeHealth actual) {
    super(actual, PodVolumeHealthAssert.class);
  }

  @Override
  String subject() {
    return "volume " + given().name();
  }

  @Override
  VolumeHealthStatus health() {
    return given().health();
  }
}
