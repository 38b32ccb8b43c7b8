package io.github.csihealth.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reported list of conditions made acceptable to the API server, with a finding for everything
 * that was changed or left out. Rules, in this order:
 *
 * <ol>
 *   <li>C3: unknown statuses are left out;
 *   <li>C4: of several entries with one key, as reported, the bytewise smallest message is kept;
 *   <li>C5: a reason that the API server refuses is rewritten from itself;
 *   <li>C6: a message is cut to {@link HealthLimits#MAX_MESSAGE_BYTES}, between code points;
 *   <li>C7: the most severe {@link HealthLimits#MAX_CONDITIONS} conditions are kept.
 * </ol>
 *
 * <p>The order of the input does not matter, valid input comes out unchanged, conforming twice is
 * conforming once, and {@link HealthValidation} finds nothing in the list. Immutable.
 *
 * @param <K> the key of a condition
 * @param <E> the condition
 */
public final class Conformed<K extends Comparable<? super K>, E extends MapListEntry<K>> {

  private static final Rules<VolumeHealthCondition.Key, VolumeHealthCondition> VOLUME =
      new Rules<>(
          "health_statuses",
          true,
          VolumeHealthCondition::status,
          VolumeHealthCondition::reason,
          VolumeHealthCondition::message,
          VolumeHealthCondition::with);

  private static final Rules<StorageHealthCondition.Key, StorageHealthCondition> STORAGE =
      new Rules<>(
          "backend_health",
          false,
          StorageHealthCondition::status,
          StorageHealthCondition::reason,
          StorageHealthCondition::message,
          StorageHealthCondition::with);

  private static final Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> HEALTHY_VOLUME =
      new Conformed<>(VOLUME, MapList.of(), List.of(), List.of());

  private static final Conformed<StorageHealthCondition.Key, StorageHealthCondition>
      HEALTHY_STORAGE = new Conformed<>(STORAGE, MapList.of(), List.of(), List.of());

  private final Rules<K, E> rules;
  private final MapList<K, E> conditions;
  private final List<E> unknown;
  private final List<Finding> findings;

  private Conformed(
      Rules<K, E> rules, MapList<K, E> conditions, List<E> unknown, List<Finding> findings) {
    this.rules = rules;
    this.conditions = conditions;
    this.unknown = unknown;
    this.findings = findings;
  }

  /** Conforms what a driver reported for one volume; paths are {@code health_statuses[i]}. */
  public static Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> ofVolume(
      List<VolumeHealthCondition> reported) {
    return reported.isEmpty() ? HEALTHY_VOLUME : conform(reported, VOLUME);
  }

  /**
   * Conforms what a driver reported for its storage backend; paths are {@code backend_health[i]}.
   * Entries that share a key are merged without a finding, since distinct CSI capabilities may map
   * to one access mode (rule C24); repeats on the wire are found where the message is mapped.
   */
  public static Conformed<StorageHealthCondition.Key, StorageHealthCondition> ofStorage(
      List<StorageHealthCondition> reported) {
    return reported.isEmpty() ? HEALTHY_STORAGE : conform(reported, STORAGE);
  }

  /** The list that the API server accepts. */
  public MapList<K, E> conditions() {
    return conditions;
  }

  /**
   * The entries left out because their status is not known, as reported; unmodifiable. A number
   * that no constant of the CSI spec has is their status as decimal digits (rule C3).
   */
  public List<E> unknown() {
    return unknown;
  }

  /** The statuses of {@link #unknown}, in its order and with its repeats; unmodifiable. */
  public List<String> unknownStatuses() {
    return unknown.stream().map(entry -> rules.status.apply(entry).value()).toList();
  }

  /** What was changed or left out; unmodifiable. */
  public List<Finding> findings() {
    return findings;
  }

  /**
   * Whether something was reported and none of it can be written: no condition is left, and a
   * finding says that an entry was left out for its status or capability. Such a report is no
   * recovery: stored conditions stay (rules C3, C24).
   */
  public boolean onlyUnwritable() {
    // The middle term spares every healthy volume a stream.
    return conditions.isEmpty()
        && !findings.isEmpty()
        && findings.stream().anyMatch(Conformed::leftOut);
  }

  private static boolean leftOut(Finding finding) {
    return finding.kind() == FindingKind.UNKNOWN_STATUS
        || finding.kind() == FindingKind.UNUSABLE_CAPABILITY;
  }

  /** The same with what was found before conforming, such as while the message was read. */
  public Conformed<K, E> withFindingsBefore(List<Finding> found) {
    return found.isEmpty()
        ? this
        : new Conformed<>(rules, conditions, unknown, both(found, findings));
  }

  /**
   * Both reports of one volume taken together, as when a list names it twice: the union by key,
   * again conformed (rules C4, C14). Adverse in one of them is adverse.
   */
  public Conformed<K, E> union(Conformed<K, E> other) {
    Map<K, E> union = new LinkedHashMap<>();
    conditions.forEach(condition -> union.put(condition.key(), condition));
    other.conditions.forEach(
        condition -> union.merge(condition.key(), condition, rules::withSmallerMessage));
    List<Finding> found = new ArrayList<>(both(findings, other.findings));
    MapList<K, E> kept = cut(union.values(), found);
    return new Conformed<>(rules, kept, both(unknown, other.unknown), List.copyOf(found));
  }

  private static <T> List<T> both(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /** The conditions, and what was found where anything was. */
  @Override
  public String toString() {
    return findings.isEmpty() ? conditions.toString() : conditions + " with " + findings;
  }

  private static <K extends Comparable<? super K>, E extends MapListEntry<K>>
      Conformed<K, E> conform(List<E> reported, Rules<K, E> rules) {
    List<Finding> findings = new ArrayList<>();
    List<E> unknown = new ArrayList<>();
    Map<K, Reported<E>> byReportedKey = new LinkedHashMap<>();
    for (int i = 0; i < reported.size(); i++) {
      E entry = reported.get(i);
      if (rules.status.apply(entry).isKnown()) {
        Reported<E> repeated = rules.put(byReportedKey, new Reported<>(i, entry));
        if (repeated != null && rules.repeatIsFault) {
          findings.add(rules.duplicate(repeated));
        }
      } else {
        unknown.add(entry);
        findings.add(rules.unknownStatus(i, entry));
      }
    }
    Map<K, Reported<E>> byKey = new LinkedHashMap<>();
    for (Reported<E> entry : byReportedKey.values()) {
      Reported<E> repeated = rules.put(byKey, rules.mend(entry, findings));
      if (repeated != null) {
        findings.add(rules.duplicate(repeated));
      }
    }
    MapList<K, E> kept = cut(byKey.values().stream().map(Reported::entry).toList(), findings);
    return new Conformed<>(rules, kept, List.copyOf(unknown), List.copyOf(findings));
  }

  private static <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> cut(
      Collection<E> conditions, List<Finding> findings) {
    MapList<K, E> all = MapList.copyOf(conditions);
    if (all.size() <= HealthLimits.MAX_CONDITIONS) {
      return all;
    }
    all.stream()
        .skip(HealthLimits.MAX_CONDITIONS)
        .forEach(
            lost ->
                findings.add(
                    Finding.of(
                        FindingKind.CONDITION_CUT,
                        lost.key().toString(),
                        "at most " + HealthLimits.MAX_CONDITIONS + " conditions are written")));
    return MapList.copyOf(all.entries().subList(0, HealthLimits.MAX_CONDITIONS));
  }

  /** An entry and its place in the report. */
  private record Reported<E>(int index, E entry) {}

  /** Makes the same condition with another reason and message. */
  private interface Rewrite<E> {
    E with(E entry, String reason, String message);
  }

  /** How one kind of condition is looked at, and rewritten. */
  private record Rules<K extends Comparable<? super K>, E extends MapListEntry<K>>(
      String list,
      boolean repeatIsFault,
      Function<E, OpenType> status,
      Function<E, String> reason,
      Function<E, String> message,
      Rewrite<E> rewrite) {

    String path(int index) {
      return list + "[" + index + "]";
    }

    E withSmallerMessage(E a, E b) {
      return Utf8.compare(message.apply(a), message.apply(b)) <= 0 ? a : b;
    }

    /** Keeps the smaller message under its key; the other entry of that key, where there is one. */
    @Nullable Reported<E> put(Map<K, Reported<E>> byKey, Reported<E> entry) {
      K key = entry.entry.key();
      Reported<E> before = byKey.putIfAbsent(key, entry);
      if (before == null || withSmallerMessage(before.entry, entry.entry) == before.entry) {
        return before == null ? null : entry;
      }
      byKey.put(key, entry);
      return before;
    }

    Finding unknownStatus(int index, E entry) {
      return Finding.of(
          FindingKind.UNKNOWN_STATUS,
          path(index),
          "status " + status.apply(entry) + " is not known and is not written");
    }

    Finding duplicate(Reported<E> lost) {
      return Finding.of(
          FindingKind.DUPLICATE_KEY,
          path(lost.index),
          "duplicate key (" + lost.entry.key() + "): the bytewise smallest message is kept");
    }

    Reported<E> mend(Reported<E> reported, List<Finding> findings) {
      String path = path(reported.index);
      String oldReason = reason.apply(reported.entry);
      String newReason = mendReason(oldReason, path + ".reason", findings);
      String oldMessage = message.apply(reported.entry);
      String newMessage = mendMessage(oldMessage, path + ".message", findings);
      return newReason.equals(oldReason) && newMessage.equals(oldMessage)
          ? reported
          : new Reported<>(reported.index, rewrite.with(reported.entry, newReason, newMessage));
    }
  }

  private static String mendReason(String reason, String path, List<Finding> findings) {
    String legal = Reasons.legal(reason);
    if (legal.equals(reason)) {
      surfaceOverCsiLimit(reason, path, findings);
    } else {
      findings.add(
          Finding.of(
              FindingKind.REASON_REWRITTEN,
              path,
              Reasons.fault(reason) + "; written as '" + legal + "'"));
    }
    return legal;
  }

  private static String mendMessage(String message, String path, List<Finding> findings) {
    String legal = Utf8.cut(Utf8.withoutLoneSurrogates(message), HealthLimits.MAX_MESSAGE_BYTES);
    if (legal.equals(message)) {
      surfaceOverCsiLimit(message, path, findings);
    } else {
      findings.add(
          Finding.of(
              FindingKind.MESSAGE_REWRITTEN,
              path,
              Utf8.length(message)
                  + " bytes, at most "
                  + HealthLimits.MAX_MESSAGE_BYTES
                  + " of well-formed text are written"));
    }
    return legal;
  }

  private static void surfaceOverCsiLimit(String value, String path, List<Finding> findings) {
    int length = Utf8.length(value);
    if (length > HealthLimits.MAX_CSI_STRING_BYTES) {
      findings.add(
          Finding.of(
              FindingKind.OVER_CSI_LIMIT,
              path,
              length + " bytes; the CSI spec allows " + HealthLimits.MAX_CSI_STRING_BYTES));
    }
  }
}
