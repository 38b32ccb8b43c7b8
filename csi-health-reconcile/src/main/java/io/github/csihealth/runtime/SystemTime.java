package io.github.csihealth.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The clocks of this machine, with a daemon thread for timers. Once closed, no timer fires. */
public final class SystemTime implements TimePort, AutoCloseable {

  private final ScheduledThreadPoolExecutor timers =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            Thread thread = new Thread(task, "csi-health-timers");
            thread.setDaemon(true);
            return thread;
          });

  private SystemTime() {}

  /** Starts the thread. */
  public static SystemTime start() {
    return new SystemTime();
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    try {
      ScheduledFuture<?> unused = timers.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // Closed: there is no later.
    }
  }

  @Override
  public void close() {
    timers.shutdownNow();
  }
}
