package io.github.csihealth.csi.unix;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A gRPC channel to a Unix socket, in plain text, with the thread it runs on.
 *
 * <pre>{@code
 * try (UnixChannel driver = UnixChannel.dial(UnixEndpoint.parse("unix:///csi/csi.sock"))) {
 *   var identity = IdentityGrpc.newBlockingStub(driver.channel());
 *   ...
 * }
 * }</pre>
 *
 * <p>The socket need not exist yet. The channel connects when the first call is made, and again, by
 * itself, when the driver has come back on the same path. A call made while the driver is away
 * prompts a new attempt at once (gRPC alone would wait up to two minutes between attempts); it
 * fails with UNAVAILABLE, or waits for the driver if it is {@linkplain
 * io.grpc.CallOptions#withWaitForReady() set to}.
 *
 * <p>Safe for use by many threads.
 */
public final class UnixChannel implements AutoCloseable {

  private final UnixEndpoint endpoint;
  private final EventLoopGroup eventLoop;
  private final ManagedChannel channel;
  private final AtomicBoolean closed = new AtomicBoolean();

  private UnixChannel(Builder builder) {
    endpoint = builder.endpoint;
    Redial redial = new Redial();
    NettyChannelBuilder netty =
        NettyChannelBuilder.forAddress(endpoint.address())
            .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
            // Netty would warn: a Unix socket has no such option, and grpc sets it on all.
            .withOption(ChannelOption.SO_KEEPALIVE, null)
            .usePlaintext()
            .overrideAuthority(builder.authority)
            .maxInboundMessageSize(builder.maxInboundMessageSize)
            .intercept(redial);
    eventLoop = EventLoops.start("csi-health-unix-channel", 1);
    channel = netty.eventLoopGroup(eventLoop).build();
    redial.of(channel);
  }

  /**
   * A channel with the defaults of {@link #builder}.
   *
   * @throws IllegalArgumentException if the path is 107 bytes long
   */
  public static UnixChannel dial(UnixEndpoint endpoint) {
    return builder(endpoint).dial();
  }

  /** A channel yet to be set up. */
  public static Builder builder(UnixEndpoint endpoint) {
    return new Builder(endpoint);
  }

  /**
   * The channel, for stubs and to watch its connection. Close this object rather than the channel,
   * whose thread would go on.
   */
  public ManagedChannel channel() {
    return channel;
  }

  /** Where it leads. */
  public UnixEndpoint endpoint() {
    return endpoint;
  }

  /**
   * Cancels the calls under way and ends the connection and its thread. Returns after some seconds
   * at most; further calls do nothing. Not to be called from a callback of gRPC, which would make
   * it wait that long.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    channel.shutdownNow();
    try {
      channel.awaitTermination(EventLoops.PATIENCE, SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    EventLoops.stop(eventLoop);
  }

  /** How to dial. Not safe for use by several threads at once. */
  public static final class Builder {

    private final UnixEndpoint endpoint;
    private String authority = "localhost";
    private int maxInboundMessageSize = 64 * 1024 * 1024;

    private Builder(UnixEndpoint endpoint) {
      this.endpoint = requireNonNull(endpoint, "endpoint");
    }

    /**
     * What is sent as {@code :authority}; default "localhost". The path of the socket is not legal
     * there, and strict servers refuse it.
     */
    public Builder authority(String authority) {
      this.authority = requireNonNull(authority, "authority");
      return this;
    }

    /**
     * The largest answer taken, in bytes; default 64 MiB, room for some 100,000 volumes in one
     * page. A larger one fails its call with RESOURCE_EXHAUSTED.
     *
     * @throws IllegalArgumentException if negative
     */
    public Builder maxInboundMessageSize(int bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("maxInboundMessageSize is negative: " + bytes);
      }
      maxInboundMessageSize = bytes;
      return this;
    }

    /**
     * The channel. It does not connect before its first call.
     *
     * @throws IllegalArgumentException if the authority is none, or the path 107 bytes long
     */
    public UnixChannel dial() {
      return new UnixChannel(this);
    }
  }
}
