package io.github.csihealth.runtime;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in the order in which each thread posted them, on threads of an
 * executor. What only its tasks touch needs no lock: each task sees all that earlier ones did.
 */
final class Mailbox {

  private final Executor executor;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  Mailbox(Executor executor) {
    this.executor = executor;
  }

  /** Runs the task soon, after those posted before; never within a task that is running. */
  void post(Runnable task) {
    tasks.add(task);
    if (waiting.getAndIncrement() == 0) {
      try {
        executor.execute(this::drain);
      } catch (RejectedExecutionException e) {
        // Closed: whoever still calls, such as a late answer, has nobody to tell.
      }
    }
  }

  private void drain() {
    do {
      Runnable task = tasks.poll();
      if (task != null) {
        run(task);
      }
    } while (waiting.decrementAndGet() > 0);
  }

  /** A task that throws must not keep later ones from running. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
