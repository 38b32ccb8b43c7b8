package io.github.csihealth.reconcile;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was learned of one volume by one probe or one list cycle. Made by named factories only:
 *
 * <ul>
 *   <li>{@link #reported}: an answer that holds all of the volume's conditions: a Get, a node
 *       probe, or the volume's entries in a complete list cycle. Empty is an explicit recovery
 *       (C12, C13).
 *   <li>{@link #partlyReported}: entries of a cycle that failed: may add or keep, never remove
 *       (C14).
 *   <li>{@link #absent}: not in a complete cycle, and not yet asked for by Get (C13).
 *   <li>{@link #absentAndUnconfirmed}: not in a complete cycle, and the confirming Get failed
 *       (C13).
 *   <li>{@link #failed}: the probe, or the cycle that should have listed the volume, failed (C11).
 * </ul>
 */
public final class Observation {

  enum Kind {
    REPORTED,
    PARTLY_REPORTED,
    ABSENT,
    ABSENT_AND_UNCONFIRMED,
    FAILED
  }

  private static final Observation ABSENT = new Observation(Kind.ABSENT, null, null);

  private final Kind kind;
  private final @Nullable Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> report;
  private final @Nullable ProbeFailure failure;

  private Observation(
      Kind kind,
      @Nullable Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> report,
      @Nullable ProbeFailure failure) {
    this.kind = kind;
    this.report = report;
    this.failure = failure;
  }

  /** The driver's answer for this volume, conformed here (rules C3 to C7). */
  public static Observation reported(VolumeHealthReport report) {
    return reported(conform(report));
  }

  /** A report that is conformed already. */
  public static Observation reported(
      Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> report) {
    return new Observation(Kind.REPORTED, Objects.requireNonNull(report, "report"), null);
  }

  /**
   * What a list cycle said of the volume before it failed.
   *
   * @param failure why the cycle failed
   */
  public static Observation partlyReported(
      Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> report, ProbeFailure failure) {
    return new Observation(
        Kind.PARTLY_REPORTED,
        Objects.requireNonNull(report, "report"),
        Objects.requireNonNull(failure, "failure"));
  }

  /** A complete list cycle did not name the volume. */
  public static Observation absent() {
    return ABSENT;
  }

  /**
   * A complete list cycle did not name the volume, and the Get that was to confirm its recovery
   * gave no health.
   */
  public static Observation absentAndUnconfirmed(ProbeFailure failure) {
    return new Observation(
        Kind.ABSENT_AND_UNCONFIRMED, null, Objects.requireNonNull(failure, "failure"));
  }

  /** The probe of this volume, or the list cycle before it named the volume, failed. */
  public static Observation failed(ProbeFailure failure) {
    return new Observation(Kind.FAILED, null, Objects.requireNonNull(failure, "failure"));
  }

  static Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> conform(
      VolumeHealthReport report) {
    return Conformed.ofVolume(report.conditions()).withFindingsBefore(report.findings());
  }

  Kind kind() {
    return kind;
  }

  /** Whether this is a complete answer, which replaces whatever was learned before it. */
  public boolean conclusive() {
    return kind == Kind.REPORTED;
  }

  /** Whether a decision on this may be to write: not for a failure, nor before a confirming Get. */
  public boolean mayWrite() {
    return kind != Kind.FAILED && kind != Kind.ABSENT;
  }

  /** What the driver said; empty for {@link #absent}, its unconfirmed form and {@link #failed}. */
  public Optional<Conformed<VolumeHealthCondition.Key, VolumeHealthCondition>> report() {
    return Optional.ofNullable(report);
  }

  /** What failed, where something did. */
  public Optional<ProbeFailure> failure() {
    return Optional.ofNullable(failure);
  }

  Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> requireReport() {
    return Objects.requireNonNull(report);
  }

  ProbeFailure requireFailure() {
    return Objects.requireNonNull(failure);
  }

  List<Finding> findings() {
    return report == null ? List.of() : report.findings();
  }

  /** Reads like {@code reported [Degraded/DiskSlow]}, {@code absent} or {@code failed (…)}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    parts.add(
        switch (kind) {
          case REPORTED -> "reported";
          case PARTLY_REPORTED -> "partly reported";
          case ABSENT -> "absent";
          case ABSENT_AND_UNCONFIRMED -> "absent, unconfirmed";
          case FAILED -> "failed";
        });
    if (report != null) {
      parts.add(report.conditions().toString());
    }
    if (failure != null) {
      parts.add("(" + failure + ")");
    }
    return String.join(" ", parts);
  }
}
