package io.github.csihealth.examples.hostpath;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A health file that somebody may write, change and delete at any time.
 *
 * <p>One that cannot be read is no recovery: what it said before goes on to be said, and a log line
 * tells what is wrong, once for each fault. Safe for use by many threads.
 */
final class HealthFile<T> {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver");

  private final Path path;
  private final Format<T> format;
  private final T absent;
  private @Nullable T lastKnown;
  private String fault = "";

  /** Reads the text of such a file. */
  interface Format<T> {
    T parse(String text) throws HealthFileException;
  }

  /**
   * A file that need not exist.
   *
   * @param absent what it says when it does not
   */
  HealthFile(Path path, Format<T> format, T absent) {
    this.path = path;
    this.format = format;
    this.absent = absent;
  }

  Path path() {
    return path;
  }

  /** What it says, or said last; empty if it could not be read since the driver was started. */
  synchronized Optional<T> read() {
    try {
      lastKnown = format.parse(Files.readString(path));
      fault = "";
    } catch (NoSuchFileException e) {
      lastKnown = absent;
      fault = "";
    } catch (HealthFileException e) {
      log(String.valueOf(e.getMessage()));
    } catch (CharacterCodingException e) {
      log("it is not UTF-8");
    } catch (IOException e) {
      log(e.toString());
    }
    return Optional.ofNullable(lastKnown);
  }

  private void log(String newFault) {
    if (!newFault.equals(fault)) {
      LOG.warn(
          "{} cannot be used: {}. {}",
          path,
          newFault,
          lastKnown == null ? "What it says is not known." : "What it said before still counts.");
      fault = newFault;
    }
  }
}
