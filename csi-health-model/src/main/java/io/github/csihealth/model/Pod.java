package io.github.csihealth.model;

import java.util.List;
import java.util.Objects;

/**
 * What this library needs to know of a pod: who it is, its volumes, and the health stored of them.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 Pod}.
 */
public final class Pod implements HealthObject {

  private final String namespace;
  private final String name;
  private final String uid;
  private final String resourceVersion;
  private final List<PodVolume> volumes;
  private final MapList<String, PodVolumeHealth> volumeHealth;
  private final List<FieldOwner> owners;

  private Pod(Builder builder) {
    this.namespace = builder.namespace;
    this.name = builder.name;
    this.uid = builder.uid;
    this.resourceVersion = builder.resourceVersion;
    this.volumes = builder.volumes;
    this.volumeHealth = builder.volumeHealth;
    this.owners = builder.owners;
  }

  /** A builder for the pod of this identity, with all else empty and no health recorded. */
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

  /** {@code spec.volumes} in the order of the pod, which never changes; unmodifiable. */
  public List<PodVolume> volumes() {
    return volumes;
  }

  /** {@code status.volumeHealth}. */
  public MapList<String, PodVolumeHealth> volumeHealth() {
    return volumeHealth;
  }

  @Override
  public List<FieldOwner> owners() {
    return owners;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Pod that
            && namespace.equals(that.namespace)
            && name.equals(that.name)
            && uid.equals(that.uid)
            && resourceVersion.equals(that.resourceVersion)
            && volumes.equals(that.volumes)
            && volumeHealth.equals(that.volumeHealth)
            && owners.equals(that.owners));
  }

  @Override
  public int hashCode() {
    return Objects.hash(namespace, name, uid, resourceVersion);
  }

  /** Reads {@code shop/web-0: [data=[Degraded/ReplicaDown] since …]}. */
  @Override
  public String toString() {
    return namespace + "/" + name + ": " + volumeHealth;
  }

  /** Collects what is known of a pod. Not thread-safe. */
  public static final class Builder {
    private final String namespace;
    private final String name;
    private final String uid;
    private String resourceVersion = "";
    private List<PodVolume> volumes = List.of();
    private MapList<String, PodVolumeHealth> volumeHealth = MapList.of();
    private List<FieldOwner> owners = List.of();

    private Builder(String namespace, String name, String uid) {
      this.namespace = Objects.requireNonNull(namespace, "namespace");
      this.name = Objects.requireNonNull(name, "name");
      this.uid = Objects.requireNonNull(uid, "uid");
    }

    /** Sets {@link Pod#resourceVersion()}. */
    public Builder resourceVersion(String value) {
      resourceVersion = Objects.requireNonNull(value, "resourceVersion");
      return this;
    }

    /** Sets {@link Pod#volumes()}. */
    public Builder volumes(List<PodVolume> value) {
      volumes = List.copyOf(value);
      return this;
    }

    /** Sets {@link Pod#volumeHealth()}. */
    public Builder volumeHealth(MapList<String, PodVolumeHealth> value) {
      volumeHealth = Objects.requireNonNull(value, "volumeHealth");
      return this;
    }

    /** Sets {@link Pod#owners()}. */
    public Builder owners(List<FieldOwner> value) {
      owners = List.copyOf(value);
      return this;
    }

    /** The pod. */
    public Pod build() {
      return new Pod(this);
    }
  }
}
