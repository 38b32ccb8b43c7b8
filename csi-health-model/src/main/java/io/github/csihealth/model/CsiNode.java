package io.github.csihealth.model;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What this library needs to know of a CSINode: which node it is, which drivers are there, and the
 * storage health that they reported.
 *
 * <p>Source: Kubernetes v1.37 {@code storage.k8s.io/v1 CSINode}.
 */
public final class CsiNode implements HealthObject {

  private final String name;
  private final String uid;
  private final String resourceVersion;
  private final Set<String> drivers;
  private final MapList<String, StorageHealth> storageHealth;
  private final List<FieldOwner> owners;

  private CsiNode(Builder builder) {
    this.name = builder.name;
    this.uid = builder.uid;
    this.resourceVersion = builder.resourceVersion;
    this.drivers = builder.drivers;
    this.storageHealth = builder.storageHealth;
    this.owners = builder.owners;
  }

  /** A builder for the CSINode of this identity, with all else empty and no health recorded. */
  public static Builder builder(String name, String uid) {
    return new Builder(name, uid);
  }

  /** Empty: a CSINode has no namespace. */
  @Override
  public String namespace() {
    return "";
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

  /**
   * The names in {@code spec.drivers}: the drivers registered on the node. Health of any other
   * driver is no information (rule C25). Unmodifiable.
   */
  public Set<String> drivers() {
    return drivers;
  }

  /** {@code status.storageHealth}. */
  public MapList<String, StorageHealth> storageHealth() {
    return storageHealth;
  }

  @Override
  public List<FieldOwner> owners() {
    return owners;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof CsiNode that
            && name.equals(that.name)
            && uid.equals(that.uid)
            && resourceVersion.equals(that.resourceVersion)
            && drivers.equals(that.drivers)
            && storageHealth.equals(that.storageHealth)
            && owners.equals(that.owners));
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, uid, resourceVersion);
  }

  /** Reads {@code node-1: [disk.example.com=[StorageDegraded/PathLost]]}. */
  @Override
  public String toString() {
    return name + ": " + storageHealth;
  }

  /** Collects what is known of a CSINode. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final String uid;
    private String resourceVersion = "";
    private Set<String> drivers = Set.of();
    private MapList<String, StorageHealth> storageHealth = MapList.of();
    private List<FieldOwner> owners = List.of();

    private Builder(String name, String uid) {
      this.name = Objects.requireNonNull(name, "name");
      this.uid = Objects.requireNonNull(uid, "uid");
    }

    /** Sets {@link CsiNode#resourceVersion()}. */
    public Builder resourceVersion(String value) {
      resourceVersion = Objects.requireNonNull(value, "resourceVersion");
      return this;
    }

    /** Sets {@link CsiNode#drivers()}. */
    public Builder drivers(Set<String> value) {
      drivers = Set.copyOf(value);
      return this;
    }

    /** Sets {@link CsiNode#storageHealth()}. */
    public Builder storageHealth(MapList<String, StorageHealth> value) {
      storageHealth = Objects.requireNonNull(value, "storageHealth");
      return this;
    }

    /** Sets {@link CsiNode#owners()}. */
    public Builder owners(List<FieldOwner> value) {
      owners = List.copyOf(value);
      return this;
    }

    /** The CSINode. */
    public CsiNode build() {
      return new CsiNode(this);
    }
  }
}
