package io.github.csihealth.model;

import java.util.Objects;

/** A string type with known constants that any other string may join (rule C2). */
abstract sealed class OpenType
    permits VolumeHealthStatusType,
        StorageHealthStatusType,
        PersistentVolumeAccessMode,
        PersistentVolumeMode {

  /** Rank of every value that is not known: after all known ones. */
  static final int UNKNOWN_RANK = Integer.MAX_VALUE;

  private final String value;
  private final int rank;

  /** A type whose known values have no rank among each other. */
  OpenType(String value, boolean known) {
    this(value, known ? 0 : UNKNOWN_RANK);
  }

  OpenType(String value, int rank) {
    this.value = Objects.requireNonNull(value, "value");
    this.rank = rank;
  }

  /** The string that the Kubernetes API carries. */
  public String value() {
    return value;
  }

  /** Whether this is one of the constants of Kubernetes v1.37. */
  public boolean isKnown() {
    return rank != UNKNOWN_RANK;
  }

  final int compareByBytes(OpenType other) {
    return Utf8.compare(value, other.value);
  }

  /** Known values by severity, then all others by their bytes. */
  final int compareByRank(OpenType other) {
    int byRank = Integer.compare(rank, other.rank);
    return byRank != 0 ? byRank : compareByBytes(other);
  }

  @Override
  public final boolean equals(Object other) {
    return this == other
        || (other instanceof OpenType that
            && getClass() == that.getClass()
            && value.equals(that.value));
  }

  @Override
  public final int hashCode() {
    return value.hashCode();
  }

  /** Returns {@link #value()}. */
  @Override
  public final String toString() {
    return value;
  }
}
