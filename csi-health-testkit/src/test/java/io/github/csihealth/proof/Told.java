package io.github.csihealth.proof;

import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.reconcile.HealthEvent;
import java.util.Collection;
import java.util.List;

/**
 * An event in plain values.
 *
 * @param names what its text ends with, in order; none is any text
 */
record Told(String reason, String type, List<String> names) {

  /** Longer lists may be cut. */
  private static final int FEW = 8;

  static final Told RECOVERED = new Told("VolumeHealthRecovered", "Normal", List.of());

  static Told abnormal(Collection<VolumeHealthCondition.Key> reported) {
    return new Told(
        "VolumeHealthAbnormal",
        "Warning",
        reported.stream().map(key -> key.status().value() + "/" + key.reason()).toList());
  }

  static Told unknown(List<String> statuses) {
    return new Told("UnknownVolumeHealthCondition", "Warning", statuses);
  }

  boolean isToldBy(HealthEvent event) {
    return event.reason().value().equals(reason)
        && event.reason().type().equals(type)
        && (names.size() > FEW || event.message().endsWith(String.join(", ", names)));
  }
}
