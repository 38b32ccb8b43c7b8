package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The two clients of one API server: one that watches, and one that writes without retries. */
final class ApiServer implements AutoCloseable {

  private static final ListOptions ONE = new ListOptionsBuilder().withLimit(1L).build();

  private final KubernetesClient watching;
  private final KubernetesClient writing;

  private ApiServer(Config config) {
    // An API server that refuses a token closes the HTTP/2 connection along with its answer, and
    // the JDK's client then loses the answer: a 401 would look like a server that is not there.
    ConfigBuilder common = new ConfigBuilder(config).withHttp2Disable(true);
    this.watching = new KubernetesClientBuilder().withConfig(common.build()).build();
    this.writing =
        new KubernetesClientBuilder()
            .withConfig(common.withRequestRetryBackoffLimit(0).build())
            .build();
  }

  /**
   * Reaches the API server and checks that it lets the monitor do its work.
   *
   * @param kubeconfig of the user to be; empty for the service account of the pod
   * @throws ExitException if it cannot be reached, or a right is missing
   */
  static ApiServer reach(Optional<Path> kubeconfig) throws ExitException {
    ApiServer server = new ApiServer(config(kubeconfig));
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

  private static Config config(Optional<Path> kubeconfig) throws ExitException {
    if (kubeconfig.isEmpty()) {
      return Config.autoConfigure(null);
    }
    File file = kubeconfig.get().toFile();
    if (!Files.isReadable(file.toPath())) {
      throw new ExitException(ExitCode.USAGE, "cannot read --kubeconfig " + file);
    }
    try {
      return Config.fromKubeconfig(file);
    } catch (RuntimeException e) {
      // Its message may quote the file, which holds credentials.
      throw new ExitException(ExitCode.USAGE, "--kubeconfig " + file + " is no kubeconfig");
    }
  }

  private void check() throws ExitException {
    try {
      writing.persistentVolumes().list(ONE);
      writing.persistentVolumeClaims().inAnyNamespace().list(ONE);
      if (!mayPatchClaims()) {
        throw new ExitException(
            ExitCode.NO_PERMISSION,
            "no permission to patch persistentvolumeclaims/status in all namespaces");
      }
    } catch (KubernetesClientException e) {
      boolean refused = e.getCode() == 401 || e.getCode() == 403;
      throw new ExitException(
          refused ? ExitCode.NO_PERMISSION : ExitCode.NO_API_SERVER,
          (refused ? "no permission: " : "no API server at " + writing.getMasterUrl() + ": ")
              + OneLine.of(e));
    }
  }

  private boolean mayPatchClaims() {
    SelfSubjectAccessReview question =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withVerb("patch")
            .withResource("persistentvolumeclaims")
            .withSubresource("status")
            .endResourceAttributes()
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
      if (e.getCode() == 404 || e.getCode() == 403) {
        // A server that cannot be asked in advance says so at the first write.
        return true;
      }
      throw e;
    }
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
