package io.github.csihealth.examples.monitor;

import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;

/** The server in memory. */
class RenderingsTest extends RenderingsContract {

  private static final InMemoryApiServer SERVER = InMemoryApiServer.start();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Override
  TestNamespace.Requests server() {
    return RenderingsTest::send;
  }

  private static HttpResponse<String> send(
      String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(SERVER.url() + path))
            .header("Content-Type", contentType)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Override
  String namespace() {
    return "shop";
  }

  @Override
  void withTheGateOff(Body body) throws Exception {
    SERVER.setVolumeHealthEnabled(false);
    try {
      body.run();
    } finally {
      SERVER.setVolumeHealthEnabled(true);
    }
  }
}
