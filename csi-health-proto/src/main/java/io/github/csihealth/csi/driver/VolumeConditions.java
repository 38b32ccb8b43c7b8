package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All adverse conditions that a driver knows of one volume now, as the CSI spec lets it say them.
 * None means that nothing wrong is known.
 *
 * <p>A value of this type is an answer that cannot be wrong. Each condition has a status of the
 * spec; a reason that is a letter, then letters, digits, {@code _}, {@code ,} or {@code :}, not
 * ending in one of the last two, of at most 128 bytes; and a message of at most 128 bytes of UTF-8,
 * which may be empty. No two have the same status and reason. The id is not part of it: an answer
 * gets that of the volume asked for. The spec sets no limit to their number, yet Kubernetes keeps
 * the 16 most severe.
 *
 * <p>Immutable. Source: CSI spec v1.13, {@code VolumeHealth}; rules C4 to C6.
 */
public final class VolumeConditions {

  private static final VolumeConditions HEALTHY = new VolumeConditions(List.of());

  private final List<VolumeHealthCondition> conditions;

  private VolumeConditions(List<VolumeHealthCondition> conditions) {
    this.conditions = conditions;
  }

  /** Nothing wrong is known. */
  public static VolumeConditions healthy() {
    return HEALTHY;
  }

  /**
   * These conditions, in any order; none means healthy.
   *
   * @throws SpecViolationException if the spec forbids one of them
   */
  public static VolumeConditions of(VolumeHealthCondition... conditions) {
    return of(Arrays.asList(conditions));
  }

  /**
   * These conditions, in any order; none means healthy.
   *
   * @throws SpecViolationException if the spec forbids one of them
   */
  public static VolumeConditions of(Collection<VolumeHealthCondition> conditions) {
    List<VolumeHealthCondition> all = List.copyOf(conditions);
    Map<VolumeHealthCondition.Key, String> places = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      VolumeHealthCondition condition = all.get(i);
      String place = "health_statuses[" + i + "]";
      FieldRules.condition(
          place,
          "VolumeHealthEntry",
          condition.status().isKnown(),
          condition.reason(),
          condition.message());
      String before = places.putIfAbsent(condition.key(), place);
      if (before != null) {
        throw new SpecViolationException(
            place,
            "has the status and reason of " + before,
            "VolumeHealthEntry.reason: a volume has each (status, reason) once");
      }
    }
    return all.isEmpty() ? HEALTHY : new VolumeConditions(all);
  }

  /** The conditions, in the order they were given; unmodifiable. */
  public List<VolumeHealthCondition> conditions() {
    return conditions;
  }

  /** Whether nothing wrong is known. */
  public boolean isHealthy() {
    return conditions.isEmpty();
  }

  /**
   * The answer to ControllerGetVolumeHealth.
   *
   * @param volumeId of the request
   * @throws SpecViolationException if the id is empty or over 128 bytes
   */
  public ControllerGetVolumeHealthResponse toControllerAnswer(String volumeId) {
    return ControllerGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(toMessage("volume_health.volume_id", volumeId))
        .build();
  }

  /**
   * The answer to NodeGetVolumeHealth.
   *
   * @param volumeId of the request
   * @throws SpecViolationException if the id is empty or over 128 bytes
   */
  public NodeGetVolumeHealthResponse toNodeAnswer(String volumeId) {
    return NodeGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(toMessage("volume_health.volume_id", volumeId))
        .build();
  }

  VolumeHealth toMessage(String place, String volumeId) {
    FieldRules.volumeId(place, volumeId);
    return HealthMapping.toMessage(VolumeHealthReport.of(volumeId, conditions));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof VolumeConditions that && conditions.equals(that.conditions));
  }

  @Override
  public int hashCode() {
    return conditions.hashCode();
  }

  /** Reads {@code healthy} or {@code [Degraded/ReplicaDown: 1 of 3 replicas]}. */
  @Override
  public String toString() {
    return conditions.isEmpty() ? "healthy" : conditions.toString();
  }
}
