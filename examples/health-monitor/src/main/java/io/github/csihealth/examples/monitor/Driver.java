package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;

/** A driver on a Unix socket that was ready when it was dialled. */
final class Driver implements AutoCloseable {

  private final UnixChannel channel;
  private final HealthClient client;

  private Driver(UnixChannel channel, HealthClient client) {
    this.channel = channel;
    this.client = client;
  }

  /**
   * Dials the driver and waits until it is ready.
   *
   * @param timeout for the wait, and for each call later on
   * @throws ExitException if it is not there, is none, or is not ready in that time
   */
  static Driver dial(UnixEndpoint endpoint, Duration timeout)
      throws ExitException, InterruptedException {
    UnixChannel channel;
    try {
      channel = UnixChannel.dial(endpoint);
    } catch (IllegalArgumentException e) {
      throw new ExitException(ExitCode.USAGE, "--csi-address: " + e.getMessage());
    }
    HealthClient client = HealthClient.builder(channel.channel()).timeout(timeout).build();
    boolean ready = false;
    try {
      ProbeResult<Boolean> probe = client.awaitReady(timeout);
      if (probe.failure().isPresent()) {
        throw unreachable(endpoint, timeout, probe.failure().get());
      }
      if (!probe.answer().orElse(false)) {
        throw new ExitException(
            ExitCode.NOT_READY,
            "the driver on "
                + endpoint
                + " still says after "
                + timeout.toMillis()
                + " ms that it is not ready: see its own log, or give it more --timeout");
      }
      ready = true;
      return new Driver(channel, client);
    } finally {
      if (!ready) {
        channel.close();
      }
    }
  }

  private static ExitException unreachable(
      UnixEndpoint endpoint, Duration timeout, ProbeFailure failure) {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      // Not to wait for one that accepts nobody.
      socket.configureBlocking(false);
      socket.connect(UnixDomainSocketAddress.of(endpoint.path()));
    } catch (IOException e) {
      return new ExitException(
          ExitCode.NO_DRIVER,
          "no driver can be reached on "
              + endpoint
              + " ("
              + OneLine.of(e)
              + "): is it running, and is --csi-address right?");
    }
    // What gRPC says of a time-out is for its own developers.
    String what =
        failure.detail().startsWith("DEADLINE_EXCEEDED")
            ? failure.method() + ": no answer in " + timeout.toMillis() + " ms"
            : failure.toString();
    return new ExitException(
        ExitCode.NOT_CSI,
        "what listens on "
            + endpoint
            + " does not answer as a CSI driver does ("
            + what
            + "): check --csi-address");
  }

  HealthClient client() {
    return client;
  }

  /**
   * What the driver says of itself now.
   *
   * @throws ExitException if it does not say, or cannot be asked for health
   */
  DriverInfo describe() throws ExitException {
    ProbeResult<DriverInfo> result = client.describe().toCompletableFuture().join();
    if (result.failure().isPresent()) {
      throw new ExitException(
          ExitCode.NOT_CSI,
          "the driver on "
              + channel.endpoint()
              + " does not say what it is ("
              + result.failure().get()
              + ")");
    }
    DriverInfo info = result.answer().orElseThrow();
    Optional<ExitException> useless = whyUseless(info);
    if (useless.isPresent()) {
      throw useless.get();
    }
    return info;
  }

  /** Why there is nothing to monitor on this driver; empty if there is. */
  static Optional<ExitException> whyUseless(DriverInfo info) {
    return switch (info.controllerMode()) {
      case LIST, GET -> Optional.empty();
      case DORMANT ->
          Optional.of(
              new ExitException(
                  ExitCode.NO_CAPABILITY,
                  "driver "
                      + info.name()
                      + " offers neither LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH:"
                      + " there is nothing to monitor"));
      case LIST_WITHOUT_GET ->
          Optional.of(
              new ExitException(
                  ExitCode.LIST_WITHOUT_GET,
                  "driver "
                      + info.name()
                      + " offers LIST_VOLUME_HEALTH without GET_VOLUME_HEALTH, which"
                      + " the CSI spec forbids: the driver must be mended"));
    };
  }

  @Override
  public void close() {
    channel.close();
  }
}
