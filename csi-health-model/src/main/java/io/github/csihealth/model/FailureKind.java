package io.github.csihealth.model;

/**
 * Why a probe gave no answer that can be used, by what is to follow (rule C11). None of them is a
 * recovery. A minor version may add kinds.
 *
 * <p>Source: the error tables of the CSI spec v1.13.
 */
public enum FailureKind {
  /** NOT_FOUND: the driver does not know the volume. Check the binding, back off for it. */
  NOT_FOUND,
  /** ABORTED: another operation on the volume is pending. Back off. */
  PENDING,
  /** UNIMPLEMENTED: the RPC is off until capabilities are read again. */
  UNIMPLEMENTED,
  /** INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED: surface, and slow down. */
  REFUSED,
  /** An answer that breaks the spec: no volume_health, another volume's id, invalid bytes. */
  DRIVER_FAULT,
  /** Anything else, deadlines included: try again with back-off. */
  RETRYABLE
}
