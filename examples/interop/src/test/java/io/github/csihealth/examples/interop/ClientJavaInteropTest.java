package io.github.csihealth.examples.interop;

import static io.github.csihealth.examples.interop.ClaimWrites.CLAIMS;
import static io.github.csihealth.examples.interop.ClaimWrites.NAME;
import static io.github.csihealth.examples.interop.ClaimWrites.NAMESPACE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonObject;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api.APIpatchNamespacedPersistentVolumeClaimStatusRequest;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaimStatus;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.io.IOException;
import okhttp3.Response;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The official client 27.0 writes and reads health. Its beans do not know the field and refuse a
 * claim that holds it, so health crosses as JSON: as the text of a {@link V1Patch}, and as the
 * bytes or the tree of an answer.
 */
@Timeout(120)
class ClientJavaInteropTest {
  @AutoClose private final InMemoryApiServer server = ClaimWrites.server();
  private final ApiClient client = Config.fromUrl(server.url());
  private final CoreV1Api api = new CoreV1Api(client);
  private final DynamicKubernetesApi claims = new DynamicKubernetesApi("", "v1", CLAIMS, client);

  @Test
  void readsHealthByTheBytesOfAGet() throws Exception {
    write(ClaimWrites.degraded(ClaimWrites.stored(server)).mergePatch());

    assertThat(ClaimWrites.isDegraded(got())).isTrue();
  }

  @Test
  void beansReadAClaimOnlyUntilItHoldsHealth() throws Exception {
    assertThat(api.readNamespacedPersistentVolumeClaim(NAME, NAMESPACE).execute().getStatus())
        .returns("Bound", V1PersistentVolumeClaimStatus::getPhase);

    write(ClaimWrites.degraded(ClaimWrites.stored(server)).mergePatch());

    assertThatThrownBy(() -> api.listNamespacedPersistentVolumeClaim(NAMESPACE).execute())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("healthStatus");
  }

  @Test
  void aListOfTreesHoldsHealth() throws Exception {
    write(ClaimWrites.degraded(ClaimWrites.stored(server)).mergePatch());

    assertThat(claims.list(NAMESPACE).throwsApiException().getObject().getItems())
        .singleElement()
        .satisfies(claim -> assertThat(ClaimWrites.isDegraded(bytes(claim))).isTrue());
  }

  @Test
  void sendsAMergePatchAsItIs() throws Exception {
    Patch patch = ClaimWrites.degraded(ClaimWrites.stored(server)).mergePatch();

    write(patch);

    assertSentAsItIs(patch, "application/merge-patch+json");
    assertThat(ClaimWrites.isDegraded(ClaimWrites.stored(server))).isTrue();
  }

  @Test
  void sendsTheNullThatRemovesTheField() throws Exception {
    write(ClaimWrites.degraded(ClaimWrites.stored(server)).mergePatch());
    server.clearRequests();
    Patch patch = ClaimWrites.recovered(ClaimWrites.stored(server)).mergePatch();
    assertThat(patch.bodyText()).contains("\"healthStatus\":null");

    write(patch);

    assertSentAsItIs(patch, "application/merge-patch+json");
    assertThat(ClaimWrites.isWithoutHealth(ClaimWrites.stored(server))).isTrue();
  }

  @Test
  void appliesAsAFieldManager() throws Exception {
    Patch patch = ClaimWrites.degraded(ClaimWrites.stored(server)).apply("monitor");

    write(patch);

    ApiRequest request = assertSentAsItIs(patch, "application/apply-patch+yaml");
    assertThat(request.query())
        .contains("fieldManager=" + patch.query().get("fieldManager"), "force=true");
    assertThat(ClaimWrites.isDegraded(ClaimWrites.stored(server))).isTrue();
  }

  @Test
  void itsOwnContentTypeIsRefused() throws Exception {
    Patch patch = ClaimWrites.degraded(ClaimWrites.stored(server)).mergePatch();

    // Without PatchUtils the client sends the first type that it knows, or plain JSON.
    ApiException refusal = catchThrowableOfType(ApiException.class, () -> request(patch).execute());

    assertThat(refusal.getCode()).isIn(400, 415, 422);
    assertThat(ClaimWrites.isWithoutHealth(ClaimWrites.stored(server))).isTrue();
  }

  @Test
  void seesFaultsAsSuch() {
    Patch patch = ClaimWrites.degraded(ClaimWrites.stored(server)).mergePatch();

    assertThat(failing(patch, Fault.status(409, "Conflict")).getCode()).isEqualTo(409);
    assertThat(failing(patch, Fault.status(422, "Invalid")).getCode()).isEqualTo(422);
    assertThat(failing(patch, Fault.status(500, "InternalError")).getCode()).isEqualTo(500);
    ApiException throttled = failing(patch, Fault.status(429, "TooManyRequests").withRetryAfter(7));
    assertThat(throttled.getCode()).isEqualTo(429);
    assertThat(throttled.getResponseHeaders())
        .hasEntrySatisfying("retry-after", value -> assertThat(value).containsExactly("7"));
    assertThat(throttled.getResponseBody()).contains("\"retryAfterSeconds\":7");
    assertThat(ClaimWrites.isWithoutHealth(ClaimWrites.stored(server))).isTrue();
  }

  private static byte[] bytes(DynamicKubernetesObject object) {
    return object.getRaw().toString().getBytes(UTF_8);
  }

  private ApiException failing(Patch patch, Fault fault) {
    server.failNext(1, ApiRequest.matching("patch", CLAIMS, "status"), fault);
    return catchThrowableOfType(ApiException.class, () -> write(patch));
  }

  /** The answer is read as a tree, since a bean would refuse it. */
  private void write(Patch patch) throws ApiException {
    PatchUtils.patch(
        JsonObject.class, () -> request(patch).buildCall(null), patch.contentType(), client);
  }

  private APIpatchNamespacedPersistentVolumeClaimStatusRequest request(Patch patch) {
    return api.patchNamespacedPersistentVolumeClaimStatus(
            NAME, NAMESPACE, new V1Patch(patch.bodyText()))
        .fieldManager(patch.query().get("fieldManager"))
        .force(patch.query().containsKey("force") ? true : null);
  }

  private byte[] got() throws ApiException, IOException {
    try (Response answer =
        api.readNamespacedPersistentVolumeClaim(NAME, NAMESPACE).buildCall(null).execute()) {
      return answer.body().bytes();
    }
  }

  private ApiRequest assertSentAsItIs(Patch patch, String contentType) {
    assertThat(server.requests()).hasSize(1);
    ApiRequest request = server.requests().get(0);
    assertThat(request.method()).isEqualTo("PATCH");
    assertThat(request.path())
        .isEqualTo("/api/v1/namespaces/shop/persistentvolumeclaims/data/status");
    assertThat(request.contentType()).isEqualTo(contentType);
    assertThat(request.body()).isEqualTo(patch.bodyText());
    return request;
  }
}
