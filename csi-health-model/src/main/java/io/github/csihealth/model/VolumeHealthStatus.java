package io.github.csihealth.model;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The health recorded for a volume: {@code status.healthStatus} of a claim, and the value of a
 * pod's volume entry.
 *
 * <p>{@link #state()} tells the three states apart: {@link #absent()} is the missing field, a value
 * without conditions is a healthy one, any other is adverse. The absent value has neither
 * conditions nor a time and equals only itself.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 VolumeHealthStatus}.
 */
public final class VolumeHealthStatus {

  private static final VolumeHealthStatus ABSENT =
      new VolumeHealthStatus(false, MapList.of(), null, Map.of());

  private final boolean present;
  private final MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions;
  private final @Nullable Instant lastTransitionTime;
  private final Map<String, ?> unknownFields;

  private VolumeHealthStatus(
      boolean present,
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions,
      @Nullable Instant lastTransitionTime,
      Map<String, ?> unknownFields) {
    this.present = present;
    this.conditions = Objects.requireNonNull(conditions, "conditions");
    this.lastTransitionTime = lastTransitionTime;
    this.unknownFields = unknownFields;
  }

  /** The missing field: no information. */
  public static VolumeHealthStatus absent() {
    return ABSENT;
  }

  /**
   * A present field.
   *
   * @param conditions none means healthy
   * @param lastTransitionTime cut to whole seconds (rule C10); null where it is not known
   * @throws IllegalArgumentException if the time is not within the years 0000 to 9999
   */
  public static VolumeHealthStatus of(
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions,
      @Nullable Instant lastTransitionTime) {
    return new VolumeHealthStatus(
        true,
        conditions,
        lastTransitionTime == null ? null : KubernetesTime.stored(lastTransitionTime),
        Map.of());
  }

  VolumeHealthStatus withUnknownFields(Map<String, ?> fields) {
    return fields.isEmpty()
        ? this
        : new VolumeHealthStatus(present, conditions, lastTransitionTime, fields);
  }

  /** Which of the three states this is. */
  public HealthState state() {
    if (!present) {
      return HealthState.NO_INFORMATION;
    }
    return conditions.isEmpty() ? HealthState.HEALTHY : HealthState.ADVERSE;
  }

  /** The adverse conditions; none unless {@link #state()} is {@link HealthState#ADVERSE}. */
  public MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions() {
    return conditions;
  }

  /**
   * When this set of (status, reason) appeared, in whole seconds; empty where the field is absent
   * or the writer set none. It moves whenever any condition joins or leaves, so it is not the age
   * of a single condition (rule C25).
   */
  public Optional<Instant> lastTransitionTime() {
    return Optional.ofNullable(lastTransitionTime);
  }

  /** JSON fields that this version does not know, as plain values; unmodifiable. */
  public Map<String, ?> unknownFields() {
    return unknownFields;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof VolumeHealthStatus that
            && present == that.present
            && conditions.equals(that.conditions)
            && Objects.equals(lastTransitionTime, that.lastTransitionTime)
            && unknownFields.equals(that.unknownFields));
  }

  @Override
  public int hashCode() {
    return Objects.hash(present, conditions, lastTransitionTime);
  }

  /** One line: {@code absent}, or the conditions and since when. */
  @Override
  public String toString() {
    if (!present) {
      return "absent";
    }
    String list = conditions.isEmpty() ? "healthy" : conditions.toString();
    return lastTransitionTime == null ? list : list + " since " + lastTransitionTime;
  }
}
