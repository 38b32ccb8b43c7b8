package io.github.csihealth.renderings;

import io.github.csihealth.reconcile.Patch;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Sends writes over HTTP, as a client without any Kubernetes library would. */
final class Http {

  private final HttpClient client = HttpClient.newHttpClient();
  private final String server;

  Http(String server) {
    this.server = server;
  }

  HttpResponse<String> send(String path, Patch patch) throws IOException, InterruptedException {
    return send(patch.method(), path, patch.query(), patch.contentType(), patch.body());
  }

  HttpResponse<String> send(
      String method, String path, Map<String, String> query, String contentType, byte[] body)
      throws IOException, InterruptedException {
    String parameters =
        query.entrySet().stream()
            .map(p -> p.getKey() + "=" + URLEncoder.encode(p.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + path + "?" + parameters))
            .header("Content-Type", contentType)
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
