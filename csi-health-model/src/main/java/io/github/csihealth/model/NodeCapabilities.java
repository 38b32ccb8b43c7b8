package io.github.csihealth.model;

/**
 * What a driver's node service offers of health, and what its calls need.
 *
 * <p>Source: CSI spec v1.13, NodeGetCapabilities.
 */
public final class NodeCapabilities {

  private static final NodeCapabilities NONE = new NodeCapabilities(false, false, false);

  private final boolean volumeHealth;
  private final boolean storageHealth;
  private final boolean staging;

  private NodeCapabilities(boolean volumeHealth, boolean storageHealth, boolean staging) {
    this.volumeHealth = volumeHealth;
    this.storageHealth = storageHealth;
    this.staging = staging;
  }

  /** A driver that offers none of it. */
  public static NodeCapabilities none() {
    return NONE;
  }

  /** The same with {@link #volumeHealth()}. */
  public NodeCapabilities withVolumeHealth() {
    return new NodeCapabilities(true, storageHealth, staging);
  }

  /** The same with {@link #storageHealth()}. */
  public NodeCapabilities withStorageHealth() {
    return new NodeCapabilities(volumeHealth, true, staging);
  }

  /** The same with {@link #staging()}. */
  public NodeCapabilities withStaging() {
    return new NodeCapabilities(volumeHealth, storageHealth, true);
  }

  /** GET_VOLUME_HEALTH: the driver may be asked for the health of a volume on its node. */
  public boolean volumeHealth() {
    return volumeHealth;
  }

  /** GET_STORAGE_HEALTH: the driver may be asked for the health of its storage backends. */
  public boolean storageHealth() {
    return storageHealth;
  }

  /** STAGE_UNSTAGE_VOLUME: only such a driver is told staging paths (rule C24). */
  public boolean staging() {
    return staging;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof NodeCapabilities that
            && volumeHealth == that.volumeHealth
            && storageHealth == that.storageHealth
            && staging == that.staging);
  }

  @Override
  public int hashCode() {
    return (volumeHealth ? 4 : 0) + (storageHealth ? 2 : 0) + (staging ? 1 : 0);
  }

  /** Reads {@code volume health: true, storage health: false, staging: true}. */
  @Override
  public String toString() {
    return "volume health: "
        + volumeHealth
        + ", storage health: "
        + storageHealth
        + ", staging: "
        + staging;
  }
}
