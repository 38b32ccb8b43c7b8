package io.github.csihealth.testkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.Violation;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** This server and the model refuse the same, with the same cause in the same place. */
class ValidationAgreementTest {

  @Property(tries = 300)
  void ofAClaim(@ForAll("volumeConditions") List<ObjectNode> conditions) {
    ObjectNode claim = Json.object();
    list(claim.putObject("status").putObject("healthStatus"), conditions);
    assertThat(refused(ResourceType.CLAIM, claim))
        .containsExactlyInAnyOrderElementsOf(
            verdicts(HealthValidation.ofClaim(HealthJson.readClaim(claim).value().health())));
  }

  @Property(tries = 300)
  void ofAPod(
      @ForAll("volumeConditions") List<ObjectNode> conditions,
      @ForAll("volumeNames") List<String> names) {
    ObjectNode pod = Json.object();
    pod.putObject("spec").putArray("volumes").addObject().put("name", "data");
    ArrayNode entries = pod.putObject("status").putArray("volumeHealth");
    names.forEach(name -> list(entries.addObject().put("name", name), conditions));
    assertThat(refused(ResourceType.POD, pod))
        .containsExactlyInAnyOrderElementsOf(
            verdicts(
                HealthValidation.ofPod(
                    HealthJson.readPod(pod).value().volumeHealth(), List.of("data"))));
  }

  @Property(tries = 300)
  void ofACsiNode(
      @ForAll("storageConditions") List<ObjectNode> conditions,
      @ForAll("driverNames") List<String> names) {
    ObjectNode node = Json.object();
    ArrayNode entries = node.putObject("status").putArray("storageHealth");
    names.forEach(name -> list(entries.addObject().put("name", name), conditions));
    assertThat(refused(ResourceType.CSI_NODE, node))
        .containsExactlyInAnyOrderElementsOf(
            verdicts(
                HealthValidation.ofCsiNode(HealthJson.readCsiNode(node).value().storageHealth())));
  }

  private static void list(ObjectNode parent, List<ObjectNode> conditions) {
    if (!conditions.isEmpty()) {
      parent.putArray("healthConditions").addAll(conditions);
    }
  }

  private static List<String> refused(ResourceType type, ObjectNode object) {
    return StatusValidation.validate(type, object, Json.object()).stream()
        .map(error -> error.reason() + " " + error.field())
        .toList();
  }

  private static List<String> verdicts(List<Violation> violations) {
    return violations.stream()
        .map(violation -> violation.cause().reason() + " " + violation.path())
        .toList();
  }

  @Provide
  Arbitrary<List<ObjectNode>> volumeConditions() {
    return conditions("DataLoss", "Degraded", "Unknown", "").list().ofMaxSize(18);
  }

  @Provide
  Arbitrary<List<ObjectNode>> storageConditions() {
    Arbitrary<String> accessModes = Arbitraries.of("-", "ReadWriteOnce", "Often", "");
    Arbitrary<String> volumeModes = Arbitraries.of("-", "Block", "Tape", "");
    return Combinators.combine(
            conditions("StorageDegraded", "Degraded", ""), accessModes, volumeModes)
        .as(
            (condition, accessMode, volumeMode) ->
                optional(optional(condition, "accessMode", accessMode), "volumeMode", volumeMode))
        .list()
        .ofMaxSize(18);
  }

  private static Arbitrary<ObjectNode> conditions(String... statuses) {
    Arbitrary<String> reasons =
        Arbitraries.of(
            "A", "B", "a_b", "A,B_", "A-b", "9lives", "A:", "", "x".repeat(256), "x".repeat(257));
    Arbitrary<String> messages =
        Arbitraries.of("", "m", "é".repeat(512), "é".repeat(513), "m".repeat(1025));
    return Combinators.combine(Arbitraries.of(statuses), reasons, messages)
        .as(
            (status, reason, message) -> {
              ObjectNode condition = Json.object().put("status", status).put("reason", reason);
              return message.isEmpty() ? condition : condition.put("message", message);
            });
  }

  private static ObjectNode optional(ObjectNode condition, String field, String value) {
    return value.equals("-") ? condition : condition.put(field, value);
  }

  @Provide
  Arbitrary<List<String>> volumeNames() {
    return Arbitraries.of("data", "other", "").list().ofMaxSize(3);
  }

  @Provide
  Arbitrary<List<String>> driverNames() {
    return Arbitraries.of("d.example.com", "D.example.com", "d_e", "-d", "", "d".repeat(64), "d.")
        .list()
        .ofMaxSize(3);
  }
}
