package io.github.csihealth.proof;

import io.github.csihealth.reconcile.ReconcileOptions;
import java.time.Duration;

/** What a writer may choose, in plain values. */
record Choices(
    boolean writeMessages, Duration interval, boolean keepField, boolean clearOnOnlyUnknown) {

  static final Choices DEFAULTS = new Choices(true, Duration.ofMinutes(5), false, false);

  ReconcileOptions toOptions() {
    ReconcileOptions.Builder options = ReconcileOptions.builder().messageInterval(interval);
    if (!writeMessages) {
      options.ignoreMessageChanges();
    }
    if (keepField) {
      options.keepFieldOnRecovery();
    }
    if (clearOnOnlyUnknown) {
      options.clearOnOnlyUnknown();
    }
    return options.build();
  }
}
