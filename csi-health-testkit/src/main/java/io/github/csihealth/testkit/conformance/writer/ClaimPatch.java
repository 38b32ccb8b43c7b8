package io.github.csihealth.testkit.conformance.writer;

import static java.util.Objects.requireNonNull;

/**
 * A patch of a claim's status subresource, as a {@link ClaimFunction} answers it.
 *
 * @param contentType such as {@code application/merge-patch+json}
 * @param body the JSON, which is sent in UTF-8 as it is
 */
public record ClaimPatch(String contentType, String body) {

  /** Checks that nothing is null. */
  public ClaimPatch {
    requireNonNull(contentType, "contentType");
    requireNonNull(body, "body");
  }
}
