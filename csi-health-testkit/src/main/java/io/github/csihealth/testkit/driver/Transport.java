package io.github.csihealth.testkit.driver;

import io.grpc.Channel;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import java.util.List;

/** How calls reach a fake driver. Its owner guards it, but for {@link #cut}. */
interface Transport extends AutoCloseable {

  /**
   * Serves from now on.
   *
   * @throws java.io.UncheckedIOException if that cannot be
   */
  void start(List<ServerServiceDefinition> services);

  /** Cancels the calls under way and serves no longer; does nothing if it does not serve. */
  void stop();

  /** The same each time. It outlives a stop, and ends with {@link #close()}. */
  Channel channel();

  /** See {@link DriverFault#cut()}. On any thread. */
  void cut(ServerCall<?, ?> call);

  /** Leaves nothing; the driver has been stopped. */
  @Override
  void close();
}
