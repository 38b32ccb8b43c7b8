package io.github.csihealth.csi.driver;

import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

/**
 * One health RPC.
 *
 * @param method in our classes
 * @param serve answers a call, or throws before it has done so
 */
record HealthRpc<Q, A>(MethodDescriptor<Q, A> method, ServerCalls.UnaryMethod<Q, A> serve) {

  ServerMethodDefinition<Q, A> definition() {
    return ServerMethodDefinition.create(method, ServerCalls.asyncUnaryCall(this::answer));
  }

  /** A request that the spec forbids is refused before a port is asked. */
  private void answer(Q request, StreamObserver<A> observer) {
    try {
      serve.invoke(request, observer);
    } catch (SpecViolationException e) {
      observer.onError(
          Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException());
    } catch (StatusRuntimeException e) {
      observer.onError(e);
    }
  }

  /**
   * The driver's own method of that name, with this one for the calls that it says it does not
   * implement. Its classes and ours meet as bytes only.
   */
  <P, B> ServerMethodDefinition<P, B> behind(ServerMethodDefinition<P, B> own) {
    MethodDescriptor<P, B> theirs = own.getMethodDescriptor();
    ServerCalls.UnaryMethod<P, B> inTheirClasses =
        (request, observer) ->
            answer(
                method.parseRequest(theirs.streamRequest(request)), translating(observer, theirs));
    return own.withServerCallHandler(
        new OwnFirst<>(own.getServerCallHandler(), ServerCalls.asyncUnaryCall(inTheirClasses)));
  }

  private <B> StreamObserver<A> translating(
      StreamObserver<B> observer, MethodDescriptor<?, B> theirs) {
    return new StreamObserver<>() {
      @Override
      public void onNext(A answer) {
        observer.onNext(theirs.parseResponse(method.streamResponse(answer)));
      }

      @Override
      public void onError(Throwable error) {
        observer.onError(error);
      }

      @Override
      public void onCompleted() {
        observer.onCompleted();
      }
    };
  }
}
