package io.github.csihealth.proof;

import io.github.csihealth.model.VolumeHealthCondition.Key;
import io.github.csihealth.proof.Verdict.Why;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The contract for one claim, with all the state that it needs. */
final class ReferenceClaim {

  private final Choices choices;

  /** What the API server holds. */
  Stored stored = Stored.NOTHING;

  /** Rule C13: complete cycles in a row without the volume, where Get gave no answer. */
  private int absences;

  /** Rule C9. */
  private Optional<Instant> lastMessageWrite = Optional.empty();

  ReferenceClaim(Choices choices) {
    this.choices = choices;
  }

  /** Rules C17, C18: after a restart, or once it was not bound, nothing is remembered. */
  void forget() {
    absences = 0;
    lastMessageWrite = Optional.empty();
  }

  /** Something was learned of the volume. */
  Verdict observe(Seen seen, Instant now) {
    // C13: whatever is not a further absence starts the count anew, a failed cycle included.
    if (seen.countsAsAbsence()) {
      absences++;
    } else if (seen.kind() != Seen.Kind.ABSENT) {
      absences = 0;
    }
    return decide(seen, now);
  }

  /** C21: after a conflict the same is decided again on what is stored by then. */
  Verdict decide(Seen seen, Instant clock) {
    // C13: only a volume once unhealthy can be absent.
    if (!stored.adverse()) {
      absences = 0;
    }
    Instant now = clock.truncatedTo(ChronoUnit.SECONDS); // C10: the API server drops fractions
    return switch (seen.kind()) {
      case FAILED -> Verdict.keep(Why.PROBE_FAILED); // C11: not a recovery
      case ABSENT -> Verdict.keep(stored.adverse() ? Why.ABSENT : Why.UNCHANGED); // C13: ask by Get
      case UNCONFIRMED -> unconfirmed(seen, now);
      case PARTLY_REPORTED -> partly(seen, now);
      case REPORTED -> reported(seen, now);
    };
  }

  /** C13: two consecutive complete cycles without the volume clear it, unless it is NOT_FOUND. */
  private Verdict unconfirmed(Seen seen, Instant now) {
    if (!stored.adverse()) {
      return Verdict.keep(Why.UNCHANGED);
    }
    if (!seen.countsAsAbsence()) {
      return Verdict.keep(Why.VOLUME_NOT_FOUND);
    }
    return absences < 2 ? Verdict.keep(Why.ABSENT_ONCE) : replace(Map.of(), now);
  }

  /** C14: a failed cycle may add or keep conditions, never remove; C7: at most 16. */
  private Verdict partly(Seen seen, Instant now) {
    Map<Key, String> both = new TreeMap<>(stored.messages());
    new TreeMap<>(seen.reported())
        .forEach(
            (key, message) -> {
              if (both.containsKey(key) || both.size() < 16) {
                both.put(key, message);
              }
            });
    return both.equals(stored.messages()) ? Verdict.keep(Why.CYCLE_FAILED) : replace(both, now);
  }

  /** C9, C12: a report is authoritative; C3: unless none of it is understood. */
  private Verdict reported(Seen seen, Instant now) {
    if (!seen.onlyUnknown()) {
      return replace(seen.reported(), now);
    }
    if (!choices.clearOnOnlyUnknown()) {
      return Verdict.keep(Why.ONLY_UNKNOWN);
    }
    Verdict cleared = replace(Map.of(), now);
    return cleared
        .write()
        .map(
            health ->
                new Verdict(
                    Why.UNKNOWN_CLEARED, cleared.write(), Optional.empty(), cleared.futureTime()))
        .orElse(cleared);
  }

  /** C9: the new list replaces the stored one. */
  private Verdict replace(Map<Key, String> messages, Instant now) {
    if (messages.equals(stored.messages())) {
      return Verdict.keep(Why.UNCHANGED);
    }
    if (messages.keySet().equals(stored.messages().keySet())) {
      return message(messages, now);
    }
    Why why = messages.isEmpty() ? Why.RECOVERED : Why.CONDITIONS_CHANGED;
    // C20: a claim that recovers loses the field.
    if (messages.isEmpty() && !choices.keepField()) {
      return Verdict.write(why, Stored.NOTHING);
    }
    // C10: never before the stored time, unless that lies over five minutes in the future.
    boolean ahead = stored.since().filter(now::isBefore).isPresent();
    boolean farAhead = stored.since().filter(now.plus(Duration.ofMinutes(5))::isBefore).isPresent();
    Instant time = ahead && !farAhead ? stored.since().get() : now;
    return new Verdict(
        why,
        Optional.of(new Stored(true, messages, Optional.of(time))),
        Optional.empty(),
        farAhead);
  }

  /** C9: the same keys keep the time, and are written at most once in an interval. */
  private Verdict message(Map<Key, String> messages, Instant now) {
    if (!choices.writeMessages()) {
      return Verdict.keep(Why.MESSAGE_IGNORED);
    }
    // A last write that lies ahead was made by a clock that has since been set back.
    Optional<Instant> next =
        lastMessageWrite
            .filter(last -> !now.isBefore(last))
            .map(last -> last.plus(choices.interval()));
    return next.filter(now::isBefore).isPresent()
        ? Verdict.paced(next.get())
        : Verdict.write(Why.MESSAGE_CHANGED, new Stored(true, messages, stored.since()));
  }

  /** The API server took what the verdict says. */
  void wrote(Verdict verdict, Instant now) {
    stored = verdict.write().orElseThrow();
    if (verdict.why() == Why.MESSAGE_CHANGED) {
      lastMessageWrite = Optional.of(now.truncatedTo(ChronoUnit.SECONDS));
    }
    if (!stored.adverse()) {
      absences = 0;
    }
  }
}
