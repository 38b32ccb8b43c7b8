package io.github.csihealth.examples.monitor;

import io.github.csihealth.examples.monitor.KubeApiServer.User;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts a real kube-apiserver for a test class, from the folder that KUBEBUILDER_ASSETS names.
 * Without that variable the tests are skipped by name, and the console says why; under CI=true its
 * absence is a failure.
 *
 * <pre>{@code
 * @RegisterExtension static final RealServer SERVER = RealServer.with();
 * }</pre>
 */
final class RealServer implements ExecutionCondition, BeforeAllCallback, AfterAllCallback {

  /** Whom the monitor logs in as: has the rights that it needs, and no others. */
  static final User MONITOR = User.named("health-monitor");

  /** Knows a token, but has no rights until a test gives them some. */
  static final User STRANGER = User.named("stranger");

  private static final String ASSETS = "KUBEBUILDER_ASSETS";

  private final List<String> flags;
  private KubeApiServer server;

  private RealServer(List<String> flags) {
    this.flags = flags;
  }

  /** With further flags of kube-apiserver. */
  static RealServer with(String... flags) {
    return new RealServer(List.of(flags));
  }

  /** The rule about absence, for an environment. */
  static ConditionEvaluationResult mayRun(Map<String, String> environment) {
    if (!environment.getOrDefault(ASSETS, "").isBlank()) {
      return ConditionEvaluationResult.enabled(ASSETS + " is set");
    }
    if ("true".equals(environment.get("CI"))) {
      throw new IllegalStateException(
          ASSETS + " is not set, and under CI=true the tests on real servers must run");
    }
    return ConditionEvaluationResult.disabled(
        ASSETS
            + " is not set: it names a folder with kube-apiserver v1.37 and etcd, such as the one"
            + " that .ci/build-tools builds and prints");
  }

  /**
   * The folder that the environment names.
   *
   * @throws IllegalStateException when one of the binaries is missing there
   */
  static Path assets(Map<String, String> environment) {
    Path assets = Path.of(environment.get(ASSETS)).toAbsolutePath();
    for (String name : List.of("kube-apiserver", "etcd")) {
      if (!Files.isExecutable(assets.resolve(name))) {
        throw new IllegalStateException(
            ASSETS + " is set, but " + assets.resolve(name) + " is no executable");
      }
    }
    return assets;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    ConditionEvaluationResult result = mayRun(System.getenv());
    if (result.isDisabled()) {
      System.out.println(
          context.getDisplayName() + " is skipped: " + result.getReason().orElseThrow());
    }
    return result;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    server = KubeApiServer.start(assets(System.getenv()), List.of(MONITOR, STRANGER), flags);
    Rbac.set(server, MONITOR, Rbac.MONITOR_RIGHTS);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (server != null) {
      server.close();
    }
  }

  KubeApiServer get() {
    return server;
  }

  /** Starts the API server again, with further flags, and waits until the monitor may work. */
  void startAgain(String... flags) throws Exception {
    server.startApiServer(flags);
    Rbac.await(server, MONITOR, Rbac.MONITOR_RIGHTS);
  }

  /** A namespace that no other test uses. */
  TestNamespace newNamespace() {
    return TestNamespace.create(server::request);
  }

  /** What the monitor sent to change claims there, in the order of the answers. */
  List<AuditEvent> writesOfMonitor(TestNamespace namespace) throws Exception {
    return server.audit().stream()
        .filter(event -> event.user().equals(MONITOR.name()))
        .filter(AuditEvent::isWrite)
        .filter(event -> event.resource().equals("persistentvolumeclaims"))
        .filter(event -> event.namespace().equals(namespace.name()))
        .toList();
  }
}
