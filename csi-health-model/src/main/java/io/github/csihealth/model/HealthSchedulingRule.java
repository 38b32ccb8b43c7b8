package io.github.csihealth.model;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * <strong>Experimental.</strong> One rule of a {@link HealthSchedulingPolicy}: the status that
 * rules a node out, and for which volumes. Immutable.
 *
 * <p>Not part of Kubernetes v1.37; may change or go in any version of this library.
 *
 * <p>Source: KEP-1432, "Remediation".
 */
public final class HealthSchedulingRule {

  private final StorageHealthStatusType status;
  private final Set<PersistentVolumeAccessMode> accessModes;
  private final @Nullable PersistentVolumeMode volumeMode;
  private final Map<String, ?> unknownFields;

  private HealthSchedulingRule(
      StorageHealthStatusType status,
      Set<PersistentVolumeAccessMode> accessModes,
      @Nullable PersistentVolumeMode volumeMode,
      Map<String, ?> unknownFields) {
    this.status = Objects.requireNonNull(status, "status");
    this.accessModes = accessModes;
    this.volumeMode = volumeMode;
    this.unknownFields = unknownFields;
  }

  /** A rule for all volumes of the driver. */
  public static HealthSchedulingRule of(StorageHealthStatusType status) {
    return new HealthSchedulingRule(status, Set.of(), null, Map.of());
  }

  /** This rule, for volumes with any of these access modes only; none means all volumes. */
  public HealthSchedulingRule withAccessModes(Collection<PersistentVolumeAccessMode> modes) {
    return new HealthSchedulingRule(
        status, Collections.unmodifiableSet(new LinkedHashSet<>(modes)), volumeMode, unknownFields);
  }

  /** This rule, for volumes of this mode only. */
  public HealthSchedulingRule withVolumeMode(PersistentVolumeMode mode) {
    return new HealthSchedulingRule(
        status, accessModes, Objects.requireNonNull(mode, "mode"), unknownFields);
  }

  HealthSchedulingRule withUnknownFields(Map<String, ?> fields) {
    return fields.isEmpty()
        ? this
        : new HealthSchedulingRule(status, accessModes, volumeMode, fields);
  }

  /** The status of a condition that makes this rule apply. */
  public StorageHealthStatusType status() {
    return status;
  }

  /** The access modes to which the rule is limited, in the order given; empty means all. */
  public Set<PersistentVolumeAccessMode> accessModes() {
    return accessModes;
  }

  /** The volume mode to which the rule is limited; empty means both. */
  public Optional<PersistentVolumeMode> volumeMode() {
    return Optional.ofNullable(volumeMode);
  }

  /** JSON fields that this version does not know, as plain values; unmodifiable. */
  public Map<String, ?> unknownFields() {
    return unknownFields;
  }

  /** Whether the rule is about this condition and this volume, and the condition is too. */
  boolean matches(StorageHealthCondition condition, PersistentVolume volume) {
    return status.isKnown()
        && status.equals(condition.status())
        && (accessModes.isEmpty() || accessModes.stream().anyMatch(volume.accessModes()::contains))
        && (volumeMode == null || volumeMode.equals(volume.volumeMode()))
        && condition.accessMode().map(volume.accessModes()::contains).orElse(true)
        && condition.volumeMode().map(volume.volumeMode()::equals).orElse(true);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof HealthSchedulingRule that
            && status.equals(that.status)
            && accessModes.equals(that.accessModes)
            && Objects.equals(volumeMode, that.volumeMode)
            && unknownFields.equals(that.unknownFields));
  }

  @Override
  public int hashCode() {
    return Objects.hash(status, accessModes, volumeMode);
  }

  /** Reads {@code StorageDegraded[ReadWriteOnce,any]}; no brackets if for all volumes. */
  @Override
  public String toString() {
    return accessModes.isEmpty() && volumeMode == null
        ? status.toString()
        : status
            + "["
            + (accessModes.isEmpty()
                ? "any"
                : accessModes.stream().map(Object::toString).collect(Collectors.joining("|")))
            + ","
            + (volumeMode == null ? "any" : volumeMode)
            + "]";
  }
}
