package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.MapList;
import io.github.csihealth.model.MapListEntry;
import java.util.List;

/**
 * Assertions on a list that is a map: which entries there are, by their keys; order means nothing.
 *
 * @param <K> the key of an entry
 * @param <E> the entry
 */
public final class MapListAssert<K extends Comparable<? super K>, E extends MapListEntry<K>>
    extends AbstractHealthAssert<MapListAssert<K, E>, MapList<K, E>> {

  @SuppressWarnings("unchecked") // A class object knows no type arguments.
  MapListAssert(MapList<K, E> actual) {
    super(actual, (Class<MapListAssert<K, E>>) (Class<?>) MapListAssert.class);
  }

  /** There are these entries and no others. */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public final MapListAssert<K, E> hasEntries(E... expected) {
    MapList.Difference<E> difference = MapList.copyOf(List.of(expected)).differenceTo(given());
    StringBuilder text = new StringBuilder("The entries are not as expected:");
    difference.removed().forEach(entry -> text.append("\n  missing: ").append(entry));
    difference.added().forEach(entry -> text.append("\n  unexpected: ").append(entry));
    difference
        .changed()
        .forEach(
            change ->
                text.append("\n  differing: ")
                    .append(change.before().key())
                    .append("\n    expected ")
                    .append(change.before())
                    .append("\n    but was  ")
                    .append(change.after()));
    boolean same =
        difference.removed().isEmpty()
            && difference.added().isEmpty()
            && difference.changed().isEmpty();
    return check(same, text::toString);
  }

  /** There are these keys and no others; in any order. */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public final MapListAssert<K, E> hasKeys(K... expected) {
    return checkEqual(
        "the keys",
        given().stream().map(MapListEntry::key).sorted().toList(),
        List.of(expected).stream().sorted().toList());
  }

  /** There is no entry. */
  public MapListAssert<K, E> isEmpty() {
    return check(given().isEmpty(), () -> "Expected no entries, but there are " + given());
  }
}
