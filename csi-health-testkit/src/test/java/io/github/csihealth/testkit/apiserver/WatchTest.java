package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.Rest.CLAIMS;
import static io.github.csihealth.testkit.apiserver.Rest.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// A watch that does not come to its end would wait for ever.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WatchTest {
  private static final String ALL_CLAIMS = "/api/v1/persistentvolumeclaims";

  private InMemoryApiServer server;
  private Rest rest;

  @BeforeEach
  void start() {
    server = InMemoryApiServer.start();
    rest = new Rest(server);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void changesAfterTheListedVersionCome() {
    server.boundClaim("shop", "old", "disk.example.com", "v");
    String version = rest.get(ALL_CLAIMS).resourceVersion();
    server.boundClaim("shop", "data", "disk.example.com", "v");
    rest.patch(CLAIMS + "/data/status", MERGE, "{\"status\": {\"phase\": \"Lost\"}}");
    Rest.Watch watch = rest.watch(ALL_CLAIMS + "?watch=true&resourceVersion=" + version);

    JsonNode added = watch.next();
    JsonNode modified = watch.next();
    server.delete("PersistentVolumeClaim", "shop", "data");
    JsonNode deleted = watch.next();

    assertThat(types(added, modified, deleted)).containsExactly("ADDED", "MODIFIED", "DELETED");
    assertThat(added.at("/object/kind").asText()).isEqualTo("PersistentVolumeClaim");
    assertThat(added.at("/object/status/phase").asText()).isEqualTo("Bound");
    assertThat(modified.at("/object/status/phase").asText()).isEqualTo("Lost");
    assertThat(version(deleted)).isGreaterThan(version(modified));
  }

  @Test
  void watchWithoutAVersionStartsWithWhatThereIs() {
    server.boundClaim("shop", "b", "disk.example.com", "v");
    server.boundClaim("shop", "a", "disk.example.com", "v");

    Rest.Watch watch = rest.watch(ALL_CLAIMS + "?watch=true");

    assertThat(watch.nextEvent()).isEqualTo("ADDED a");
    assertThat(watch.nextEvent()).isEqualTo("ADDED b");
  }

  @Test
  void initialEventsEndWithABookmark() {
    server.boundClaim("shop", "a", "disk.example.com", "v");

    Rest.Watch watch =
        rest.watch(
            ALL_CLAIMS
                + "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                + "&allowWatchBookmarks=true");

    assertThat(watch.nextEvent()).isEqualTo("ADDED a");
    JsonNode bookmark = watch.next();
    assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
    assertThat(bookmark.at("/object/metadata/annotations").toString())
        .isEqualTo("{\"k8s.io/initial-events-end\":\"true\"}");
  }

  @Test
  void initialEventsNeedAMatchOfVersions() {
    assertThat(rest.get(ALL_CLAIMS + "?watch=true&sendInitialEvents=true").causes())
        .containsExactly("FieldValueForbidden resourceVersionMatch");
  }

  @Test
  void watchEndsAtItsTimeWithABookmark() {
    server.boundClaim("shop", "a", "disk.example.com", "v");
    String version = rest.get(ALL_CLAIMS).resourceVersion();

    Rest.Watch watch =
        rest.watch(
            ALL_CLAIMS
                + "?watch=true&allowWatchBookmarks=true&timeoutSeconds=1&resourceVersion="
                + version);

    JsonNode bookmark = watch.next();
    assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
    assertThat(version(bookmark)).isEqualTo(Long.parseLong(version));
    assertThat(watch.isEnded()).isTrue();
  }

  @Test
  void onlyTheNamespaceAndNameAskedForAreWatched() {
    Rest.Watch byNamespace = rest.watch(CLAIMS + "?watch=true");
    Rest.Watch byName = rest.watch(CLAIMS + "?watch=true&fieldSelector=metadata.name%3Db");
    Rest.Watch byPath = rest.watch(CLAIMS + "/b?watch=true");
    server.boundClaim("other", "b", "disk.example.com", "v");
    server.boundClaim("shop", "a", "disk.example.com", "v");
    server.boundClaim("shop", "b", "disk.example.com", "v");

    assertThat(byNamespace.nextEvent()).isEqualTo("ADDED a");
    assertThat(byName.nextEvent()).isEqualTo("ADDED b");
    assertThat(byPath.next().at("/object/metadata/namespace").asText()).isEqualTo("shop");
  }

  @Test
  void objectThatLeavesTheSelectionIsDeletedForTheWatch() {
    Rest.Watch watch = rest.watch(ALL_CLAIMS + "?watch=true&labelSelector=tier%3Dgold");
    server.boundClaim("shop", "a", "disk.example.com", "v");
    rest.patch(CLAIMS + "/a", MERGE, "{\"metadata\": {\"labels\": {\"tier\": \"gold\"}}}");
    rest.patch(CLAIMS + "/a", MERGE, "{\"metadata\": {\"labels\": {\"tier\": \"tin\"}}}");

    assertThat(watch.nextEvent()).isEqualTo("ADDED a");
    assertThat(watch.nextEvent()).isEqualTo("DELETED a");
  }

  @Test
  void writeThatChangesNothingIsNoEvent() {
    server.boundClaim("shop", "a", "disk.example.com", "v");
    Rest.Watch watch =
        rest.watch(
            ALL_CLAIMS + "?watch=true&resourceVersion=" + rest.get(ALL_CLAIMS).resourceVersion());
    rest.patch(CLAIMS + "/a/status", MERGE, "{\"status\": {\"phase\": \"Bound\"}}");
    server.boundClaim("shop", "b", "disk.example.com", "v");

    assertThat(watch.nextEvent()).isEqualTo("ADDED b");
  }

  @Test
  void closedWatchMayGoOnWhereItWas() {
    server.boundClaim("shop", "a", "disk.example.com", "v");
    Rest.Watch first = rest.watch(ALL_CLAIMS + "?watch=true");
    JsonNode added = first.next();
    server.closeWatches();
    server.boundClaim("shop", "b", "disk.example.com", "v");

    Rest.Watch second = rest.watch(ALL_CLAIMS + "?watch=true&resourceVersion=" + version(added));

    assertThat(first.isEnded()).isTrue();
    assertThat(second.nextEvent()).isEqualTo("ADDED b");
  }

  @Test
  void expiredVersionIsGone() {
    server.boundClaim("shop", "a", "disk.example.com", "v");
    String version = rest.get(ALL_CLAIMS).resourceVersion();
    Rest.Watch open = rest.watch(ALL_CLAIMS + "?watch=true&resourceVersion=" + version);

    server.expireWatches();
    Rest.Watch late = rest.watch(ALL_CLAIMS + "?watch=true&resourceVersion=" + version);
    JsonNode error = late.next();

    assertThat(open.isEnded()).isTrue();
    assertThat(late.code()).isEqualTo(200);
    assertThat(error.path("type").asText()).isEqualTo("ERROR");
    assertThat(error.at("/object/code").asInt()).isEqualTo(410);
    assertThat(error.at("/object/reason").asText()).isEqualTo("Expired");
    assertThat(late.isEnded()).isTrue();
  }

  @Test
  void listAfterExpiryGivesAVersionToWatchFrom() {
    server.expireWatches();
    String version = rest.get(ALL_CLAIMS).resourceVersion();
    Rest.Watch watch = rest.watch(ALL_CLAIMS + "?watch=true&resourceVersion=" + version);
    server.boundClaim("shop", "a", "disk.example.com", "v");

    assertThat(watch.nextEvent()).isEqualTo("ADDED a");
  }

  @Test
  void versionThatIsStillToComeIsTooLarge() {
    Rest.Answer answer = rest.get(ALL_CLAIMS + "?watch=true&resourceVersion=1000000");

    assertThat(answer.code()).isEqualTo(504);
    assertThat(answer.json().path("reason").asText()).isEqualTo("Timeout");
  }

  @Test
  void webSocketUpgradeIsDeclinedWithAnEmptyAnswer() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port())) {
      String request =
          String.join(
              "\r\n",
              "GET " + ALL_CLAIMS + "?watch=true HTTP/1.1",
              "Host: 127.0.0.1",
              "Connection: Upgrade",
              "Upgrade: websocket",
              "",
              "");
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] head = socket.getInputStream().readNBytes("HTTP/1.1 200 OK".length());

      assertThat(new String(head, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200 OK");
    }
    assertThat(server.requestCount("watch", "*", "*")).isZero();
  }

  private int port() {
    return URI.create(server.url()).getPort();
  }

  private static List<String> types(JsonNode... events) {
    return List.of(events).stream().map(event -> event.path("type").asText()).toList();
  }

  private static long version(JsonNode event) {
    return event.at("/object/metadata/resourceVersion").asLong();
  }
}
