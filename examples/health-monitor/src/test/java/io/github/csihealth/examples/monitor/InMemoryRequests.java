package io.github.csihealth.examples.monitor;

import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** Plain requests to an in-memory server, in the form of those to a real one. */
final class InMemoryRequests {

  private InMemoryRequests() {}

  static TestNamespace.Requests to(InMemoryApiServer server) {
    HttpClient client = HttpClient.newHttpClient();
    return (method, path, contentType, body) -> {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(server.url() + path))
              .header("Accept", "application/json");
      if (body == null) {
        request.method(method, BodyPublishers.noBody());
      } else {
        request.method(method, BodyPublishers.ofString(body)).header("Content-Type", contentType);
      }
      return client.send(request.build(), BodyHandlers.ofString());
    };
  }
}
