package io.github.csihealth.csi.driver;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * How ports are called: on which executor, for how long, and how many calls at once.
 *
 * <ul>
 *   <li>A call whose time is up is answered DEADLINE_EXCEEDED, whatever the port does. Its thread
 *       is interrupted, as it is when the caller gives up before that, and its {@link
 *       io.grpc.Context} is cancelled for calls that the port makes over gRPC.
 *   <li>A port that does not heed the interrupt keeps its thread. Until it returns, further calls
 *       for that volume are ABORTED ("operation pending for volume"), so that one volume that hangs
 *       takes one thread; others are not touched by it.
 *   <li>Each of the four RPCs has at most {@link #withMaxCalls} calls under way; what comes beyond
 *       is UNAVAILABLE at once. So a port that hangs for ever takes at most that many threads, and
 *       leaves the other RPCs alone.
 * </ul>
 *
 * <p>The executor needs threads for as many calls at once, as {@code
 * Executors.newCachedThreadPool()} has; tasks wait in its queue otherwise, and waiting is part of
 * their time. It stays its owner's, to be shut down after the server. Immutable.
 */
public final class PortExecution {

  /**
   * Time for a call unless set otherwise: 10 seconds, less than callers commonly wait, so that they
   * get an answer that says why.
   */
  public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(10);

  /** Calls of one RPC at once unless set otherwise. */
  public static final int DEFAULT_MAX_CALLS = 16;

  private final Executor executor;
  private final Duration limit;
  private final int maxCalls;

  private PortExecution(Executor executor, Duration limit, int maxCalls) {
    this.executor = Objects.requireNonNull(executor, "executor");
    this.limit = limit;
    this.maxCalls = maxCalls;
  }

  /** On this executor, with the defaults. */
  public static PortExecution on(Executor executor) {
    return new PortExecution(executor, DEFAULT_LIMIT, DEFAULT_MAX_CALLS);
  }

  /**
   * The same with this time for a call.
   *
   * @throws IllegalArgumentException if not positive
   */
  public PortExecution withLimit(Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException("limit " + value + " is not positive");
    }
    return new PortExecution(executor, value, maxCalls);
  }

  /**
   * The same with this many calls of one RPC at once.
   *
   * @throws IllegalArgumentException if not positive
   */
  public PortExecution withMaxCalls(int value) {
    if (value < 1) {
      throw new IllegalArgumentException("max calls " + value + " is not positive");
    }
    return new PortExecution(executor, limit, value);
  }

  Executor executor() {
    return executor;
  }

  Duration limit() {
    return limit;
  }

  int maxCalls() {
    return maxCalls;
  }
}
