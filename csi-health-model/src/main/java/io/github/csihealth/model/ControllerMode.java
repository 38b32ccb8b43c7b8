package io.github.csihealth.model;

/** How a driver's controller may be asked for health, by its capabilities (rule C16). */
public enum ControllerMode {
  /** Neither capability: no health call is made. */
  DORMANT,
  /** GET_VOLUME_HEALTH alone: ControllerGetVolumeHealth for each bound volume. */
  GET,
  /** LIST_VOLUME_HEALTH and GET_VOLUME_HEALTH: list cycles, with Get to confirm. */
  LIST,
  /** LIST_VOLUME_HEALTH without GET_VOLUME_HEALTH, which the CSI spec forbids: refused. */
  LIST_WITHOUT_GET
}
