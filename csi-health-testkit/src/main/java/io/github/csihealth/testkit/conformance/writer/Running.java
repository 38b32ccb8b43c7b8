package io.github.csihealth.testkit.conformance.writer;

/** A writer at work. */
interface Running {

  /** Ends it, within some seconds. */
  void end() throws Exception;

  /** What it printed last; empty if that is not known. */
  default String output() {
    return "";
  }

  /** Whether it has ended by itself. */
  default boolean ended() {
    return false;
  }
}
