package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.reconcile.ReconcileOptions;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Our merge patches: the server in memory answers and stores what the real one does. */
class MergePatchRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final String LONG_AGO = "2026-01-01T00:00:00Z";
  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
  private static final VolumeHealthCondition REPLICA_DOWN =
      degraded("ReplicaDown", "1 of 3 replicas");

  @AutoClose private final InMemoryApiServer inMemory = InMemoryApiServer.start();

  private final HttpClient http = HttpClient.newHttpClient();

  /** What is stored before the patch is made. */
  private Consumer<TestNamespace> before = namespace -> {};

  /** What happens before the patch arrives. */
  private Consumer<TestNamespace> meanwhile = namespace -> {};

  private ReconcileOptions options = ReconcileOptions.defaults();
  private boolean withResourceVersion = true;

  @Test
  void theFirstCondition() throws Exception {
    assertSame(200, REPLICA_DOWN);
  }

  @Test
  void asManyAndAsLongConditionsAsAreLegal() throws Exception {
    assertSame(
        200,
        IntStream.range(0, 16)
            .mapToObj(i -> degraded("R" + i + "x".repeat(256 - 3), "é".repeat(512)))
            .toArray(VolumeHealthCondition[]::new));
  }

  @Test
  void whatMustBeRewrittenToBeLegal() throws Exception {
    assertSame(
        200,
        IntStream.range(0, 20)
            .mapToObj(i -> degraded("disk " + i + " is slow!", "😀".repeat(300)))
            .toArray(VolumeHealthCondition[]::new));
  }

  @Test
  void charactersThatJsonEscapes() throws Exception {
    assertSame(200, degraded("Odd", "<a & b> \"quoted\" \\ \t\n\u0001\u007f\u2028 é 😀 \uFFFD"));
  }

  @Test
  void anEmptyMessage() throws Exception {
    assertSame(200, degraded("Quiet", ""));
  }

  @Test
  void anotherMessage() throws Exception {
    before = MergePatchRealIT::storeReplicaDown;
    assertSame(200, degraded("ReplicaDown", "2 of 3 replicas"));
  }

  @Test
  void anotherConditionInPlaceOfTheStoredOne() throws Exception {
    before = MergePatchRealIT::storeReplicaDown;
    assertSame(200, degraded("PathLost", "no path"));
  }

  @Test
  void recoveryThatRemovesTheField() throws Exception {
    before = MergePatchRealIT::storeReplicaDown;
    assertSame(200);
  }

  @Test
  void recoveryThatKeepsTheField() throws Exception {
    before = MergePatchRealIT::storeReplicaDown;
    options = ReconcileOptions.builder().keepFieldOnRecovery().build();
    assertSame(200);
  }

  @Test
  void aStaleResourceVersion() throws Exception {
    meanwhile = namespace -> namespace.annotate("data", "changed");
    assertSame(409, REPLICA_DOWN);
  }

  @Test
  void noResourceVersion() throws Exception {
    withResourceVersion = false;
    meanwhile = namespace -> namespace.annotate("data", "changed");
    assertSame(200, REPLICA_DOWN);
  }

  @Test
  void aClaimRecreatedUnderTheSameName() throws Exception {
    meanwhile = MergePatchRealIT::recreate;
    assertSame(409, REPLICA_DOWN);
  }

  @Test
  void aClaimRecreatedUnderTheSameNameAndNoResourceVersion() throws Exception {
    withResourceVersion = false;
    meanwhile = MergePatchRealIT::recreate;
    assertSame(422, REPLICA_DOWN);
  }

  @Test
  void aClaimThatIsGone() throws Exception {
    meanwhile = namespace -> namespace.deleteClaim("data");
    assertSame(404, REPLICA_DOWN);
  }

  private void assertSame(int code, VolumeHealthCondition... reported) throws Exception {
    String real = patched(SERVER.newNamespace(), reported);
    assertThat(real).startsWith(code + " ");
    assertThat(patched(TestNamespace.named("shop", this::sendToMemory), reported)).isEqualTo(real);
  }

  /** The code of the answer and the health that is stored then. */
  private String patched(TestNamespace namespace, VolumeHealthCondition... reported)
      throws Exception {
    namespace.bind("data", "disk.csihealth.example", "vol-1");
    before.accept(namespace);
    ObjectNode json = (ObjectNode) namespace.claim("data");
    if (!withResourceVersion) {
      json.withObject("/metadata").remove("resourceVersion");
    }
    Claim claim = HealthJson.readClaim(json.toString().getBytes(UTF_8)).value();
    Patch patch =
        ClaimReconciler.with(options)
            .decide(
                claim,
                Observation.reported(VolumeHealthReport.of("vol-1", List.of(reported))),
                Memory.EMPTY,
                NOW)
            .write()
            .orElseThrow()
            .mergePatch();
    meanwhile.accept(namespace);
    int code = namespace.send("data", patch).statusCode();
    return code + " " + (code == 404 ? "" : namespace.health("data"));
  }

  private static void storeReplicaDown(TestNamespace namespace) {
    namespace.storeHealth("data", "Degraded", "ReplicaDown", "1 of 3 replicas", LONG_AGO);
  }

  private static void recreate(TestNamespace namespace) {
    namespace.deleteClaim("data");
    namespace.createClaim("data");
  }

  private static VolumeHealthCondition degraded(String reason, String message) {
    return VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, reason, message);
  }

  private HttpResponse<String> sendToMemory(
      String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(inMemory.url() + path))
            .header("Content-Type", contentType)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
