package io.github.csihealth.model;

import java.util.Objects;

/**
 * The health of one volume of a pod as its node sees it: an entry of {@code status.volumeHealth},
 * identified by the volume's name in {@code spec.volumes}.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 PodVolumeHealth}.
 */
public final class PodVolumeHealth implements MapListEntry<String> {

  private final String name;
  private final VolumeHealthStatus health;

  private PodVolumeHealth(String name, VolumeHealthStatus health) {
    this.name = Objects.requireNonNull(name, "name");
    this.health = health;
  }

  /**
   * An entry.
   *
   * @param name of an entry of the pod's {@code spec.volumes}
   * @throws IllegalArgumentException if the health is absent: an entry is always present
   */
  public static PodVolumeHealth of(String name, VolumeHealthStatus health) {
    if (health.state() == HealthState.NO_INFORMATION) {
      throw new IllegalArgumentException(
          "volume '" + name + "': an entry has a health; leave the entry out where there is none");
    }
    return new PodVolumeHealth(name, health);
  }

  /** The volume's name in {@code spec.volumes}. */
  public String name() {
    return name;
  }

  /** The health recorded, never absent. */
  public VolumeHealthStatus health() {
    return health;
  }

  @Override
  public String key() {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof PodVolumeHealth that
            && name.equals(that.name)
            && health.equals(that.health));
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, health);
  }

  @Override
  public String toString() {
    return name + "=" + health;
  }
}
