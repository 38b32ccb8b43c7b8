package io.github.csihealth.model;

import java.util.List;

/**
 * What a driver said about its storage backend on one node in one answer: the conditions as
 * reported, in the driver's order, not yet conformed. A report that names nothing and has no
 * finding says that nothing adverse is known.
 */
public final class StorageHealthReport {

  private final List<StorageHealthCondition> conditions;
  private final List<Finding> findings;

  private StorageHealthReport(List<StorageHealthCondition> conditions, List<Finding> findings) {
    this.conditions = List.copyOf(conditions);
    this.findings = List.copyOf(findings);
  }

  /**
   * A report.
   *
   * @param conditions as reported, repeats and unknown statuses included
   */
  public static StorageHealthReport of(List<StorageHealthCondition> conditions) {
    return new StorageHealthReport(conditions, List.of());
  }

  /** This report with what was found while it was read. */
  public StorageHealthReport withFindings(List<Finding> found) {
    return new StorageHealthReport(conditions, found);
  }

  /** The conditions as reported; unmodifiable. */
  public List<StorageHealthCondition> conditions() {
    return conditions;
  }

  /**
   * What was found while the answer was read, before conforming: repeats on the wire, and entries
   * left out because their capability is not usable (rule C24).
   */
  public List<Finding> findings() {
    return findings;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof StorageHealthReport that
            && conditions.equals(that.conditions)
            && findings.equals(that.findings));
  }

  @Override
  public int hashCode() {
    return conditions.hashCode();
  }

  /** Reads {@code [StorageDegraded/PathLost]}, with the findings where there are any. */
  @Override
  public String toString() {
    return findings.isEmpty() ? conditions.toString() : conditions + " with " + findings;
  }
}
