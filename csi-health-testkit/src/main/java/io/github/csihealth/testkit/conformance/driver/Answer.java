package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.testkit.conformance.Outcome;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one call.
 *
 * @param call name of the call
 * @param value the answer; null if the call failed
 * @param trailers what came with the status of a failed call
 */
record Answer<R>(String call, @Nullable R value, Status status, Metadata trailers) {

  /** What says nothing of the driver's rules: it may just not be there. */
  private static final List<Status.Code> NOT_REACHED =
      List.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED, Status.Code.CANCELLED);

  static <R> Answer<R> of(String call, R value) {
    return new Answer<>(call, value, Status.OK, new Metadata());
  }

  static <R> Answer<R> failed(String call, StatusRuntimeException e) {
    Metadata trailers = e.getTrailers();
    return new Answer<>(call, null, e.getStatus(), trailers == null ? new Metadata() : trailers);
  }

  Status.Code code() {
    return status.getCode();
  }

  /** Passes if it is this code. */
  Outcome expect(Status.Code expected) throws NotTriedException {
    requireReached();
    return code() == expected ? Outcome.pass() : Outcome.fail(this + ", expected " + expected);
  }

  /** Itself; ends the rule as inconclusive if the driver was not reached. */
  Answer<R> requireReached() throws NotTriedException {
    if (NOT_REACHED.contains(code())) {
      throw NotTriedException.inconclusive(toString());
    }
    return this;
  }

  /** The answer, of a call that another rule wants to succeed. */
  R required() throws NotTriedException {
    R answer = value;
    if (answer == null) {
      throw NotTriedException.inconclusive(toString());
    }
    return answer;
  }

  /** Without the description, which may repeat what was sent. */
  @Override
  public String toString() {
    return call + " answered " + code();
  }
}
