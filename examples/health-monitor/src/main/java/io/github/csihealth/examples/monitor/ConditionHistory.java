package io.github.csihealth.examples.monitor;

import io.github.csihealth.examples.monitor.HealthResource.Health;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The adverse conditions of one resource as they were seen last, to tell what has changed. Holds
 * the sick objects alone. Not thread-safe.
 */
final class ConditionHistory {

  private final Map<String, List<AdverseCondition>> sick = new HashMap<>();

  /** An object is there, or has changed. */
  List<ConditionChange> seen(Health health) {
    List<AdverseCondition> before =
        health.conditions().isEmpty()
            ? sick.remove(health.object())
            : sick.put(health.object(), health.conditions());
    return changes(before == null ? List.of() : before, health.conditions());
  }

  /** An object is gone. */
  List<ConditionChange> gone(String object) {
    return seen(new Health(object, List.of(), List.of()));
  }

  /** These are all the objects that there are: what is not among them is gone. */
  List<ConditionChange> allSeen(List<Health> all) {
    Set<String> gone = new HashSet<>(sick.keySet());
    List<ConditionChange> changes = new ArrayList<>();
    for (Health health : all) {
      gone.remove(health.object());
      changes.addAll(seen(health));
    }
    gone.forEach(object -> changes.addAll(gone(object)));
    return changes;
  }

  private static List<ConditionChange> changes(
      List<AdverseCondition> before, List<AdverseCondition> after) {
    List<ConditionChange> changes = new ArrayList<>();
    for (AdverseCondition old : before) {
      if (after.stream().noneMatch(old::isSameAs)) {
        changes.add(new ConditionChange(ConditionChange.Type.DELETED, old));
      }
    }
    for (AdverseCondition now : after) {
      if (before.stream().noneMatch(now::isSameAs)) {
        changes.add(new ConditionChange(ConditionChange.Type.ADDED, now));
      } else if (!before.contains(now)) {
        changes.add(new ConditionChange(ConditionChange.Type.MODIFIED, now));
      }
    }
    return changes;
  }
}
