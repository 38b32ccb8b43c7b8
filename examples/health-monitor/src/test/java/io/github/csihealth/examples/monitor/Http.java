package io.github.csihealth.examples.monitor;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Requests to an endpoint on loopback. */
final class Http {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Http() {}

  /** The answer, whatever its status. */
  static HttpResponse<String> send(String method, HttpAddress at, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + at + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  static HttpResponse<String> get(HttpAddress at, String path, String... headers)
      throws IOException, InterruptedException {
    return send("GET", at, path, headers);
  }
}
