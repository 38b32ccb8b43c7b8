package io.github.csihealth.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

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
 * <p>The order of the input does not matter, valid input comes out unchanged, and conforming twice
 * is conforming once.
 *
 * @param <K> the key of a condition
 * @param <E> the condition
 */
public final class Conformed<K extends Comparable<? super K>, E extends MapListEntry<K>> {

  private static final Conformed<?, ?> HEALTHY =
      new Conformed<VolumeHealthCondition.Key, VolumeHealthCondition>(
          MapList.of(), List.of(), false);

  private static final Rules<VolumeHealthCondition> VOLUME =
      new Rules<>(
          "health_statuses",
          true,
          condition -> condition.status(),
          VolumeHealthCondition::reason,
          VolumeHealthCondition::message,
          (condition, text) ->
              VolumeHealthCondition.of(condition.status(), text.reason, text.message));

  private static final Rules<StorageHealthCondition> STORAGE =
      new Rules<>(
          "backend_health",
          false,
          condition -> condition.status(),
          StorageHealthCondition::reason,
          StorageHealthCondition::message,
          (condition, text) -> condition.with(text.reason, text.message));

  private final MapList<K, E> conditions;
  private final List<Finding> findings;
  private final boolean onlyUnwritable;

  private Conformed(MapList<K, E> conditions, List<Finding> findings, boolean onlyUnwritable) {
    this.conditions = conditions;
    this.findings = findings;
    this.onlyUnwritable = onlyUnwritable;
  }

  /** Conforms what a driver reported for one volume; paths are {@code health_statuses[i]}. */
  public static Conformed<VolumeHealthCondition.Key, VolumeHealthCondition> ofVolume(
      List<VolumeHealthCondition> reported) {
    return conform(reported, VOLUME);
  }

  /**
   * Conforms what a driver reported for its storage backend; paths are {@code backend_health[i]}.
   * Entries that share a key are merged without a finding, since distinct CSI capabilities may map
   * to one access mode (rule C24); repeats on the wire are found where the message is mapped.
   */
  public static Conformed<StorageHealthCondition.Key, StorageHealthCondition> ofStorage(
      List<StorageHealthCondition> reported) {
    return conform(reported, STORAGE);
  }

  /** The list that the API server accepts. */
  public MapList<K, E> conditions() {
    return conditions;
  }

  /** What was changed or left out; unmodifiable. */
  public List<Finding> findings() {
    return findings;
  }

  /**
   * Whether something was reported and none of it can be written. Such a report is no recovery:
   * stored conditions stay (rules C3, C24).
   */
  public boolean onlyUnwritable() {
    return onlyUnwritable;
  }

  /** The same with what was found before conforming, such as while the message was read. */
  public Conformed<K, E> withFindingsBefore(List<Finding> found) {
    if (found.isEmpty()) {
      return this;
    }
    List<Finding> all = new ArrayList<>(found);
    all.addAll(findings);
    return new Conformed<>(conditions, List.copyOf(all), onlyUnwritable);
  }

  /**
   * Both reports of one volume taken together, as when a list names it twice: the union by key,
   * again conformed (rules C4, C14). Adverse in one of them is adverse.
   */
  public Conformed<K, E> union(Conformed<K, E> other, Function<E, String> message) {
    List<Finding> found = new ArrayList<>(findings);
    found.addAll(other.findings);
    Map<K, E> union = new HashMap<>();
    for (List<E> side : List.of(conditions.entries(), other.conditions.entries())) {
      for (E entry : side) {
        union.merge(entry.key(), entry, (a, b) -> smaller(a, b, message));
      }
    }
    MapList<K, E> kept = cut(MapList.copyOf(union.values()), found);
    return new Conformed<>(
        kept, List.copyOf(found), kept.isEmpty() && (onlyUnwritable || other.onlyUnwritable));
  }

  @Override
  public String toString() {
    return findings.isEmpty() ? conditions.toString() : conditions + " with " + findings;
  }

  @SuppressWarnings("unchecked") // It holds nothing, so it is a report of anything.
  private static <K extends Comparable<? super K>, E extends MapListEntry<K>>
      Conformed<K, E> conform(List<E> reported, Rules<E> rules) {
    if (reported.isEmpty()) {
      return (Conformed<K, E>) HEALTHY;
    }
    List<Finding> findings = new ArrayList<>();
    Map<K, Integer> byReportedKey = new HashMap<>();
    for (int i = 0; i < reported.size(); i++) {
      E entry = reported.get(i);
      if (!rules.known.test(entry)) {
        findings.add(
            Finding.of(
                FindingKind.UNKNOWN_STATUS,
                rules.path(i),
                "status " + rules.status.apply(entry) + " is not known and is not written"));
        continue;
      }
      int index = i;
      byReportedKey.merge(
          entry.key(), index, (a, b) -> smallerIndex(reported, a, b, rules, findings));
    }
    Map<K, E> byKey = new HashMap<>();
    for (int index : byReportedKey.values().stream().sorted().toList()) {
      E entry = mend(reported.get(index), rules, rules.path(index), findings);
      byKey.merge(
          entry.key(),
          entry,
          (a, b) -> {
            findings.add(duplicate(entry.key(), rules.path(index)));
            return smaller(a, b, rules.message);
          });
    }
    MapList<K, E> conditions = cut(MapList.copyOf(byKey.values()), findings);
    return new Conformed<>(conditions, List.copyOf(findings), conditions.isEmpty());
  }

