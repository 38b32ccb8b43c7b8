package io.github.csihealth.testkit.driver;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** The reply to one call: one of these, once, or none for a call that hangs. */
final class Reply<RespT> {

  private final StreamObserver<InputStream> response;
  private final Marshaller<RespT> marshaller;
  private final Runnable cut;

  Reply(StreamObserver<InputStream> response, Marshaller<RespT> marshaller, Runnable cut) {
    this.response = response;
    this.marshaller = marshaller;
    this.cut = cut;
  }

  void message(RespT message) {
    stream(marshaller.stream(message));
  }

  void bytes(byte[] bytes) {
    stream(new ByteArrayInputStream(bytes));
  }

  private void stream(InputStream bytes) {
    response.onNext(bytes);
    response.onCompleted();
  }

  void error(Throwable failure) {
    response.onError(failure);
  }

  void cut() {
    cut.run();
  }
}
