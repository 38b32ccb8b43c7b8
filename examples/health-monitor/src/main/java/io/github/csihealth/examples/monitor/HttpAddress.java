package io.github.csihealth.examples.monitor;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TCP address to listen on, as the flags of Kubernetes programs write it: {@code :8080}, {@code
 * localhost:8080}, {@code [::1]:8080}.
 *
 * @param host a name or an IP address; empty for all addresses of this machine
 * @param port 0 for any that is free
 */
record HttpAddress(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile("(?:\\[(?<ipv6>[^\\[\\]]+)]|(?<host>[^:\\[\\]]*)):(?<port>\\d{1,9})");

  private static final int MAX_PORT = 65_535;

  /**
   * Reads an address; nothing is looked up yet.
   *
   * @throws IllegalArgumentException if it is none; says what one looks like
   */
  static HttpAddress parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no address: write it like :8080, localhost:8080 or [::1]:8080");
    }
    int port = Integer.parseInt(parts.group("port"));
    if (port > MAX_PORT) {
      throw new IllegalArgumentException(
          "'" + text + "' has port " + port + ": " + MAX_PORT + " is the highest");
    }
    String ipv6 = parts.group("ipv6");
    return new HttpAddress(ipv6 == null ? parts.group("host") : ipv6, port);
  }

  /** The address of the socket; looks a host name up. */
  InetSocketAddress socket() {
    return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
  }

  /** As it is written in a flag. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
