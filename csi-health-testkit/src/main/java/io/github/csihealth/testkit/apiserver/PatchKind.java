package io.github.csihealth.testkit.apiserver;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of patch, by content type. */
enum PatchKind {
  MERGE("application/merge-patch+json"),
  JSON("application/json-patch+json"),
  STRATEGIC_MERGE("application/strategic-merge-patch+json"),
  APPLY("application/apply-patch+yaml");

  private final String contentType;

  PatchKind(String contentType) {
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }

  static Optional<PatchKind> of(String contentType) {
    return Arrays.stream(values()).filter(k -> k.contentType.equals(contentType)).findFirst();
  }
}
