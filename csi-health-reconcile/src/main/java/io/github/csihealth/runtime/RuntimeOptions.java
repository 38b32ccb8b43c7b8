package io.github.csihealth.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How often the runtime asks and writes. */
public final class RuntimeOptions {

  private final Duration listInterval;
  private final Duration getInterval;
  private final Duration describeInterval;
  private final int maxProbes;
  private final int maxWrites;
  private final double writesPerSecond;
  private final int writeBurst;
  private final Duration hungAfter;
  private final Duration canaryPause;
  private final Duration forbiddenPause;
  private final Duration stopLimit;

  private RuntimeOptions(Builder builder) {
    this.listInterval = builder.listInterval;
    this.getInterval = builder.getInterval;
    this.describeInterval =
        builder.describeInterval == null ? builder.getInterval : builder.describeInterval;
    this.maxProbes = builder.maxProbes;
    this.maxWrites = builder.maxWrites;
    this.writesPerSecond = builder.writesPerSecond;
    this.writeBurst = builder.writeBurst;
    this.hungAfter = builder.hungAfter;
    this.canaryPause = builder.canaryPause;
    this.forbiddenPause = builder.forbiddenPause;
    this.stopLimit = builder.stopLimit;
  }

  /** The defaults: those of the upstream sidecar where it has them. */
  public static RuntimeOptions defaults() {
    return builder().build();
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  Duration listInterval() {
    return listInterval;
  }

  Duration getInterval() {
    return getInterval;
  }

  Duration describeInterval() {
    return describeInterval;
  }

  int maxProbes() {
    return maxProbes;
  }

  int maxWrites() {
    return maxWrites;
  }

  double writesPerSecond() {
    return writesPerSecond;
  }

  int writeBurst() {
    return writeBurst;
  }

  Duration hungAfter() {
    return hungAfter;
  }

  Duration canaryPause() {
    return canaryPause;
  }

  Duration forbiddenPause() {
    return forbiddenPause;
  }

  Duration stopLimit() {
    return stopLimit;
  }

  /** Collects choices. Not thread-safe. */
  public static final class Builder {
    private Duration listInterval = Duration.ofMinutes(5);
    private Duration getInterval = Duration.ofMinutes(1);
    private @Nullable Duration describeInterval;
    private int maxProbes = 10;
    private int maxWrites = 10;
    private double writesPerSecond = 5;
    private int writeBurst = 10;
    private Duration hungAfter = Duration.ofSeconds(5);
    private Duration canaryPause = Duration.ofMinutes(5);
    private Duration forbiddenPause = Duration.ofMinutes(1);
    private Duration stopLimit = Duration.ofSeconds(20);

    private Builder() {}

    /** Time between two list cycles; default 5 minutes. */
    public Builder listInterval(Duration value) {
      listInterval = positive("list interval", value);
      return this;
    }

    /** Least time between two Get calls for a volume in get mode; default 1 minute. */
    public Builder getInterval(Duration value) {
      getInterval = positive("get interval", value);
      return this;
    }

    /**
     * Time between two readings of the capabilities in get mode, after which all bound volumes are
     * added anew, too; default the get interval. In list mode they are read before each cycle.
     */
    public Builder describeInterval(Duration value) {
      describeInterval = positive("describe interval", value);
      return this;
    }

    /**
     * Get calls under way at the same time; default 10. Volumes whose last call hung get at most
     * half of them, so with 1 there is no such isolation.
     */
    public Builder maxProbes(int value) {
      maxProbes = positive("max probes", value);
      return this;
    }

    /** Writes under way at the same time; default 10. */
    public Builder maxWrites(int value) {
      maxWrites = positive("max writes", value);
      return this;
    }

    /**
     * Rate of writes in the long run, and how many may go at once after a quiet time; default 5 a
     * second and 10.
     */
    public Builder writeRate(double perSecond, int burst) {
      if (!(perSecond > 0)) {
        throw new IllegalArgumentException("write rate " + perSecond + " is not positive");
      }
      writesPerSecond = perSecond;
      writeBurst = positive("write burst", burst);
      return this;
    }

    /** A call that took longer marks its volume as one that hangs; default 5 seconds. */
    public Builder hungAfter(Duration value) {
      hungAfter = positive("hung-after", value);
      return this;
    }

    /**
     * First pause between canary writes while the server's feature gate is off, doubled up to
     * twelve times as much; default 5 minutes.
     */
    public Builder canaryPause(Duration value) {
      canaryPause = positive("canary pause", value);
      return this;
    }

    /**
     * First pause of a claim whose write the server forbade, doubled up to thirty times as much;
     * default 1 minute.
     */
    public Builder forbiddenPause(Duration value) {
      forbiddenPause = positive("forbidden pause", value);
      return this;
    }

    /** How long a stop may wait for writes; default 20 seconds. */
    public Builder stopLimit(Duration value) {
      stopLimit = positive("stop limit", value);
      return this;
    }

    /** The options. */
    public RuntimeOptions build() {
      return new RuntimeOptions(this);
    }

    private static Duration positive(String what, Duration value) {
      if (value.isZero() || value.isNegative()) {
        throw new IllegalArgumentException(what + " " + value + " is not positive");
      }
      return value;
    }

    private static int positive(String what, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(what + " " + value + " is not positive");
      }
      return value;
    }
  }
}
