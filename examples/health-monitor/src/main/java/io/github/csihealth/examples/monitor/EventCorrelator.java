package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.Claim;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.runtime.TimePort;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes few Event objects of many events: the same on the same claim is one object that counts, and
 * a claim gets 25 writes at once and one more every five minutes, as from the event recorders of
 * other Kubernetes programs. What is held back is counted by the next write. Remembers the claims
 * and events that were of interest last. Not thread-safe.
 */
final class EventCorrelator {

  /**
   * An Event object as it is to be stored.
   *
   * @param name of the object, as long as its events go on
   * @param first when it happened for the first time
   * @param last when it happened for the last time
   * @param count how often it happened; 1 for an object that is to be created
   */
  record Occurrence(String name, Instant first, Instant last, int count) {}

  private record Key(String claimUid, HealthEvent event) {}

  static final int BURST = 25;
  static final Duration PER_WRITE = Duration.ofMinutes(5);
  static final int MAX_REMEMBERED = 4_096;

  /** With a dot and 16 digits an object's name is within the 253 characters that it may have. */
  private static final int MAX_PREFIX = 253 - 17;

  private final TimePort time;
  private final Map<String, TokenBucket> buckets = new Recent<>();
  private final Map<Key, Occurrence> occurrences = new Recent<>();
  private long lastSuffix;

  EventCorrelator(TimePort time) {
    this.time = time;
  }

  /** What is to be written for an event of this time; empty if it is held back. */
  Optional<Occurrence> occurred(Claim claim, HealthEvent event, Instant at) {
    Occurrence occurrence =
        occurrences.merge(
            new Key(claim.uid(), event),
            new Occurrence(name(claim, at), at, at, 1),
            (before, now) -> new Occurrence(before.name, before.first, at, before.count + 1));
    long now = time.nanoTime();
    return buckets
            .computeIfAbsent(claim.uid(), uid -> new TokenBucket(BURST, PER_WRITE, now))
            .take(now)
        ? Optional.of(occurrence)
        : Optional.empty();
  }

  /** By the time, as other programs name theirs, but never the same twice. */
  private String name(Claim claim, Instant at) {
    long nanos = TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    lastSuffix = Math.max(lastSuffix + 1, nanos);
    String name = claim.name();
    return (name.length() <= MAX_PREFIX
            ? name
            : name.substring(0, MAX_PREFIX).replaceFirst("[.-]+$", ""))
        + "."
        + Long.toHexString(lastSuffix);
  }

  /** The entries that were used last. */
  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MAX_REMEMBERED;
    }
  }
}
