package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.MapListEntry;
import java.util.List;

/**
 * Assertions on a report that was made acceptable to the API server.
 *
 * @param <K> the key of a condition
 * @param <E> the condition
 */
public final class ConformedAssert<K extends Comparable<? super K>, E extends MapListEntry<K>>
    extends AbstractFindingsAssert<ConformedAssert<K, E>, Conformed<K, E>> {

  @SuppressWarnings("unchecked") // A class object knows no type arguments.
  ConformedAssert(Conformed<K, E> actual) {
    super(actual, (Class<ConformedAssert<K, E>>) (Class<?>) ConformedAssert.class);
  }

  @Override
  List<Finding> findings() {
    return given().findings();
  }

  /** These keys will be written, and no other; in any order. */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public final ConformedAssert<K, E> hasKeys(K... expected) {
    return checkEqual(
        "the conditions' keys",
        given().conditions().stream().map(MapListEntry::key).toList(),
        List.of(expected).stream().sorted().toList());
  }

  /** Something was reported and none of it can be written: no recovery (rules C3, C24). */
  public ConformedAssert<K, E> isOnlyUnwritable() {
    return check(
        given().onlyUnwritable(),
        () -> "Expected nothing that can be written to be left of it, but there is " + given());
  }
}
