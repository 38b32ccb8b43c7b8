package io.github.csihealth.testkit.driver;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Predicate;

/**
 * Cuts one list into pages, in the order of the ids. A token goes on after the last entry of the
 * page that it came with, whatever has come or gone since. Its owner guards it.
 */
final class Pager {

  /** Tokens that can still be continued from; an older one is ABORTED, as a real driver might. */
  private static final int KEPT_TOKENS = 1000;

  record Page<T>(List<T> entries, String nextToken) {}

  /** The last id of the page that a token was given with. */
  private final Map<String, String> tokens =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > KEPT_TOKENS;
        }
      };

  private int size;
  private long lastToken;

  void size(int entries) {
    if (entries < 0) {
      throw new IllegalArgumentException("page size is negative: " + entries);
    }
    size = entries;
  }

  /** One page; ABORTED for a token that was never given or is too old. */
  <T> Page<T> cut(
      NavigableMap<String, T> all, Predicate<T> listed, String startingToken, int maxEntries) {
    int limit = limit(maxEntries);
    List<T> entries = new ArrayList<>();
    String last = "";
    for (Map.Entry<String, T> entry : from(startingToken, all).entrySet()) {
      if (!listed.test(entry.getValue())) {
        continue;
      }
      if (entries.size() == limit) {
        String token = "page-" + ++lastToken;
        tokens.put(token, last);
        return new Page<>(entries, token);
      }
      entries.add(entry.getValue());
      last = entry.getKey();
    }
    return new Page<>(entries, "");
  }

  private int limit(int maxEntries) {
    Demand.that(maxEntries >= 0, Status.Code.INVALID_ARGUMENT, "max_entries is negative");
    int wanted = maxEntries == 0 ? Integer.MAX_VALUE : maxEntries;
    return size == 0 ? wanted : Math.min(wanted, size);
  }

  private <T> NavigableMap<String, T> from(String token, NavigableMap<String, T> all) {
    if (token.isEmpty()) {
      return all;
    }
    String last = tokens.get(token);
    if (last == null) {
      throw Status.ABORTED
          .withDescription("starting_token cannot be continued from")
          .asRuntimeException();
    }
    return all.tailMap(last, false);
  }
}
