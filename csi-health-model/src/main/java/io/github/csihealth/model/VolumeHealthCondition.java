package io.github.csihealth.model;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;

/**
 * One adverse condition of a volume, identified by its {@link Key (status, reason)}.
 *
 * <p>Any strings are taken, so that a value can hold what a driver reported or a server stored.
 * {@link Conformed#ofVolume} makes a list of conditions acceptable to the API server.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 VolumeHealthCondition}.
 */
public final class VolumeHealthCondition implements MapListEntry<VolumeHealthCondition.Key> {

  private final Key key;
  private final String message;
  private final Map<String, ?> unknownFields;

  private VolumeHealthCondition(Key key, String message, Map<String, ?> unknownFields) {
    this.key = Objects.requireNonNull(key, "key");
    this.message = Objects.requireNonNull(message, "message");
    this.unknownFields = unknownFields;
  }

  /** A condition without a message. */
  public static VolumeHealthCondition of(VolumeHealthStatusType status, String reason) {
    return of(status, reason, "");
  }

  /**
   * A condition.
   *
   * @param message for people; empty means none
   */
  public static VolumeHealthCondition of(
      VolumeHealthStatusType status, String reason, String message) {
    return new VolumeHealthCondition(new Key(status, reason), message, Map.of());
  }

  /** The machine-readable category. */
  public VolumeHealthStatusType status() {
    return key.status();
  }

  /** The driver's machine-readable reason. */
  public String reason() {
    return key.reason();
  }

  /** Text for people; empty means none. Nothing may be decided from it (rule C25). */
  public String message() {
    return message;
  }

  @Override
  public Key key() {
    return key;
  }

  /**
   * JSON fields that this version does not know, as plain values; a write of this condition keeps
   * them. Almost always empty; unmodifiable.
   */
  public Map<String, ?> unknownFields() {
    return unknownFields;
  }

  VolumeHealthCondition with(String newReason, String newMessage) {
    return new VolumeHealthCondition(new Key(key.status(), newReason), newMessage, unknownFields);
  }

  VolumeHealthCondition withUnknownFields(Map<String, ?> fields) {
    return fields.isEmpty() ? this : new VolumeHealthCondition(key, message, fields);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof VolumeHealthCondition that
            && key.equals(that.key)
            && message.equals(that.message)
            && unknownFields.equals(that.unknownFields));
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + message.hashCode();
  }

  /** Reads {@code Degraded/ReplicaDown: 1 of 3 replicas}; without the colon if no message. */
  @Override
  public String toString() {
    return message.isEmpty() ? key.toString() : key + ": " + message;
  }

  /**
   * The identity of a condition in its list. Keys sort by severity of the status, then by the bytes
   * of the reason (rule C7).
   *
   * @param status the category
   * @param reason the driver's reason
   */
  public record Key(VolumeHealthStatusType status, String reason) implements Comparable<Key> {

    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::status).thenComparing(Key::reason, Utf8::compare);

    /** A key of these two, neither null. */
    public Key {
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(reason, "reason");
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    /** Reads {@code Degraded/ReplicaDown}. */
    @Override
    public String toString() {
      return status + "/" + reason;
    }
  }
}
