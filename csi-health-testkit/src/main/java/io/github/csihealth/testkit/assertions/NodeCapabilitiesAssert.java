package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.NodeCapabilities;

/** Assertions on what a driver's node offers. */
public final class NodeCapabilitiesAssert
    extends AbstractHealthAssert<NodeCapabilitiesAssert, NodeCapabilities> {

  NodeCapabilitiesAssert(NodeCapabilities actual) {
    super(actual, NodeCapabilitiesAssert.class);
  }

  /** The node offers GET_VOLUME_HEALTH. */
  public NodeCapabilitiesAssert offersVolumeHealth() {
    return offers("GET_VOLUME_HEALTH", given().volumeHealth());
  }

  /** The node offers GET_STORAGE_HEALTH. */
  public NodeCapabilitiesAssert offersStorageHealth() {
    return offers("GET_STORAGE_HEALTH", given().storageHealth());
  }

  /** The node offers STAGE_UNSTAGE_VOLUME. */
  public NodeCapabilitiesAssert offersStaging() {
    return offers("STAGE_UNSTAGE_VOLUME", given().staging());
  }

  /** The node offers nothing of health, whether it stages volumes or not. */
  public NodeCapabilitiesAssert offersNoHealth() {
    return check(
        !given().volumeHealth() && !given().storageHealth(),
        () -> "Expected a node that offers no health, but it has " + given());
  }

  private NodeCapabilitiesAssert offers(String capability, boolean offered) {
    return check(
        offered, () -> "Expected a node that offers " + capability + ", but it has " + given());
  }
}
