package io.github.csihealth.model;

import java.util.Map;
import java.util.Objects;

/**
 * The storage health that one driver reports on one node: an entry of a CSINode's {@code
 * status.storageHealth}, identified by the driver's name.
 *
 * <p>The server keeps the inner list as an atomic one, so a stored list may hold duplicates; see
 * {@link MapList#duplicates()}.
 *
 * <p>Source: Kubernetes v1.37 {@code storage.k8s.io/v1 StorageHealth}.
 */
public final class StorageHealth implements MapListEntry<String> {

  private final String name;
  private final MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions;
  private final Map<String, ?> unknownFields;

  private StorageHealth(
      String name,
      MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions,
      Map<String, ?> unknownFields) {
    this.name = Objects.requireNonNull(name, "name");
    this.conditions = Objects.requireNonNull(conditions, "conditions");
    this.unknownFields = unknownFields;
  }

  /**
   * An entry.
   *
   * @param name the CSI driver's name
   * @param conditions none means healthy
   */
  public static StorageHealth of(
      String name, MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions) {
    return new StorageHealth(name, conditions, Map.of());
  }

  StorageHealth withUnknownFields(Map<String, ?> fields) {
    return fields.isEmpty() ? this : new StorageHealth(name, conditions, fields);
  }

  /** The CSI driver's name. */
  public String name() {
    return name;
  }

  /** The adverse conditions; none means healthy. */
  public MapList<StorageHealthCondition.Key, StorageHealthCondition> conditions() {
    return conditions;
  }

  /** {@link HealthState#HEALTHY} or {@link HealthState#ADVERSE}: an entry is information. */
  public HealthState state() {
    return conditions.isEmpty() ? HealthState.HEALTHY : HealthState.ADVERSE;
  }

  @Override
  public String key() {
    return name;
  }

  /** JSON fields that this version does not know, as plain values; unmodifiable. */
  public Map<String, ?> unknownFields() {
    return unknownFields;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof StorageHealth that
            && name.equals(that.name)
            && conditions.equals(that.conditions)
            && unknownFields.equals(that.unknownFields));
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, conditions);
  }

  @Override
  public String toString() {
    return name + "=" + conditions;
  }
}
