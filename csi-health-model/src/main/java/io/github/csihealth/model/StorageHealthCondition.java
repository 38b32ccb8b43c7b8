package io.github.csihealth.model;

import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One adverse condition of a driver's storage backend as seen from one node, identified by its
 * {@link Key (status, reason, accessMode, volumeMode)}.
 *
 * <p>Any strings are taken; {@link Conformed#ofStorage} makes a list acceptable to the API server.
 *
 * <p>Source: Kubernetes v1.37 {@code storage.k8s.io/v1 StorageHealthCondition}.
 */
public final class StorageHealthCondition implements MapListEntry<StorageHealthCondition.Key> {

  private final Key key;
  private final String message;
  private final @Nullable Instant lastTransitionTime;
  private final Map<String, ?> unknownFields;

  private StorageHealthCondition(
      Key key, String message, @Nullable Instant lastTransitionTime, Map<String, ?> unknownFields) {
    this.key = Objects.requireNonNull(key, "key");
    this.message = Objects.requireNonNull(message, "message");
    this.lastTransitionTime = lastTransitionTime;
    this.unknownFields = unknownFields;
  }

  /**
   * A condition that affects all access modes and volume modes, without a transition time.
   *
   * @param message for people; empty means none
   */
  public static StorageHealthCondition of(
      StorageHealthStatusType status, String reason, String message) {
    return of(new Key(status, reason, null, null), message);
  }

  /**
   * A condition of this identity, without a transition time.
   *
   * @param message for people; empty means none
   */
  public static StorageHealthCondition of(Key key, String message) {
    return new StorageHealthCondition(key, message, null, Map.of());
  }

  /**
   * This condition with that transition time, cut to whole seconds (rule C10).
   *
   * @throws IllegalArgumentException if the time is not within the years 0000 to 9999
   */
  public StorageHealthCondition withLastTransitionTime(Instant time) {
    return new StorageHealthCondition(key, message, KubernetesTime.stored(time), unknownFields);
  }

  StorageHealthCondition withUnknownFields(Map<String, ?> fields) {
    return fields.isEmpty()
        ? this
        : new StorageHealthCondition(key, message, lastTransitionTime, fields);
  }

  StorageHealthCondition with(String newReason, String newMessage) {
    return new StorageHealthCondition(
        new Key(key.status, newReason, key.accessMode, key.volumeMode),
        newMessage,
        lastTransitionTime,
        unknownFields);
  }

  /** The machine-readable category. */
  public StorageHealthStatusType status() {
    return key.status;
  }

  /** The driver's machine-readable reason. */
  public String reason() {
    return key.reason;
  }

  /** Text for people; empty means none. Nothing may be decided from it (rule C25). */
  public String message() {
    return message;
  }

  /** The access mode affected; empty means all. */
  public Optional<PersistentVolumeAccessMode> accessMode() {
    return Optional.ofNullable(key.accessMode);
  }

  /** The volume mode affected; empty means both. */
  public Optional<PersistentVolumeMode> volumeMode() {
    return Optional.ofNullable(key.volumeMode);
  }

  /** When this condition appeared, in whole seconds; empty where the writer set none. */
  public Optional<Instant> lastTransitionTime() {
    return Optional.ofNullable(lastTransitionTime);
  }

  @Override
  public Key key() {
    return key;
  }

  /** JSON fields that this version does not know, as plain values; unmodifiable. */
  public Map<String, ?> unknownFields() {
    return unknownFields;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof StorageHealthCondition that
            && key.equals(that.key)
            && message.equals(that.message)
            && Objects.equals(lastTransitionTime, that.lastTransitionTime)
            && unknownFields.equals(that.unknownFields));
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + message.hashCode();
  }

  /** Reads {@code StorageDegraded/PathLost[ReadWriteMany,Block]: 1 of 2 paths}. */
  @Override
  public String toString() {
    return message.isEmpty() ? key.toString() : key + ": " + message;
  }

  /**
   * The identity of a storage condition. Keys sort by severity, then by the bytes of reason, access
   * mode and volume mode; an absent mode comes first (rule C7).
   *
   * @param status the category
   * @param reason the driver's reason
   * @param accessMode the access mode affected; null means all
   * @param volumeMode the volume mode affected; null means both
   */
  public record Key(
      StorageHealthStatusType status,
      String reason,
      @Nullable PersistentVolumeAccessMode accessMode,
      @Nullable PersistentVolumeMode volumeMode)
      implements Comparable<Key> {

    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::status)
            .thenComparing(Key::reason, Utf8::compare)
            .thenComparing(key -> key.accessMode, nullsFirst(naturalOrder()))
            .thenComparing(key -> key.volumeMode, nullsFirst(naturalOrder()));

    /** A key of these; status and reason are not null. */
    public Key {
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(reason, "reason");
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    /**
     * Reads {@code StorageDegraded/PathLost[ReadWriteMany,Block]}; no brackets if for all modes.
     */
    @Override
    public String toString() {
      String name = status + "/" + reason;
      return accessMode == null && volumeMode == null
          ? name
          : name
              + "["
              + (accessMode == null ? "any" : accessMode)
              + ","
              + (volumeMode == null ? "any" : volumeMode)
              + "]";
    }
  }
}
