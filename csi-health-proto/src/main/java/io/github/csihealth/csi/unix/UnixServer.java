package io.github.csihealth.csi.unix;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.grpc.BindableService;
import io.grpc.Grpc;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A gRPC server on a Unix socket, in plain text, with the threads it runs on. It serves from {@link
 * Builder#start()} to {@link #close()}.
 *
 * <p>Who may connect is up to the file system: the socket is made with the permissions that the
 * umask leaves, in a directory that must exist.
 *
 * <p>Safe for use by many threads.
 */
public final class UnixServer implements AutoCloseable {

  private final UnixEndpoint endpoint;
  private final ServerLoops eventLoops;
  private final Server server;
  private final AtomicBoolean closed = new AtomicBoolean();

  private UnixServer(Builder builder) throws IOException {
    endpoint = builder.endpoint;
    UnixDomainSocketAddress address = endpoint.address();
    removeStaleSocket(endpoint);
    eventLoops = new ServerLoops("csi-health-unix-server", 2);
    NettyServerBuilder netty =
        NettyServerBuilder.forAddress(address)
            .channelType(NioServerDomainSocketChannel.class)
            .bossEventLoopGroup(eventLoops)
            .workerEventLoopGroup(eventLoops)
            // Netty would warn: a Unix socket has no such option, and grpc sets it on all.
            .withChildOption(ChannelOption.SO_KEEPALIVE, null);
    builder.services.forEach(netty::addService);
    builder.interceptors.forEach(netty::intercept);
    try {
      server = netty.build().start();
    } catch (IOException | RuntimeException e) {
      EventLoops.stop(eventLoops);
      throw e;
    }
  }

  /** A server yet to be set up. */
  public static Builder builder(UnixEndpoint endpoint) {
    return new Builder(endpoint);
  }

  /** Where it serves. */
  public UnixEndpoint endpoint() {
    return endpoint;
  }

  /**
   * Breaks the connection that a call came on, as a crash would: nothing more is sent on it, not
   * even a farewell. All its calls are cancelled here and UNAVAILABLE there; other connections live
   * on. Does nothing if the connection is gone already.
   */
  public void disconnect(ServerCall<?, ?> call) {
    eventLoops.disconnect(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
  }

  /**
   * Cancels the calls under way, closes all connections, deletes the socket file and ends the
   * threads. Returns after some seconds at most; further calls do nothing. A call whose
   * implementation does not return is left behind on a thread of gRPC's own.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    server.shutdownNow();
    try {
      server.awaitTermination(EventLoops.PATIENCE, SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    EventLoops.stop(eventLoops);
  }

  /** A server that was killed leaves its socket file, and no other can bind while it is there. */
  private static void removeStaleSocket(UnixEndpoint endpoint) throws IOException {
    Path path = Path.of(endpoint.path());
    BasicFileAttributes file;
    try {
      file = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return;
    }
    // Java has no word for a socket: it is what is neither file nor folder nor link.
    if (!file.isOther()) {
      throw new FileAlreadyExistsException(endpoint.path(), null, "exists and is no socket");
    }
    if (isServed(endpoint)) {
      throw new BindException("another server listens at " + endpoint);
    }
    Files.deleteIfExists(path);
  }

  private static boolean isServed(UnixEndpoint endpoint) throws IOException {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      // Not to wait for a server that is alive and accepts nobody.
      probe.configureBlocking(false);
      probe.connect(endpoint.address());
      return true;
    } catch (ConnectException refused) {
      return false;
    }
  }

  /** What to serve. Not safe for use by several threads at once. */
  public static final class Builder {

    private final UnixEndpoint endpoint;
    private final List<ServerServiceDefinition> services = new ArrayList<>();
    private final List<ServerInterceptor> interceptors = new ArrayList<>();

    private Builder(UnixEndpoint endpoint) {
      this.endpoint = requireNonNull(endpoint, "endpoint");
    }

    /** Adds a service. A later one of the same name replaces it. */
    public Builder service(ServerServiceDefinition service) {
      services.add(requireNonNull(service, "service"));
      return this;
    }

    /** Adds a service. A later one of the same name replaces it. */
    public Builder service(BindableService service) {
      return service(service.bindService());
    }

    /** Adds an interceptor of all services. The one added last is called first. */
    public Builder interceptor(ServerInterceptor interceptor) {
      interceptors.add(requireNonNull(interceptor, "interceptor"));
      return this;
    }

    /**
     * Starts to serve. A socket file that a killed server left behind is replaced.
     *
     * @throws IllegalArgumentException if the path is 107 bytes long
     * @throws FileAlreadyExistsException if the path is taken by something that is no socket
     * @throws BindException if another server listens there
     * @throws IOException if the socket cannot be made, as when its directory is missing
     */
    public UnixServer start() throws IOException {
      return new UnixServer(this);
    }
  }
}
