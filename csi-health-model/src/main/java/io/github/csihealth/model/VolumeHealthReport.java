package io.github.csihealth.model;

import java.util.List;
import java.util.Objects;

/**
 * What a driver said about one volume in one answer: the conditions as reported, in the driver's
 * order, not yet conformed. An empty list says that nothing adverse is known.
 */
public final class VolumeHealthReport {

  private final String volumeId;
  private final List<VolumeHealthCondition> conditions;
  private final List<Finding> findings;

  private VolumeHealthReport(
      String volumeId, List<VolumeHealthCondition> conditions, List<Finding> findings) {
    this.volumeId = Objects.requireNonNull(volumeId, "volumeId");
    this.conditions = List.copyOf(conditions);
    this.findings = List.copyOf(findings);
  }

  /**
   * A report.
   *
   * @param volumeId the CSI volume id, which a persistent volume calls its volume handle
   * @param conditions as reported, duplicates and unknown statuses included
   */
  public static VolumeHealthReport of(String volumeId, List<VolumeHealthCondition> conditions) {
    return new VolumeHealthReport(volumeId, conditions, List.of());
  }

  /** This report with what was found while it was read. */
  public VolumeHealthReport withFindings(List<Finding> found) {
    return new VolumeHealthReport(volumeId, conditions, found);
  }

  /** The CSI volume id. */
  public String volumeId() {
    return volumeId;
  }

  /** The conditions as reported; unmodifiable. */
  public List<VolumeHealthCondition> conditions() {
    return conditions;
  }

  /** What was found while the answer was read, before conforming; almost always empty. */
  public List<Finding> findings() {
    return findings;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof VolumeHealthReport that
            && volumeId.equals(that.volumeId)
            && conditions.equals(that.conditions)
            && findings.equals(that.findings));
  }

  @Override
  public int hashCode() {
    return Objects.hash(volumeId, conditions);
  }

  /** Reads {@code vol-1: [Degraded/ReplicaDown]}. */
  @Override
  public String toString() {
    return volumeId + ": " + (conditions.isEmpty() ? "healthy" : conditions);
  }
}
