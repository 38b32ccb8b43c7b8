package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;

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
    UnixChannel channel = UnixChannel.dial(endpoint);
    HealthClient client = HealthClient.builder(channel.channel()).timeout(timeout).build();
    boolean ready = false;
    try {
      ProbeResult<Boolean> probe = client.awaitReady(timeout);
      if (probe.failure().isPresent()) {
        throw unreachable(endpoint, probe.failure().get());
      }
      if (!probe.answer().orElse(false)) {
        throw new ExitException(
            ExitCode.NOT_READY,
            "the driver on " + endpoint + " is not ready after " + timeout.toSeconds() + " s");
      }
      ready = true;
      return new Driver(channel, client);
    } finally {
      if (!ready) {
        channel.close();
      }
    }
  }

  private static ExitException unreachable(UnixEndpoint endpoint, ProbeFailure failure) {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(endpoint.path()));
    } catch (IOException e) {
      return new ExitException(
          ExitCode.NO_DRIVER,
          "no driver listens on " + endpoint + " (" + OneLine.of(e) + "): check --csi-address");
    }
    return new ExitException(
        ExitCode.NOT_CSI, "what listens on " + endpoint + " is no CSI driver (" + failure + ")");
  }

  HealthClient client() {
    return client;
  }

  /**
   * What the driver says of itself now.
   *
   * @throws ExitException if it cannot be asked for health
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
    return usable(result.answer().orElseThrow());
  }

  static DriverInfo usable(DriverInfo info) throws ExitException {
    if (info.controllerMode() == ControllerMode.DORMANT) {
      throw new ExitException(
          ExitCode.NO_CAPABILITY,
          "driver "
              + info.name()
              + " offers neither LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH:"
              + " there is nothing to monitor");
    }
    if (info.controllerMode() == ControllerMode.LIST_WITHOUT_GET) {
      throw new ExitException(
          ExitCode.LIST_WITHOUT_GET,
          "driver "
              + info.name()
              + " offers LIST_VOLUME_HEALTH without GET_VOLUME_HEALTH, which"
              + " the CSI spec forbids: the driver must be mended");
    }
    return info;
  }

  @Override
  public void close() {
    channel.close();
  }
}
