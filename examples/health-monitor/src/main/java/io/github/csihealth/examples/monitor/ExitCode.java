package io.github.csihealth.examples.monitor;

/** How the program ends; each has a one-line message on standard error, but {@link #OK}. */
enum ExitCode {
  OK(0),
  /** Something that is a fault of this program, or a demo step that came out wrong. */
  FAILED(1),
  /** A flag, or a file that a flag names, cannot be used. */
  USAGE(2),
  /** Nothing listens on the driver's socket. */
  NO_DRIVER(3),
  /** What listens there is no CSI driver. */
  NOT_CSI(4),
  /** The driver says that it is not ready. */
  NOT_READY(5),
  /** The driver offers no health: there is nothing to do. */
  NO_CAPABILITY(6),
  /** The driver offers LIST_VOLUME_HEALTH without GET_VOLUME_HEALTH, which the spec forbids. */
  LIST_WITHOUT_GET(7),
  /** The API server cannot be reached. */
  NO_API_SERVER(8),
  /** The API server refuses what the monitor needs. */
  NO_PERMISSION(9),
  /** A driver of another name has come to the socket: to be started again for that one. */
  OTHER_DRIVER(10),
  /** The lease that makes this replica the leader was lost: to be started again, as a follower. */
  LEASE_LOST(11),
  /** The address for metrics and health cannot be listened on. */
  HTTP_ADDRESS(12);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
