package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.FieldOwner;
import java.util.List;
import java.util.stream.Stream;

/** Assertions on who owns health that is stored. */
public final class FieldOwnerAssert extends AbstractHealthAssert<FieldOwnerAssert, FieldOwner> {

  FieldOwnerAssert(FieldOwner actual) {
    super(actual, FieldOwnerAssert.class);
  }

  /** It is this field manager. */
  public FieldOwnerAssert hasManager(String expected) {
    return checkEqual("the field manager", given().manager(), expected);
  }

  /** It owns by server-side apply. */
  public FieldOwnerAssert isByApply() {
    return check(given().applied(), () -> "Expected an owner by apply, but it is " + given());
  }

  /** It owns by another kind of write. */
  public FieldOwnerAssert isByUpdate() {
    return check(!given().applied(), () -> "Expected an owner by update, but it is " + given());
  }

  /** It owns these entries of the list and no others; in any order. */
  public FieldOwnerAssert hasEntries(String... expected) {
    List<String> wanted = Stream.of(expected).sorted().toList();
    return checkEqual(
        "the entries that " + given().manager() + " owns",
        given().entries().stream().sorted().toList(),
        wanted);
  }
}
