package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.HealthEvent;
import java.util.Optional;

/** Compares what a decision tells with what the contract says (rules C3, C26). */
final class Telling {

  private Telling() {}

  static void compare(Decision decision, Verdict<?> verdict) {
    assertThat(decision.newlyUnknown()).as("newly unknown").isEqualTo(verdict.newlyUnknown());
    Optional<Told> atOnce =
        verdict.newlyUnknown().isEmpty()
            ? Optional.empty()
            : Optional.of(Told.unknown(verdict.newlyUnknown()));
    compare("event at once", decision.event(), atOnce);
    compare("event once stored", decision.eventOnceStored(), verdict.onceStored());
  }

  private static void compare(String what, Optional<HealthEvent> event, Optional<Told> told) {
    assertThat(event.isPresent())
        .as("%s: %s for %s", what, event, told)
        .isEqualTo(told.isPresent());
    event.ifPresent(
        present ->
            assertThat(told.orElseThrow().isToldBy(present)).as("%s: %s", what, told).isTrue());
  }
}
