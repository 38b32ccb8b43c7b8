package io.github.csihealth.proof;

import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthCondition.Key;
import io.github.csihealth.proof.Verdict.Why;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The contract for the backend of one driver on one node, with all the state that it needs. */
final class ReferenceBackend {

  /** A condition without its key. */
  record Condition(String message, Optional<Instant> since) {}

  /**
   * A driver's entry in plain collections.
   *
   * @param repeats whether the stored list holds a key twice, of which the first counts
   */
  record Entry(boolean present, Map<Key, Condition> conditions, boolean repeats) {

    static final Entry NOTHING = new Entry(false, Map.of(), false);

    static Entry of(Iterable<StorageHealthCondition> stored) {
      Map<Key, Condition> conditions = new TreeMap<>();
      boolean repeats = false;
      for (StorageHealthCondition condition : stored) {
        Condition value = new Condition(condition.message(), condition.lastTransitionTime());
        repeats |= conditions.putIfAbsent(condition.key(), value) != null;
      }
      return new Entry(true, conditions, repeats);
    }

    Map<Key, String> messages() {
      Map<Key, String> messages = new TreeMap<>();
      conditions.forEach((key, condition) -> messages.put(key, condition.message));
      return messages;
    }
  }

  /**
   * What one probe told, in plain collections.
   *
   * @param unknown the unknown statuses, in order (rule C3)
   * @param unusable whether an entry was left out for its capability (rule C24)
   * @param failed whether the probe failed; all else is empty then
   */
  record Report(Map<Key, String> reported, Set<String> unknown, boolean unusable, boolean failed) {

    static final Report FAILED = new Report(Map.of(), Set.of(), false, true);
  }

  private final Choices choices;
  private Entry stored = Entry.NOTHING;

  /** Rule C9. */
  private Optional<Instant> lastMessageWrite = Optional.empty();

  /** Rule C3: the unknown statuses of the last report. */
  private Set<String> unknown = Set.of();

  ReferenceBackend(Choices choices) {
    this.choices = choices;
  }

  Entry stored() {
    return stored;
  }

  /** Another writer stored this. */
  void store(Entry entry) {
    stored = entry;
  }

  /** Rule C17: after a restart nothing is remembered. */
  void forget() {
    lastMessageWrite = Optional.empty();
    unknown = Set.of();
  }

  Verdict<Entry> observe(Report report, Instant now) {
    if (report.failed) {
      return Verdict.keep(Why.PROBE_FAILED);
    }
    // C3: only what the report before did not have; C26: no other event is told of a backend.
    List<String> added = report.unknown.stream().filter(s -> !unknown.contains(s)).toList();
    unknown = report.unknown;
    return decide(report, now).surfacing(added);
  }

  /** C21: after a conflict the same is decided again on what is stored by then. */
  Verdict<Entry> decide(Report report, Instant clock) {
    Instant now = clock.truncatedTo(ChronoUnit.SECONDS); // C10
    boolean nothingLeft =
        report.reported.isEmpty() && (report.unusable || !report.unknown.isEmpty());
    if (!nothingLeft) {
      return replace(report.reported, now);
    }
    // C3, C24: what cannot be written is no recovery; the option is for unknown statuses alone.
    return choices.clearOnOnlyUnknown() && !report.unusable
        ? replace(Map.of(), now).clearing()
        : Verdict.keep(Why.ONLY_UNKNOWN);
  }

  /** C9: the new list replaces the stored one. */
  private Verdict<Entry> replace(Map<Key, String> messages, Instant now) {
    boolean sameKeys = !stored.repeats && stored.conditions.keySet().equals(messages.keySet());
    if (sameKeys && stored.messages().equals(messages)) {
      return Verdict.keep(Why.UNCHANGED);
    }
    if (sameKeys && !choices.writeMessages()) {
      return Verdict.keep(Why.MESSAGE_IGNORED);
    }
    Optional<Instant> next =
        lastMessageWrite
            .filter(last -> !now.isBefore(last))
            .map(last -> last.plus(choices.interval()))
            .filter(now::isBefore);
    if (sameKeys && next.isPresent()) {
      return Verdict.paced(next.get());
    }
    if (sameKeys) {
      return Verdict.write(Why.MESSAGE_CHANGED, entry(messages, now));
    }
    if (!messages.isEmpty()) {
      return Verdict.write(Why.CONDITIONS_CHANGED, entry(messages, now));
    }
    // C20: the driver's entry is removed.
    boolean keeps = choices.keepField().orElse(false);
    return Verdict.write(Why.RECOVERED, keeps ? entry(messages, now) : Entry.NOTHING);
  }

  /** C24: each condition has a time of its own, kept as long as its key stays. */
  private Entry entry(Map<Key, String> messages, Instant now) {
    Map<Key, Condition> conditions = new HashMap<>();
    messages.forEach(
        (key, message) -> {
          Optional<Instant> since =
              Optional.ofNullable(stored.conditions.get(key)).flatMap(Condition::since);
          conditions.put(key, new Condition(message, Optional.of(since.orElse(now))));
        });
    return new Entry(true, conditions, false);
  }

  /** The API server took what the verdict says. */
  void wrote(Verdict<Entry> verdict, Instant now) {
    stored = verdict.write().orElseThrow();
    if (verdict.why() == Why.MESSAGE_CHANGED) {
      lastMessageWrite = Optional.of(now.truncatedTo(ChronoUnit.SECONDS));
    }
  }
}
