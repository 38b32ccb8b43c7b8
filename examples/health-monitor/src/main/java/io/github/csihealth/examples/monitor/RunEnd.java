package io.github.csihealth.examples.monitor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of a run: when it is due, and why. What comes first counts; any thread may tell, and none
 * that does is kept waiting, but for {@link #stop}.
 */
final class RunEnd {

  /** How long a signal waits for what is under way. */
  private static final long LIMIT_SECONDS = 30;

  private final CompletableFuture<Optional<ExitException>> due = new CompletableFuture<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "health-monitor-stop");

  /** From here on until it is {@link #reached} a signal makes it due, and so does a dead thread. */
  void listen() {
    Runtime.getRuntime().addShutdownHook(hook);
    Thread.setDefaultUncaughtExceptionHandler(this::onUncaught);
  }

  /** Completes, never with an exception, once the run is to end. */
  CompletableFuture<?> due() {
    return due;
  }

  boolean isDue() {
    return due.isDone();
  }

  /** Makes it due because of this. */
  void dueTo(ExitException fault) {
    due.complete(Optional.of(fault));
  }

  /**
   * A thread of the Kubernetes client's has died, and perhaps a watch with it: better no monitor
   * than one that sees an old cluster.
   */
  void onUncaught(Thread thread, Throwable error) {
    dueTo(
        new ExitException(
            ExitCode.FAILED,
            "the cluster cannot be watched any more ("
                + OneLine.of(error)
                + "): if the credentials are good, start the monitor again"));
  }

  /** Makes it due without a fault, and waits until it is reached, though not for ever. */
  void stop() {
    due.complete(Optional.empty());
    try {
      reached.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing of the run is left. */
  void reached() {
    reached.countDown();
    Thread.setDefaultUncaughtExceptionHandler(null);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is what ends us.
    }
  }

  /**
   * Returns if the run was to be stopped.
   *
   * @throws ExitException if it is due to a fault
   */
  void throwFault() throws ExitException {
    Optional<ExitException> fault = due.getNow(Optional.empty());
    if (fault.isPresent()) {
      throw fault.get();
    }
  }
}
