package io.github.csihealth.examples.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JDK's HTTP client alone suffices to read and write health. */
@Timeout(120)
class PlainHttpInteropTest {
  private static final String CLAIM = "/api/v1/namespaces/shop/persistentvolumeclaims/data";

  @AutoClose private final InMemoryApiServer server = ClaimWrites.server();
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void healthIsReadWrittenAndRemoved() throws Exception {
    HttpResponse<byte[]> degraded = send(ClaimWrites.degraded(got()).apply("monitor"));
    assertThat(degraded.statusCode()).isEqualTo(200);
    assertThat(ClaimWrites.isDegraded(degraded.body())).isTrue();
    assertThat(ClaimWrites.isDegraded(got())).isTrue();

    HttpResponse<byte[]> recovered = send(ClaimWrites.recovered(got()).mergePatch());
    assertThat(recovered.statusCode()).isEqualTo(200);
    assertThat(ClaimWrites.isWithoutHealth(got())).isTrue();
  }

  @Test
  void aThrottledWriteSaysWhenToComeAgain() throws Exception {
    server.failNext(
        1,
        ApiRequest.matching("patch", ClaimWrites.CLAIMS, "status"),
        Fault.status(429, "TooManyRequests").withRetryAfter(3));

    HttpResponse<byte[]> answer = send(ClaimWrites.degraded(got()).mergePatch());

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("3");
  }

  private byte[] got() throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(server.url() + CLAIM)).build(),
            BodyHandlers.ofByteArray())
        .body();
  }

  private HttpResponse<byte[]> send(Patch patch) throws IOException, InterruptedException {
    String query =
        patch.query().entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + CLAIM + "/status?" + query))
            .header("Content-Type", patch.contentType())
            .method(patch.method(), BodyPublishers.ofByteArray(patch.body()))
            .build(),
        BodyHandlers.ofByteArray());
  }
}
