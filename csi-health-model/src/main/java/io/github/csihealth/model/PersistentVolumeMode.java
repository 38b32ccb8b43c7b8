package io.github.csihealth.model;

/**
 * Whether a volume is a raw block device or holds a file system.
 *
 * <p>Open by design: any string is one (rule C2).
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 PersistentVolumeMode}.
 */
public final class PersistentVolumeMode extends OpenType
    implements Comparable<PersistentVolumeMode> {

  /** A raw block device. */
  public static final PersistentVolumeMode BLOCK = new PersistentVolumeMode("Block", true);

  /** A mounted file system. */
  public static final PersistentVolumeMode FILESYSTEM =
      new PersistentVolumeMode("Filesystem", true);

  private PersistentVolumeMode(String value, boolean known) {
    super(value, known);
  }

  /**
   * The type of this value: a constant where one fits, else an unknown type that keeps the string.
   *
   * @param value any string, also an empty one
   */
  public static PersistentVolumeMode of(String value) {
    return switch (value) {
      case "Block" -> BLOCK;
      case "Filesystem" -> FILESYSTEM;
      default -> new PersistentVolumeMode(value, false);
    };
  }

  /** By the bytes of the strings. */
  @Override
  public int compareTo(PersistentVolumeMode other) {
    return compareByBytes(other);
  }
}
