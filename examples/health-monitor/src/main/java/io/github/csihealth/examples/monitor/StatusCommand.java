package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.csihealth.examples.monitor.HealthCollection.Listing;
import io.github.csihealth.examples.monitor.HealthResource.Health;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what is adverse in a cluster. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = HealthMonitorCommand.Version.class,
    sortOptions = false,
    description = {
      "Prints the claims, pods and nodes of a cluster with adverse conditions, oldest first.",
      "Needs the right to list them, and with --watch to watch them: persistentvolumeclaims, pods"
          + " and csinodes.storage.k8s.io."
    })
final class StatusCommand implements Callable<Integer> {

  private static final String ALL = "all";

  /** How the health is printed. */
  enum Output {
    table,
    wide,
    json,
    yaml
  }

  @Option(
      names = "--kubeconfig",
      paramLabel = "<file>",
      description = "Kubeconfig of the cluster. Default: as for run.")
  private @Nullable Path kubeconfig;

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = ALL,
      paramLabel = "<namespace>",
      description =
          "Only claims and pods of this namespace, and no nodes. Default: ${DEFAULT-VALUE}.")
  private String namespace;

  @Option(
      names = {"-o", "--output"},
      defaultValue = "table",
      paramLabel = "<form>",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Output output;

  @Option(
      names = {"-w", "--watch"},
      description = "Go on, and print changes as they come, until interrupted.")
  private boolean watch;

  @Spec private CommandSpec spec;

  /** As many objects as kubectl asks for at a time; a test that has fewer asks for fewer. */
  int pageSize = 500;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields.
  StatusCommand() {}

  /** With {@code --watch} until its thread is interrupted. */
  @Override
  public Integer call() throws ExitException {
    Config config = ApiServer.config(Optional.ofNullable(kubeconfig));
    try (KubernetesClient client = ApiServer.reading(config)) {
      Map<HealthResource, HealthCollection> collections = collections(client);
      Map<HealthResource, Listing> listings = new EnumMap<>(HealthResource.class);
      List<ExitException> failures = new ArrayList<>();
      for (Map.Entry<HealthResource, HealthCollection> collection : collections.entrySet()) {
        try {
          listings.put(collection.getKey(), collection.getValue().list());
        } catch (KubernetesClientException e) {
          ExitException failure = failure(config, e, collection.getKey());
          if (!isAboutOneResource(e)) {
            throw failure;
          }
          failures.add(failure);
        }
      }
      StatusOutput printed = output();
      if (!listings.isEmpty()) {
        printed.now(survey(listings));
      }
      failures.forEach(failure -> complain("error: " + failure.getMessage()));
      if (watch && !listings.isEmpty()) {
        collections.keySet().retainAll(listings.keySet());
        new StatusWatch(collections, printed, this::complain).run(listings);
      }
      return failures.isEmpty() ? ExitCode.OK.code() : failures.get(0).code().code();
    }
  }

  private Map<HealthResource, HealthCollection> collections(KubernetesClient client) {
    Optional<String> one = Optional.of(namespace).filter(name -> !name.equals(ALL));
    Map<HealthResource, HealthCollection> collections = new EnumMap<>(HealthResource.class);
    for (HealthResource resource : HealthResource.values()) {
      if (one.isEmpty() || resource.isNamespaced()) {
        collections.put(resource, new HealthCollection(client, resource, one, pageSize));
      }
    }
    return collections;
  }

  private HealthSurvey survey(Map<HealthResource, Listing> listings) {
    Map<HealthResource, List<Health>> read = new LinkedHashMap<>();
    listings.forEach(
        (resource, listing) -> {
          read.put(resource, listing.objects());
          listing.objects().forEach(health -> complainOf(resource, health));
        });
    return HealthSurvey.of(read);
  }

  private void complainOf(HealthResource resource, Health health) {
    for (String finding : health.findings()) {
      complain("warning: " + resource.kind() + " " + health.object() + ": " + finding);
    }
  }

  private ExitException failure(
      Config config, KubernetesClientException e, HealthResource resource) {
    return ApiServer.failure(
        config, e, "status must list" + (watch ? " and watch " : " ") + resource.plural());
  }

  /** Whether other resources may well be read: the server has answered, and knows who we are. */
  private static boolean isAboutOneResource(KubernetesClientException e) {
    return e.getCode() != 401 && e.getStatus() != null;
  }

  private StatusOutput output() {
    PrintWriter out = spec.commandLine().getOut();
    return switch (output) {
      case table, wide ->
          new StatusTable(out, Ansi.AUTO, InstantSource.system(), output == Output.wide, watch);
      case json -> StatusDocument.json(out, watch);
      case yaml -> StatusDocument.yaml(out, watch);
    };
  }

  private void complain(String text) {
    spec.commandLine().getErr().println(OneLine.of(text));
    spec.commandLine().getErr().flush();
  }
}
