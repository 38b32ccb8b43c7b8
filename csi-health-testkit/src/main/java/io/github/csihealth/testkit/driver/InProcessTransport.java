package io.github.csihealth.testkit.driver;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that stay in the process: no socket, the threads of gRPC's own pool. */
final class InProcessTransport implements Transport {

  /** How long a stop waits, in seconds. */
  private static final long PATIENCE = 5;

  private final String name = InProcessServerBuilder.generateName();
  private final ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
  private @Nullable Server server;

  @Override
  public void start(List<ServerServiceDefinition> services) {
    try {
      server = InProcessServerBuilder.forName(name).addServices(services).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Else a channel that found nobody would not try again for a second or more.
    channel.resetConnectBackoff();
  }

  @Override
  public void stop() {
    Server running = server;
    server = null;
    if (running == null) {
      return;
    }
    running.shutdownNow();
    try {
      running.awaitTermination(PATIENCE, SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Channel channel() {
    return channel;
  }

  @Override
  public void cut(ServerCall<?, ?> call) {
    call.close(Status.UNAVAILABLE.withDescription("the connection was cut"), new Metadata());
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  @Override
  public String toString() {
    return "in process";
  }
}
