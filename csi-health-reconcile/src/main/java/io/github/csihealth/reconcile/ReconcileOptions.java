package io.github.csihealth.reconcile;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a writer may choose within the contract. The defaults are those of the KEP. */
public final class ReconcileOptions {

  /** How often a changed message alone is written, unless set otherwise: 5 minutes (rule C9). */
  public static final Duration DEFAULT_MESSAGE_INTERVAL = Duration.ofMinutes(5);

  private static final ReconcileOptions DEFAULTS = builder().build();

  private final boolean writeMessages;
  private final Duration messageInterval;
  private final @Nullable Boolean keepOnRecovery;
  private final boolean clearOnOnlyUnknown;

  private ReconcileOptions(Builder builder) {
    this.writeMessages = builder.writeMessages;
    this.messageInterval = builder.messageInterval;
    this.keepOnRecovery = builder.keepOnRecovery;
    this.clearOnOnlyUnknown = builder.clearOnOnlyUnknown;
  }

  /** The defaults. */
  public static ReconcileOptions defaults() {
    return DEFAULTS;
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  boolean writeMessages() {
    return writeMessages;
  }

  Duration messageInterval() {
    return messageInterval;
  }

  /** Whether what recovers is kept, without conditions, given what is usual for the object. */
  boolean keepOnRecovery(boolean usual) {
    return keepOnRecovery == null ? usual : keepOnRecovery;
  }

  boolean clearOnOnlyUnknown() {
    return clearOnOnlyUnknown;
  }

  /** Collects choices. Not thread-safe. */
  public static final class Builder {
    private boolean writeMessages = true;
    private Duration messageInterval = DEFAULT_MESSAGE_INTERVAL;
    private @Nullable Boolean keepOnRecovery;
    private boolean clearOnOnlyUnknown;

    private Builder() {}

    /** Never writes for a changed message alone, as the kubelet v1.37 does (rule C9). */
    public Builder ignoreMessageChanges() {
      writeMessages = false;
      return this;
    }

    /**
     * At most one write in this time for a changed message alone, for each object (rule C9).
     *
     * @throws IllegalArgumentException if negative
     */
    public Builder messageInterval(Duration interval) {
      if (interval.isNegative()) {
        throw new IllegalArgumentException("message interval " + interval + " is negative");
      }
      messageInterval = Objects.requireNonNull(interval, "interval");
      return this;
    }

    /**
     * On recovery keeps the claim's field or the entry, without conditions and, but for CSINodes,
     * with the time. This is usual for pods only (rule C20).
     */
    public Builder keepFieldOnRecovery() {
      keepOnRecovery = true;
      return this;
    }

    /**
     * On recovery removes the claim's field or the entry. This is usual for claims and CSINodes
     * (rule C20).
     */
    public Builder removeFieldOnRecovery() {
      keepOnRecovery = false;
      return this;
    }

    /** Takes a report of unknown statuses only for a recovery, as the shipped writers do (C3). */
    public Builder clearOnOnlyUnknown() {
      clearOnOnlyUnknown = true;
      return this;
    }

    /** The options. */
    public ReconcileOptions build() {
      return new ReconcileOptions(this);
    }
  }
}
