package io.github.csihealth.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The Java of the README is the Java below, to the letter, and it runs; that for driver authors
 * runs with the example of a driver.
 */
class ReadmeSnippetsTest {

  @Test
  void decideWithAnyClient() {
    byte[] claimJson =
        ("{\"metadata\":{\"namespace\":\"shop\",\"name\":\"data\",\"uid\":\"u1\"},"
                + "\"status\":{\"phase\":\"Bound\"}}")
            .getBytes(StandardCharsets.UTF_8);
    VolumeHealthReport report =
        VolumeHealthReport.of(
            "vol-1",
            List.of(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "DiskSlow")));
    List<Patch> sent = new ArrayList<>();
    Memory memory = Memory.EMPTY;

    // snippet: decide
    Claim claim = HealthJson.readClaim(claimJson).value(); // bytes from any Kubernetes client
    Decision decision =
        ClaimReconciler.create().decide(claim, Observation.reported(report), memory, Instant.now());
    decision.write().ifPresent(intent -> sent.add(intent.mergePatch())); // bytes and content type
    memory = decision.memory(); // for the next decision on this claim
    // end

    assertThat(sent)
        .singleElement()
        .satisfies(
            patch -> {
              assertThat(patch.contentType()).isEqualTo("application/merge-patch+json");
              assertThat(patch.bodyText()).contains("DiskSlow", "\"uid\":\"u1\"");
            });
    assertThat(memory).isEqualTo(Memory.EMPTY);
  }

  // snippet: test
  @Test
  void aSickVolumeReachesItsClaim() throws Exception {
    try (FakeDriver driver = FakeDriver.start(); // gRPC on a Unix socket
        InMemoryApiServer server = InMemoryApiServer.start(); // HTTP on loopback
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      server.boundClaim("shop", "data", driver.name(), "vol-1");
      driver.setHealth(
          "vol-1", FakeDriver.entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "500 ms"));

      String claim = server.get("persistentvolumeclaims", "shop", "data").orElseThrow();
      VolumeHealthReport report =
          HealthClient.on(channel.channel())
              .get("vol-1")
              .toCompletableFuture()
              .get()
              .answer()
              .orElseThrow();
      Patch patch =
          ClaimReconciler.create()
              .decide(
                  HealthJson.readClaim(claim.getBytes(StandardCharsets.UTF_8)).value(),
                  Observation.reported(report),
                  Memory.EMPTY,
                  Instant.now())
              .write()
              .orElseThrow()
              .mergePatch();
      send(server.url() + "/api/v1/namespaces/shop/persistentvolumeclaims/data/status", patch);

      assertThat(server.get("persistentvolumeclaims", "shop", "data").orElseThrow())
          .contains("DiskSlow");
      assertThat(server.requestCount("PATCH", "persistentvolumeclaims", "status")).isEqualTo(1);
    }
  }

  // end

  private static void send(String url, Patch patch) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", patch.contentType())
            .method("PATCH", BodyPublishers.ofByteArray(patch.body()))
            .build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode())
        .isEqualTo(200);
  }

  @Test
  void theReadmeShowsTheseSnippetsAndNoOthers() throws IOException {
    List<String> tested = new ArrayList<>();
    for (String file :
        List.of(
            "src/test/java/io/github/csihealth/readme/ReadmeSnippetsTest.java",
            "../examples/hostpath-driver/src/test/java/io/github/csihealth/examples/hostpath/"
                + "DriverGuideRealIT.java")) {
      tested.addAll(find(Path.of(file), "(?s)// snippet: \\w+\n(.*?)\n *// end"));
    }
    List<String> readme = find(Path.of("../README.md"), "(?s)```java\n(.*?)\n```");
    assertThat(readme).hasSize(4).containsExactlyInAnyOrderElementsOf(tested);
  }

  /** The pieces of a file that the pattern's group matches, without their common indentation. */
  private static List<String> find(Path file, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(matcher.group(1).stripTrailing().stripIndent());
    }
    return found;
  }
}
