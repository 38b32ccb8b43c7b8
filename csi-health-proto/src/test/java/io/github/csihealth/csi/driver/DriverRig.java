package io.github.csihealth.csi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Servers in the test's process with channels to them, and threads for ports. */
final class DriverRig implements AutoCloseable {

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<Server> servers = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();

  PortExecution execution() {
    return PortExecution.on(executor);
  }

  ExecutorService executor() {
    return executor;
  }

  Channel serve(ServerServiceDefinition... services) {
    String name = InProcessServerBuilder.generateName();
    InProcessServerBuilder builder = InProcessServerBuilder.forName(name);
    for (ServerServiceDefinition service : services) {
      builder.addService(service);
    }
    try {
      servers.add(builder.build().start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
    channels.add(channel);
    return channel;
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    servers.forEach(Server::shutdownNow);
    executor.shutdownNow();
  }

  static Status status(ThrowingCallable call) {
    Throwable error = catchThrowable(call);
    assertThat(error).as("the call fails").isNotNull();
    return Status.fromThrowable(error);
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(30, TimeUnit.SECONDS)).as("it happens").isTrue();
  }

  /** Waits for a latch as a port may that heeds no interrupt. */
  static void awaitDeafly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException e) {
        // Deaf.
      }
    }
  }
}
