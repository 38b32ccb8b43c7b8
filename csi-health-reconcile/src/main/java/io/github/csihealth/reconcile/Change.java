package io.github.csihealth.reconcile;

import io.github.csihealth.model.MapList;
import io.github.csihealth.model.MapListEntry;
import java.util.List;
import java.util.function.Function;

/** How a list of conditions differs from the stored one; each is more than the one before it. */
enum Change {
  /** Same keys, same messages. */
  NONE,
  /** Same keys, at least one other message. */
  MESSAGES,
  /** Other keys, or a stored list that holds a key twice. */
  KEYS;

  /** One pass over both lists, which are in the same order; allocates nothing. */
  static <K extends Comparable<? super K>, E extends MapListEntry<K>> Change between(
      MapList<K, E> stored, MapList<K, E> reported, Function<E, String> message) {
    List<E> a = stored.entries();
    List<E> b = reported.entries();
    if (a.size() != b.size() || !stored.duplicates().isEmpty()) {
      return KEYS;
    }
    Change change = NONE;
    for (int i = 0; i < a.size(); i++) {
      E before = a.get(i);
      E after = b.get(i);
      if (!before.key().equals(after.key())) {
        return KEYS;
      }
      if (!message.apply(before).equals(message.apply(after))) {
        change = MESSAGES;
      }
    }
    return change;
  }

  Change or(Change other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