  private static <E extends MapListEntry<?>> int smallerIndex(
      List<E> reported, int a, int b, Rules<E> rules, List<Finding> findings) {
    boolean first =
        Utf8.compare(rules.message.apply(reported.get(a)), rules.message.apply(reported.get(b)))
            <= 0;
    if (rules.duplicateIsFault) {
      findings.add(duplicate(reported.get(a).key(), rules.path(first ? b : a)));
    }
    return first ? a : b;
  }

  private static Finding duplicate(Object key, String path) {
    return Finding.of(
        FindingKind.DUPLICATE_KEY,
        path,
        "duplicate key (" + key + "): the bytewise smallest message is kept");
  }

  private static <E> E smaller(E a, E b, Function<E, String> message) {
    return Utf8.compare(message.apply(a), message.apply(b)) <= 0 ? a : b;
  }

  private static <E> E mend(E entry, Rules<E> rules, String path, List<Finding> findings) {
    String reason = rules.reason.apply(entry);
    String message = rules.message.apply(entry);
    String legalReason = Reasons.legal(reason);
    String legalMessage =
        Utf8.cut(Utf8.withoutLoneSurrogates(message), HealthLimits.MAX_MESSAGE_BYTES);
    if (!legalReason.equals(reason)) {
      findings.add(
          Finding.of(
              FindingKind.REASON_REWRITTEN,
              path + ".reason",
              Reasons.fault(reason) + "; written as '" + legalReason + "'"));
    } else {
      overCsiLimit(reason, path + ".reason", findings);
    }
    if (!legalMessage.equals(message)) {
      findings.add(
          Finding.of(
              FindingKind.MESSAGE_REWRITTEN,
              path + ".message",
              Utf8.length(message)
                  + " bytes, at most "
                  + HealthLimits.MAX_MESSAGE_BYTES
                  + " of well-formed text are written"));
    } else {
      overCsiLimit(message, path + ".message", findings);
    }
    return legalReason.equals(reason) && legalMessage.equals(message)
        ? entry
        : rules.with.apply(entry, new Text(legalReason, legalMessage));
  }

  private static void overCsiLimit(String value, String path, List<Finding> findings) {
    // A string has at least as many bytes as UTF-16 units and at most three times as many.
    if (value.length() * 3 > HealthLimits.MAX_CSI_STRING_BYTES
        && Utf8.length(value) > HealthLimits.MAX_CSI_STRING_BYTES) {
      findings.add(
          Finding.of(
              FindingKind.OVER_CSI_LIMIT,
              path,
              Utf8.length(value)
                  + " bytes; the CSI spec allows "
                  + HealthLimits.MAX_CSI_STRING_BYTES));
    }
  }

  private static <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> cut(
      MapList<K, E> conditions, List<Finding> findings) {
    if (conditions.size() <= HealthLimits.MAX_CONDITIONS) {
      return conditions;
    }
    List<E> all = conditions.entries();
    for (E lost : all.subList(HealthLimits.MAX_CONDITIONS, all.size())) {
      findings.add(
          Finding.of(
              FindingKind.CONDITION_CUT,
              lost.key().toString(),
              "at most " + HealthLimits.MAX_CONDITIONS + " conditions are written"));
    }
    return MapList.copyOf(all.subList(0, HealthLimits.MAX_CONDITIONS));
  }

  private record Text(String reason, String message) {}

  /** How to look at one kind of condition. */
  private record Rules<E>(
      String list,
      boolean duplicateIsFault,
      Function<E, OpenType> status,
      Function<E, String> reason,
      Function<E, String> message,
      BiFunction<E, Text, E> with,
      Predicate<E> known) {

    Rules(
        String list,
        boolean duplicateIsFault,
        Function<E, OpenType> status,
        Function<E, String> reason,
        Function<E, String> message,
        BiFunction<E, Text, E> with) {
      this(
          list,
          duplicateIsFault,
          status,
          reason,
          message,
          with,
          entry -> status.apply(entry).isKnown());
    }

    String path(int index) {
      return list + "[" + index + "]";
    }
  }
}
