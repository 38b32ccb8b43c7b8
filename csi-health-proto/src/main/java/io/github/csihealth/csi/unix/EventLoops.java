package io.github.csihealth.csi.unix;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The netty threads of one channel or server: daemon, named, and gone after {@link #stop}. */
final class EventLoops {

  /** How long a close waits for each of its steps, in seconds. */
  static final long PATIENCE = 5;

  private EventLoops() {}

  static EventLoopGroup start(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  /** Returns when the threads have ended, or after some seconds, or at once if interrupted. */
  static void stop(EventLoopGroup group) {
    try {
      // No quiet period: whoever used the threads has been shut down before.
      group.shutdownGracefully(0, PATIENCE, SECONDS).await(PATIENCE, SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
