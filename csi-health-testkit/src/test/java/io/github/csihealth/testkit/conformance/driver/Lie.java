package io.github.csihealth.testkit.conformance.driver;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What makes a broken driver of a good one: one call is answered by a function, which may ask the
 * good driver.
 */
final class Lie<Q, R> implements ClientInterceptor {

  /** The good driver. */
  interface Good<Q, R> {
    R ask(Q request);
  }

  /** What is answered instead; a StatusRuntimeException fails the call. */
  interface Answer<Q, R> {
    R to(Q request, Good<Q, R> good);
  }

  private final MethodDescriptor<Q, R> method;
  private final Answer<Q, R> answer;

  private Lie(MethodDescriptor<Q, R> method, Answer<Q, R> answer) {
    this.method = method;
    this.answer = answer;
  }

  static <Q, R> Lie<Q, R> about(MethodDescriptor<Q, R> method, Answer<Q, R> answer) {
    return new Lie<>(method, answer);
  }

  /** The good answer, changed. */
  static <Q, R> Lie<Q, R> changing(MethodDescriptor<Q, R> method, UnaryOperator<R> change) {
    return about(method, (request, good) -> change.apply(good.ask(request)));
  }

  /** Some requests fail, after the good driver has answered them. */
  static <Q, R> Lie<Q, R> failing(MethodDescriptor<Q, R> method, Predicate<Q> when, Status status) {
    return about(
        method,
        (request, good) -> {
          R answer = good.ask(request);
          if (when.test(request)) {
            throw status.withDescription("broken").asRuntimeException();
          }
          return answer;
        });
  }

  // The types are those of the method, which is the same.
  @SuppressWarnings("unchecked")
  @Override
  public <A, B> ClientCall<A, B> interceptCall(
      MethodDescriptor<A, B> called, CallOptions options, Channel next) {
    return called.getFullMethodName().equals(method.getFullMethodName())
        ? (ClientCall<A, B>) new Call(options, next)
        : next.newCall(called, options);
  }

  private final class Call extends ClientCall<Q, R> {
    private final Good<Q, R> good;
    private Listener<R> listener;
    private Q request;

    Call(CallOptions options, Channel next) {
      good = request -> ClientCalls.blockingUnaryCall(next, method, options, request);
    }

    @Override
    public void start(Listener<R> listener, Metadata headers) {
      this.listener = listener;
    }

    @Override
    public void request(int messages) {}

    @Override
    public void cancel(String message, Throwable cause) {}

    @Override
    public void sendMessage(Q message) {
      request = message;
    }

    @Override
    public void halfClose() {
      R value;
      try {
        value = answer.to(request, good);
      } catch (StatusRuntimeException e) {
        Metadata trailers = e.getTrailers();
        listener.onClose(e.getStatus(), trailers == null ? new Metadata() : trailers);
        return;
      }
      listener.onHeaders(new Metadata());
      listener.onMessage(value);
      listener.onClose(Status.OK, new Metadata());
    }
  }
}
