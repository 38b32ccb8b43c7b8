package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether one of several replicas is to lead, and how that one is found. */
@Command(optionListHeading = "%nLeader election:%n")
final class LeaderElectionOptions {

  @Option(
      names = "--leader-election",
      arity = "0..1",
      defaultValue = "false",
      fallbackValue = "true",
      converter = GoFlags.Bool.class,
      paramLabel = "<bool>",
      description =
          "Work only while this replica holds the lease, which one replica does at a time. Default:"
              + " ${DEFAULT-VALUE}.")
  private boolean enabled;

  @Option(
      names = "--leader-election-namespace",
      paramLabel = "<name>",
      description =
          "Namespace of the lease. Default: POD_NAMESPACE, or else the namespace of the pod or of"
              + " the kubeconfig.")
  private @Nullable String namespace;

  @Option(
      names = "--leader-election-lease-duration",
      defaultValue = "15s",
      converter = Positive.OfDuration.class,
      paramLabel = "<duration>",
      description =
          "Time after which a lease that its holder does not renew goes to another. Whole seconds."
              + " Default: ${DEFAULT-VALUE}.")
  private Duration leaseDuration;

  @Option(
      names = "--leader-election-renew-deadline",
      defaultValue = "10s",
      converter = Positive.OfDuration.class,
      paramLabel = "<duration>",
      description =
          "Time after which a leader that cannot renew its lease writes no more and ends with exit"
              + " code 11. What is left of the lease is the limit of each write. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration renewDeadline;

  @Option(
      names = "--leader-election-retry-period",
      defaultValue = "5s",
      converter = Positive.OfDuration.class,
      paramLabel = "<duration>",
      description = "Time between two tries to get or to renew it. Default: ${DEFAULT-VALUE}.")
  private Duration retryPeriod;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  LeaderElectionOptions() {}

  /**
   * The times; empty if there is no election.
   *
   * @throws ExitException if they do not go together
   */
  Optional<LeaseTimes> times() throws ExitException {
    return enabled
        ? Optional.of(LeaseTimes.of(leaseDuration, renewDeadline, retryPeriod))
        : Optional.empty();
  }

  String namespace(Config cluster) {
    return namespace(namespace, System.getenv(), cluster.getNamespace());
  }

  static String namespace(
      @Nullable String flag, Map<String, String> variables, @Nullable String ofCluster) {
    return Stream.of(flag, variables.get("POD_NAMESPACE"), ofCluster)
        .filter(Objects::nonNull)
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("default");
  }
}
