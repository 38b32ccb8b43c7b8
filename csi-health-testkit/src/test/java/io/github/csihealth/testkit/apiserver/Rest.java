package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Plain HTTP requests to a server, for tests. */
final class Rest {
  static final String MERGE = "application/merge-patch+json";
  static final String JSON_PATCH = "application/json-patch+json";
  static final String STRATEGIC = "application/strategic-merge-patch+json";
  static final String APPLY = "application/apply-patch+yaml";
  static final String CLAIMS = "/api/v1/namespaces/shop/persistentvolumeclaims";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  Rest(InMemoryApiServer server) {
    this.url = server.url();
  }

  record Answer(int code, HttpHeaders headers, String text) {

    JsonNode json() {
      return Rest.json(text);
    }

    String resourceVersion() {
      return json().at("/metadata/resourceVersion").asText();
    }

    /** The causes of a refusal, each as {@code reason field}. */
    List<String> causes() {
      List<String> out = new ArrayList<>();
      json()
          .at("/details/causes")
          .forEach(c -> out.add(c.path("reason").asText() + " " + c.path("field").asText()));
      return out;
    }
  }

  Answer get(String path) {
    return send("GET", path, "", "");
  }

  Answer post(String path, String body) {
    return send("POST", path, "application/json", body);
  }

  Answer put(String path, String body) {
    return send("PUT", path, "application/json", body);
  }

  Answer delete(String path) {
    return send("DELETE", path, "", "");
  }

  Answer patch(String path, String contentType, String body) {
    return send("PATCH", path, contentType, body);
  }

  Answer send(String method, String path, String contentType, String body) {
    try {
      return trySend(method, path, contentType, body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Answer trySend(String method, String path, String contentType, String body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("User-Agent", "test-writer/1.0")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Opens a watch; reading its lines waits for them. */
  Watch watch(String pathAndQuery) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + pathAndQuery)).build();
    try {
      HttpResponse<Stream<String>> response =
          client.send(request, HttpResponse.BodyHandlers.ofLines());
      return new Watch(response.statusCode(), response.body().iterator());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  record Watch(int code, Iterator<String> lines) {

    JsonNode next() {
      return Rest.json(lines.next());
    }

    /** The next event as {@code type name}. */
    String nextEvent() {
      JsonNode event = next();
      return event.path("type").asText() + " " + event.at("/object/metadata/name").asText();
    }

    boolean isEnded() {
      return !lines.hasNext();
    }
  }

  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
