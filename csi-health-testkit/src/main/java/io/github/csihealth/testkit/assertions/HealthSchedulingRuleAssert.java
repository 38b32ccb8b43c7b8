package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.HealthSchedulingRule;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.StorageHealthStatusType;
import java.util.Optional;
import java.util.Set;

/**
 * <strong>Experimental.</strong> Assertions on one rule of a scheduling policy, which is no part of
 * Kubernetes v1.37; may change or go in any version.
 */
public final class HealthSchedulingRuleAssert
    extends AbstractHealthAssert<HealthSchedulingRuleAssert, HealthSchedulingRule> {

  HealthSchedulingRuleAssert(HealthSchedulingRule actual) {
    super(actual, HealthSchedulingRuleAssert.class);
  }

  /** The rule is about this status. */
  public HealthSchedulingRuleAssert hasStatus(StorageHealthStatusType expected) {
    return checkEqual("the rule's status", given().status(), expected);
  }

  /** The rule is limited to these access modes; to none for a rule of all volumes. */
  public HealthSchedulingRuleAssert hasAccessModes(PersistentVolumeAccessMode... expected) {
    return checkEqual("the rule's access modes", given().accessModes(), Set.of(expected));
  }

  /** The rule is limited to this volume mode. */
  public HealthSchedulingRuleAssert hasVolumeMode(PersistentVolumeMode expected) {
    return checkEqual("the rule's volume mode", given().volumeMode(), Optional.of(expected));
  }
}
