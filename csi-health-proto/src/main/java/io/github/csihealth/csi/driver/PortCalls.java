package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.SecretValues;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The calls of one RPC to its port, as {@link PortExecution} says. */
final class PortCalls {

  private final PortExecution execution;
  private final Semaphore slots;
  private final Set<Object> volumes = ConcurrentHashMap.newKeySet();

  PortCalls(PortExecution execution) {
    this.execution = execution;
    this.slots = new Semaphore(execution.maxCalls());
  }

  /**
   * Asks the port, and answers the caller exactly once.
   *
   * @param volume of which no two calls are under way at once; empty if it is about none
   * @param secrets blanked in the text of a failure
   */
  <A> void call(
      Optional<?> volume, Secrets secrets, Callable<A> question, StreamObserver<A> observer) {
    if (!slots.tryAcquire()) {
      observer.onError(
          Status.UNAVAILABLE
              .withDescription(
                  execution.maxCalls() + " calls are under way, and no more may be: try later")
              .asRuntimeException());
      return;
    }
    if (volume.isPresent() && !volumes.add(volume.get())) {
      slots.release();
      observer.onError(
          Status.ABORTED
              .withDescription("a call for this volume is under way")
              .asRuntimeException());
      return;
    }
    ask(new Slot(volume.orElse(null)), secrets, question, observer);
  }

  private <A> void ask(
      Slot slot, Secrets secrets, Callable<A> question, StreamObserver<A> observer) {
    CompletableFuture<A> answer = new CompletableFuture<>();
    FutureTask<@Nullable Void> work =
        new FutureTask<>(
            () -> {
              work(slot, question, answer);
              return null;
            });
    Context context = Context.current();
    Context.CancellationListener onGone = gone -> answer.cancel(false);
    context.addListener(onGone, Runnable::run);
    CompletionStage<A> outcome = answer;
    outcome.whenComplete(
        (value, error) -> {
          context.removeListener(onGone);
          if (error instanceof TimeoutException || error instanceof CancellationException) {
            work.cancel(true);
          }
          reply(value, error, secrets, observer);
        });
    answer.orTimeout(execution.limit().toNanos(), TimeUnit.NANOSECONDS);
    try {
      execution
          .executor()
          .execute(
              context.wrap(
                  () -> {
                    work.run();
                    // Frees what was cancelled before its turn came.
                    slot.free();
                    if (work.isCancelled()) {
                      // The interrupt was for the port, not for the thread's next task.
                      Thread.interrupted();
                    }
                  }));
    } catch (RejectedExecutionException e) {
      slot.free();
      answer.completeExceptionally(
          HealthCallException.unavailable("the driver's executor takes no more work"));
    }
  }

  private static <A> void work(Slot slot, Callable<A> question, CompletableFuture<A> answer) {
    A value;
    try {
      value = Objects.requireNonNull(question.call(), "the port's answer");
    } catch (Throwable e) {
      slot.free();
      answer.completeExceptionally(e instanceof HealthCallException ? e : new PortFailed(e));
      return;
    }
    // First, so that whoever has the answer may ask again.
    slot.free();
    answer.complete(value);
  }

  private <A> void reply(
      A value, @Nullable Throwable error, Secrets secrets, StreamObserver<A> observer) {
    if (error == null) {
      observer.onNext(value);
      observer.onCompleted();
    } else {
      observer.onError(status(error, secrets).asRuntimeException());
    }
  }

  /** The cause stays in the process: it is for interceptors that log, and no wire carries it. */
  private Status status(Throwable error, Secrets secrets) {
    if (error instanceof HealthCallException failure) {
      return failure
          .status()
          .withDescription(
              SecretValues.of(secrets.asMap().values())
                  .blank(String.valueOf(failure.getMessage())));
    }
    if (error instanceof TimeoutException) {
      return Status.DEADLINE_EXCEEDED.withDescription(
          "the driver had no answer within " + execution.limit().toMillis() + " ms");
    }
    if (error instanceof CancellationException) {
      return Status.CANCELLED.withDescription("the caller gave up");
    }
    Throwable cause = Objects.requireNonNull(error.getCause());
    String text =
        cause instanceof SpecViolationException
            ? "the driver has an answer that is not allowed: " + cause.getMessage()
            : "the driver failed with " + cause.getClass().getName();
    return Status.INTERNAL.withDescription(text).withCause(cause);
  }

  /** What a port threw, told apart from a time-out and a cancellation of ours. */
  private static final class PortFailed extends Exception {
    private static final long serialVersionUID = 1L;

    PortFailed(Throwable cause) {
      super(cause);
    }
  }

  /** One of the calls that may be under way. */
  private final class Slot {
    private final @Nullable Object volume;
    private final AtomicBoolean free = new AtomicBoolean();

    Slot(@Nullable Object volume) {
      this.volume = volume;
    }

    void free() {
      if (free.compareAndSet(false, true)) {
        if (volume != null) {
          volumes.remove(volume);
        }
        slots.release();
      }
    }
  }
}
