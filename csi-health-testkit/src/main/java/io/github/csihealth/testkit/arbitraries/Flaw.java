package io.github.csihealth.testkit.arbitraries;

/** Something in a driver's report that is not as it should be. A minor version may add flaws. */
public enum Flaw {
  /** One (status, reason), of storage one with its capability, more than once: rule C4. */
  DUPLICATE_KEY,
  /** A status number that CSI v1.13 does not know, or 0, or a negative one: rule C3. */
  UNKNOWN_STATUS,
  /** A reason that the API server refuses: empty, or with characters it may not have: rule C5. */
  ILLEGAL_REASON,
  /** A reason of more than the 256 bytes that the API server takes: rule C5. */
  LONG_REASON,
  /**
   * A message of more than the 1,024 bytes that the API server takes, in characters of two to four
   * bytes, one of which lies across the limit: rule C6.
   */
  LONG_MESSAGE,
  /** A message of more than the 128 bytes of the CSI spec, yet within 1,024: rule C6. */
  OVER_CSI_LIMIT,
  /**
   * A message with half a surrogate pair. In Java strings only: a protobuf message cannot hold it;
   * what comes nearest on the wire is {@link HostileArbitraries#invalidUtf8}.
   */
  LONE_SURROGATE,
  /** More than 16 conditions: rule C7. */
  TOO_MANY,
  /** The id of another volume, or none: rule C11. Of volumes only. */
  WRONG_VOLUME_ID,
  /** A capability without a known access mode, or without block or mount: C24. Of messages only. */
  UNUSABLE_CAPABILITY
}
