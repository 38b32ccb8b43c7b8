package io.github.csihealth.model;

import java.util.List;
import java.util.Map;

/**
 * <strong>Experimental.</strong> When a driver's storage health rules a node out for pods that use
 * the driver's volumes: {@code spec.healthSchedulingPolicy} of a CSIDriver. Immutable.
 *
 * <pre>{@code
 * boolean usable = policy.matching(healthOnNode, volume).isEmpty();
 * }</pre>
 *
 * <p>Not part of Kubernetes v1.37; may change or go in any version of this library.
 *
 * <p>Source: KEP-1432, "Remediation".
 */
public final class HealthSchedulingPolicy {

  private static final HealthSchedulingPolicy NONE = of(List.of());

  private final List<HealthSchedulingRule> rules;
  private final Map<String, ?> unknownFields;

  private HealthSchedulingPolicy(List<HealthSchedulingRule> rules, Map<String, ?> unknownFields) {
    this.rules = rules;
    this.unknownFields = unknownFields;
  }

  /** The policy without rules, which rules no node out; also that of a driver without one. */
  public static HealthSchedulingPolicy none() {
    return NONE;
  }

  /** A policy of these rules. */
  public static HealthSchedulingPolicy of(List<HealthSchedulingRule> rules) {
    return new HealthSchedulingPolicy(List.copyOf(rules), Map.of());
  }

  HealthSchedulingPolicy withUnknownFields(Map<String, ?> fields) {
    return fields.isEmpty() ? this : new HealthSchedulingPolicy(rules, fields);
  }

  /** The rules, in the order given; any one of them is enough to rule a node out. */
  public List<HealthSchedulingRule> rules() {
    return rules;
  }

  /** JSON fields that this version does not know, as plain values; unmodifiable. */
  public Map<String, ?> unknownFields() {
    return unknownFields;
  }

  /**
   * The conditions for which a node is ruled out for pods that use a volume; empty where it is not
   * (rule C25). A condition matches if some rule has its status, which is a known one, and
   *
   * <ul>
   *   <li>the rule's access modes, where set, overlap with the volume's;
   *   <li>the rule's volume mode, where set, is the volume's;
   *   <li>the condition's access mode, where set, is among the volume's;
   *   <li>the condition's volume mode, where set, is the volume's.
   * </ul>
   *
   * @param health what the driver reports on the node; another driver's matches nothing
   * @param volume the persistent volume that the pod's claim is bound to. A claim that is not bound
   *     and an inline volume have none, and rule no node out
   */
  public List<StorageHealthCondition> matching(StorageHealth health, PersistentVolume volume) {
    return health.name().equals(volume.driver())
        ? health.conditions().stream().filter(condition -> matches(condition, volume)).toList()
        : List.of();
  }

  private boolean matches(StorageHealthCondition condition, PersistentVolume volume) {
    return rules.stream().anyMatch(rule -> rule.matches(condition, volume));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof HealthSchedulingPolicy that
            && rules.equals(that.rules)
            && unknownFields.equals(that.unknownFields));
  }

  @Override
  public int hashCode() {
    return rules.hashCode();
  }

  /** One line: the rules. */
  @Override
  public String toString() {
    return rules.toString();
  }
}
