package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Finding;
import io.github.csihealth.model.Read;
import java.util.List;

/**
 * Assertions on what was read, and what was found on the way.
 *
 * @param <T> what was read
 */
public final class ReadAssert<T> extends AbstractFindingsAssert<ReadAssert<T>, Read<T>> {

  @SuppressWarnings("unchecked") // A class object knows no type arguments.
  ReadAssert(Read<T> actual) {
    super(actual, (Class<ReadAssert<T>>) (Class<?>) ReadAssert.class);
  }

  @Override
  List<Finding> findings() {
    return given().findings();
  }

  /** This was understood. */
  public ReadAssert<T> hasValue(T expected) {
    return checkEqual("the value read", given().value(), expected);
  }
}
