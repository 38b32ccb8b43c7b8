package io.github.csihealth.testkit.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.grpc.Channel;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls through a Unix socket. */
final class SocketTransport implements Transport {

  /** Room for the file name in the longest path that a socket may have. */
  private static final int LONGEST_DIRECTORY = 80;

  private final UnixEndpoint endpoint;
  private final @Nullable Path ownDirectory;
  private volatile @Nullable UnixServer server;
  private @Nullable UnixChannel channel;

  private SocketTransport(UnixEndpoint endpoint, @Nullable Path ownDirectory) {
    this.endpoint = endpoint;
    this.ownDirectory = ownDirectory;
  }

  /** A socket in a new directory of its own under the temporary one. */
  static SocketTransport inOwnDirectory() {
    try {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
      if (temporary.toString().getBytes(UTF_8).length > LONGEST_DIRECTORY) {
        temporary = Path.of("/tmp");
      }
      Path directory = Files.createTempDirectory(temporary, "csi");
      return new SocketTransport(
          UnixEndpoint.parse(directory.resolve("csi.sock").toString()), directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SocketTransport at(UnixEndpoint endpoint) {
    return new SocketTransport(endpoint, null);
  }

  UnixEndpoint endpoint() {
    return endpoint;
  }

  @Override
  public void start(List<ServerServiceDefinition> services) {
    UnixServer.Builder builder = UnixServer.builder(endpoint);
    services.forEach(builder::service);
    try {
      server = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    UnixServer running = server;
    server = null;
    if (running != null) {
      running.close();
    }
  }

  @Override
  public Channel channel() {
    UnixChannel dialled = channel;
    if (dialled == null) {
      dialled = UnixChannel.dial(endpoint);
      channel = dialled;
    }
    return dialled.channel();
  }

  @Override
  public void cut(ServerCall<?, ?> call) {
    UnixServer running = server;
    if (running != null) {
      running.disconnect(call);
    }
  }

  @Override
  public void close() {
    if (channel != null) {
      channel.close();
    }
    if (ownDirectory != null) {
      try {
        Files.deleteIfExists(ownDirectory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public String toString() {
    return "at " + endpoint;
  }
}
