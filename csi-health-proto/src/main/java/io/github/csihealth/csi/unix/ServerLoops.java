package io.github.csihealth.csi.unix;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** The netty threads of a server, which know the connections that run on them. */
final class ServerLoops extends MultiThreadIoEventLoopGroup {

  private final ChannelGroup open = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);

  ServerLoops(String name, int threads) {
    super(threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  @Override
  public ChannelFuture register(Channel channel) {
    open.add(channel);
    return super.register(channel);
  }

  /**
   * Closes the connection with that peer.
   *
   * @param peer the very object that gRPC shows: clients of a Unix socket have no names, so that
   *     all their addresses are equal
   */
  @SuppressWarnings("ReferenceEquality")
  void disconnect(@Nullable SocketAddress peer) {
    for (Channel channel : open) {
      if (peer != null && channel.remoteAddress() == peer) {
        // From the first handler, so past that of HTTP/2, which would say goodbye and wait.
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first != null) {
          ChannelFuture unused = first.close();
        }
      }
    }
  }
}
