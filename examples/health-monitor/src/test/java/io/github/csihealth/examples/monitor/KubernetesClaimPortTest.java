package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.examples.monitor.MonitorRig.PATCH;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.runtime.WriteResult.Outcome;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is sent for a write, and what the answers to it mean. */
@Timeout(120)
class KubernetesClaimPortTest {

  private static final String NAMESPACE = "shop";
  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

  @AutoClose private final InMemoryApiServer server = InMemoryApiServer.start();
  @AutoClose private final KubernetesClient client = MonitorRig.writing(server);
  private final KubernetesClaimPort port = new KubernetesClaimPort(client);
  private final Claim claim = boundClaim();

  private Claim boundClaim() {
    server.boundClaim(NAMESPACE, "data", "disk.csihealth.example", "vol-data");
    return stored();
  }

  private Claim stored() {
    String json = server.get(CLAIMS, NAMESPACE, "data").orElseThrow();
    return HealthJson.readClaim(json.getBytes(UTF_8)).value();
  }

  private static ClaimIntent slow(Claim claim) {
    VolumeHealthReport report =
        VolumeHealthReport.of(
            "vol-data",
            List.of(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "DiskSlow", "é 😀")));
    return (ClaimIntent)
        ClaimReconciler.create()
            .decide(claim, Observation.reported(report), Memory.EMPTY, NOW)
            .write()
            .orElseThrow();
  }

  private WriteResult write() throws Exception {
    return answer(port.write(slow(claim)));
  }

  private static <T> T answer(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, SECONDS);
  }

  // ---- What is sent

  @Test
  void c19AWriteIsOneMergePatchOfTheStatusWithItsBytesAsTheyAre() throws Exception {
    WriteResult result = write();

    assertThat(server.requests()).hasSize(1);
    ApiRequest patch = server.requests().get(0);
    assertThat(patch.toString())
        .isEqualTo("PATCH /api/v1/namespaces/shop/persistentvolumeclaims/data/status -> 200");
    assertThat(patch.contentType()).isEqualTo("application/merge-patch+json");
    assertThat(patch.body())
        .isEqualTo(slow(claim).mergePatch().bodyText())
        .contains("\"uid\":\"" + claim.uid() + "\"", "é 😀");
    assertThat(result.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(result.claim()).contains(stored());
    assertThat(stored().health().state()).isEqualTo(HealthState.ADVERSE);
  }

  @Test
  void aServerBehindAPathIsFound() throws Exception {
    try (KubernetesClient behind =
        ApiServer.writing(
            MonitorRig.config(server).withMasterUrl(server.url() + "/k8s/clusters/one").build())) {
      answer(new KubernetesClaimPort(behind).write(slow(claim)));
    }
    assertThat(server.requests().get(0).toString())
        .startsWith("PATCH /k8s/clusters/one/api/v1/namespaces/shop/persistentvolumeclaims/data/");
  }

  @Test
  void aClaimIsReadFromTheServer() throws Exception {
    assertThat(answer(port.read(NAMESPACE, "data"))).contains(claim);
    assertThat(answer(port.read(NAMESPACE, "none"))).isEmpty();
    assertThat(server.requests())
        .extracting(ApiRequest::toString)
        .contains("GET /api/v1/namespaces/shop/persistentvolumeclaims/data -> 200");
  }

  @Test
  void aClaimThatCannotBeReadIsNotOneThatIsGone() {
    for (int code : new int[] {403, 500}) {
      server.failNext(1, request -> true, Fault.status(code, "Because"));
      assertThatThrownBy(() -> answer(port.read(NAMESPACE, "data")))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining(code + " injected fault");
    }
  }

  // ---- What the server in memory answers, as recorded from a real one

  @Test
  void c21AnOlderCopyIsAConflict() throws Exception {
    server.patchStatus(
        CLAIMS, NAMESPACE, "data", "{\"status\": {\"capacity\": {\"storage\": \"2Gi\"}}}");

    assertThat(write().outcome()).isEqualTo(Outcome.CONFLICT);
  }

  @Test
  void c21AClaimThatWasDeletedIsGone() throws Exception {
    server.delete(CLAIMS, NAMESPACE, "data");

    WriteResult result = write();
    assertThat(result.outcome()).isEqualTo(Outcome.GONE);
    assertThat(result.detail()).isEqualTo("404 persistentvolumeclaims \"data\" not found");
  }

  @Test
  void c21AClaimOfAnotherUidIsGone() throws Exception {
    String json = server.get(CLAIMS, NAMESPACE, "data").orElseThrow();
    try (InMemoryApiServer other = InMemoryApiServer.start();
        KubernetesClient elsewhere = MonitorRig.writing(other)) {
      // Of the same resourceVersion; another one would be a conflict.
      other.create(json.replace(claim.uid(), "successor"));

      WriteResult result = answer(new KubernetesClaimPort(elsewhere).write(slow(claim)));
      assertThat(result.outcome()).isEqualTo(Outcome.GONE);
      assertThat(result.detail()).startsWith("422 ").contains("metadata.uid");
    }
  }

  @Test
  void c22AServerWithItsGateOffAnswersWithoutTheField() throws Exception {
    server.setVolumeHealthEnabled(false);

    WriteResult result = write();
    assertThat(result.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(slow(claim).isDroppedIn(result.claim().orElseThrow())).isTrue();
  }

  static Stream<Arguments> injected() {
    return Stream.of(
        Arguments.of(Fault.status(400, "BadRequest"), Outcome.REFUSED),
        Arguments.of(Fault.status(401, "Unauthorized"), Outcome.FORBIDDEN),
        Arguments.of(Fault.status(403, "Forbidden"), Outcome.FORBIDDEN),
        Arguments.of(Fault.status(408, "Timeout"), Outcome.RETRY),
        Arguments.of(Fault.status(409, "Conflict"), Outcome.CONFLICT),
        Arguments.of(Fault.status(413, "RequestEntityTooLarge"), Outcome.REFUSED),
        Arguments.of(Fault.status(415, "UnsupportedMediaType"), Outcome.REFUSED),
        // Without causes this would be a failed test of a JSON patch, which is not sent here.
        Arguments.of(Fault.status(422, "Invalid"), Outcome.REFUSED),
        Arguments.of(Fault.status(429, "TooManyRequests"), Outcome.RETRY),
        Arguments.of(Fault.status(500, "InternalError"), Outcome.RETRY),
        Arguments.of(Fault.status(503, "ServiceUnavailable"), Outcome.RETRY),
        Arguments.of(Fault.status(504, "Timeout"), Outcome.RETRY),
        Arguments.of(Fault.cut(), Outcome.RETRY),
        Arguments.of(Fault.answerLost(), Outcome.RETRY));
  }

  @ParameterizedTest
  @MethodSource("injected")
  void c21EachRefusalIsAskedForOnceAndSaysWhatFollows(Fault fault, Outcome outcome)
      throws Exception {
    server.failNext(Integer.MAX_VALUE, PATCH, fault);

    WriteResult result = write();
    assertThat(result.outcome()).isEqualTo(outcome);
    assertThat(result.retryAfter()).isEmpty();
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aRefusalTellsInOneLineWhatTheServerSaid() throws Exception {
    server.failNext(
        1, PATCH, Fault.status(403, "Forbidden").withMessage("user \"m\" cannot\n  patch"));

    assertThat(write().toString()).isEqualTo("FORBIDDEN: 403 user \"m\" cannot patch");
  }

  @Test
  void c21AServerThatIsNotThereIsTriedAgain() throws Exception {
    server.close();

    assertThat(write().toString()).isEqualTo("RETRY: cannot connect");
    assertThatThrownBy(() -> answer(port.read(NAMESPACE, "data")))
        .isInstanceOf(ExecutionException.class);
  }

  @Test
  void c21AServerThatNeverAnswersIsGivenUp() throws Exception {
    server.failNext(1, PATCH, Fault.hang());
    try (KubernetesClient hasty =
        ApiServer.writing(MonitorRig.config(server).withRequestTimeout(200).build())) {
      WriteResult result = answer(new KubernetesClaimPort(hasty).write(slow(claim)));
      assertThat(result.outcome()).isEqualTo(Outcome.RETRY);
    }
  }

  // ---- What only a server of the test's own answers

  static Stream<Arguments> bare() {
    String tooMany = "Too many requests, please try again later.";
    String named = "\"details\": {\"kind\": \"persistentvolumeclaims\", \"name\": \"data\"%s}}";
    return Stream.of(
        // As kube-apiserver answers before it looks at a request that is too much for it.
        Arguments.of(429, "7", tooMany, "RETRY: 429 " + tooMany, Duration.ofSeconds(7)),
        Arguments.of(503, "7", "", "RETRY: 503", Duration.ofSeconds(7)),
        Arguments.of(429, "soon", "", "RETRY: 429", null),
        Arguments.of(429, "99999999999999999999", "", "RETRY: 429", null),
        Arguments.of(
            429,
            null,
            "{\"message\": \"busy\", " + named.formatted(", \"retryAfterSeconds\": 3"),
            "RETRY: 429 busy",
            Duration.ofSeconds(3)),
        // A path that is not there, and an object that is not.
        Arguments.of(404, null, "404 page not found\n", "NOT_KNOWN: 404 404 page not found", null),
        Arguments.of(
            404,
            null,
            "{\"kind\": \"Status\", \"message\": \"no such resource\", \"details\": {}}",
            "NOT_KNOWN: 404 no such resource",
            null),
        Arguments.of(
            404,
            null,
            "{\"message\": \"not there\", " + named.formatted(""),
            "GONE: 404 not there",
            null),
        Arguments.of(410, null, "gone", "REFUSED: 410 gone", null),
        Arguments.of(200, null, "<html>", "RETRY: 200 with a body that is no JSON", null));
  }

  @ParameterizedTest
  @MethodSource("bare")
  void c21OtherAnswersMeanWhatTheySay(
      int code, String retryAfter, String body, String result, Duration wait) throws Exception {
    HttpServer bare = answering(code, retryAfter, body);
    try (KubernetesClient toBare =
        ApiServer.writing(
            MonitorRig.config(server)
                .withMasterUrl("http://127.0.0.1:" + bare.getAddress().getPort())
                .build())) {
      WriteResult answered = answer(new KubernetesClaimPort(toBare).write(slow(claim)));
      assertThat(answered.toString()).isEqualTo(result);
      assertThat(answered.retryAfter()).isEqualTo(Optional.ofNullable(wait));
    } finally {
      bare.stop(0);
    }
  }

  private static HttpServer answering(int code, String retryAfter, String body) throws IOException {
    HttpServer bare =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    bare.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          if (retryAfter != null) {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
          }
          byte[] bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    bare.start();
    return bare;
  }

  // ---- Credentials

  @Test
  void credentialsThatMakeNoHeaderAreForbiddenAndNotQuoted() throws Exception {
    try (KubernetesClient odd =
        ApiServer.writing(
            MonitorRig.config(server).withOauthTokenProvider(() -> "canary-7f3a\nx").build())) {
      KubernetesClaimPort withOdd = new KubernetesClaimPort(odd);

      assertThat(answer(withOdd.write(slow(claim))).toString())
          .isEqualTo("FORBIDDEN: the credentials cannot be sent: they make no legal HTTP header");
      assertThatThrownBy(() -> answer(withOdd.read(NAMESPACE, "data")))
          .isInstanceOf(ExecutionException.class);
    }
    assertThat(server.requests()).isEmpty();
  }
}
