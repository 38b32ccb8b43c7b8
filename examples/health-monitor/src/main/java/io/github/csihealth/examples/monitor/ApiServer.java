package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The two clients of one API server: one that watches, and one that writes without retries. */
final class ApiServer implements AutoCloseable {

  private static final ListOptions ONE = new ListOptionsBuilder().withLimit(1L).build();

  private static final String RIGHTS =
      "the monitor must get, list and watch persistentvolumes and persistentvolumeclaims, and"
          + " patch persistentvolumeclaims/status";

  private static final String VOLUMES = "persistentvolumes";
  private static final String CLAIMS = "persistentvolumeclaims";

  private final KubernetesClient watching;
  private final KubernetesClient writing;

  private ApiServer(Config config, Optional<Duration> writeLimit) {
    this.watching = watching(config);
    int limit = config.getRequestTimeout();
    this.writing =
        writing(
            new ConfigBuilder(config)
                .withRequestTimeout(
                    writeLimit.map(of -> (int) Math.min(limit, of.toMillis())).orElse(limit))
                .build());
  }

  /** A client for informers, with the client's own retries. */
  static KubernetesClient watching(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(withoutHttp2(config).build())
        .withHttpClientBuilderConsumer(ApiServer::sendOnlyWhatCanBeSent)
        .build();
  }

  /**
   * A client for someone who waits: what fails is said at once.
   *
   * @param config from {@link #config}
   * @throws ExitException if what it holds cannot be used
   */
  static KubernetesClient reading(Config config) throws ExitException {
    try {
      return new KubernetesClientBuilder()
          .withConfig(withoutHttp2(config).withRequestRetryBackoffLimit(0).build())
          .withHttpClientBuilderConsumer(ApiServer::sendOnlyWhatCanBeSent)
          .build();
    } catch (RuntimeException e) {
      throw unusable(config);
    }
  }

  private static void sendOnlyWhatCanBeSent(HttpClient.Builder http) {
    http.addOrReplaceInterceptor("unsendable", new UnsendableCredentials());
  }

  private static ExitException unusable(Config config) {
    return new ExitException(
        ExitCode.USAGE,
        "the certificates or keys that --kubeconfig names for "
            + address(config)
            + " cannot be used");
  }

  /** A client for writes, without retries: they would hide faults and repeat old content. */
  static KubernetesClient writing(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(withoutHttp2(config).withRequestRetryBackoffLimit(0).build())
        .build();
  }

  /**
   * An API server that refuses a token closes the HTTP/2 connection along with its answer, and the
   * JDK's client then loses the answer: a 401 would look like a server that is not there.
   */
  private static ConfigBuilder withoutHttp2(Config config) {
    return new ConfigBuilder(config).withHttp2Disable(true);
  }

  /**
   * Reaches the API server and checks that it lets the monitor do its work.
   *
   * @param config from {@link #config}
   * @param writeLimit of a write, where the limit of all requests is more; empty for that one
   * @throws ExitException if it cannot be reached, or a right is missing
   */
  static ApiServer reach(Config config, Optional<Duration> writeLimit) throws ExitException {
    ApiServer server;
    try {
      server = new ApiServer(config, writeLimit);
    } catch (RuntimeException e) {
      throw unusable(config);
    }
    boolean usable = false;
    try {
      server.check();
      usable = true;
      return server;
    } finally {
      if (!usable) {
        server.close();
      }
    }
  }

  /**
   * How to reach the API server. Nothing is asked of it yet.
   *
   * @param kubeconfig of the user to be; empty for what the environment offers
   * @throws ExitException if the file cannot be used
   */
  static Config config(Optional<Path> kubeconfig) throws ExitException {
    if (kubeconfig.isEmpty()) {
      return Config.autoConfigure(null);
    }
    Path file = kubeconfig.get();
    try {
      if (!namesServer(Files.readString(file))) {
        // Without a server the client would try the cluster that it may be in.
        throw unusable(file, "has no current-context with a cluster and its server");
      }
      return Config.fromKubeconfig(file.toFile());
    } catch (NoSuchFileException e) {
      throw unusable(file, "does not exist");
    } catch (AccessDeniedException e) {
      throw unusable(file, "may not be read by this user");
    } catch (CharacterCodingException e) {
      throw unusable(file, "is no kubeconfig");
    } catch (IOException e) {
      throw unusable(file, "cannot be read (" + OneLine.of(e) + ")");
    } catch (RuntimeException e) {
      // Its message may quote the file, which holds credentials.
      throw unusable(file, "is no kubeconfig");
    }
  }

