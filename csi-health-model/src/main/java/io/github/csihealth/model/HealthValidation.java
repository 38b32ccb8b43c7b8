package io.github.csihealth.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the API server would say of a status: the violations for which it refuses the write with
 * status 422, or none where it takes it.
 *
 * <p>Values are looked at as they are, in the order given: {@link MapList#ofStored} makes such a
 * list of anything. {@link Conformed} makes one without violations of what a driver reported.
 * Rules, for each list of conditions:
 *
 * <ol>
 *   <li>at most {@link HealthLimits#MAX_CONDITIONS} conditions; of a longer list nothing else is
 *       said, but for ill-formed reasons on claims and pods;
 *   <li>on claims and pods each (status, reason) at most once; a CSINode's list may repeat itself;
 *   <li>a status that is known; an empty one is a missing one on claims and pods, and an unknown
 *       one on CSINodes;
 *   <li>a reason of 1 to {@link HealthLimits#MAX_REASON_BYTES} bytes that is a letter, then
 *       letters, digits, {@code _}, {@code ,} or {@code :}, and ends in none of the last two;
 *   <li>a message of at most {@link HealthLimits#MAX_MESSAGE_BYTES} bytes;
 *   <li>an access mode and a volume mode that are known, where they are set.
 * </ol>
 *
 * <p>On claims and pods the server leaves conditions alone that are stored already as they are, so
 * an update of an object that holds what an older server took may pass where this says no.
 *
 * <p>Not looked at here is what fails before validation: a time that is none, or JSON of another
 * type than the field has, is refused while the patch is decoded, and a {@link Finding} of the
 * read.
 *
 * <p>Source: observed on kube-apiserver v1.37.2 with the feature gate on.
 */
public final class HealthValidation {

  private final List<Violation> violations = new ArrayList<>();

  private HealthValidation() {}

  /** The violations of a claim's {@code status.healthStatus}; unmodifiable. */
  public static List<Violation> ofClaim(VolumeHealthStatus health) {
    HealthValidation validation = new HealthValidation();
    validation.volumeConditions(health.conditions(), "status.healthStatus.healthConditions");
    return validation.result();
  }

  /**
   * The violations of a pod's {@code status.volumeHealth}; unmodifiable.
   *
   * @param volumes the names in the pod's {@code spec.volumes}
   */
  public static List<Violation> ofPod(
      MapList<String, PodVolumeHealth> health, Collection<String> volumes) {
    HealthValidation validation = new HealthValidation();
    Set<String> names = new HashSet<>();
    List<PodVolumeHealth> entries = health.stored();
    for (int i = 0; i < entries.size(); i++) {
      PodVolumeHealth entry = entries.get(i);
      String path = item("status.volumeHealth", i);
      validation.unique(names, entry.name(), path);
      if (validation.required(entry.name(), path + ".name") && !volumes.contains(entry.name())) {
        validation.add(ViolationCause.NOT_FOUND, path + ".name", "not in spec.volumes");
      }
      validation.volumeConditions(entry.health().conditions(), path + ".healthConditions");
    }
    return validation.result();
  }

  /** The violations of a CSINode's {@code status.storageHealth}; unmodifiable. */
  public static List<Violation> ofCsiNode(MapList<String, StorageHealth> health) {
    HealthValidation validation = new HealthValidation();
    Set<String> names = new HashSet<>();
    List<StorageHealth> entries = health.stored();
    for (int i = 0; i < entries.size(); i++) {
      StorageHealth entry = entries.get(i);
      String path = item("status.storageHealth", i);
      validation.unique(names, entry.name(), path);
      validation.driverName(entry.name(), path + ".name");
      validation.storageConditions(entry.conditions(), path + ".healthConditions");
    }
    return validation.result();
  }

  private void volumeConditions(
      MapList<VolumeHealthCondition.Key, VolumeHealthCondition> list, String path) {
    List<VolumeHealthCondition> conditions = list.stored();
    boolean tooMany = tooMany(conditions, path);
    Set<VolumeHealthCondition.Key> keys = new HashSet<>();
    for (int i = 0; i < conditions.size(); i++) {
      VolumeHealthCondition condition = conditions.get(i);
      String item = item(path, i);
      if (!tooMany) {
        unique(keys, condition.key(), item);
        if (required(condition.status().value(), item + ".status")) {
          known(condition.status(), item + ".status");
        }
        lengths(condition.reason(), condition.message(), item);
      }
      reasonForm(condition.reason(), item);
    }
  }

  private void storageConditions(
      MapList<StorageHealthCondition.Key, StorageHealthCondition> list, String path) {
    List<StorageHealthCondition> conditions = list.stored();
    if (tooMany(conditions, path)) {
      return;
    }
    for (int i = 0; i < conditions.size(); i++) {
      StorageHealthCondition condition = conditions.get(i);
      String item = item(path, i);
      known(condition.status(), item + ".status");
      lengths(condition.reason(), condition.message(), item);
      reasonForm(condition.reason(), item);
      condition.accessMode().ifPresent(mode -> known(mode, item + ".accessMode"));
      condition.volumeMode().ifPresent(mode -> known(mode, item + ".volumeMode"));
    }
  }

  private void lengths(String reason, String message, String path) {
    if (required(reason, path + ".reason")) {
      atMost(HealthLimits.MAX_REASON_BYTES, reason, path + ".reason");
    }
    atMost(HealthLimits.MAX_MESSAGE_BYTES, message, path + ".message");
  }

  private void reasonForm(String reason, String path) {
    if (!reason.isEmpty() && !Reasons.hasLegalForm(reason)) {
      add(ViolationCause.INVALID, path + ".reason", Reasons.FORM);
    }
  }

  private void driverName(String name, String path) {
    if (required(name, path)) {
      atMost(HealthLimits.MAX_DRIVER_NAME_BYTES, name, path);
      if (!DriverNames.hasLegalForm(name)) {
        add(ViolationCause.INVALID, path, DriverNames.FORM);
      }
    }
  }

  private boolean tooMany(List<?> conditions, String path) {
    boolean tooMany = conditions.size() > HealthLimits.MAX_CONDITIONS;
    if (tooMany) {
      add(
          ViolationCause.TOO_MANY,
          path,
          conditions.size() + " conditions, at most " + HealthLimits.MAX_CONDITIONS);
    }
    return tooMany;
  }

  private <K> void unique(Set<K> seen, K key, String path) {
    if (!seen.add(key)) {
      add(ViolationCause.DUPLICATE, path, "an entry before it has the key (" + key + ")");
    }
  }

  private boolean required(String value, String path) {
    if (value.isEmpty()) {
      add(ViolationCause.REQUIRED, path, "empty");
    }
    return !value.isEmpty();
  }

  private void known(OpenType value, String path) {
    if (!value.isKnown()) {
      add(ViolationCause.NOT_SUPPORTED, path, "'" + value + "' is not one of the known values");
    }
  }

  private void atMost(int bytes, String value, String path) {
    int length = Utf8.length(value);
    if (length > bytes) {
      add(ViolationCause.TOO_LONG, path, length + " bytes, at most " + bytes);
    }
  }

  private void add(ViolationCause cause, String path, String detail) {
    violations.add(new Violation(cause, path, detail));
  }

  private List<Violation> result() {
    return List.copyOf(violations);
  }

  private static String item(String list, int index) {
    return list + "[" + index + "]";
  }
}
