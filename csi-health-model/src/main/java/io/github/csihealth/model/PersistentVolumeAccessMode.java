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
      new PersistentVolumeAccessMode("ReadOnlyMany", true);

  /** Many nodes, read and write. */
  public static final PersistentVolumeAccessMode READ_WRITE_MANY =
      new PersistentVolumeAccessMode("ReadWriteMany", true);

  /** One node, read and write. */
  public static final PersistentVolumeAccessMode READ_WRITE_ONCE =
      new PersistentVolumeAccessMode("ReadWriteOnce", true);

  /** One pod, read and write. */
  public static final PersistentVolumeAccessMode READ_WRITE_ONCE_POD =
      new PersistentVolumeAccessMode("ReadWriteOncePod", true);

  private PersistentVolumeAccessMode(String value, boolean known) {
    super(value, known);
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
      default -> new PersistentVolumeAccessMode(value, false);
    };
  }

  /** By the bytes of the strings. */
  @Override
  public int compareTo(PersistentVolumeAccessMode other) {
    return compareByBytes(other);
  }
}
