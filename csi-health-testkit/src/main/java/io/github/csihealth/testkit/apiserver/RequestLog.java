package io.github.csihealth.testkit.apiserver;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The requests that came in: all counted, the latest remembered. May be called from any thread. */
final class RequestLog {
  /** How many requests are remembered with their bodies. */
  static final int REMEMBERED = 10_000;

  private final Deque<ApiRequest> latest = new ArrayDeque<>();
  private final Map<Counter, Long> counts = new HashMap<>();

  private record Counter(String verb, String resource, String subresource) {}

  synchronized void add(ApiRequest request) {
    counts.merge(
        new Counter(request.verb(), request.resource(), request.subresource()), 1L, Long::sum);
    latest.addLast(request);
    if (latest.size() > REMEMBERED) {
      latest.removeFirst();
    }
  }

  synchronized List<ApiRequest> latest() {
    return List.copyOf(latest);
  }

  synchronized long count(String verb, String resource, String subresource) {
    String lowered = verb.toLowerCase(Locale.ROOT);
    return counts.entrySet().stream()
        .filter(entry -> matches(lowered, entry.getKey().verb()))
        .filter(entry -> matches(resource, entry.getKey().resource()))
        .filter(entry -> matches(subresource, entry.getKey().subresource()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static boolean matches(String wanted, String actual) {
    return wanted.equals(ApiRequest.ANY) || wanted.equals(actual);
  }

  synchronized void clear() {
    latest.clear();
    counts.clear();
  }
}
