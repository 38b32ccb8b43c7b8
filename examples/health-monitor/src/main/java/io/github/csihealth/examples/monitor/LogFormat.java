package io.github.csihealth.examples.monitor;

/** How a line of the log looks. */
enum LogFormat {
  /** Time, level and logger, then {@code key=value}, the message among them as {@code msg}. */
  text,
  /** One object. */
  json
}
