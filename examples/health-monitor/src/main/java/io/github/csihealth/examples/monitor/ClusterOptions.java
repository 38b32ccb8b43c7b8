package io.github.csihealth.examples.monitor;

import io.github.csihealth.runtime.RuntimeOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How to reach the API server, and how much to ask of it. */
@Command(optionListHeading = "%nCluster:%n")
final class ClusterOptions {

  @Option(
      names = "--kubeconfig",
      paramLabel = "<file>",
      description =
          "Kubeconfig of the cluster. Default: the one of KUBECONFIG or of the home folder, or else"
              + " the service account of the pod.")
  @Nullable Path kubeconfig;

  @Option(
      names = "--kube-api-qps",
      defaultValue = "5",
      converter = Positive.OfDouble.class,
      paramLabel = "<n>",
      description =
          "Writes of claims a second, in the long run. They alone are limited: what is read besides"
              + " is one list and one watch of volumes and of claims, and a claim after a"
              + " conflict. Default: ${DEFAULT-VALUE}.")
  private double kubeApiQps;

  @Option(
      names = "--kube-api-burst",
      defaultValue = "10",
      converter = Positive.OfInt.class,
      paramLabel = "<n>",
      description = "Writes at once after a quiet time. Default: ${DEFAULT-VALUE}.")
  private int kubeApiBurst;

  @Option(
      names = "--resync",
      defaultValue = "10m",
      paramLabel = "<duration>",
      description =
          "Time after which all volumes and claims that the watches know are looked at again,"
              + " without a request; 0 for never. Default: ${DEFAULT-VALUE}.")
  Duration resync;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  ClusterOptions() {}

  void applyTo(RuntimeOptions.Builder options) {
    options.writeRate(kubeApiQps, kubeApiBurst);
  }
}
