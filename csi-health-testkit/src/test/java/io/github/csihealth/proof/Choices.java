package io.github.csihealth.proof;

import io.github.csihealth.reconcile.ReconcileOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * What a writer may choose, in plain values.
 *
 * @param keepField whether the field or entry stays on recovery; empty for what is usual (C20)
 */
record Choices(
    boolean writeMessages,
    Duration interval,
    Optional<Boolean> keepField,
    boolean clearOnOnlyUnknown) {

  static final Choices DEFAULTS = new Choices(true, Duration.ofMinutes(5), Optional.empty(), false);

  ReconcileOptions toOptions() {
    ReconcileOptions.Builder options = ReconcileOptions.builder().messageInterval(interval);
    if (!writeMessages) {
      options.ignoreMessageChanges();
    }
    if (keepField.isPresent() && keepField.get()) {
      options.keepFieldOnRecovery();
    }
    if (keepField.isPresent() && !keepField.get()) {
      options.removeFieldOnRecovery();
    }
    if (clearOnOnlyUnknown) {
      options.clearOnOnlyUnknown();
    }
    return options.build();
  }
}
