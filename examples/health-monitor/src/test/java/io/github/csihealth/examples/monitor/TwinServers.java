package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real server and an in-memory one that get the same requests. */
final class TwinServers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TestNamespace.Requests real;
  private final TestNamespace.Requests inMemory;
  private final Map<List<ObjectRequest>, Deque<Twin>> prepared = new HashMap<>();
  private final List<Twin> agreed = new ArrayList<>();
  private int objects;

  TwinServers(TestNamespace.Requests real, TestNamespace.Requests inMemory) {
    this.real = real;
    this.inMemory = inMemory;
  }

  /** One object on both servers, and the requests about it that both answered alike. */
  private static final class Twin {
    private final ServedKind kind;
    private final ObservedObject real;
    private final ObservedObject inMemory;
    private final List<ObjectRequest> requests = new ArrayList<>();
    private final List<JsonNode> answers = new ArrayList<>();
    private int gateOffFrom = Integer.MAX_VALUE;

    private Twin(ServedKind kind, ObservedObject real, ObservedObject inMemory) {
      this.kind = kind;
      this.real = real;
      this.inMemory = inMemory;
    }

    private Optional<Disagreement> take(List<ObjectRequest> more) throws Exception {
      for (ObjectRequest request : more) {
        JsonNode answer = real.take(request);
        if (answer.path("code").asInt() == ObservedObject.NO_ANSWER) {
          // The real server failed on the request, and shows nothing to follow.
          return Optional.empty();
        }
        requests.add(request);
        answers.add(answer);
        JsonNode other = inMemory.take(request);
        if (!ObservedObject.comparable(other).equals(ObservedObject.comparable(answer))) {
          return Optional.of(
              new Disagreement(
                  new AnsweredRequests("", kind, gateOffFrom, requests, answers), other));
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Takes the requests that come before the gate is turned off, for a number of objects that {@link
   * #disagreement} then goes on with.
   */
  void prepare(ServedKind kind, List<ObjectRequest> first, int count) throws Exception {
    Deque<Twin> twins = new ArrayDeque<>();
    prepared.put(first, twins);
    while (twins.size() < count) {
      Twin twin = newTwin(kind);
      if (twin.take(first).isPresent()) {
        throw new IllegalStateException("found before the gate is off: " + first);
      }
      twin.gateOffFrom = first.size();
      twins.add(twin);
    }
  }

  /**
   * The first disagreement about an object, with as few requests as it needs; empty if the servers
   * agree.
   *
   * @param first what the object was prepared with; empty for a new one
   */
  Optional<Disagreement> disagreement(
      ServedKind kind, List<ObjectRequest> first, List<ObjectRequest> requests) throws Exception {
    Optional<Disagreement> found = taken(kind, first, requests);
    if (found.isEmpty()) {
      return found;
    }
    List<ObjectRequest> needed = after(first, found.get());
    for (int i = needed.size() - 2; i >= 0; i--) {
      List<ObjectRequest> fewer = new ArrayList<>(needed);
      fewer.remove(i);
      Optional<Disagreement> again = taken(kind, first, fewer);
      if (again.isPresent()) {
        found = again;
        needed = after(first, again.get());
        i = Math.min(i, needed.size() - 1);
      }
    }
    return found;
  }

  private static List<ObjectRequest> after(List<ObjectRequest> first, Disagreement found) {
    List<ObjectRequest> all = found.real().requests();
    return all.subList(first.size(), all.size());
  }

  private Optional<Disagreement> taken(
      ServedKind kind, List<ObjectRequest> first, List<ObjectRequest> requests) throws Exception {
    if (first.isEmpty()) {
      Twin twin = newTwin(kind);
      Optional<Disagreement> found = twin.take(requests);
      if (found.isEmpty()) {
        agreed.add(twin);
      }
      return found;
    }
    Twin twin = prepared.get(first).poll();
    // Without one that is prepared there are some more requests in the report.
    return twin == null ? Optional.empty() : twin.take(requests);
  }

  /** Where the watches begin that {@link #assertSameEvents} compares. */
  record Since(ServedKind kind, String real, String inMemory) {}

  Since since(ServedKind kind) throws Exception {
    return new Since(kind, version(real, kind), version(inMemory, kind));
  }

  private static String version(TestNamespace.Requests server, ServedKind kind) throws Exception {
    String list = server.send("GET", kind.collection() + "?limit=1", "", null).body();
    return JSON.readTree(list).at("/metadata/resourceVersion").asText();
  }

  /** Watches of both servers tell the same of each object about which they agreed. */
  void assertSameEvents(Since since) throws Exception {
    List<JsonNode> ofReal = watched(real, since.kind(), since.real());
    List<JsonNode> ofInMemory = watched(inMemory, since.kind(), since.inMemory());
    for (Twin twin : agreed) {
      assertThat(twin.inMemory.events(ofInMemory))
          .as(() -> "events after " + twin.requests)
          .isEqualTo(twin.real.events(ofReal))
          .isNotEmpty();
    }
    agreed.clear();
  }

  private static List<JsonNode> watched(
      TestNamespace.Requests server, ServedKind kind, String since) throws Exception {
    String query = "?watch=true&timeoutSeconds=2&resourceVersion=" + since;
    List<JsonNode> events = new ArrayList<>();
    for (String line :
        server.send("GET", kind.collection() + query, "", null).body().lines().toList()) {
      events.add(JSON.readTree(line));
    }
    return events;
  }

  /** The requests about a new object, and what the real server answers. */
  AnsweredRequests answered(String about, ServedKind kind, List<ObjectRequest> requests)
      throws Exception {
    ObservedObject object = newTwin(kind).real;
    List<JsonNode> answers = new ArrayList<>();
    for (ObjectRequest request : requests) {
      answers.add(object.take(request));
    }
    return new AnsweredRequests(about, kind, requests.size(), requests, answers);
  }

  private Twin newTwin(ServedKind kind) {
    String name = "object-" + ++objects + "-x";
    return new Twin(
        kind, new ObservedObject(real, kind, name), new ObservedObject(inMemory, kind, name));
  }
}
