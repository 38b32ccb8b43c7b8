package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;

/** Assertions on what was odd about something that was read. */
public final class FindingAssert extends AbstractHealthAssert<FindingAssert, Finding> {

  FindingAssert(Finding actual) {
    super(actual, FindingAssert.class);
  }

  /** It is of this kind. */
  public FindingAssert hasKind(FindingKind expected) {
    return checkEqual("the kind of the finding", given().kind(), expected);
  }

  /** It is about this path. */
  public FindingAssert hasPath(String expected) {
    return checkEqual("the path of the finding", given().path(), expected);
  }

  /** The detail for people holds this text. */
  public FindingAssert hasDetailContaining(String text) {
    return checkDetail(given().detail(), text);
  }
}
