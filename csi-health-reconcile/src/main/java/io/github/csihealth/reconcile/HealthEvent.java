package io.github.csihealth.reconcile;

import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A Kubernetes event to be published on the object that a decision was taken for. It tells of a
 * transition and is never repeated for a state that lasts. Its text is the same whenever the same
 * happens, so that events can be aggregated: it names statuses and reasons, and no message, time or
 * number of volumes. A value; does nothing by itself.
 *
 * <p>Source: rules C3 and C26.
 */
public final class HealthEvent {

  /** What has happened. A minor version may add reasons. */
  public enum Reason {
    /** The driver reported a status that it did not report before and that is not known (C3). */
    UNKNOWN_VOLUME_HEALTH_CONDITION("UnknownVolumeHealthCondition", "Warning"),
    /** A condition joined those that are stored. */
    VOLUME_HEALTH_ABNORMAL("VolumeHealthAbnormal", "Warning"),
    /** The last condition went, because the volume has recovered. */
    VOLUME_HEALTH_RECOVERED("VolumeHealthRecovered", "Normal");

    private final String value;
    private final String type;

    Reason(String value, String type) {
      this.value = value;
      this.type = type;
    }

    /** The event's {@code reason}. */
    public String value() {
      return value;
    }

    /** The event's {@code type}: {@code Warning} or {@code Normal}. */
    public String type() {
      return type;
    }
  }

  /** The API server takes 1,024 bytes; an item and what follows it must fit in the rest. */
  private static final int MAX_LISTED_CHARS = 700;

  private static final HealthEvent RECOVERED =
      new HealthEvent(
          Reason.VOLUME_HEALTH_RECOVERED, "The driver reports no adverse condition any more");

  private final Reason reason;
  private final String message;

  private HealthEvent(Reason reason, String message) {
    this.reason = reason;
    this.message = message;
  }

  static HealthEvent recovered() {
    return RECOVERED;
  }

  static HealthEvent abnormal(MapList<VolumeHealthCondition.Key, VolumeHealthCondition> all) {
    return new HealthEvent(
        Reason.VOLUME_HEALTH_ABNORMAL,
        "The driver reports " + list(all.entries(), condition -> condition.key().toString()));
  }

  static HealthEvent unknown(List<String> statuses) {
    return new HealthEvent(
        Reason.UNKNOWN_VOLUME_HEALTH_CONDITION,
        "The driver reports a status that is not known and is not recorded: "
            + list(statuses, Function.identity()));
  }

  private static <T> String list(List<T> items, Function<T, String> name) {
    StringBuilder text = new StringBuilder();
    for (T item : items) {
      if (text.length() > MAX_LISTED_CHARS) {
        return text.append(", …").toString();
      }
      text.append(text.isEmpty() ? "" : ", ").append(name.apply(item));
    }
    return text.toString();
  }

  /** What has happened. */
  public Reason reason() {
    return reason;
  }

  /** The event's {@code message}: one line for people, at most 1,024 bytes; holds no secret. */
  public String message() {
    return message;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof HealthEvent that
            && reason == that.reason
            && message.equals(that.message));
  }

  @Override
  public int hashCode() {
    return Objects.hash(reason, message);
  }

  /** Reads {@code Warning VolumeHealthAbnormal: The driver reports Degraded/DiskSlow}. */
  @Override
  public String toString() {
    return reason.type + " " + reason.value + ": " + message;
  }
}
