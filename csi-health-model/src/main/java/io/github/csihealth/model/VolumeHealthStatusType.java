package io.github.csihealth.model;

/**
 * The category of a volume health condition.
 *
 * <p>Open by design: later releases may add values, so any string is one. An unknown value is never
 * healthy, and nothing may be decided from it. A number that no constant of the CSI spec has is
 * kept as its decimal digits, as in protojson: {@code "99"}.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 VolumeHealthStatusType}; CSI v1.13 {@code
 * VolumeHealthErrorType}.
 */
public final class VolumeHealthStatusType extends OpenType
    implements Comparable<VolumeHealthStatusType> {

  /** Data of the volume is lost, or strongly suspected to be. */
  public static final VolumeHealthStatusType DATA_LOSS = new VolumeHealthStatusType("DataLoss", 0);

  /** The volume cannot be reached: from any node (claim), or from this node (pod). */
  public static final VolumeHealthStatusType INACCESSIBLE =
      new VolumeHealthStatusType("Inaccessible", 1);

  /** The volume works, but not as well as it should. */
  public static final VolumeHealthStatusType DEGRADED = new VolumeHealthStatusType("Degraded", 2);

  private VolumeHealthStatusType(String value, int rank) {
    super(value, rank);
  }

  /**
   * The type of this value: a constant where one fits, else an unknown type that keeps the string.
   *
   * @param value any string, also an empty one
   */
  public static VolumeHealthStatusType of(String value) {
    return switch (value) {
      case "DataLoss" -> DATA_LOSS;
      case "Inaccessible" -> INACCESSIBLE;
      case "Degraded" -> DEGRADED;
      default -> new VolumeHealthStatusType(value, UNKNOWN_RANK);
    };
  }

  /** DataLoss, Inaccessible, Degraded, then unknown ones by their bytes. */
  @Override
  public int compareTo(VolumeHealthStatusType other) {
    return compareByRank(other);
  }
}
