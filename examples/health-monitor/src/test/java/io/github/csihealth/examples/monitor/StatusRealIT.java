package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.STRANGER;
import static io.github.csihealth.examples.monitor.StatusObjects.condition;
import static io.github.csihealth.examples.monitor.StatusObjects.health;
import static io.github.csihealth.examples.monitor.StatusObjects.node;
import static io.github.csihealth.examples.monitor.StatusObjects.pod;
import static io.github.csihealth.examples.monitor.StatusObjects.storage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The {@code status} command of the packaged program and a real API server. */
class StatusRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final List<String> RIGHTS =
      List.of(
          "list persistentvolumeclaims",
          "watch persistentvolumeclaims",
          "list pods",
          "watch pods",
          "list csinodes.storage.k8s.io",
          "watch csinodes.storage.k8s.io");

  private static final String JSON = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String DRIVER = "disk.csihealth.example";
  private static final String REPLICA_DOWN = condition("Degraded", "ReplicaDown", "1 of 3");

  @TempDir Path temp;

  private final TestNamespace namespace = SERVER.newNamespace();

  @BeforeEach
  void grant() throws Exception {
    Rbac.set(SERVER.get(), STRANGER, RIGHTS);
  }

  private static void send(String method, String path, String type, String body) throws Exception {
    HttpResponse<String> answer = SERVER.get().request(method, path, type, body);
    assertThat(answer.statusCode()).as("%s %s: %s", method, path, answer.body()).isLessThan(300);
  }

  private void createSickPod(String name, String phase) throws Exception {
    String path = "/api/v1/namespaces/" + namespace.name() + "/pods";
    JsonNode pod =
        StatusObjects.tree(
            pod(
                namespace.name(),
                name,
                phase,
                health("2026-01-02T00:00:00Z", REPLICA_DOWN),
                health("2026-01-02T00:00:00Z")));
    send("POST", path, JSON, pod.toString());
    send(
        "PATCH",
        path + "/" + name + "/status",
        MERGE_PATCH,
        "{\"status\":" + pod.get("status") + "}");
  }

  private void createSickNode(String name) throws Exception {
    String path = "/apis/storage.k8s.io/v1/csinodes";
    String slow = condition("StorageDegraded", "Slow", "");
    JsonNode node =
        StatusObjects.tree(
            node(name, DRIVER, storage(DRIVER, slow), storage("gone.csihealth.example", slow)));
    send("POST", path, JSON, node.toString());
    send(
        "PATCH",
        path + "/" + name + "/status",
        MERGE_PATCH,
        "{\"status\":" + node.get("status") + "}");
  }

  private static String fourDaysAgo() {
    return Instant.now().minus(76, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private Process start(String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                "target/health-monitor.jar",
                "status",
                "--kubeconfig",
                SERVER.get().kubeconfig(STRANGER).toString()));
    command.addAll(List.of(more));
    return new ProcessBuilder(command)
        .redirectOutput(temp.resolve("out").toFile())
        .redirectError(temp.resolve("err").toFile())
        .start();
  }

  private Program status(String... more) throws Exception {
    Process process = start(more);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Program(process.exitValue(), printed("out"), printed("err"));
  }

  private String printed(String stream) throws IOException {
    return Files.readString(temp.resolve(stream), UTF_8);
  }

  @Test
  void c25ClaimsPodsAndNodesThatAreSickAreShown() throws Exception {
    namespace.createClaim("orders");
    namespace.createClaim("cache");
    namespace.storeHealth("orders", "Inaccessible", "VolumeNotFound", "gone", fourDaysAgo());
    createSickPod("web-0", "Running");
    createSickPod("job-0", "Succeeded");
    createSickNode(namespace.name());
    Program program = status("-o", "wide");

    assertThat(program.code()).as(program.err()).isZero();
    assertThat(program.err()).isEmpty();
    List<String> rows =
        program.out().lines().filter(line -> line.contains(namespace.name())).toList();
    assertThat(rows).hasSize(3);
    assertThat(rows.get(0))
        .matches("Pod +\\S+ +web-0 +data +Degraded +ReplicaDown +\\d+d .*1 of 3");
    assertThat(rows.get(1))
        .matches(
            "PersistentVolumeClaim +\\S+ +orders +\\S+-orders +Inaccessible +VolumeNotFound +3d4h"
                + " +<none> +gone");
    // The server fills in no time where the writer gives none.
    assertThat(rows.get(2))
        .matches(
            "CSINode +<none> +\\S+ +" + DRIVER + " +StorageDegraded +Slow +<unknown> +<all> .*");
    assertThat(program.out()).contains("1 pod volume").doesNotContain("cache", "job-0", "gone.");
  }

  @Test
  void aNamespaceOfMoreThanAPageIsReadInPages() throws Exception {
    for (int i = 0; i <= 500; i++) {
      send(
          "POST",
          "/api/v1/namespaces/" + namespace.name() + "/persistentvolumeclaims",
          JSON,
          """
          {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "c-%03d"},
           "spec": {"accessModes": ["ReadWriteOnce"],
             "resources": {"requests": {"storage": "1Gi"}}}}
          """
              .formatted(i));
    }
    namespace.storeHealth("c-000", "Degraded", "First", "", "2026-01-01T00:00:00Z");
    namespace.storeHealth("c-500", "Degraded", "Last", "", "2026-01-01T00:00:00Z");
    Program program = status("-n", namespace.name(), "-o", "json");

    assertThat(program.code()).as(program.err()).isZero();
    JsonNode items = new ObjectMapper().readTree(program.out()).path("items");
    assertThat(items)
        .extracting(item -> item.path("name").asText())
        .containsExactly("c-000", "c-500");
    assertThat(items.get(0).path("lastTransitionTime").asText()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(SERVER.get().audit())
        .filteredOn(event -> event.user().equals(STRANGER.name()))
        .filteredOn(event -> event.namespace().equals(namespace.name()))
        .as("two pages of claims, one of pods")
        .hasSize(3);
  }

  @Test
  void withoutTheRightToListNodesTheOthersAreShown() throws Exception {
    Rbac.set(
        SERVER.get(), STRANGER, RIGHTS.stream().filter(right -> !right.contains("csi")).toList());
    namespace.createClaim("orders");
    namespace.storeHealth("orders", "Degraded", "ReplicaDown", "1 of 3", fourDaysAgo());
    Program program = status();

    assertThat(program.code()).isEqualTo(ExitCode.NO_PERMISSION.code());
    assertThat(program.out()).contains("orders");
    assertThat(program.err())
        .startsWith("error: no permission at ")
        .contains("csinodes.storage.k8s.io is forbidden", "status must list csinodes")
        .hasLineCount(1);
  }

  @Test
  void aWatchShowsARecovery() throws Exception {
    namespace.createClaim("orders");
    namespace.storeHealth("orders", "Degraded", "ReplicaDown", "1 of 3", fourDaysAgo());
    Process process = start("-w", "-n", namespace.name());
    try {
      eventually(() -> assertThat(printed("out")).contains("ADDED ", "orders"));
      namespace.patchStatus("orders", "{\"status\": {\"healthStatus\": null}}");
      eventually(() -> assertThat(printed("out").lines()).anyMatch(l -> l.startsWith("DELETED ")));
      assertThat(process.isAlive()).isTrue();
      assertThat(printed("err")).isEmpty();
    } finally {
      process.destroy();
      process.waitFor();
    }
  }
}
