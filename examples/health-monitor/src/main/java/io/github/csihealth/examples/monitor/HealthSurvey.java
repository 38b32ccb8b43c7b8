package io.github.csihealth.examples.monitor;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was read of a cluster.
 *
 * @param objects how many objects were read of each resource that could be read
 * @param conditions the adverse conditions in them, oldest first
 */
record HealthSurvey(Map<HealthResource, Integer> objects, List<AdverseCondition> conditions) {

  /** A survey of what was read of each resource. */
  static HealthSurvey of(Map<HealthResource, ? extends Collection<HealthResource.Health>> read) {
    Map<HealthResource, Integer> objects = new LinkedHashMap<>();
    List<AdverseCondition> conditions = new ArrayList<>();
    read.forEach(
        (resource, all) -> {
          objects.put(resource, all.size());
          all.forEach(health -> conditions.addAll(health.conditions()));
        });
    conditions.sort(AdverseCondition.OLDEST_FIRST);
    return new HealthSurvey(objects, List.copyOf(conditions));
  }

  /** The conditions as they are told to whoever knew of none. */
  List<ConditionChange> asAdded() {
    return conditions.stream()
        .map(condition -> new ConditionChange(ConditionChange.Type.ADDED, condition))
        .toList();
  }

  /**
   * One line: {@code 3 claims, 1 pod volume, 1 node with adverse conditions}. Where there are none,
   * it says where there are none recorded, which is not the same as health.
   */
  String summary() {
    String sick =
        objects.keySet().stream()
            .filter(resource -> sick(resource) > 0)
            .map(
                resource ->
                    counted(
                        sick(resource),
                        resource.word() + (resource == HealthResource.POD ? " volume" : "")))
            .collect(joining(", "));
    return sick.isEmpty()
        ? "no adverse conditions recorded in "
            + objects.entrySet().stream()
                .map(read -> counted(read.getValue(), read.getKey().word()))
                .collect(joining(", "))
        : sick + " with adverse conditions";
  }

  /** How many claims, nodes, or volumes of pods are sick. */
  private long sick(HealthResource resource) {
    return conditions.stream()
        .filter(condition -> condition.resource() == resource)
        .map(
            condition ->
                List.of(
                    condition.namespace(),
                    condition.name(),
                    resource == HealthResource.POD ? condition.part() : ""))
        .distinct()
        .count();
  }

  private static String counted(long count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }
}
