package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The quality of service class that a pod has by its containers' cpu and memory. */
final class PodQos {
  private static final List<String> COUNTED = List.of("cpu", "memory");

  private PodQos() {}

  static String of(JsonNode spec) {
    List<JsonNode> containers = new ArrayList<>();
    spec.path("containers").forEach(containers::add);
    spec.path("initContainers").forEach(containers::add);
    if (containers.stream().noneMatch(PodQos::asksForAnything)) {
      return "BestEffort";
    }
    return containers.stream().allMatch(PodQos::isGuaranteed) ? "Guaranteed" : "Burstable";
  }

  private static boolean asksForAnything(JsonNode container) {
    JsonNode resources = container.path("resources");
    return COUNTED.stream()
        .anyMatch(
            name -> resources.path("requests").has(name) || resources.path("limits").has(name));
  }

  // A request that is missing is as high as the limit.
  private static boolean isGuaranteed(JsonNode container) {
    JsonNode requests = container.path("resources").path("requests");
    JsonNode limits = container.path("resources").path("limits");
    return COUNTED.stream()
        .allMatch(
            name ->
                limits.has(name)
                    && (!requests.has(name) || requests.path(name).equals(limits.path(name))));
  }
}
