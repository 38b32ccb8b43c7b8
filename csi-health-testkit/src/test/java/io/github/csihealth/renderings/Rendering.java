package io.github.csihealth.renderings;

import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.reconcile.WriteIntent;

/** The ways in which an intent can be sent. */
enum Rendering {
  MERGE {
    @Override
    Patch of(WriteIntent intent, byte[] observed) {
      return intent.mergePatch();
    }
  },
  APPLY {
    @Override
    Patch of(WriteIntent intent, byte[] observed) {
      return intent.apply("our-writer");
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

  /**
   * The intent in this way.
   *
   * @param observed the JSON that was decided on
   */
  abstract Patch of(WriteIntent intent, byte[] observed);
}
