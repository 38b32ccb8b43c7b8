package io.github.csihealth.examples.monitor;

/**
 * What has become of a condition.
 *
 * @param condition as it is now, or as it was last
 */
record ConditionChange(Type type, AdverseCondition condition) {

  /** In the words of a watch. */
  enum Type {
    ADDED,
    /** Its message or time is another. */
    MODIFIED,
    /** It has recovered, or its object is gone. */
    DELETED
  }
}
