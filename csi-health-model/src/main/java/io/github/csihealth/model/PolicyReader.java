package io.github.csihealth.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the scheduling policy of a CSIDriver. */
final class PolicyReader extends TreeReader {

  private static final String PATH = "spec.healthSchedulingPolicy";
  private static final Set<String> RULE_FIELDS = Set.of("status", "accessModes", "volumeMode");

  Read<HealthSchedulingPolicy> policy(JsonNode csiDriver) {
    JsonNode spec = child(document(csiDriver), "spec", "spec");
    JsonNode policy = child(spec, "healthSchedulingPolicy", PATH);
    List<HealthSchedulingRule> rules = new ArrayList<>();
    for (Item item : objects(policy.path("rules"), PATH + ".rules")) {
      rule(item.node(), item.path()).ifPresent(rules::add);
    }
    return read(
        HealthSchedulingPolicy.of(rules).withUnknownFields(unknown(policy, "rules"::equals, PATH)));
  }

  /** Empty where a part has a wrong type: read without that part, the rule would match too much. */
  private Optional<HealthSchedulingRule> rule(JsonNode node, String path) {
    long wrongBefore = count(FindingKind.WRONG_TYPE);
    HealthSchedulingRule rule =
        HealthSchedulingRule.of(StorageHealthStatusType.of(required(node, "status", path)))
            .withAccessModes(accessModes(node, path));
    HealthSchedulingRule limited = volumeMode(node, path).map(rule::withVolumeMode).orElse(rule);
    return count(FindingKind.WRONG_TYPE) == wrongBefore
        ? Optional.of(limited.withUnknownFields(unknown(node, RULE_FIELDS::contains, path)))
        : Optional.empty();
  }
}
