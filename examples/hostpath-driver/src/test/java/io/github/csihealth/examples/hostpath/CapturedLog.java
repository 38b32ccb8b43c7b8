package io.github.csihealth.examples.hostpath;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/** What is logged while this is open. */
final class CapturedLog implements AutoCloseable {

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  CapturedLog() {
    System.setErr(new PrintStream(bytes, true, UTF_8));
  }

  String text() {
    return bytes.toString(UTF_8);
  }

  /** The lines that hold this text. */
  List<String> lines(String part) {
    return text().lines().filter(line -> line.contains(part)).toList();
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
