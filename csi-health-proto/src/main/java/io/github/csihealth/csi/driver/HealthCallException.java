package io.github.csihealth.csi.driver;

import io.grpc.Status;

/**
 * How a port fails a call with a status of the CSI spec. Not for a volume that does not exist: a
 * port says that with an empty answer.
 *
 * <p>The text goes to the caller, who may show it to users. Values of the request's secrets in it
 * are blanked.
 */
public final class HealthCallException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Status status;

  private HealthCallException(Status status) {
    super(status.getDescription());
    this.status = status;
  }

  /** UNAVAILABLE: it cannot be told now; the caller tries again. */
  public static HealthCallException unavailable(String text) {
    return new HealthCallException(Status.UNAVAILABLE.withDescription(text));
  }

  /** UNAUTHENTICATED: the request's secrets are missing or not valid. */
  public static HealthCallException unauthenticated(String text) {
    return new HealthCallException(Status.UNAUTHENTICATED.withDescription(text));
  }

  /** PERMISSION_DENIED: the request's secrets are valid, but may not ask this. */
  public static HealthCallException permissionDenied(String text) {
    return new HealthCallException(Status.PERMISSION_DENIED.withDescription(text));
  }

  static HealthCallException notFound() {
    return new HealthCallException(
        Status.NOT_FOUND.withDescription("there is no volume of this volume_id"));
  }

  Status status() {
    return status;
  }
}
