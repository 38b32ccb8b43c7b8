package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.Rest.CLAIMS;
import static io.github.csihealth.testkit.apiserver.Rest.MERGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.ConnectException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InMemoryApiServerTest {
  private final InMemoryApiServer server =
      InMemoryApiServer.start(() -> Instant.parse("2026-11-29T10:00:00.5Z"));
  private final Rest rest = new Rest(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void boundClaimAndVolumeNameEachOther() {
    BoundClaim bound = server.boundClaim("shop", "data", "disk.example.com", "vol-1");

    JsonNode claim = stored("persistentvolumeclaims", "shop", "data");
    JsonNode volume = stored("PersistentVolume", "", bound.volumeName());
    assertThat(claim.at("/metadata/uid").asText()).isEqualTo(bound.claimUid());
    assertThat(claim.at("/spec/volumeName").asText()).isEqualTo(bound.volumeName());
    assertThat(claim.at("/status/phase").asText()).isEqualTo("Bound");
    assertThat(volume.at("/metadata/uid").asText()).isEqualTo(bound.volumeUid());
    assertThat(volume.at("/spec/csi").toString())
        .isEqualTo("{\"driver\":\"disk.example.com\",\"volumeHandle\":\"vol-1\"}");
    assertThat(volume.at("/spec/claimRef/uid").asText()).isEqualTo(bound.claimUid());
    assertThat(volume.at("/spec/claimRef/namespace").asText()).isEqualTo("shop");
    assertThat(volume.at("/status/phase").asText()).isEqualTo("Bound");
    for (JsonNode object : List.of(claim, volume)) {
      assertThat(object.at("/spec/volumeMode").asText()).isEqualTo("Filesystem");
      assertThat(object.at("/spec/accessModes").toString()).isEqualTo("[\"ReadWriteOnce\"]");
      assertThat(object.at("/metadata/creationTimestamp").asText())
          .isEqualTo("2026-11-29T10:00:00Z");
    }
  }

  @Test
  void claimMayBeBoundAgainUnderItsName() {
    BoundClaim first = server.boundClaim("shop", "data", "disk.example.com", "vol-1");
    server.delete("PersistentVolumeClaim", "shop", "data");
    BoundClaim second = server.boundClaim("shop", "data", "disk.example.com", "vol-2");

    assertThat(second.claimUid()).isNotEqualTo(first.claimUid());
    assertThat(server.list("PersistentVolume")).hasSize(2);
  }

  @Test
  void createdObjectKeepsItsUidAndStatus() {
    String created =
        server.create(
            """
            {"kind": "PersistentVolumeClaim", "metadata": {"name": "a", "uid": "u-1"},
             "status": {"healthStatus": {"healthConditions": []}}}
            """);

    assertThat(Rest.json(created).at("/metadata/uid").asText()).isEqualTo("u-1");
    assertThat(Rest.json(created).at("/metadata/namespace").asText()).isEqualTo("default");
    assertThat(Rest.json(created).at("/status/healthStatus").toString())
        .isEqualTo("{\"lastTransitionTime\":null}");
    assertThat(server.get("persistentvolumeclaims", "default", "a")).contains(created);
  }

  @Test
  void creationThatCannotBeIsAnIllegalArgument() {
    String claim = "{\"kind\": \"PersistentVolumeClaim\", \"metadata\": {\"name\": \"a\"}}";
    server.create(claim);

    for (String json :
        List.of(
            claim,
            "no json",
            "[]",
            "{\"kind\": \"Secret\", \"metadata\": {\"name\": \"a\"}}",
            "{\"kind\": \"Pod\"}",
            "{\"kind\": \"Pod\", \"metadata\": {\"name\": 5}}")) {
      assertThatThrownBy(() -> server.create(json)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void clientCreatesWithAStatusOfItsOwnInVain() {
    Rest.Answer answer =
        rest.post(
            CLAIMS,
            """
            {"kind": "PersistentVolumeClaim", "apiVersion": "v1",
             "metadata": {"generateName": "data-", "uid": "mine"},
             "spec": {"accessModes": ["ReadWriteOnce"]}, "status": {"phase": "Bound"}}
            """);

    assertThat(answer.code()).isEqualTo(201);
    assertThat(answer.json().at("/metadata/name").asText()).matches("data-[a-z0-9]{5}");
    assertThat(answer.json().at("/metadata/uid").asText()).isNotEqualTo("mine");
    assertThat(answer.json().at("/status").toString()).isEqualTo("{\"phase\":\"Pending\"}");
  }

  @Test
  void secondCreationOfANameIsRefused() {
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");

    Rest.Answer answer =
        rest.post(
            CLAIMS, "{\"kind\": \"PersistentVolumeClaim\", \"metadata\": {\"name\": \"data\"}}");

    assertThat(answer.code()).isEqualTo(409);
    assertThat(answer.json().path("reason").asText()).isEqualTo("AlreadyExists");
  }

  @Test
  void deletionTellsWhetherThereWasAnObject() {
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");

    assertThat(server.delete("PersistentVolumeClaim", "shop", "data")).isTrue();
    assertThat(server.delete("PersistentVolumeClaim", "shop", "data")).isFalse();
    assertThat(server.get("PersistentVolumeClaim", "shop", "data")).isEmpty();
  }

  @Test
  void deletionByAClientHeedsPreconditions() {
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");

    Rest.Answer refused =
        rest.send(
            "DELETE",
            CLAIMS + "/data",
            "application/json",
            "{\"preconditions\": {\"uid\": \"another\"}}");

    assertThat(refused.code()).isEqualTo(409);
    assertThat(rest.delete(CLAIMS + "/data").code()).isEqualTo(200);
  }

  @Test
  void testMayWriteAStatusAsAnyClient() {
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");

    String patched =
        server.patchStatus(
            "persistentvolumeclaims", "shop", "data", "{\"status\": {\"phase\": \"Lost\"}}");

    assertThat(Rest.json(patched).at("/status/phase").asText()).isEqualTo("Lost");
    assertThatThrownBy(
            () ->
                server.patchStatus(
                    "persistentvolumeclaims",
                    "shop",
                    "data",
                    "{\"status\": {\"healthStatus\": {\"healthConditions\": [{}]}}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Required value");
  }

  @Test
  void eventsAreTaken() {
    Rest.Answer answer =
        rest.post(
            "/api/v1/namespaces/shop/events",
            """
            {"kind": "Event", "metadata": {"generateName": "data."},
             "involvedObject": {"kind": "PersistentVolumeClaim", "name": "data"},
             "reason": "VolumeHealthAbnormal", "type": "Warning"}
            """);

    assertThat(answer.code()).isEqualTo(201);
    assertThat(server.list("events")).hasSize(1);
  }

  @Test
  void requestsAreCountedAndRemembered() {
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");
    rest.get(CLAIMS + "/data");
    rest.get(CLAIMS);
    rest.get("/version");
    rest.patch(CLAIMS + "/data/status?fieldManager=m", MERGE, "{\"status\": {}}");

    assertThat(server.requestCount("get", "persistentvolumeclaims", "")).isEqualTo(1);
    assertThat(server.requestCount("LIST", "persistentvolumeclaims", "")).isEqualTo(1);
    assertThat(server.requestCount("patch", "persistentvolumeclaims", "")).isZero();
    assertThat(server.requestCount("PATCH", "persistentvolumeclaims", "status")).isEqualTo(1);
    assertThat(server.requestCount("*", "*", "*")).isEqualTo(4);
    assertThat(server.requests().get(3))
        .returns("PATCH", ApiRequest::method)
        .returns("patch", ApiRequest::verb)
        .returns(CLAIMS + "/data/status", ApiRequest::path)
        .returns("fieldManager=m", ApiRequest::query)
        .returns("persistentvolumeclaims", ApiRequest::resource)
        .returns("status", ApiRequest::subresource)
        .returns("shop", ApiRequest::namespace)
        .returns("data", ApiRequest::name)
        .returns(MERGE, ApiRequest::contentType)
        .returns("{\"status\": {}}", ApiRequest::body)
        .returns("test-writer/1.0", ApiRequest::userAgent)
        .returns(200, ApiRequest::code);
    server.clearRequests();
    assertThat(server.requestCount("*", "*", "*")).isZero();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void clientsFindTheirWay() {
    assertThat(rest.get("/version").json().path("minor").asText()).isEqualTo("37");
    assertThat(rest.get("/readyz").text()).isEqualTo("ok");
    assertThat(rest.get("/api").json().at("/versions/0").asText()).isEqualTo("v1");
    assertThat(rest.get("/apis").json().at("/groups/0/name").asText()).isEqualTo("storage.k8s.io");
    assertThat(rest.get("/api/v1").json().path("resources").findValuesAsText("name"))
        .contains("persistentvolumeclaims", "persistentvolumeclaims/status", "events");
    assertThat(rest.get("/apis/storage.k8s.io/v1").json().at("/resources/0/kind").asText())
        .isEqualTo("CSINode");
    assertThat(rest.get("/apis").json().path("groups").findValuesAsText("name"))
        .containsExactly("storage.k8s.io", "coordination.k8s.io");
    assertThat(rest.get("/apis/coordination.k8s.io/v1").json().at("/resources/0/kind").asText())
        .isEqualTo("Lease");
  }

  @Test
  void aLeaseIsTakenByOneOfTwoThatSawTheSameVersion() {
    String leases = "/apis/coordination.k8s.io/v1/namespaces/shop/leases";
    String lease =
        """
        {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
         "metadata": {"name": "leader"%s},
         "spec": {"holderIdentity": "%s", "leaseDurationSeconds": 15, "leaseTransitions": 0,
           "renewTime": "2026-01-01T00:00:00.123456Z"}}
        """;
    Rest.Answer created = rest.post(leases, lease.formatted("", "a"));
    assertThat(created.code()).isEqualTo(201);
    assertThat(created.json().path("spec").toString())
        .isEqualTo(
            "{\"holderIdentity\":\"a\",\"leaseDurationSeconds\":15,"
                + "\"renewTime\":\"2026-01-01T00:00:00.123456Z\",\"leaseTransitions\":0}");
    assertThat(rest.post(leases, lease.formatted("", "b")).code()).isEqualTo(409);
    String version = ", \"resourceVersion\": \"" + created.resourceVersion() + "\"";
    assertThat(rest.put(leases + "/leader", lease.formatted(version, "b")).code()).isEqualTo(200);
    assertThat(rest.put(leases + "/leader", lease.formatted(version, "c")).code()).isEqualTo(409);
    assertThat(rest.put(leases + "/leader", lease.formatted("", "d")).code()).isEqualTo(422);
    assertThat(server.get("leases", "shop", "leader").orElseThrow()).contains("\"b\"");
  }

  @Test
  void otherPathsAreNotFound() {
    assertThat(rest.get("/api/v1/secrets").code()).isEqualTo(404);
    assertThat(rest.get("/apis/apps/v1/deployments").code()).isEqualTo(404);
    assertThat(rest.get("/api/v1/persistentvolumeclaims/data").code()).isEqualTo(404);
    assertThat(rest.get(CLAIMS + "/data/scale").code()).isEqualTo(404);
    assertThat(rest.delete(CLAIMS).code()).isEqualTo(405);
    assertThat(rest.post("/api/v1/persistentvolumeclaims", "{}").code()).isEqualTo(405);
  }

  @Test
  void kubeconfigPointsHere() {
    assertThat(server.url()).startsWith("http://127.0.0.1:");
    assertThat(server.kubeconfig())
        .contains("server: " + server.url())
        .contains("current-context: in-memory");
  }

  @Test
  void concurrentWritersLoseNothing() throws Exception {
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");
    ExecutorService writers = Executors.newFixedThreadPool(4);
    List<Future<?>> done = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      done.add(
          writers.submit(
              () -> {
                for (int n = 0; n < 10; n++) {
                  increment();
                }
              }));
    }
    for (Future<?> future : done) {
      future.get();
    }
    writers.shutdown();

    assertThat(rest.get(CLAIMS + "/data").json().at("/metadata/annotations/n").asText())
        .isEqualTo("40");
  }

  /** Reads, adds one and writes with the version that was read, until no one came between. */
  private void increment() {
    int code;
    do {
      JsonNode metadata = rest.get(CLAIMS + "/data").json().path("metadata");
      String patch =
          "{\"metadata\": {\"resourceVersion\": \"%s\", \"annotations\": {\"n\": \"%d\"}}}"
              .formatted(
                  metadata.path("resourceVersion").asText(),
                  metadata.at("/annotations/n").asInt() + 1);
      code = rest.patch(CLAIMS + "/data", MERGE, patch).code();
    } while (code == 409);
    assertThat(code).isEqualTo(200);
  }

  @Test
  void serversAreIndependent() {
    try (InMemoryApiServer other = InMemoryApiServer.start()) {
      server.boundClaim("shop", "data", "disk.example.com", "vol-1");

      assertThat(other.url()).isNotEqualTo(server.url());
      assertThat(other.list("persistentvolumeclaims")).isEmpty();
    }
  }

  @Test
  void closedServerFreesItsPortAndThreads() throws InterruptedException {
    rest.get(CLAIMS);
    Rest.Watch watch = rest.watch(CLAIMS + "?watch=true");
    String threadPrefix = "in-memory-apiserver-" + URI.create(server.url()).getPort();

    server.close();
    assertThatCode(server::close).doesNotThrowAnyException();

    assertThat(watch.isEnded()).isTrue();
    assertThatThrownBy(() -> rest.trySend("GET", CLAIMS, "", ""))
        .isInstanceOf(ConnectException.class);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith(threadPrefix)) {
        assertThat(thread.isDaemon()).isTrue();
        thread.join();
      }
    }
  }

  private JsonNode stored(String resource, String namespace, String name) {
    return Rest.json(server.get(resource, namespace, name).orElseThrow());
  }
}
