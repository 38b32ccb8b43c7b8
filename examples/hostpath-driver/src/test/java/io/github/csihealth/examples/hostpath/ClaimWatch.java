package io.github.csihealth.examples.hostpath;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The health of the only claim of a namespace, each time that something changes the claim. */
final class ClaimWatch implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Stream<String> lines;
  private final Iterator<String> events;

  private ClaimWatch(Stream<String> lines) {
    this.lines = lines;
    this.events = lines.iterator();
  }

  /** Watches; the first event is the claim as it is. */
  static ClaimWatch open(InMemoryApiServer server, String namespace)
      throws IOException, InterruptedException {
    URI uri =
        URI.create(
            server.url()
                + "/api/v1/namespaces/"
                + namespace
                + "/persistentvolumeclaims?watch=true");
    return new ClaimWatch(
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines())
            .body());
  }

  /** Waits for the next event; answers the claim's conditions, as {@code status/reason}. */
  List<String> next() {
    try {
      JsonNode claim = JSON.readTree(events.next()).path("object");
      List<String> conditions = new ArrayList<>();
      for (JsonNode condition : claim.at("/status/healthStatus/healthConditions")) {
        conditions.add(condition.path("status").asText() + "/" + condition.path("reason").asText());
      }
      return conditions;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    lines.close();
  }
}
