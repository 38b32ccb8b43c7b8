package io.github.csihealth.testkit.driver;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one call of the fake driver does, and what it was asked. Of its reactions the ones for the
 * next calls come first, each used once; then the standing one; then the normal one.
 */
final class Script<ReqT, RespT> {

  /** Requests kept, so that a test that runs for hours does not fill the memory. */
  private static final int KEPT = 1000;

  /** How a call is answered: one response and completion, one error, or nothing at all. */
  interface Reaction<ReqT, RespT> {
    void to(ReqT request, StreamObserver<RespT> response);
  }

  /** A reaction and how long to wait before it. */
  record Cue<ReqT, RespT>(Reaction<ReqT, RespT> reaction, Duration delay) {}

  private final Reaction<ReqT, RespT> normal;
  private final Deque<Reaction<ReqT, RespT>> next = new ArrayDeque<>();
  private final Deque<ReqT> requests = new ArrayDeque<>();
  private @Nullable Reaction<ReqT, RespT> standing;
  private Duration delay = Duration.ZERO;
  private int calls;

  Script(Function<ReqT, RespT> normal) {
    this.normal = answer(normal);
  }

  static <ReqT, RespT> Reaction<ReqT, RespT> answer(Function<ReqT, RespT> hook) {
    return (request, response) -> {
      RespT answer;
      try {
        answer = hook.apply(request);
      } catch (StatusRuntimeException e) {
        response.onError(e);
        return;
      } catch (RuntimeException | AssertionError e) {
        // The name only: its message may hold the request, secrets and all.
        response.onError(
            Status.INTERNAL
                .withDescription("the scripted answer threw " + e.getClass().getName())
                .withCause(e)
                .asException());
        return;
      }
      response.onNext(answer);
      response.onCompleted();
    };
  }

  static <ReqT, RespT> Reaction<ReqT, RespT> fail(Status status) {
    if (status.isOk()) {
      throw new IllegalArgumentException("OK is no failure");
    }
    StatusException failure = status.asException();
    return (request, response) -> response.onError(failure);
  }

  static <ReqT, RespT> Reaction<ReqT, RespT> hang() {
    return (request, response) -> {};
  }

  synchronized Cue<ReqT, RespT> receive(ReqT request) {
    calls++;
    requests.addLast(request);
    if (requests.size() > KEPT) {
      requests.removeFirst();
    }
    Reaction<ReqT, RespT> reaction = next.pollFirst();
    if (reaction == null) {
      reaction = standing == null ? normal : standing;
    }
    return new Cue<>(reaction, delay);
  }

  synchronized void next(Reaction<ReqT, RespT> reaction) {
    next.addLast(reaction);
  }

  synchronized void always(Reaction<ReqT, RespT> reaction) {
    standing = reaction;
  }

  synchronized void delay(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay is negative: " + delay);
    }
    this.delay = delay;
  }

  synchronized void recover() {
    next.clear();
    standing = null;
    delay = Duration.ZERO;
  }

  synchronized int calls() {
    return calls;
  }

  synchronized List<ReqT> requests() {
    return List.copyOf(requests);
  }

  synchronized Optional<ReqT> lastRequest() {
    return Optional.ofNullable(requests.peekLast());
  }
}
