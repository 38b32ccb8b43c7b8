package io.github.csihealth.reconcile;

import java.time.Duration;
import java.util.Objects;

/** What a writer may choose within the contract. The defaults are those of the KEP. */
public final class ReconcileOptions {

  /** How often a changed message alone is written, unless set otherwise: 5 minutes (rule C9). */
  public static final Duration DEFAULT_MESSAGE_INTERVAL = Duration.ofMinutes(5);

  private static final ReconcileOptions DEFAULTS = builder().build();

  private final boolean writeMessages;
  private final Duration messageInterval;
  private final boolean keepFieldOnRecovery;
  private final boolean clearOnOnlyUnknown;

  private ReconcileOptions(Builder builder) {
    this.writeMessages = builder.writeMessages;
    this.messageInterval = builder.messageInterval;
    this.keepFieldOnRecovery = builder.keepFieldOnRecovery;
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

  boolean keepFieldOnRecovery() {
    return keepFieldOnRecovery;
  }

  boolean clearOnOnlyUnknown() {
    return clearOnOnlyUnknown;
  }

  /** Collects choices. Not thread-safe. */
  public static final class Builder {
    private boolean writeMessages = true;
    private Duration messageInterval = DEFAULT_MESSAGE_INTERVAL;
    private boolean keepFieldOnRecovery;
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
     * On recovery keeps the field, without conditions and with the time, instead of removing it.
     */
    public Builder keepFieldOnRecovery() {
      keepFieldOnRecovery = true;
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
