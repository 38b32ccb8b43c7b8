package io.github.csihealth.proof;

import io.github.csihealth.model.VolumeHealthCondition.Key;
import io.github.csihealth.proof.Verdict.Why;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The contract for one volume's health in all places where it is stored, with all the state that it
 * needs. A claim is one place; in a pod each name of the claim is one (rule C24).
 */
final class ReferenceVolume {

  /** The one place of a claim. */
  static final String FIELD = "";

  private final Choices choices;

  /** Rule C20. */
  private final boolean keepsOnRecovery;

  /** What the API server holds, by place. */
  private final Map<String, Stored> places = new TreeMap<>();

  /** Rule C13: complete cycles in a row without the volume, where Get gave no answer. */
  private int absences;

  /** Rule C9. */
  private Optional<Instant> lastMessageWrite = Optional.empty();

  /** Rule C3: the unknown statuses of the last report. */
  private Set<String> unknown = Set.of();

  private ReferenceVolume(Choices choices, boolean keepsOnRecovery, List<String> places) {
    this.choices = choices;
    this.keepsOnRecovery = keepsOnRecovery;
    places.forEach(place -> this.places.put(place, Stored.NOTHING));
  }

  /** C20: a claim that recovers loses the field. */
  static ReferenceVolume ofClaim(Choices choices) {
    return new ReferenceVolume(choices, choices.keepField().orElse(false), List.of(FIELD));
  }

  /** C20: in a pod the entries stay, with the time. */
  static ReferenceVolume inPod(Choices choices, List<String> names) {
    return new ReferenceVolume(choices, choices.keepField().orElse(true), names);
  }

  /** Of a claim. */
  Stored stored() {
    return places.get(FIELD);
  }

  /** Of a claim, by another writer. */
  void store(Stored health) {
    store(FIELD, health);
  }

  Map<String, Stored> all() {
    return places;
  }

  /** Another writer stored this; in a place of another volume it is none of ours. */
  void store(String place, Stored health) {
    places.replace(place, health);
  }

  private boolean adverse() {
    return places.values().stream().anyMatch(Stored::adverse);
  }

  /** Rules C17, C18: after a restart, or once it was not bound, nothing is remembered. */
  void forget() {
    absences = 0;
    lastMessageWrite = Optional.empty();
    unknown = Set.of();
  }

  /** Something was learned of the volume. */
  Verdict<Map<String, Stored>> observe(Seen seen, Instant now) {
    // C13: whatever is not a further absence starts the count anew, a failed cycle included.
    if (seen.countsAsAbsence()) {
      absences++;
    } else if (seen.kind() != Seen.Kind.ABSENT) {
      absences = 0;
    }
    return decide(seen, now).surfacing(newlyUnknown(seen));
  }

  /** C3: what the report before did not have; C14: a failed cycle takes nothing away. */
  private List<String> newlyUnknown(Seen seen) {
    if (seen.kind() != Seen.Kind.REPORTED && seen.kind() != Seen.Kind.PARTLY_REPORTED) {
      return List.of();
    }
    List<String> added = seen.unknown().stream().filter(s -> !unknown.contains(s)).toList();
    Set<String> now = new TreeSet<>(seen.unknown());
    if (seen.kind() == Seen.Kind.PARTLY_REPORTED) {
      now.addAll(unknown);
    }
    unknown = now;
    return added;
  }

  /** C21: after a conflict the same is decided again on what is stored by then. */
  Verdict<Map<String, Stored>> decide(Seen seen, Instant clock) {
    // C13: only a volume once unhealthy can be absent.
    if (!adverse()) {
      absences = 0;
    }
    Instant now = clock.truncatedTo(ChronoUnit.SECONDS); // C10: the API server drops fractions
    return switch (seen.kind()) {
      case FAILED -> Verdict.keep(Why.PROBE_FAILED); // C11: not a recovery
      case ABSENT -> Verdict.keep(adverse() ? Why.ABSENT : Why.UNCHANGED); // C13: ask by Get
      case UNCONFIRMED -> unconfirmed(seen, now);
      case PARTLY_REPORTED -> partly(seen, now);
      case REPORTED -> reported(seen, now);
    };
  }

  /** C13: two consecutive complete cycles without the volume clear it, unless it is NOT_FOUND. */
  private Verdict<Map<String, Stored>> unconfirmed(Seen seen, Instant now) {
    if (!adverse()) {
      return Verdict.keep(Why.UNCHANGED);
    }
    if (!seen.countsAsAbsence()) {
      return Verdict.keep(Why.VOLUME_NOT_FOUND);
    }
    return absences < 2 ? Verdict.keep(Why.ABSENT_ONCE) : replace(Map.of(), now);
  }

