package io.github.csihealth.examples.monitor;

/**
 * What came of a write (rules C21, C22).
 *
 * @param outcome what it means
 * @param detail what the server said, for people; empty if it stored the write
 */
record WriteResult(Outcome outcome, String detail) {

  enum Outcome {
    /** The server stored it. */
    STORED,
    /** The server answered 2xx but did not keep the field: its feature gate is off. */
    DROPPED,
    /** The claim has changed since it was read: read again, decide again. */
    CONFLICT,
    /** The claim is gone, or another one has its name. */
    GONE,
    /** The monitor lacks the right. */
    FORBIDDEN,
    /** The server will refuse the same content again. */
    REFUSED,
    /** The server could not be reached or is overloaded: the next cycle writes again. */
    UNAVAILABLE
  }

  static final WriteResult STORED = new WriteResult(Outcome.STORED, "");
}
