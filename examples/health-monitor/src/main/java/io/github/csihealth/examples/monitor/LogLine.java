package io.github.csihealth.examples.monitor;

import org.jspecify.annotations.Nullable;

/** A line of the log while it is written, from left to right. */
interface LogLine {

  void message(String text);

  /** A field; a number or truth value is one in JSON, anything else is its text. */
  void field(String key, @Nullable Object value);

  /** The whole line, without its end. */
  String end();
}
