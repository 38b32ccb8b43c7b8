package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.URLUtils;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.InvalidJsonException;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.runtime.ClaimPort;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.runtime.WriteResult.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Claims over the HTTP client of fabric8's, with its credentials and time limit. The typed client
 * would do for the patch, but it blocks, and its exceptions have lost the header Retry-After, which
 * a server that is overloaded sends without any Status.
 */
final class KubernetesClaimPort implements ClaimPort {

  private final KubernetesClient client;

  /**
   * A port that leaves the client to its owner.
   *
   * @param client one from {@link ApiServer#writing}
   */
  KubernetesClaimPort(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public CompletionStage<WriteResult> write(ClaimIntent intent) {
    Patch patch = intent.mergePatch();
    return send(intent.path(), request -> request.patch(patch.contentType(), patch.bodyText()))
        .handle((answer, error) -> error == null ? result(answer) : noAnswer(error));
  }

  @Override
  public CompletionStage<Optional<Claim>> read(String namespace, String name) {
    return send(
            "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims/" + name,
            UnaryOperator.identity())
        .thenApply(KubernetesClaimPort::result)
        .thenApply(
            result ->
                result.outcome() == Outcome.GONE
                    ? Optional.empty()
                    : Optional.of(
                        result
                            .claim()
                            .orElseThrow(() -> new IllegalStateException(result.toString()))));
  }

  private CompletableFuture<HttpResponse<byte[]>> send(
      String path, UnaryOperator<HttpRequest.Builder> method) {
    HttpClient http = client.getHttpClient();
    int limit = client.getConfiguration().getRequestTimeout();
    HttpRequest request =
        method
            .apply(
                http.newHttpRequestBuilder()
                    .uri(URLUtils.join(client.getMasterUrl().toString(), path))
                    .header("Accept", "application/json")
                    .timeout(limit, MILLISECONDS))
            .build();
    // In a stage, since some errors are thrown instead of returned.
    return CompletableFuture.completedFuture(request)
        .thenCompose(ready -> http.sendAsync(ready, byte[].class))
        // The limit of the request ends with the headers of its answer.
        .orTimeout(limit, MILLISECONDS);
  }

  /** Of the rules C21 and C22 those that a merge patch can meet. */
  private static WriteResult result(HttpResponse<byte[]> answer) {
    int code = answer.code();
    if (answer.isSuccessful()) {
      try {
        return WriteResult.answered(HealthJson.readClaim(answer.body()).value());
      } catch (InvalidJsonException e) {
        return WriteResult.of(Outcome.RETRY, code + " with a body that is no JSON");
      }
    }
    JsonNode status = status(answer);
    String said = status.path("message").asText(new String(answer.body(), UTF_8));
    String detail = OneLine.of(code + " " + said);
    return switch (code) {
      case 401, 403 -> WriteResult.of(Outcome.FORBIDDEN, detail);
      case 404 ->
          // A Status about an object names it; one about a path does not.
          WriteResult.of(
              status.at("/details/name").asText().isEmpty() ? Outcome.NOT_KNOWN : Outcome.GONE,
              detail);
      case 409 -> WriteResult.of(Outcome.CONFLICT, detail);
      case 422 -> WriteResult.of(isAboutUid(status) ? Outcome.GONE : Outcome.REFUSED, detail);
      case 408, 429 -> retry(answer, status, detail);
      default ->
          code >= 400 && code < 500
              ? WriteResult.of(Outcome.REFUSED, detail)
              : retry(answer, status, detail);
    };
  }

  private static JsonNode status(HttpResponse<byte[]> answer) {
    try {
      return HealthJson.tree(answer.body());
    } catch (InvalidJsonException e) {
      return MissingNode.getInstance();
    }
  }

  private static boolean isAboutUid(JsonNode status) {
    for (JsonNode cause : status.at("/details/causes")) {
      if (cause.path("field").asText().equals("metadata.uid")) {
        return true;
      }
    }
    return false;
  }

  private static WriteResult retry(HttpResponse<byte[]> answer, JsonNode status, String detail) {
    String header = answer.header("Retry-After");
    long seconds =
        isSeconds(header)
            ? Long.parseLong(header)
            : status.at("/details/retryAfterSeconds").asInt(0);
    return seconds > 0
        ? WriteResult.retry(detail, Duration.ofSeconds(seconds))
        : WriteResult.of(Outcome.RETRY, detail);
  }

  /** Not the other form, a date: no API server sends that. */
  private static boolean isSeconds(@Nullable String header) {
    return header != null && header.matches("[0-9]{1,9}");
  }

  private static WriteResult noAnswer(Throwable error) {
    if (UnsendableCredentials.areCauseOf(error)) {
      return WriteResult.of(
          Outcome.FORBIDDEN, "the credentials cannot be sent: they make no legal HTTP header");
    }
    return WriteResult.of(Outcome.RETRY, OneLine.of(error));
  }
}
