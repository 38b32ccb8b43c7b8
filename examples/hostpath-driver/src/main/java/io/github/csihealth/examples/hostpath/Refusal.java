package io.github.csihealth.examples.hostpath;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** Why a call is refused, with the status that the CSI spec has for it. */
final class Refusal {

  private Refusal() {}

  static StatusRuntimeException invalid(String text) {
    return with(Status.INVALID_ARGUMENT, text);
  }

  static StatusRuntimeException notFound(String text) {
    return with(Status.NOT_FOUND, text);
  }

  static StatusRuntimeException alreadyExists(String text) {
    return with(Status.ALREADY_EXISTS, text);
  }

  static StatusRuntimeException failedPrecondition(String text) {
    return with(Status.FAILED_PRECONDITION, text);
  }

  static StatusRuntimeException outOfRange(String text) {
    return with(Status.OUT_OF_RANGE, text);
  }

  static StatusRuntimeException resourceExhausted(String text) {
    return with(Status.RESOURCE_EXHAUSTED, text);
  }

  static StatusRuntimeException aborted(String text) {
    return with(Status.ABORTED, text);
  }

  private static StatusRuntimeException with(Status status, String text) {
    return status.withDescription(text).asRuntimeException();
  }
}
