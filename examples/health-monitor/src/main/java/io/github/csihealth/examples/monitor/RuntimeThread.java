package io.github.csihealth.examples.monitor;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The daemon thread that a runtime does its work on, which can be asked whether it gets on. */
final class RuntimeThread implements Executor, AutoCloseable {

  /** How long work may last before it is taken for stuck. */
  static final Duration LIMIT = Duration.ofSeconds(10);

  private final Duration limit;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(new DaemonThreads("health-monitor-runtime"));

  /** The last question, behind the work that there was before it. */
  private Future<?> question = CompletableFuture.completedFuture(null);

  /**
   * A thread with nothing to do yet.
   *
   * @param limit how long its work may keep it from an answer
   */
  RuntimeThread(Duration limit) {
    this.limit = limit;
  }

  @Override
  public void execute(Runnable task) {
    thread.execute(task);
  }

  /**
   * Asks the thread, and waits for its answer or for the limit. What is wrong; empty if nothing.
   */
  Optional<String> fault() {
    try {
      ask().get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(
          "the monitor is stuck: its work has not come to an end for " + limit.toMillis() + " ms");
    } catch (InterruptedException | ExecutionException e) {
      return Optional.of("the monitor is stopping");
    }
  }

  /** One question at a time, so that none pile up before a thread that is stuck. */
  private synchronized Future<?> ask() {
    if (question.isDone() && !thread.isShutdown()) {
      question = thread.submit(() -> {});
    }
    return question;
  }

  /** Takes no more work; what there is goes on. */
  @Override
  public synchronized void close() {
    thread.shutdown();
  }
}
