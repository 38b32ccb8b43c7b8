package io.github.csihealth.testkit.driver;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Function;

/**
 * Cuts one list into pages, in the order of the ids. A token goes on after the last entry of the
 * page that it came with, whatever has come or gone since; or, by position, after as many entries
 * as there were before. Its owner guards it.
 */
final class Pager {

  /** Tokens that can still be continued from; an older one is ABORTED, as a real driver might. */
  private static final int KEPT_TOKENS = 1000;

  record Page<T>(List<T> entries, String nextToken) {}

  /** The end of a page: its last id, and how many entries and pages there were up to there. */
  private record Mark(String lastId, int entries, int pages) {}

  private static final Mark START = new Mark("", 0, 0);

  /** Where a token goes on. */
  private final Map<String, Mark> tokens =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Mark> eldest) {
          return size() > KEPT_TOKENS;
        }
      };

  private int size;
  private boolean byPosition;
  private long lastToken;

  void size(int entries) {
    if (entries < 0) {
      throw new IllegalArgumentException("page size is negative: " + entries);
    }
    size = entries;
  }

  void byPosition(boolean wanted) {
    byPosition = wanted;
  }

  /** How many pages came before the one that the token asks for; 0 if it cannot be continued. */
  int pagesBefore(String token) {
    return tokens.getOrDefault(token, START).pages;
  }

  /**
   * One page; ABORTED for a token that was never given or is too old.
   *
   * @param entry what is listed of a thing, if it is
   */
  <T, E> Page<E> cut(
      NavigableMap<String, T> all,
      Function<T, Optional<E>> entry,
      String startingToken,
      int maxEntries) {
    int limit = limit(maxEntries);
    Mark start = startingToken.isEmpty() ? START : markOf(startingToken);
    int toSkip = byPosition ? start.entries : 0;
    List<E> entries = new ArrayList<>();
    String last = start.lastId;
    for (Map.Entry<String, T> each : from(start, all).entrySet()) {
      Optional<E> listed = entry.apply(each.getValue());
      if (listed.isEmpty() || toSkip-- > 0) {
        continue;
      }
      if (entries.size() == limit) {
        String token = "page-" + ++lastToken;
        tokens.put(token, new Mark(last, start.entries + limit, start.pages + 1));
        return new Page<>(entries, token);
      }
      entries.add(listed.get());
      last = each.getKey();
    }
    return new Page<>(entries, "");
  }

  private int limit(int maxEntries) {
    Demand.that(maxEntries >= 0, Status.Code.INVALID_ARGUMENT, "max_entries is negative");
    int wanted = maxEntries == 0 ? Integer.MAX_VALUE : maxEntries;
    return size == 0 ? wanted : Math.min(wanted, size);
  }

  private Mark markOf(String token) {
    Mark mark = tokens.get(token);
    if (mark == null) {
      throw Status.ABORTED
          .withDescription("starting_token cannot be continued from")
          .asRuntimeException();
    }
    return mark;
  }

  private <T> NavigableMap<String, T> from(Mark start, NavigableMap<String, T> all) {
    return byPosition || start.pages == 0 ? all : all.tailMap(start.lastId, false);
  }
}
