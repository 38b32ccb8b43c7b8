package io.github.csihealth.testkit.driver;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What one call of the fake driver does, and what it was asked. Of the reactions that are meant for
 * a request, the ones for the next calls come first, oldest first, each used once; then the
 * standing one that was set last; then the normal one.
 */
final class Script<ReqT, RespT> {

  /** Requests kept, so that a test that runs for hours does not fill the memory. */
  private static final int KEPT = 1000;

  /** How a call is answered. */
  interface Reaction<ReqT, RespT> {
    void to(ReqT request, Reply<RespT> reply);
  }

  /** A reaction and how long to wait before it. */
  record Cue<ReqT, RespT>(Reaction<ReqT, RespT> reaction, Duration delay) {}

  private record Rule<ReqT, RespT>(
      Predicate<? super ReqT> requests, Reaction<ReqT, RespT> reaction) {}

  private final Reaction<ReqT, RespT> normal;
  private final Deque<Rule<ReqT, RespT>> next = new ArrayDeque<>();

  /** The one that was set last is first. */
  private final Deque<Rule<ReqT, RespT>> standing = new ArrayDeque<>();

  private final Deque<ReqT> requests = new ArrayDeque<>();
  private Duration delay = Duration.ZERO;
  private int calls;

  Script(Function<ReqT, RespT> normal) {
    this.normal = answer(normal);
  }

  static <ReqT, RespT> Reaction<ReqT, RespT> answer(Function<ReqT, RespT> hook) {
    return (request, reply) -> {
      RespT answer;
      try {
        answer = hook.apply(request);
      } catch (StatusRuntimeException e) {
        reply.error(e);
        return;
      } catch (RuntimeException | AssertionError e) {
        // The name only: its message may hold the request, secrets and all.
        reply.error(
            Status.INTERNAL
                .withDescription("the scripted answer threw " + e.getClass().getName())
                .withCause(e)
                .asException());
        return;
      }
      reply.message(answer);
    };
  }

  synchronized Cue<ReqT, RespT> receive(ReqT request) {
    calls++;
    requests.addLast(request);
    if (requests.size() > KEPT) {
      requests.removeFirst();
    }
    return new Cue<>(reactionTo(request), delay);
  }

  private Reaction<ReqT, RespT> reactionTo(ReqT request) {
    for (Iterator<Rule<ReqT, RespT>> rules = next.iterator(); rules.hasNext(); ) {
      Rule<ReqT, RespT> rule = rules.next();
      if (rule.requests.test(request)) {
        rules.remove();
        return rule.reaction;
      }
    }
    for (Rule<ReqT, RespT> rule : standing) {
      if (rule.requests.test(request)) {
        return rule.reaction;
      }
    }
    return normal;
  }

  void next(Reaction<ReqT, RespT> reaction) {
    next(reaction, request -> true);
  }

  synchronized void next(Reaction<ReqT, RespT> reaction, Predicate<? super ReqT> requests) {
    next.addLast(new Rule<>(requests, reaction));
  }

  synchronized void always(Reaction<ReqT, RespT> reaction) {
    standing.clear();
    always(reaction, request -> true);
  }

  synchronized void always(Reaction<ReqT, RespT> reaction, Predicate<? super ReqT> requests) {
    standing.addFirst(new Rule<>(requests, reaction));
  }

  synchronized void delay(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay is negative: " + delay);
    }
    this.delay = delay;
  }

  synchronized void recover() {
    next.clear();
    standing.clear();
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
