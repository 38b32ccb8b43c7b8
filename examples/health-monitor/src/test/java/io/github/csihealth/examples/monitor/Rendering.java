package io.github.csihealth.examples.monitor;

import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.reconcile.WriteIntent;

/** The ways in which an intent can be sent. */
enum Rendering {
  /** A strategic merge patch for a CSINode. */
  MERGE_PATCH {
    @Override
    Patch of(WriteIntent intent, byte[] observed) {
      return intent.mergePatch();
    }
  },
  APPLY {
    @Override
    Patch of(WriteIntent intent, byte[] observed) {
      return intent.apply(WRITER);
    }
  },
  JSON_PATCH {
    @Override
    Patch of(WriteIntent intent, byte[] observed) {
      return intent.jsonPatch();
    }
  },
  REPLACEMENT {
    @Override
    Patch of(WriteIntent intent, byte[] observed) {
      return intent.replacement(observed);
    }
  };

  static final String WRITER = "our-writer";

  /**
   * The intent in this way.
   *
   * @param observed the JSON that was decided on
   */
  abstract Patch of(WriteIntent intent, byte[] observed);
}
