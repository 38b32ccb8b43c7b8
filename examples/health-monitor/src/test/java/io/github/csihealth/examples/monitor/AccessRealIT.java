package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.examples.monitor.RealServer.STRANGER;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.examples.monitor.KubeApiServer.User;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the monitor needs of the API server, and how it ends where that is missing. */
class AccessRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final String PATCH = "patch persistentvolumeclaims/status";

  @AutoClose private final FakeDriver driver = FakeDriver.start();

  @Test
  void theRightsOfTheManifestAreEnough() throws Exception {
    TestNamespace namespace = SERVER.newNamespace();
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    assertThat(Rbac.MONITOR_RIGHTS).contains(PATCH).hasSize(8);
    MonitorRun.during(
        driver,
        SERVER.get().kubeconfig(MONITOR),
        () -> eventually(() -> assertThat(namespace.health("data")).isPresent()));
    assertThat(SERVER.get().audit())
        .as("nothing is tried in vain")
        .filteredOn(event -> event.user().equals(MONITOR.name()))
        .extracting(AuditEvent::code)
        .isNotEmpty()
        .doesNotContain(401, 403);
  }

  @Test
  void withoutTheRightToPatchItEndsWithCode9() throws Exception {
    Rbac.set(
        SERVER.get(),
        STRANGER,
        Rbac.MONITOR_RIGHTS.stream().filter(right -> !right.equals(PATCH)).toList());
    assertEndsWith(
        ExitCode.NO_PERMISSION,
        SERVER.get().kubeconfig(STRANGER),
        "no permission",
        "patch persistentvolumeclaims/status");
  }

  @Test
  void withoutTheRightToListVolumesItEndsWithCode9() throws Exception {
    Rbac.set(SERVER.get(), STRANGER, List.of("list persistentvolumeclaims", PATCH));
    assertEndsWith(
        ExitCode.NO_PERMISSION,
        SERVER.get().kubeconfig(STRANGER),
        "no permission",
        "list resource \"persistentvolumes\"");
  }

  @Test
  void withATokenThatTheServerDoesNotKnowItEndsWithCode9() throws Exception {
    assertEndsWith(
        ExitCode.NO_PERMISSION, SERVER.get().kubeconfig(User.named("nobody")), "401 Unauthorized");
  }

  @Test
  void withoutAnApiServerItEndsWithCode8() throws Exception {
    Path kubeconfig = SERVER.get().kubeconfig(MONITOR);
    SERVER.get().stopApiServer();
    try {
      assertEndsWith(ExitCode.NO_API_SERVER, kubeconfig, "no API server at " + SERVER.get().uri());
    } finally {
      SERVER.startAgain();
    }
  }

  @Test
  void aRightThatIsTakenAwayMeanwhileIsSaidAndWaitedFor() throws Exception {
    TestNamespace namespace = SERVER.newNamespace();
    driver.named("waiting.csihealth.example");
    namespace.bind("data", driver.name(), "vol-1");
    Rbac.set(SERVER.get(), STRANGER, Rbac.MONITOR_RIGHTS);
    String log =
        MonitorRun.during(
            driver,
            SERVER.get().kubeconfig(STRANGER),
            () -> {
              int before = driver.calls(CsiMethods.LIST_VOLUME_HEALTH);
              eventually(
                  () ->
                      assertThat(driver.calls(CsiMethods.LIST_VOLUME_HEALTH))
                          .isGreaterThan(before));
              Rbac.set(
                  SERVER.get(),
                  STRANGER,
                  Rbac.MONITOR_RIGHTS.stream().filter(right -> !right.equals(PATCH)).toList());
              driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
              eventually(
                  () ->
                      assertThat(SERVER.get().audit())
                          .filteredOn(event -> event.namespace().equals(namespace.name()))
                          .extracting(AuditEvent::code)
                          .contains(403));
              assertThat(namespace.health("data")).isEmpty();
              Rbac.set(SERVER.get(), STRANGER, Rbac.MONITOR_RIGHTS);
              eventually(() -> assertThat(namespace.health("data")).isPresent());
            });
    assertThat(log).contains("WARN", "FORBIDDEN", "cannot patch");
  }

  /** With one line that says all of that, after lines of the log, which begin with the time. */
  private void assertEndsWith(ExitCode code, Path kubeconfig, String... said) throws Exception {
    MonitorRun.Ended ended = MonitorRun.untilItEnds(driver, kubeconfig);
    assertThat(ended.code()).as(ended.printed()).isEqualTo(code.code());
    assertThat(ended.printed().lines().filter(line -> !line.matches("\\d{4}-.*")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("error: ")
        .contains(said);
  }
}
