package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.examples.monitor.KubeApiServer.User;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The files in {@code deploy}, as a real server takes them, and what they allow. */
class DeployRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAMESPACE = "csi-health";
  private static final String ACCOUNT = "health-monitor";
  private static final String USER = "system:serviceaccount:" + NAMESPACE + ":" + ACCOUNT;

  @AutoClose
  private final FakeDriver driver = FakeDriver.start().named("deployed.csihealth.example");

  @BeforeAll
  static void applyAll() throws Exception {
    for (JsonNode object : Manifests.objects()) {
      HttpResponse<String> answer = apply(object);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
      assertThat(answer.headers().allValues("Warning")).as(object.toString()).isEmpty();
    }
  }

  /** As {@code kubectl apply --server-side --validate=strict} does. */
  private static HttpResponse<String> apply(JsonNode object) throws Exception {
    return SERVER
        .get()
        .request(
            "PATCH",
            path(object) + "?fieldManager=test&fieldValidation=Strict",
            "application/apply-patch+yaml",
            object.toString());
  }

  private static String path(JsonNode object) {
    String version = object.path("apiVersion").asText();
    String namespace = object.at("/metadata/namespace").asText();
    return (version.equals("v1") ? "/api/v1" : "/apis/" + version)
        + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
        + "/"
        + object.path("kind").asText().toLowerCase(Locale.ROOT)
        + "s/"
        + object.at("/metadata/name").asText();
  }

  @Test
  void aFieldThatThereIsNotIsRefused() throws Exception {
    ObjectNode misspelt = Manifests.object("Deployment").deepCopy();
    ((ObjectNode) misspelt.at("/spec/template/spec")).put("serviceAccount_Name", "x");
    assertThat(apply(misspelt).statusCode()).isGreaterThanOrEqualTo(400);
  }

  @Test
  void itsPodsAreAdmittedWhereOnlyRestrictedOnesAre() throws Exception {
    assertThat(createPod(false).statusCode()).isEqualTo(201);
    HttpResponse<String> privileged = createPod(true);
    assertThat(privileged.statusCode()).isEqualTo(403);
    assertThat(privileged.body()).contains("violates PodSecurity");
  }

  private static HttpResponse<String> createPod(boolean asRoot) throws Exception {
    ObjectNode pod = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
    pod.putObject("metadata").put("generateName", "controller-");
    pod.set("spec", Manifests.object("Deployment").at("/spec/template/spec").deepCopy());
    if (asRoot) {
      ((ObjectNode) pod.at("/spec/securityContext")).put("runAsNonRoot", false);
    }
    return SERVER
        .get()
        .request(
            "POST",
            "/api/v1/namespaces/" + NAMESPACE + "/pods",
            "application/json",
            pod.toString());
  }

  @Test
  void withTheRightsOfItsServiceAccountTheMonitorDoesAllItsWorkAndUsesEachOfThem()
      throws Exception {
    TestNamespace namespace = SERVER.newNamespace();
    namespace.bind("data", driver.name(), "vol-1");
    driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
    Path kubeconfig = SERVER.get().kubeconfig(new User(USER, token()));
    List<String> flags =
        new ArrayList<>(
            Manifests.flags().stream()
                .filter(flag -> !flag.matches("--(csi-address|http-endpoint)=.*"))
                .toList());
    assertThat(flags).containsExactly("--leader-election");
    flags.addAll(
        List.of("--leader-election-namespace=" + NAMESPACE, "--http-endpoint=127.0.0.1:0"));
    MonitorRun.during(
        driver,
        kubeconfig,
        flags,
        () -> {
          eventually(() -> assertThat(namespace.health("data")).isPresent());
          driver.healthy("vol-1");
          eventually(() -> assertThat(namespace.health("data")).isEmpty());
          driver.setHealth("vol-1", entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
          eventually(() -> assertThat(used()).contains("patch events"));
        });
    readAClaimAgain(kubeconfig, namespace);
    assertThat(get("/apis/coordination.k8s.io/v1/namespaces/" + NAMESPACE + "/leases"))
        .contains(LeaseLock.name(driver.name()));
    assertThat(get("/api/v1/namespaces/" + namespace.name() + "/events"))
        .contains("VolumeHealthAbnormal", "VolumeHealthRecovered");

    assertThat(requests()).extracting(AuditEvent::code).doesNotContain(401, 403);
    assertThat(used())
        .as("no right is missing, and none is there that is not used")
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Manifests.rights("ClusterRole").stream(), Manifests.rights("Role").stream())
                .toList());
    assertThat(requests())
        .filteredOn(event -> event.resource().equals("leases"))
        .extracting(AuditEvent::namespace)
        .containsOnly(NAMESPACE);
  }

  /** What it does after a conflict, which does not come about by itself. */
  private static void readAClaimAgain(Path kubeconfig, TestNamespace namespace) throws Exception {
    try (KubernetesClient client = ApiServer.writing(Config.fromKubeconfig(kubeconfig.toFile()))) {
      Claim read =
          new KubernetesClaimPort(client)
              .read(namespace.name(), "data")
              .toCompletableFuture()
              .get()
              .orElseThrow();
      assertThat(read)
          .isEqualTo(HealthJson.readClaim(JSON.writeValueAsBytes(namespace.claim("data"))).value());
    }
  }

  private static String token() throws Exception {
    HttpResponse<String> answer =
        SERVER
            .get()
            .request(
                "POST",
                "/api/v1/namespaces/" + NAMESPACE + "/serviceaccounts/" + ACCOUNT + "/token",
                "application/json",
                "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"TokenRequest\"}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return JSON.readTree(answer.body()).at("/status/token").asText();
  }

  private static String get(String path) throws Exception {
    return SERVER.get().request("GET", path, null, null).body();
  }

  private static List<AuditEvent> requests() throws Exception {
    return SERVER.get().audit().stream().filter(event -> event.user().equals(USER)).toList();
  }

  /** The rights that were used, but those that every user has. */
  private static Set<String> used() throws Exception {
    Set<String> used = new TreeSet<>();
    for (AuditEvent event : requests()) {
      if (!event.resource().isEmpty() && !event.resource().equals("selfsubjectaccessreviews")) {
        used.add(
            event.verb()
                + " "
                + event.resource()
                + (event.subresource().isEmpty() ? "" : "/" + event.subresource()));
      }
    }
    return used;
  }
}
