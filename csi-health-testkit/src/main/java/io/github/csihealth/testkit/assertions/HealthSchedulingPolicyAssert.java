package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.HealthSchedulingPolicy;
import io.github.csihealth.model.HealthSchedulingRule;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.StorageHealth;
import java.util.List;

/**
 * <strong>Experimental.</strong> Assertions on a scheduling policy, which is no part of Kubernetes
 * v1.37; may change or go in any version.
 */
public final class HealthSchedulingPolicyAssert
    extends AbstractHealthAssert<HealthSchedulingPolicyAssert, HealthSchedulingPolicy> {

  HealthSchedulingPolicyAssert(HealthSchedulingPolicy actual) {
    super(actual, HealthSchedulingPolicyAssert.class);
  }

  /** These are the rules, in this order. */
  public HealthSchedulingPolicyAssert hasRules(HealthSchedulingRule... expected) {
    return checkEqual("the policy's rules", given().rules(), List.of(expected));
  }

  /** A node with this health is ruled out for pods that use the volume. */
  public HealthSchedulingPolicyAssert rulesOut(StorageHealth health, PersistentVolume volume) {
    return check(
        !given().matching(health, volume).isEmpty(),
        () ->
            "Expected policy "
                + given()
                + " to rule a node out for "
                + volume
                + ", but none of its conditions matches: "
                + health);
  }

  /** A node with this health may be used by pods that use the volume. */
  public HealthSchedulingPolicyAssert allows(StorageHealth health, PersistentVolume volume) {
    return check(
        given().matching(health, volume).isEmpty(),
        () ->
            "Expected policy "
                + given()
                + " to allow a node for "
                + volume
                + ", but it rules it out for "
                + given().matching(health, volume));
  }
}
