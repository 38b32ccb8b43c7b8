package io.github.csihealth.model;

/**
 * What was found in an input that is not as it should be. A finding is never an error: the rest of
 * the input was used. A minor version may add kinds.
 */
public enum FindingKind {
  /** A status that this version does not know: of a report not written, as stored kept (C3). */
  UNKNOWN_STATUS,
  /** A key reported or stored more than once: one entry was kept (rule C4). */
  DUPLICATE_KEY,
  /** A reason that the API server refuses: rewritten from itself (rule C5). */
  REASON_REWRITTEN,
  /** A message over the API server's limit, or with lone surrogates: cut or mended (rule C6). */
  MESSAGE_REWRITTEN,
  /** A string over what the CSI spec allows a driver, yet within the API's limit: kept (C6). */
  OVER_CSI_LIMIT,
  /** More conditions than the API server takes: the least severe were cut (rule C7). */
  CONDITION_CUT,
  /** A stored time over five minutes in the future: replaced by now (rule C10). */
  TIME_IN_FUTURE,
  /** JSON of another type than the field has: read as if it were not there (rule C1). */
  WRONG_TYPE,
  /** A required field that is missing: read as an empty string (rule C1). */
  MISSING_FIELD,
  /** A time that is not RFC 3339: read as no time (rule C1). */
  BAD_TIME,
  /** A field that this version does not know: kept (rule C1). */
  UNKNOWN_FIELD,
  /** A volume capability without a known access mode or access type: not written (rule C24). */
  UNUSABLE_CAPABILITY,
  /** A secret that was sent came back in a text: blanked (rule C23). */
  SECRET_BLANKED
}
