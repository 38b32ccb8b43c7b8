package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.CapacityRange;
import io.grpc.Status;

/**
 * The sizes that a request allows.
 *
 * @param required the least, in bytes; 0 for none
 * @param limit the most, in bytes; 0 for none
 */
record SizeRange(long required, long limit) {

  static SizeRange of(CapacityRange range) {
    long required = range.getRequiredBytes();
    long limit = range.getLimitBytes();
    Demand.that(
        required >= 0 && limit >= 0,
        Status.Code.INVALID_ARGUMENT,
        "capacity_range is negative: %d to %d bytes".formatted(required, limit));
    Demand.that(
        limit == 0 || required <= limit,
        Status.Code.OUT_OF_RANGE,
        "capacity_range is empty: %d to %d bytes".formatted(required, limit));
    return new SizeRange(required, limit);
  }

  boolean admits(long bytes) {
    return bytes >= required && (limit == 0 || bytes <= limit);
  }

  /** The smallest size in the range that holds so many bytes, or OUT_OF_RANGE. */
  long leastFor(long bytes) {
    Demand.that(
        limit == 0 || bytes <= limit,
        Status.Code.OUT_OF_RANGE,
        "limit_bytes is %d, but %d bytes are there already".formatted(limit, bytes));
    return Math.max(required, bytes);
  }

  /** The least size that is asked for; if none is, the usual one, as far as the limit allows. */
  long leastOr(long usual) {
    if (required > 0) {
      return required;
    }
    return limit == 0 ? usual : Math.min(limit, usual);
  }
}
