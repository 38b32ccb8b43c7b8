package io.github.csihealth.csi.unix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.net.UnixDomainSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The path of a Unix domain socket, as CSI components are told of it on their command line.
 *
 * <p>These are read, and {@link #toString()} writes the second form:
 *
 * <ul>
 *   <li>{@code unix:///absolute/path}
 *   <li>{@code unix:path}, absolute or relative to the working directory
 *   <li>a bare path
 * </ul>
 *
 * A path is taken as it stands: nothing is percent-decoded, normalised or looked up. It is at most
 * {@value #MAX_PATH_BYTES} bytes of UTF-8, for Linux has no room for more and some libraries cut
 * the rest off without a word. One of just that length is a good endpoint, yet {@link UnixChannel}
 * and {@link UnixServer} refuse it: the JDK's sockets take one byte less.
 *
 * <p>An immutable value; equal if the paths are the same text.
 */
public final class UnixEndpoint {

  /** The longest path, in bytes of UTF-8: {@code sun_path} of Linux less its final NUL. */
  public static final int MAX_PATH_BYTES = 107;

  /** What the JDK's sockets take on Linux, observed on 17 and 25: one byte less than Linux does. */
  private static final int MAX_DIALLED_BYTES = 106;

  private static final String SCHEME = "unix:";
  private static final Pattern ANY_SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");

  private final String path;

  private UnixEndpoint(String path) {
    this.path = path;
  }

  /**
   * Reads an endpoint.
   *
   * @throws IllegalArgumentException if the text is empty, names another scheme or a host, or its
   *     path is empty, too long or no path at all; the message says which
   */
  public static UnixEndpoint parse(String text) {
    requireNonNull(text, "text");
    return new UnixEndpoint(checkedPath(pathIn(text), text));
  }

  private static String pathIn(String text) {
    if (!text.startsWith(SCHEME)) {
      Matcher scheme = ANY_SCHEME.matcher(text);
      if (scheme.matches()) {
        throw new IllegalArgumentException(
            "endpoint \"%s\" has the scheme \"%s\", but only unix: is supported (a file of that name is ./%s)"
                .formatted(text, scheme.group(1), text));
      }
      return text;
    }
    String rest = text.substring(SCHEME.length());
    if (!rest.startsWith("//")) {
      return rest;
    }
    String path = rest.substring(2);
    if (!path.isEmpty() && !path.startsWith("/")) {
      throw new IllegalArgumentException(
          "endpoint \"%s\" names a host: after unix:// comes an absolute path, as in unix:///%s"
              .formatted(text, path));
    }
    return path;
  }

  private static String checkedPath(String path, String text) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("endpoint \"%s\" has no path".formatted(text));
    }
    int bytes = path.getBytes(UTF_8).length;
    if (bytes > MAX_PATH_BYTES) {
      throw new IllegalArgumentException(
          "socket path \"%s\" is %d bytes long, over the limit of %d"
              .formatted(path, bytes, MAX_PATH_BYTES));
    }
    try {
      UnixDomainSocketAddress.of(path);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "endpoint \"%s\" is no path: %s".formatted(text, e.getMessage()), e);
    }
    return path;
  }

  /** The path, absolute or relative, never empty. */
  public String path() {
    return path;
  }

  /**
   * The address for the JDK's sockets.
   *
   * @throws IllegalArgumentException if the path is longer than they take
   */
  UnixDomainSocketAddress address() {
    int bytes = path.getBytes(UTF_8).length;
    if (bytes > MAX_DIALLED_BYTES) {
      throw new IllegalArgumentException(
          "socket path \"%s\" is %d bytes long: legal, but Java's sockets take only %d"
              .formatted(path, bytes, MAX_DIALLED_BYTES));
    }
    return UnixDomainSocketAddress.of(path);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UnixEndpoint endpoint && endpoint.path.equals(path);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  /** {@code unix:} and the path; {@link #parse} reads it back. */
  @Override
  public String toString() {
    return SCHEME + path;
  }
}
