package io.github.csihealth.examples.hostpath;

import io.github.csihealth.examples.hostpath.PendingOperations.Operation;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers calls of one answer each. */
final class Answers {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver");

  private Answers() {}

  /** Answers with what comes of the call: its value, its refusal, or INTERNAL. */
  static <A> void answer(StreamObserver<A> observer, Operation<A> call) {
    A value;
    try {
      value = call.run();
    } catch (StatusRuntimeException e) {
      observer.onError(e);
      return;
    } catch (IOException e) {
      observer.onError(internal(e));
      return;
    } catch (RuntimeException e) {
      LOG.error("a fault of this driver", e);
      observer.onError(internal(e));
      return;
    }
    observer.onNext(value);
    observer.onCompleted();
  }

  private static StatusRuntimeException internal(Exception e) {
    return Status.INTERNAL
        .withDescription("the driver failed: " + e)
        .withCause(e)
        .asRuntimeException();
  }
}