  private static boolean namesServer(String kubeconfig) {
    io.fabric8.kubernetes.api.model.Config read =
        new KubernetesSerialization()
            .unmarshal(kubeconfig, io.fabric8.kubernetes.api.model.Config.class);
    return read.getContexts().stream()
        .filter(context -> context.getName().equals(read.getCurrentContext()))
        .map(context -> context.getContext().getCluster())
        .flatMap(name -> read.getClusters().stream().filter(c -> c.getName().equals(name)))
        .map(cluster -> cluster.getCluster().getServer())
        .anyMatch(server -> server != null && !server.isBlank());
  }

  private static ExitException unusable(Path file, String why) {
    return new ExitException(ExitCode.USAGE, "--kubeconfig " + file + " " + why);
  }

  private void check() throws ExitException {
    try {
      writing.persistentVolumes().list(ONE);
      writing.persistentVolumeClaims().inAnyNamespace().list(ONE);
      // Without it informers would show what there was at the start, for ever.
      require("watch", VOLUMES, "");
      require("watch", CLAIMS, "");
      require("get", CLAIMS, "");
      require("patch", CLAIMS, "status");
    } catch (KubernetesClientException e) {
      throw failure(e);
    } catch (IllegalArgumentException e) {
      throw unsendable(writing.getConfiguration());
    }
  }

  /** A request of the monitor's that failed, as the end of the program. */
  ExitException failure(KubernetesClientException e) {
    return failure(writing.getConfiguration(), e, RIGHTS);
  }

  /**
   * A request that failed, as the end of the program.
   *
   * @param rights what one must be allowed to do, in a sentence for whom it is not
   */
  static ExitException failure(Config config, KubernetesClientException e, String rights) {
    if (UnsendableCredentials.areCauseOf(e)) {
      return unsendable(config);
    }
    String what = " (" + OneLine.of(e) + ")";
    return switch (e.getCode()) {
      case 401 ->
          new ExitException(
              ExitCode.NO_PERMISSION,
              "the API server at "
                  + address(config)
                  + " does not accept the credentials"
                  + what
                  + ": check --kubeconfig");
      case 403 -> noPermission(config, what, rights);
      default ->
          new ExitException(
              ExitCode.NO_API_SERVER,
              e.getStatus() == null
                  ? "no API server at " + address(config) + what + ": check --kubeconfig"
                  : "the API server at " + address(config) + " does not work" + what);
    };
  }

  /** The HTTP client quotes the header that it refuses, and so the token in it. */
  private static ExitException unsendable(Config config) {
    return new ExitException(
        ExitCode.USAGE,
        "the credentials that --kubeconfig has for " + address(config) + " cannot be used");
  }

  private static ExitException noPermission(Config config, String what, String rights) {
    return new ExitException(
        ExitCode.NO_PERMISSION, "no permission at " + address(config) + what + ": " + rights);
  }

  private void require(String verb, String resource, String subresource) throws ExitException {
    ResourceAttributes right =
        new ResourceAttributesBuilder()
            .withVerb(verb)
            .withResource(resource)
            .withSubresource(subresource)
            .build();
    if (!allows(right)) {
      throw noPermission(
          writing.getConfiguration(),
          " (it may not "
              + verb
              + " "
              + resource
              + (subresource.isEmpty() ? "" : "/" + subresource)
              + " in all namespaces)",
          RIGHTS);
    }
  }

  /**
   * Checks that this user may take part in a leader election.
   *
   * @throws ExitException if a right is missing
   */
  void requireLeases(String namespace) throws ExitException {
    for (String verb : List.of("get", "create", "update")) {
      ResourceAttributes right =
          new ResourceAttributesBuilder()
              .withVerb(verb)
              .withGroup("coordination.k8s.io")
              .withResource("leases")
              .withNamespace(namespace)
              .build();
      try {
        if (!allows(right)) {
          throw noPermission(
              writing.getConfiguration(),
              " (it may not " + verb + " leases in namespace " + namespace + ")",
              "with --leader-election the monitor must get, create and update"
                  + " leases.coordination.k8s.io there");
        }
      } catch (KubernetesClientException e) {
        throw failure(e);
      }
    }
  }

  private boolean allows(ResourceAttributes right) {
    SelfSubjectAccessReview question =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withResourceAttributes(right)
            .endSpec()
            .build();
    try {
      return writing
          .authorization()
          .v1()
          .selfSubjectAccessReview()
          .create(question)
          .getStatus()
          .getAllowed();
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404 && e.getCode() != 403) {
        throw e;
      }
      // A server that cannot be asked in advance says so at the first request.
      return true;
    }
  }

  /** Where the server is, without a password in it. */
  private static String address(Config config) {
    return OneLine.of(config.getMasterUrl()).replaceFirst("//[^/@]*@", "//");
  }

  KubernetesClient watching() {
    return watching;
  }

  KubernetesClient writing() {
    return writing;
  }

  @Override
  public void close() {
    watching.close();
    writing.close();
  }
}
