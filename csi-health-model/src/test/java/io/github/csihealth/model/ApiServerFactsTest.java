package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Validation answers as a kube-apiserver v1.37.2 did, for every status patch and every value that
 * was recorded. A merge patch is applied to the field as it was, and the outcome validated; what
 * any other patch makes of an object is no matter of validation, so there the stored outcome is
 * validated.
 */
class ApiServerFactsTest {

  private static final JsonNode CASES =
      Facts.of("apiserver-v1.37.2-status-patches.json").get("cases");

  private static final String MERGE_PATCH = "application/merge-patch+json";

  /** The names in spec.volumes of the pods that were patched. */
  private static final Set<String> POD_VOLUMES = Set.of("data", "logs");

  /** Answers in which validation has no part, and why. */
  private static final Map<String, String> NOT_OF_VALIDATION =
      Map.of(
          "jsonpatch-test-fail", "422 without causes: the test operation of a JSON patch failed",
          "stale-rv", "409: the patch carries an old resourceVersion",
          "gate-off-bad", "200: with the gate off the field is dropped before it is validated");

  private static final Map<String, Field<?>> FIELDS =
      Map.of(
          "PersistentVolumeClaim",
          new Field<>(
              "healthStatus",
              HealthJson::readClaim,
              claim -> HealthValidation.ofClaim(claim.health()),
              claim -> HealthJson.write(claim.health())),
          "Pod",
          new Field<>(
              "volumeHealth",
              HealthJson::readPod,
              pod -> HealthValidation.ofPod(pod.volumeHealth(), POD_VOLUMES),
              pod -> list(pod.volumeHealth(), HealthJson::write)),
          "CSINode",
          new Field<>(
              "storageHealth",
              HealthJson::readCsiNode,
              node -> HealthValidation.ofCsiNode(node.storageHealth()),
              node -> list(node.storageHealth(), HealthJson::write)));

  @TestFactory
  Stream<DynamicTest> everyRecordedPatchHasTheVerdictOfTheServer() {
    assertThat(CASES).hasSize(68);
    return CASES
        .valueStream()
        .map(
            test ->
                DynamicTest.dynamicTest(
                    test.get("kind").asText() + " " + test.get("id").asText(), () -> check(test)));
  }

  @TestFactory
  Stream<DynamicTest> everyRecordedValueHasTheVerdictOfTheServer() {
    JsonNode values = Facts.of("apiserver-v1.37.2-verdicts.json").get("cases");
    assertThat(values).hasSize(146);
    return values
        .valueStream()
        .map(
            test ->
                DynamicTest.dynamicTest(
                    test.get("kind").asText() + " " + test.get("causes"),
                    () ->
                        assertThat(causes(FIELDS.get(test.get("kind").asText()), test.get("value")))
                            .containsExactlyInAnyOrderElementsOf(
                                test.get("causes").valueStream().map(JsonNode::asText).toList())));
  }

  private static <T> List<String> causes(Field<T> field, JsonNode value) {
    return causes(field, field.read(value));
  }

  @Test
  void everyRefusalWithCausesIsThatOfAMergePatch() {
    List<JsonNode> refusals = new ArrayList<>();
    for (JsonNode test : CASES) {
      for (JsonNode step : test.get("steps")) {
        if (!step.path("causes").isEmpty()) {
          assertThat(step.get("contentType").asText()).isEqualTo(MERGE_PATCH);
          assertThat(NOT_OF_VALIDATION).doesNotContainKey(test.get("id").asText());
          refusals.add(step);
        }
      }
    }
    assertThat(refusals).hasSize(28);
  }

  private static void check(JsonNode test) {
    if (!NOT_OF_VALIDATION.containsKey(test.get("id").asText())) {
      checkSteps(test, FIELDS.get(test.get("kind").asText()));
    }
  }

  private static <T> void checkSteps(JsonNode test, Field<T> field) {
    JsonNode stored = JsonNodeFactory.instance.nullNode();
    for (JsonNode step : test.get("steps")) {
      JsonNode after = step.get("after");
      JsonNode value =
          step.get("contentType").asText().equals(MERGE_PATCH)
              ? merged(stored, step.at("/patch/status/" + field.name))
              : after;
      Read<T> read = field.read(value);
      assertThat(causes(field, read)).containsExactlyInAnyOrderElementsOf(recordedCauses(step));
      assertThat(step.get("code").asInt()).isEqualTo(causes(field, read).isEmpty() ? 200 : 422);
      if (step.get("code").asInt() == 200 && test.get("gate").asBoolean()) {
        checkStored(field, read, after);
      }
      stored = after;
    }
  }

  /** What the server stored is what is written here, but for unknown fields, which it drops. */
  private static <T> void checkStored(Field<T> field, Read<T> read, JsonNode after) {
    if (has(read, FindingKind.UNKNOWN_FIELD)) {
      assertThat(field.written(read.value())).isNotEqualTo(after);
    } else {
      assertThat(field.written(read.value())).isEqualTo(after);
    }
  }

  /** RFC 7386, of the value of the one field that is patched. */
  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    if (target.isObject()) {
      merged.setAll((ObjectNode) target);
    }
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      if (member.getValue().isNull()) {
        merged.remove(member.getKey());
      } else {
        merged.set(member.getKey(), merged(merged.path(member.getKey()), member.getValue()));
      }
    }
    return merged;
  }

  private static List<String> recordedCauses(JsonNode step) {
    return step.path("causes")
        .valueStream()
        .map(cause -> cause.get("reason").asText() + " " + cause.get("field").asText())
        .toList();
  }

  /** A time that is none is refused before validation, while the patch is decoded. */
  private static <T> List<String> causes(Field<T> field, Read<T> read) {
    return has(read, FindingKind.BAD_TIME)
        ? List.of("FieldValueInvalid patch")
        : field.violations.apply(read.value()).stream()
            .map(violation -> violation.cause().reason() + " " + violation.path())
            .toList();
  }

  private static boolean has(Read<?> read, FindingKind kind) {
    return read.findings().stream().anyMatch(found -> found.kind() == kind);
  }

  /** One of the three status fields: how it is read, validated and written. */
  private record Field<T>(
      String name,
      Function<JsonNode, Read<T>> reader,
      Function<T, List<Violation>> violations,
      Function<T, byte[]> writer) {

    Read<T> read(JsonNode value) {
      return reader.apply(
          JsonNodeFactory.instance
              .objectNode()
              .set("status", JsonNodeFactory.instance.objectNode().set(name, value)));
    }

    JsonNode written(T value) {
      return HealthJson.tree(writer.apply(value));
    }
  }

  private static <E extends MapListEntry<String>> byte[] list(
      MapList<String, E> list, Function<E, byte[]> writer) {
    String entries =
        list.stored().stream()
            .map(writer)
            .map(Facts::utf8)
            .collect(Collectors.joining(",", "[", "]"));
    return (list.isEmpty() ? "null" : entries).getBytes(StandardCharsets.UTF_8);
  }
}
