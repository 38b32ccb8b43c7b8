package io.github.csihealth.testkit.conformance.driver;

import static java.util.Objects.requireNonNull;

import io.grpc.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A driver that the suite is to be tried on, and what the suite may do with it.
 *
 * <p>Where the driver offers CREATE_DELETE_VOLUME the suite makes volumes of its own for each rule,
 * publishes them below the temporary directory where a rule is about a node, and removes them
 * again, also when the rule fails. Other drivers are tried on {@link Builder#volumes existing
 * volumes}. Nothing else may be wrong with the storage meanwhile.
 *
 * <p>Immutable. The channel stays the caller's to close.
 */
public final class DriverUnderTest {

  private final Channel channel;
  private final Duration timeout;
  private final @Nullable FaultInjector faults;
  private final List<String> volumes;
  private final Map<String, String> secrets;

  private DriverUnderTest(Builder builder) {
    channel = builder.channel;
    timeout = builder.timeout;
    faults = builder.faults;
    volumes = builder.volumes;
    secrets = builder.secrets;
  }

  /** A driver yet to be described, reached by this channel. */
  public static Builder builder(Channel channel) {
    return new Builder(channel);
  }

  Channel channel() {
    return channel;
  }

  Duration timeout() {
    return timeout;
  }

  Optional<FaultInjector> faults() {
    return Optional.ofNullable(faults);
  }

  List<String> volumes() {
    return volumes;
  }

  Map<String, String> secrets() {
    return secrets;
  }

  /** Describes a driver. Not safe for use by several threads at once. */
  public static final class Builder {

    private final Channel channel;
    private Duration timeout = Duration.ofSeconds(15);
    private @Nullable FaultInjector faults;
    private List<String> volumes = List.of();
    private Map<String, String> secrets = Map.of();

    private Builder(Channel channel) {
      this.channel = requireNonNull(channel, "channel");
    }

    /**
     * How long each call may take; default 15 seconds.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder timeout(Duration timeout) {
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("timeout is not positive: " + timeout);
      }
      this.timeout = timeout;
      return this;
    }

    /**
     * What makes faults. Without it every rule that needs a fault is inconclusive: on a healthy
     * driver, right and wrong look alike.
     */
    public Builder faults(FaultInjector faults) {
      this.faults = requireNonNull(faults, "faults");
      return this;
    }

    /**
     * Existing, healthy volumes to be used instead of new ones; three of them serve all rules. They
     * are not deleted, not published, and degraded only by {@link #faults}. The node is asked for
     * them without paths.
     */
    public Builder volumes(List<String> volumeIds) {
      this.volumes = List.copyOf(volumeIds);
      return this;
    }

    /** Secrets to go with every call that has a field for them; none by default. */
    public Builder secrets(Map<String, String> secrets) {
      this.secrets = Map.copyOf(secrets);
      return this;
    }

    /** The driver as described. */
    public DriverUnderTest build() {
      return new DriverUnderTest(this);
    }
  }
}
