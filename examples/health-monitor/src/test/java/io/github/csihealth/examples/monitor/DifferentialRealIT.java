package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The in-memory API server answers random requests as a real one does. What was once found
 * otherwise is among the recorded answers, which {@link RecordedAnswersTest} replays.
 *
 * <p>The system properties {@code differential.seed} and {@code differential.sequences} make other
 * and more requests.
 */
class DifferentialRealIT {

  /** Without those that change what a client sends; the in-memory server has none. */
  @RegisterExtension
  static final RealServer SERVER =
      RealServer.with(
          "--disable-admission-plugins=StorageObjectInUseProtection,DefaultTolerationSeconds,Priority");

  private static final long SEED = Long.getLong("differential.seed", 1);
  private static final int SEQUENCES = Integer.getInteger("differential.sequences", 30);
  private static final int LENGTH = 12;
  private static final int REPORTED = 5;

  private static InMemoryApiServer inMemory;
  private static TwinServers servers;

  private final Map<String, Disagreement> found = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    inMemory = InMemoryApiServer.start();
    servers = new TwinServers(SERVER.get()::request, InMemoryRequests.to(inMemory));
    String namespace = "{\"metadata\":{\"name\":\"" + ServedKind.NAMESPACE + "\"}}";
    SERVER.get().request("POST", "/api/v1/namespaces", "application/json", namespace);
  }

  @AfterAll
  static void stop() {
    if (inMemory != null) {
      inMemory.close();
    }
  }

  @Test
  void theRealServerAnswersAsRecorded() throws Exception {
    List<JsonNode> answered = new ArrayList<>();
    List<JsonNode> expected = new ArrayList<>();
    for (AnsweredRequests recorded : RecordedAnswersTest.recorded()) {
      expected.add(recorded.toJson());
      answered.add(
          servers.answered(recorded.about(), recorded.kind(), recorded.requests()).toJson());
    }
    assertThat(answered).as(() -> "all to record: " + answered).isEqualTo(expected);
  }

  @Test
  void withTheGateOn() throws Exception {
    for (ServedKind kind : ServedKind.values()) {
      TwinServers.Since since = servers.since(kind);
      for (long seed = SEED; seed < SEED + SEQUENCES; seed++) {
        note("seed " + seed, kind, List.of(), new RandomRequests(seed, kind).sequence(LENGTH));
      }
      assertNothingFound();
      servers.assertSameEvents(since);
    }
  }

  @Test
  void withTheGateOffWhereSomeObjectsHoldHealth() throws Exception {
    for (ServedKind kind : ServedKind.values()) {
      for (boolean holding : List.of(true, false)) {
        servers.prepare(kind, RandomRequests.first(kind, holding), SEQUENCES);
      }
    }
    SERVER.get().stopApiServer();
    SERVER.startAgain("--feature-gates=CSIVolumeHealth=false");
    inMemory.setVolumeHealthEnabled(false);
    try {
      for (ServedKind kind : ServedKind.values()) {
        for (long seed = SEED; seed < SEED + SEQUENCES; seed++) {
          boolean holding = seed % 2 == 0;
          List<ObjectRequest> sequence = new RandomRequests(seed, kind).sequence(LENGTH);
          note(
              "seed " + seed,
              kind,
              RandomRequests.first(kind, holding),
              sequence.subList(1, sequence.size()));
        }
      }
    } finally {
      inMemory.setVolumeHealthEnabled(true);
      SERVER.get().stopApiServer();
      SERVER.startAgain();
    }
    assertNothingFound();
  }

  private void note(
      String origin, ServedKind kind, List<ObjectRequest> first, List<ObjectRequest> requests)
      throws Exception {
    if (found.size() < REPORTED) {
      servers
          .disagreement(kind, first, requests)
          .ifPresent(d -> found.putIfAbsent(origin + ": " + d.summary(), d));
    }
  }

  private void assertNothingFound() {
    assertThat(found)
        .as(
            () ->
                found.entrySet().stream()
                    .map(entry -> entry.getKey() + "\n" + entry.getValue())
                    .collect(Collectors.joining("\n\n", "\n", "\n")))
        .isEmpty();
  }
}
