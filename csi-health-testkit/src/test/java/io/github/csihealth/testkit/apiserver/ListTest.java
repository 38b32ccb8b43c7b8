package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.Rest.CLAIMS;
import static io.github.csihealth.testkit.apiserver.Rest.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListTest {
  private static final String ALL_CLAIMS = "/api/v1/persistentvolumeclaims";

  private InMemoryApiServer server;
  private Rest rest;

  @BeforeEach
  void start() {
    server = InMemoryApiServer.start();
    rest = new Rest(server);
    server.boundClaim("shop", "b", "disk.example.com", "v1");
    server.boundClaim("shop", "a", "disk.example.com", "v2");
    server.boundClaim("bank", "c", "disk.example.com", "v3");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void listsANamespaceOrAll() {
    assertThat(names(CLAIMS)).containsExactly("a", "b");
    assertThat(names(ALL_CLAIMS)).containsExactly("c", "a", "b");
    assertThat(names("/api/v1/persistentvolumes")).hasSize(3);
  }

  @Test
  void listNamesItsKindAndVersionAndNotThatOfItsItems() {
    Rest.Answer answer = rest.get(CLAIMS);

    assertThat(answer.json().path("kind").asText()).isEqualTo("PersistentVolumeClaimList");
    assertThat(Long.parseLong(answer.resourceVersion())).isPositive();
    assertThat(answer.json().at("/items/0").has("kind")).isFalse();
  }

  @Test
  void emptyListHasItems() {
    assertThat(rest.get("/api/v1/pods").json().path("items").toString()).isEqualTo("[]");
  }

  @Test
  void selectsByField() {
    assertThat(names(ALL_CLAIMS + "?fieldSelector=metadata.name%3Da")).containsExactly("a");
    assertThat(names(ALL_CLAIMS + "?fieldSelector=metadata.namespace!%3Dshop"))
        .containsExactly("c");
    assertThat(rest.get(ALL_CLAIMS + "?fieldSelector=status.phase%3DBound").code()).isEqualTo(400);
  }

  @Test
  void selectsByLabel() {
    rest.patch(CLAIMS + "/a", MERGE, "{\"metadata\": {\"labels\": {\"tier\": \"gold\"}}}");
    rest.patch(CLAIMS + "/b", MERGE, "{\"metadata\": {\"labels\": {\"tier\": \"tin\"}}}");

    assertThat(labelled("tier%3Dgold")).containsExactly("a");
    assertThat(labelled("tier!%3Dgold")).containsExactly("c", "b");
    assertThat(labelled("tier")).containsExactly("a", "b");
    assertThat(labelled("!tier")).containsExactly("c");
    assertThat(labelled("tier%20in%20(gold,tin)")).containsExactly("a", "b");
    assertThat(labelled("tier%20notin%20(gold),tier")).containsExactly("b");
  }

  @Test
  void pagesShowTheStateOfTheFirst() {
    Rest.Answer first = rest.get(ALL_CLAIMS + "?limit=2");
    server.delete("PersistentVolumeClaim", "shop", "b");
    String next = first.json().at("/metadata/continue").asText();
    Rest.Answer second = rest.get(ALL_CLAIMS + "?limit=2&continue=" + next);

    assertThat(first.json().path("items")).hasSize(2);
    assertThat(first.json().at("/metadata/remainingItemCount").asInt()).isEqualTo(1);
    assertThat(second.json().at("/items/0/metadata/name").asText()).isEqualTo("b");
    assertThat(second.json().at("/metadata").has("continue")).isFalse();
    assertThat(second.resourceVersion()).isEqualTo(first.resourceVersion());
  }

  @Test
  void unknownPageHasExpired() {
    assertThat(rest.get(ALL_CLAIMS + "?continue=page-99").code()).isEqualTo(410);
    assertThat(rest.get(ALL_CLAIMS + "?continue=nonsense").code()).isEqualTo(400);
  }

  private List<String> labelled(String selector) {
    return names(ALL_CLAIMS + "?labelSelector=" + selector);
  }

  private List<String> names(String path) {
    return rest.get(path).json().path("items").findValues("metadata").stream()
        .map(metadata -> metadata.path("name").asText())
        .toList();
  }
}
