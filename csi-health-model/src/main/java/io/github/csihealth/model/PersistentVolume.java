package io.github.csihealth.model;

import java.util.Objects;
import java.util.Set;

/**
 * What this library needs to know of a persistent volume: which CSI volume it is, which claim it is
 * bound to, and how it may be used.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 PersistentVolume}.
 */
public final class PersistentVolume {

  private final String name;
  private final String driver;
  private final String volumeHandle;
  private final ClaimRef claimRef;
  private final String phase;
  private final boolean deleting;
  private final Set<PersistentVolumeAccessMode> accessModes;
  private final PersistentVolumeMode volumeMode;

  private PersistentVolume(Builder builder) {
    this.name = builder.name;
    this.driver = builder.driver;
    this.volumeHandle = builder.volumeHandle;
    this.claimRef = builder.claimRef;
    this.phase = builder.phase;
    this.deleting = builder.deleting;
    this.accessModes = builder.accessModes;
    this.volumeMode = builder.volumeMode;
  }

  /** A builder for the volume of this name, with all else empty. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** {@code spec.csi.driver}; empty without {@code spec.csi}. */
  public String driver() {
    return driver;
  }

  /** {@code spec.csi.volumeHandle}, which the CSI spec calls volume id; empty without it. */
  public String volumeHandle() {
    return volumeHandle;
  }

  /** {@code spec.claimRef}; {@link ClaimRef#NONE} where it is absent. */
  public ClaimRef claimRef() {
    return claimRef;
  }

  /** {@code status.phase}: Pending, Available, Bound, Released or Failed; empty if not read. */
  public String phase() {
    return phase;
  }

  /** Whether {@code metadata.deletionTimestamp} is set. */
  public boolean deleting() {
    return deleting;
  }

  /** {@code spec.accessModes}; unmodifiable; empty where they were not read. */
  public Set<PersistentVolumeAccessMode> accessModes() {
    return accessModes;
  }

  /** {@code spec.volumeMode}; {@link PersistentVolumeMode#FILESYSTEM} where it is absent. */
  public PersistentVolumeMode volumeMode() {
    return volumeMode;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof PersistentVolume that
            && name.equals(that.name)
            && driver.equals(that.driver)
            && volumeHandle.equals(that.volumeHandle)
            && claimRef.equals(that.claimRef)
            && phase.equals(that.phase)
            && deleting == that.deleting
            && accessModes.equals(that.accessModes)
            && volumeMode.equals(that.volumeMode));
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, driver, volumeHandle);
  }

  /** Reads {@code pv-1 (disk.example.com/vol-1)}. */
  @Override
  public String toString() {
    return name + " (" + driver + "/" + volumeHandle + ")";
  }

  /**
   * The claim that a volume is bound to or reserved for.
   *
   * @param namespace of the claim
   * @param name of the claim
   * @param uid of the claim; empty while the volume is only reserved (pre-bound)
   */
  public record ClaimRef(String namespace, String name, String uid) {

    /** No claim. */
    public static final ClaimRef NONE = new ClaimRef("", "", "");

    /** A reference to this claim; no part is null. */
    public ClaimRef {
      Objects.requireNonNull(namespace, "namespace");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(uid, "uid");
    }
  }

  /** Collects what is known of a volume. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private String driver = "";
    private String volumeHandle = "";
    private ClaimRef claimRef = ClaimRef.NONE;
    private String phase = "";
    private boolean deleting;
    private Set<PersistentVolumeAccessMode> accessModes = Set.of();
    private PersistentVolumeMode volumeMode = PersistentVolumeMode.FILESYSTEM;

    private Builder(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    /** Sets {@link PersistentVolume#driver()} and {@link PersistentVolume#volumeHandle()}. */
    public Builder csi(String driverName, String handle) {
      driver = Objects.requireNonNull(driverName, "driverName");
      volumeHandle = Objects.requireNonNull(handle, "handle");
      return this;
    }

    /** Sets {@link PersistentVolume#claimRef()}. */
    public Builder claimRef(ClaimRef value) {
      claimRef = Objects.requireNonNull(value, "claimRef");
      return this;
    }

    /** Sets {@link PersistentVolume#phase()}. */
    public Builder phase(String value) {
      phase = Objects.requireNonNull(value, "phase");
      return this;
    }

    /** Sets {@link PersistentVolume#deleting()}. */
    public Builder deleting(boolean value) {
      deleting = value;
      return this;
    }

    /** Sets {@link PersistentVolume#accessModes()}. */
    public Builder accessModes(Set<PersistentVolumeAccessMode> value) {
      accessModes = Set.copyOf(value);
      return this;
    }

    /** Sets {@link PersistentVolume#volumeMode()}. */
    public Builder volumeMode(PersistentVolumeMode value) {
      volumeMode = Objects.requireNonNull(value, "volumeMode");
      return this;
    }

    /** The volume. */
    public PersistentVolume build() {
      return new PersistentVolume(this);
    }
  }
}
