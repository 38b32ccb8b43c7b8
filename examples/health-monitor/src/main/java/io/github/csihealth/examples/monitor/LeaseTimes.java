package io.github.csihealth.examples.monitor;

import java.time.Duration;

/**
 * The times of a leader election.
 *
 * @param lease after which a lease that is not renewed may be another's; whole seconds
 * @param renewDeadline after which a leader that could not renew it gives up; less than the lease
 * @param retryPeriod between two tries; a good deal less than the deadline
 */
record LeaseTimes(Duration lease, Duration renewDeadline, Duration retryPeriod) {

  private static final String LEASE = "--leader-election-lease-duration";
  private static final String DEADLINE = "--leader-election-renew-deadline";
  private static final String RETRY = "--leader-election-retry-period";

  /** As flags give them, by the rules of client-go. */
  static LeaseTimes of(Duration lease, Duration renewDeadline, Duration retryPeriod)
      throws ExitException {
    if (!lease.equals(Duration.ofSeconds(lease.toSeconds()))) {
      throw usage(named(LEASE, lease) + " must be whole seconds, as a Lease stores them");
    }
    if (renewDeadline.compareTo(lease) >= 0) {
      throw usage(named(DEADLINE, renewDeadline) + " must be less than " + named(LEASE, lease));
    }
    if (lease.minus(renewDeadline).toMillis() == 0) {
      throw usage(
          named(DEADLINE, renewDeadline) + " leaves no millisecond of " + named(LEASE, lease));
    }
    if (retryPeriod.multipliedBy(12).dividedBy(10).compareTo(renewDeadline) >= 0) {
      throw usage(
          "1.2 times "
              + named(RETRY, retryPeriod)
              + " must be less than "
              + named(DEADLINE, renewDeadline));
    }
    return new LeaseTimes(lease, renewDeadline, retryPeriod);
  }

  private static String named(String flag, Duration value) {
    return flag + " (" + value.toMillis() + " ms)";
  }

  private static ExitException usage(String message) {
    return new ExitException(ExitCode.USAGE, message);
  }

  /** How long a write may take: one that began at the deadline ends before the lease does. */
  Duration writeLimit() {
    return lease.minus(renewDeadline);
  }
}
