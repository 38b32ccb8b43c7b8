package io.github.csihealth.reconcile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Statuses of reports that are not known, distinct and in order. A driver that makes up ever new
 * ones must not fill memory, events or metrics: 16 are told apart, the rest is "other" (rule C26).
 */
final class UnknownStatuses {

  static final int MAX_DISTINCT = 16;
  private static final int MAX_LENGTH = 32;
  static final String OTHER = "other";

  private UnknownStatuses() {}

  /** At most 16 of them and "other", unmodifiable; a number is its decimal digits. */
  static List<String> distinct(Collection<String> statuses) {
    TreeSet<String> sorted = new TreeSet<>();
    statuses.forEach(status -> sorted.add(status.length() <= MAX_LENGTH ? status : OTHER));
    List<String> distinct = new ArrayList<>(sorted);
    if (distinct.size() > MAX_DISTINCT) {
      distinct.removeIf(OTHER::equals);
      distinct = new ArrayList<>(distinct.subList(0, MAX_DISTINCT));
      distinct.add(OTHER);
    }
    return List.copyOf(distinct);
  }

  /** Those of the second that the first does not hold. */
  static List<String> added(List<String> before, List<String> after) {
    return after.stream().filter(status -> !before.contains(status)).toList();
  }
}
