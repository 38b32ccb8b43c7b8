package io.github.csihealth.examples.hostpath;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Some of a list that is ordered by id. A token is the id of the last entry before: whatever comes
 * or goes between two pages, none is listed twice, and none that stays is left out.
 *
 * @param nextToken empty at the end of the list
 */
record Page<T>(List<T> entries, String nextToken) {

  /**
   * Cuts a page.
   *
   * @param token of the page before; empty for the first
   * @param maxEntries 0 for all
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT if {@code maxEntries} is negative,
   *     ABORTED if the token is none
   */
  static <T> Page<T> of(
      Collection<T> all,
      Function<T, String> id,
      Predicate<String> isId,
      String token,
      int maxEntries) {
    if (maxEntries < 0) {
      throw Refusal.invalid("max_entries is negative");
    }
    if (!token.isEmpty() && !isId.test(token)) {
      throw Refusal.aborted("starting_token is not valid: start again with an empty one");
    }
    List<T> rest =
        all.stream()
            .filter(entry -> id.apply(entry).compareTo(token) > 0)
            .sorted((one, other) -> id.apply(one).compareTo(id.apply(other)))
            .toList();
    if (maxEntries == 0 || rest.size() <= maxEntries) {
      return new Page<>(rest, "");
    }
    List<T> entries = rest.subList(0, maxEntries);
    return new Page<>(entries, id.apply(entries.get(maxEntries - 1)));
  }
}
