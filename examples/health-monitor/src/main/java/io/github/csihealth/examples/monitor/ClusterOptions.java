package io.github.csihealth.examples.monitor;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How to reach the API server. */
@Command(optionListHeading = "%nCluster:%n")
final class ClusterOptions {

  @Option(
      names = "--kubeconfig",
      paramLabel = "<file>",
      description =
          "Kubeconfig of the cluster. Default: the one of KUBECONFIG or of the home folder, or else"
              + " the service account of the pod.")
  @Nullable Path kubeconfig;
}
