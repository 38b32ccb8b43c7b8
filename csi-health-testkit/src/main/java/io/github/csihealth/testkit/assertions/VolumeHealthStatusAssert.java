package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.VolumeHealthStatus;

/** Assertions on the health of a volume. */
public final class VolumeHealthStatusAssert
    extends AbstractVolumeHealthAssert<VolumeHealthStatusAssert, VolumeHealthStatus> {

  VolumeHealthStatusAssert(VolumeHealthStatus actual) {
    super(actual, VolumeHealthStatusAssert.class);
  }

  @Override
  String subject() {
    return "the health";
  }

  @Override
  VolumeHealthStatus health() {
    return given();
  }
}
