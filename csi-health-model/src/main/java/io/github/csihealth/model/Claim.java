package io.github.csihealth.model;

import java.util.List;
import java.util.Objects;

/**
 * What this library needs to know of a persistent volume claim: who it is, which volume it names,
 * and the health stored in it.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 PersistentVolumeClaim}.
 */
public final class Claim implements HealthObject {

  private final String namespace;
  private final String name;
  private final String uid;
  private final String resourceVersion;
  private final String volumeName;
  private final String phase;
  private final VolumeHealthStatus health;
  private final List<FieldOwner> owners;

  private Claim(Builder builder) {
    this.namespace = builder.namespace;
    this.name = builder.name;
    this.uid = builder.uid;
    this.resourceVersion = builder.resourceVersion;
    this.volumeName = builder.volumeName;
    this.phase = builder.phase;
    this.health = builder.health;
    this.owners = builder.owners;
  }

  /** A builder for the claim of this identity, with all else empty and no health recorded. */
  public static Builder builder(String namespace, String name, String uid) {
    return new Builder(namespace, name, uid);
  }

  @Override
  public String namespace() {
    return namespace;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public String resourceVersion() {
    return resourceVersion;
  }

  /** {@code spec.volumeName}; empty while the claim names no volume. */
  public String volumeName() {
    return volumeName;
  }

  /** {@code status.phase}: Pending, Bound or Lost; empty where it was not read. */
  public String phase() {
    return phase;
  }

  /** {@code status.healthStatus}. */
  public VolumeHealthStatus health() {
    return health;
  }

  @Override
  public List<FieldOwner> owners() {
    return owners;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Claim that
            && namespace.equals(that.namespace)
            && name.equals(that.name)
            && uid.equals(that.uid)
            && resourceVersion.equals(that.resourceVersion)
            && volumeName.equals(that.volumeName)
            && phase.equals(that.phase)
            && health.equals(that.health)
            && owners.equals(that.owners));
  }

  @Override
  public int hashCode() {
    return Objects.hash(namespace, name, uid, resourceVersion);
  }

  /** Reads {@code shop/data: [Degraded/ReplicaDown] since …}. */
  @Override
  public String toString() {
    return namespace + "/" + name + ": " + health;
  }

  /** Collects what is known of a claim. Not thread-safe. */
  public static final class Builder {
    private final String namespace;
    private final String name;
    private final String uid;
    private String resourceVersion = "";
    private String volumeName = "";
    private String phase = "";
    private VolumeHealthStatus health = VolumeHealthStatus.absent();
    private List<FieldOwner> owners = List.of();

    private Builder(String namespace, String name, String uid) {
      this.namespace = Objects.requireNonNull(namespace, "namespace");
      this.name = Objects.requireNonNull(name, "name");
      this.uid = Objects.requireNonNull(uid, "uid");
    }

    /** Sets {@link Claim#resourceVersion()}. */
    public Builder resourceVersion(String value) {
      resourceVersion = Objects.requireNonNull(value, "resourceVersion");
      return this;
    }

    /** Sets {@link Claim#volumeName()}. */
    public Builder volumeName(String value) {
      volumeName = Objects.requireNonNull(value, "volumeName");
      return this;
    }

    /** Sets {@link Claim#phase()}. */
    public Builder phase(String value) {
      phase = Objects.requireNonNull(value, "phase");
      return this;
    }

    /** Sets {@link Claim#health()}. */
    public Builder health(VolumeHealthStatus value) {
      health = Objects.requireNonNull(value, "health");
      return this;
    }

    /** Sets {@link Claim#owners()}. */
    public Builder owners(List<FieldOwner> value) {
      owners = List.copyOf(value);
      return this;
    }

    /** The claim. */
    public Claim build() {
      return new Claim(this);
    }
  }
}
