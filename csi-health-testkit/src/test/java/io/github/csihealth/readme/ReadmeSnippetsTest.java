package io.github.csihealth.readme;

import static io.github.csihealth.testkit.assertions.HealthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.arbitraries.HealthDomain;
import io.github.csihealth.testkit.conformance.Verdict;
import io.github.csihealth.testkit.conformance.writer.WriterConformance;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.DriverFault;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.github.csihealth.testkit.driver.HealthTimeline;
import io.github.csihealth.testkit.junit.CsiHealthExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The Java of the README is the Java of tests, to the letter, and it runs: here, and where the
 * other snippets are.
 */
class ReadmeSnippetsTest {

  private static final Path TESTS = Path.of("src/test/java/io/github/csihealth");

  /** Where the snippets are. */
  private static final List<Path> FILES =
      List.of(
          TESTS.resolve("readme/ReadmeSnippetsTest.java"),
          TESTS.resolve("readme/ClaimWriterTest.java"),
          TESTS.resolve("testkit/conformance/driver/FakeDriverConformanceTest.java"),
          Path.of(
              "../examples/hostpath-driver/src/test/java/io/github/csihealth/examples/hostpath",
              "DriverGuideRealIT.java"));

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

  @Nested
  // snippet: test
  @ExtendWith(CsiHealthExtension.class)
  class SickVolumeTest {

    @Test
    void aSickVolumeReachesItsClaim(FakeDriver driver, InMemoryApiServer server) throws Exception {
      server.boundClaim("shop", "data", driver.name(), "vol-1");
      driver.setHealth(
          "vol-1", FakeDriver.entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "500 ms"));

      // What is to be tested; here, the library by hand.
      HealthClient client = HealthClient.on(driver.channel());
      VolumeHealthReport report =
          client.get("vol-1").toCompletableFuture().get().answer().orElseThrow();
      Patch patch =
          ClaimReconciler.create()
              .decide(
                  stored(server, "shop", "data"),
                  Observation.reported(report),
                  Memory.EMPTY,
                  Instant.now())
              .write()
              .orElseThrow()
              .mergePatch();
      send(server.url() + "/api/v1/namespaces/shop/persistentvolumeclaims/data/status", patch);

      assertThat(stored(server, "shop", "data"))
          .isAdverse()
          .hasCondition(VolumeHealthStatusType.DEGRADED, "DiskSlow", "500 ms");
      assertThat(server.requestCount("PATCH", "persistentvolumeclaims", "status")).isEqualTo(1);
    }

    @Test
    void healthChangesAndCallsFail(FakeDriver driver, ManualClock clock) {
      HealthClient client = HealthClient.on(driver.channel());
      driver.setHealth(
          "vol-1",
          HealthTimeline.ofVolume() // healthy
              .from(
                  Duration.ofMinutes(5),
                  FakeDriver.entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "500 ms"))
              .goneFrom(Duration.ofMinutes(20)), // NOT_FOUND
          clock);

      clock.advance(Duration.ofMinutes(20));
      assertThat(client.get("vol-1").toCompletableFuture().join()).hasFailed(FailureKind.NOT_FOUND);

      driver.failNext(CsiMethods.GET_VOLUME_HEALTH, DriverFault.cut()); // the connection breaks
      assertThat(client.get("vol-1").toCompletableFuture().join()).hasFailed(FailureKind.RETRYABLE);
      assertThat(driver.calls(CsiMethods.GET_VOLUME_HEALTH)).isEqualTo(2);
    }
  }

  // end

  // snippet: property
  @Property
  @Domain(HealthDomain.class)
  void aFailedCallChangesNothing(@ForAll Claim claim, @ForAll ProbeFailure failure) {
    Decision decision =
        ClaimReconciler.create()
            .decide(claim, Observation.failed(failure), Memory.EMPTY, Instant.now());
    assertThat(decision).keeps();
  }

  // end

  private static Claim stored(InMemoryApiServer server, String namespace, String name) {
    String json = server.get("persistentvolumeclaims", namespace, name).orElseThrow();
    return HealthJson.readClaim(json.getBytes(StandardCharsets.UTF_8)).value();
  }

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
  void theWriterOfTheReadmeBreaksW06AsItSays() {
    assertThat(WriterConformance.suite().rules())
        .filteredOn(rule -> rule.number().equals("W06"))
        .extracting(rule -> rule.check(new ClaimWriterTest().writer()).verdict())
        .containsExactly(Verdict.WARN);
  }

  @Test
  void theReadmeShowsTheseSnippetsAndNoOthers() throws IOException {
    List<String> tested = new ArrayList<>();
    for (Path file : FILES) {
      tested.addAll(find(file, "(?s)// snippet: \\w+\n(.*?)\n *// end"));
    }
    List<String> readme = find(Path.of("../README.md"), "(?s)```java\n(.*?)\n```");
    assertThat(readme).hasSize(7).containsExactlyInAnyOrderElementsOf(tested);
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
