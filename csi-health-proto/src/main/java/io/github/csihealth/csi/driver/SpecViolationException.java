package io.github.csihealth.csi.driver;

/**
 * A value that the CSI spec allows in no answer of a driver. The text says where it is, what is
 * wrong, and which clause forbids it; it quotes nothing of the value, so it may be logged.
 */
public final class SpecViolationException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String place;
  private final String clause;

  SpecViolationException(String place, String problem, String clause) {
    super(place + " " + problem + " (CSI spec v1.13, " + clause + ")");
    this.place = place;
    this.clause = clause;
  }

  /** Where it is, in the words of the message: {@code health_statuses[1].reason}. */
  public String place() {
    return place;
  }

  /** The clause that forbids it: {@code VolumeHealthEntry.reason is REQUIRED}. */
  public String clause() {
    return clause;
  }
}
