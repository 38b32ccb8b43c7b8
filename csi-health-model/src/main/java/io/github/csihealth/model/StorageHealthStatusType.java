package io.github.csihealth.model;

/**
 * The category of a storage backend condition.
 *
 * <p>Open by design: later releases may add values, so any string is one. An unknown value is never
 * healthy, and nothing may be decided from it. A number that no constant of the CSI spec has is
 * kept as its decimal digits, as in protojson: {@code "99"}.
 *
 * <p>Source: Kubernetes v1.37 {@code storage.k8s.io/v1 StorageHealthStatusType}; CSI v1.13 {@code
 * StorageHealthErrorType}.
 */
public final class StorageHealthStatusType extends OpenType
    implements Comparable<StorageHealthStatusType> {

  /** The backend cannot be reached from this node. */
  public static final StorageHealthStatusType STORAGE_UNREACHABLE =
      new StorageHealthStatusType("StorageUnreachable", 0);

  /** The backend works from this node, but not as well as it should. */
  public static final StorageHealthStatusType STORAGE_DEGRADED =
      new StorageHealthStatusType("StorageDegraded", 1);

  private StorageHealthStatusType(String value, int rank) {
    super(value, rank);
  }

  /**
   * The type of this value: a constant where one fits, else an unknown type that keeps the string.
   *
   * @param value any string, also an empty one
   */
  public static StorageHealthStatusType of(String value) {
    return switch (value) {
      case "StorageUnreachable" -> STORAGE_UNREACHABLE;
      case "StorageDegraded" -> STORAGE_DEGRADED;
      default -> new StorageHealthStatusType(value, UNKNOWN_RANK);
    };
  }

  /** StorageUnreachable, StorageDegraded, then unknown ones by their bytes. */
  @Override
  public int compareTo(StorageHealthStatusType other) {
    return compareByRank(other);
  }
}