  /** C14: a failed cycle may add or keep conditions, never remove; C7: at most 16. */
  private Verdict<Map<String, Stored>> partly(Seen seen, Instant now) {
    Map<Key, String> both = new TreeMap<>(stored().messages());
    new TreeMap<>(seen.reported())
        .forEach(
            (key, message) -> {
              if (both.containsKey(key) || both.size() < 16) {
                both.put(key, message);
              }
            });
    return both.equals(stored().messages()) ? Verdict.keep(Why.CYCLE_FAILED) : replace(both, now);
  }

  /** C9, C12: a report is authoritative; C3: unless none of it is understood. */
  private Verdict<Map<String, Stored>> reported(Seen seen, Instant now) {
    if (!seen.onlyUnknown()) {
      return replace(seen.reported(), now);
    }
    return choices.clearOnOnlyUnknown()
        ? replace(Map.of(), now).clearing()
        : Verdict.keep(Why.ONLY_UNKNOWN);
  }

  /** C9: the new list replaces the stored one, in every place. */
  private Verdict<Map<String, Stored>> replace(Map<Key, String> messages, Instant now) {
    if (places.values().stream().allMatch(stored -> stored.messages().equals(messages))) {
      return Verdict.keep(Why.UNCHANGED);
    }
    boolean sameKeys =
        places.values().stream()
            .allMatch(stored -> stored.messages().keySet().equals(messages.keySet()));
    if (sameKeys && !choices.writeMessages()) {
      return Verdict.keep(Why.MESSAGE_IGNORED);
    }
    if (sameKeys && nextMessage(now).isPresent()) {
      return Verdict.paced(nextMessage(now).get());
    }
    Map<String, Stored> desired = new TreeMap<>();
    places.forEach((place, stored) -> desired.put(place, become(stored, messages, now)));
    Why why =
        sameKeys
            ? Why.MESSAGE_CHANGED
            : messages.isEmpty() ? Why.RECOVERED : Why.CONDITIONS_CHANGED;
    boolean farAhead =
        places.values().stream()
            .anyMatch(stored -> isFarAhead(stored, now) && isNewTime(stored, messages));
    Verdict<Map<String, Stored>> write = Verdict.write(why, desired).replacingFutureTime(farAhead);
    if (messages.isEmpty()) {
      return write.telling(Told.RECOVERED);
    }
    // C26: abnormal where a condition joins.
    boolean joins =
        messages.keySet().stream()
            .anyMatch(
                key -> places.values().stream().noneMatch(s -> s.messages().containsKey(key)));
    return joins ? write.telling(Told.abnormal(new TreeMap<>(messages).keySet())) : write;
  }

  /** C9: at most one write in an interval for the same keys. */
  private Optional<Instant> nextMessage(Instant now) {
    return lastMessageWrite
        // One that lies ahead was made by a clock that has since been set back.
        .filter(last -> !now.isBefore(last))
        .map(last -> last.plus(choices.interval()))
        .filter(now::isBefore);
  }

  private Stored become(Stored stored, Map<Key, String> messages, Instant now) {
    if (stored.messages().equals(messages)) {
      return stored;
    }
    // C9: the same keys keep the time.
    if (stored.messages().keySet().equals(messages.keySet())) {
      return new Stored(true, messages, stored.since());
    }
    if (messages.isEmpty() && !keepsOnRecovery) {
      return Stored.NOTHING;
    }
    // C10: never before the stored time, unless that lies over five minutes in the future.
    boolean ahead = stored.since().filter(now::isBefore).isPresent();
    Instant time = ahead && !isFarAhead(stored, now) ? stored.since().get() : now;
    return new Stored(true, messages, Optional.of(time));
  }

  private boolean isNewTime(Stored stored, Map<Key, String> messages) {
    return !stored.messages().keySet().equals(messages.keySet())
        && (keepsOnRecovery || !messages.isEmpty());
  }

  private static boolean isFarAhead(Stored stored, Instant now) {
    return stored.since().filter(now.plus(Duration.ofMinutes(5))::isBefore).isPresent();
  }

  /** The API server took what the verdict says. */
  void wrote(Verdict<Map<String, Stored>> verdict, Instant now) {
    places.putAll(verdict.write().orElseThrow());
    if (verdict.why() == Why.MESSAGE_CHANGED) {
      lastMessageWrite = Optional.of(now.truncatedTo(ChronoUnit.SECONDS));
    }
    if (!adverse()) {
      absences = 0;
    }
  }
}
