package io.github.csihealth.model;

/**
 * How many nodes or pods may use a volume, and how.
 *
 * <p>Open by design: any string is one (rule C2).
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 PersistentVolumeAccessMode}.
 */
public final class PersistentVolumeAccessMode extends OpenType
    implements Comparable<PersistentVolumeAccessMode> {

  /** Many nodes, read only. */
  public static final PersistentVolumeAccessMode READ_ONLY_MANY =
      new PersistentVolumeAccessMode("ReadOnlyMany", 0);

  /** Many nodes, read and write. */
  public static final PersistentVolumeAccessMode READ_WRITE_MANY =
      new PersistentVolumeAccessMode("ReadWriteMany", 1);

  /** One node, read and write. */
  public static final PersistentVolumeAccessMode READ_WRITE_ONCE =
      new PersistentVolumeAccessMode("ReadWriteOnce", 2);

  /** One pod, read and write. */
  public static final PersistentVolumeAccessMode READ_WRITE_ONCE_POD =
      new PersistentVolumeAccessMode("ReadWriteOncePod", 3);

  private PersistentVolumeAccessMode(String value, int rank) {
    super(value, rank);
  }

  /**
   * The type of this value: a constant where one fits, else an unknown type that keeps the string.
   *
   * @param value any string, also an empty one
   */
  public static PersistentVolumeAccessMode of(String value) {
    return switch (value) {
      case "ReadOnlyMany" -> READ_ONLY_MANY;
      case "ReadWriteMany" -> READ_WRITE_MANY;
      case "ReadWriteOnce" -> READ_WRITE_ONCE;
      case "ReadWriteOncePod" -> READ_WRITE_ONCE_POD;
      default -> new PersistentVolumeAccessMode(value, UNKNOWN_RANK);
    };
  }

  /** Bytewise for the known ones, then unknown ones by their bytes. */
  @Override
  public int compareTo(PersistentVolumeAccessMode other) {
    return compareByRank(other);
  }
}
