package io.github.csihealth.model;

/**
 * What a status field says about health: three states, never to be squeezed into a boolean (rule
 * C2).
 */
public enum HealthState {
  /**
   * The field is absent. On claims the writers remove it on recovery, so there it means "nothing
   * adverse recorded" and not "known to be healthy".
   */
  NO_INFORMATION,

  /** The field is present and holds no condition: the driver reported that nothing is wrong. */
  HEALTHY,

  /** At least one condition is recorded, of a known or an unknown status. */
  ADVERSE
}
