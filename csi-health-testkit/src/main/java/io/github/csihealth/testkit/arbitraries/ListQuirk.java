package io.github.csihealth.testkit.arbitraries;

/** Something that makes a list cycle harder to read. A minor version may add quirks. */
public enum ListQuirk {
  /**
   * The volume {@code vol-shifted} is on two pages, each with a condition of its own, as when
   * entries shift between the calls: its conditions are the union (rule C14).
   */
  SHIFTED_VOLUME,
  /** The volume {@code vol-twice} is twice on one page, healthy and adverse: adverse (rule C14). */
  REPEATED_VOLUME,
  /** The volume {@code vol-gap} is on no page (rule C13). */
  GAP,
  /** A page without entries has a token all the same: not the end (rule C15). */
  EMPTY_PAGE,
  /** The volume {@code vol-healthy} is listed with an empty list: a recovery (rule C13). */
  HEALTHY_ENTRY,
  /**
   * ABORTED for a token, after a first page with {@code vol-voided}: the cycle begins again, and
   * what it listed is void (rules C14, C15). The second attempt does not list the volume.
   */
  RESTART,
  /** The last page has the token of an earlier one: the cycle fails (rule C15). */
  REPEATED_TOKEN,
  /** The call for one page more fails, and the cycle with it. */
  FAILURE
}
