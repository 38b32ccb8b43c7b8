package io.github.csihealth.csi.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import io.grpc.Status;

/** What a failed call means, as the error tables of the CSI spec say (rule C11). */
final class Failures {

  /** A driver may describe its error at any length; a log line should not. */
  private static final int MAX_DESCRIPTION = 256;

  private Failures() {}

  static ProbeFailure of(String method, Throwable error, SecretEchoes echoes) {
    Status status = Status.fromThrowable(error);
    if (isUnreadable(error)) {
      return ProbeFailure.of(
          FailureKind.DRIVER_FAULT, method, "the answer is no valid message of csi.v1");
    }
    String description = status.getDescription() == null ? "" : status.getDescription();
    return ProbeFailure.of(
        kind(status.getCode()),
        method,
        status.getCode()
            + (description.isEmpty() ? "" : ": " + oneLine(echoes.blank(description))));
  }

  private static FailureKind kind(Status.Code code) {
    return switch (code) {
      case NOT_FOUND -> FailureKind.NOT_FOUND;
      case ABORTED -> FailureKind.PENDING;
      case UNIMPLEMENTED -> FailureKind.UNIMPLEMENTED;
      case INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED -> FailureKind.REFUSED;
      default -> FailureKind.RETRYABLE;
    };
  }

  /** Bytes that do not parse, invalid UTF-8 among them, reach the caller as a cancelled call. */
  private static boolean isUnreadable(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidProtocolBufferException) {
        return true;
      }
    }
    return false;
  }

  private static String oneLine(String text) {
    String line =
        text.codePoints()
            .limit(MAX_DESCRIPTION)
            .collect(
                StringBuilder::new,
                (out, c) -> out.appendCodePoint(Character.isISOControl(c) ? ' ' : c),
                StringBuilder::append)
            .toString();
    return line.length() < text.length() ? line + "…" : line;
  }
}
