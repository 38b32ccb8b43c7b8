package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.v1.CapacityRange;

/**
 * How large a volume is to be.
 *
 * @param required bytes at least; 0 if not set
 * @param limit bytes at most; 0 if not set
 */
record SizeRange(long required, long limit) {

  /** Any size will do. */
  static final SizeRange ANY = new SizeRange(0, 0);

  private static final long DEFAULT_BYTES = 1L << 30;

  /**
   * Reads a range.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT if it is none, OUT_OF_RANGE if it is
   *     empty
   */
  static SizeRange of(CapacityRange range) {
    long required = range.getRequiredBytes();
    long limit = range.getLimitBytes();
    if (required < 0 || limit < 0) {
      throw Refusal.invalid("capacity_range has a negative size");
    }
    if (required == 0 && limit == 0) {
      throw Refusal.invalid("capacity_range sets neither required_bytes nor limit_bytes");
    }
    if (limit != 0 && limit < required) {
      throw Refusal.outOfRange("capacity_range: limit_bytes is below required_bytes");
    }
    return new SizeRange(required, limit);
  }

  boolean holds(long bytes) {
    return bytes >= required && isWithinLimit(bytes);
  }

  private boolean isWithinLimit(long bytes) {
    return limit == 0 || bytes <= limit;
  }

  /**
   * The size of a new volume.
   *
   * @param least what its content needs; 0 if it has none
   * @throws io.grpc.StatusRuntimeException OUT_OF_RANGE if that is over the limit
   */
  long chooseAtLeast(long least) {
    long size = Math.max(required, least);
    if (size == 0) {
      size = limit == 0 ? DEFAULT_BYTES : Math.min(limit, DEFAULT_BYTES);
    }
    if (!isWithinLimit(size)) {
      throw Refusal.outOfRange(
          "capacity_range: limit_bytes is below the " + least + " bytes of the source");
    }
    return size;
  }

  /**
   * The size that a volume grows to; its own if that will do. None shrinks.
   *
   * @throws io.grpc.StatusRuntimeException OUT_OF_RANGE if it is over the limit already
   */
  long growFrom(long bytes) {
    if (!isWithinLimit(bytes)) {
      throw Refusal.outOfRange(
          "capacity_range: limit_bytes is below the " + bytes + " bytes of the volume");
    }
    return Math.max(bytes, required);
  }
}
