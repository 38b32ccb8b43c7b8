package io.github.csihealth.runtime;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs tasks one at a time, in the order in which each thread posted them, on threads of an
 * executor. What only its tasks touch needs no lock: each task sees all that earlier ones did.
 */
final class Mailbox {

  private final Executor executor;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Whether a thread runs tasks or is about to: it runs all that are posted meanwhile. */
  private final AtomicBoolean running = new AtomicBoolean();

  private volatile boolean closed;

  Mailbox(Executor executor) {
    this.executor = executor;
  }

  /**
   * Runs the task soon, after those posted before; never within a task that is running. Where the
   * executor takes nothing, it waits for the next post that the executor takes.
   */
  void post(Runnable task) {
    if (closed) {
      return; // whoever still calls, such as a late answer, has nobody to tell
    }
    tasks.add(task);
    if (running.compareAndSet(false, true)) {
      try {
        executor.execute(this::drain);
      } catch (RejectedExecutionException e) {
        running.set(false);
      }
    }
  }

  /** Begins no task any more, and keeps none. */
  void close() {
    closed = true;
    tasks.clear();
  }

  private void drain() {
    do {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        run(task);
      }
      running.set(false);
      // One that was posted just before that has found the mailbox running.
    } while (!tasks.isEmpty() && running.compareAndSet(false, true));
  }

  /** A task that throws, be it an error, must not keep later ones from running. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
