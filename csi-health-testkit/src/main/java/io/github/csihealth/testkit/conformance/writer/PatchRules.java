package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.conformance.writer.Scene.CLAIMS;
import static io.github.csihealth.testkit.conformance.writer.Scene.DATA;
import static io.github.csihealth.testkit.conformance.writer.Scene.NAMESPACE;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUME;
import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.expect;
import static io.github.csihealth.testkit.conformance.writer.Scene.required;
import static io.github.csihealth.testkit.conformance.writer.Scene.requiredOfLoop;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.conformance.Rule;
import java.util.List;
import java.util.Set;

/** The form of a write. */
final class PatchRules {

  private static final String MERGE = "application/merge-patch+json";
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final Set<String> TYPES =
      Set.of(MERGE, JSON_PATCH, "application/apply-patch+yaml", "application/apply-patch+json");
  private static final Set<String> OBJECT = Set.of("apiVersion", "kind", "metadata", "status");
  private static final Set<String> METADATA = Set.of("name", "namespace", "uid", "resourceVersion");

  private PatchRules() {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        requiredOfLoop(
            "W61",
            "onlyTheStatusSubresourceIsWritten",
            "Kubernetes API: subresources",
            "Health goes to the subresource status; the claim itself is none of the writer's.",
            PatchRules::subresource),
        required(
            "W62",
            "patchReplacesTheList",
            "Kubernetes API: patch types; the merge key of healthConditions is status alone",
            "A merge patch, an apply or a JSON patch: a strategic merge patch would merge conditions"
                + " that differ in reason, and leave old ones behind.",
            PatchRules::contentType),
        required(
            "W63",
            "patchCarriesTheUid",
            "Kubernetes API: metadata.uid as a precondition",
            "A patch that names the uid is refused, and not applied, where the claim has been made"
                + " anew meanwhile.",
            PatchRules::uid),
        required(
            "W64",
            "patchTouchesHealthAlone",
            "Kubernetes API: several writers of one status",
            "A patch holds what identifies the claim and its healthStatus, and nothing that others"
                + " own or that was copied from a read.",
            PatchRules::healthAlone));
  }

  private static void sickAndWell(Scene scene) throws Exception {
    scene.getOnly();
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.report(VOLUME);
    scene.untilStored(DATA);
    scene.untilWritten(DATA, 2);
  }

  private static void subresource(Scene scene) throws Exception {
    sickAndWell(scene);
    for (ApiRequest write : scene.writes(DATA)) {
      expect(write.subresource().equals("status"), "it sent " + write + ": " + write.body());
    }
  }

  private static void contentType(Scene scene) throws Exception {
    sickAndWell(scene);
    for (ApiRequest write : scene.writes(DATA)) {
      expect(
          !write.verb().equals("patch") || TYPES.contains(write.contentType()),
          "it sent a patch of the type " + write.contentType() + ": " + write.body());
    }
  }

  private static void uid(Scene scene) throws Exception {
    String uid = scene.object(CLAIMS, DATA).at("/metadata/uid").asText();
    sickAndWell(scene);
    for (ApiRequest write : scene.writes(DATA)) {
      if (!write.subresource().equals("status")) {
        continue; // none of health, and another rule's matter
      }
      JsonNode body = HealthJson.tree(write.body().getBytes(UTF_8));
      boolean carries =
          write.contentType().equals(JSON_PATCH)
              ? tests(body, uid)
              : body.at("/metadata/uid").asText().equals(uid);
      expect(carries, "a patch does not carry the claim's uid: " + write.body());
    }
  }

  private static boolean tests(JsonNode operations, String uid) {
    for (JsonNode operation : operations) {
      if (operation.path("op").asText().equals("test")
          && operation.path("path").asText().equals("/metadata/uid")
          && operation.path("value").asText().equals(uid)) {
        return true;
      }
    }
    return false;
  }

  private static void healthAlone(Scene scene) throws Exception {
    scene.api.patchStatus(
        CLAIMS,
        NAMESPACE,
        DATA,
        "{\"status\":{\"conditions\":[{\"type\":\"Resizing\",\"status\":\"True\"}]}}");
    String before = withoutHealth(scene);
    sickAndWell(scene);
    String after = withoutHealth(scene);
    expect(after.equals(before), "the claim was %s and is now %s".formatted(before, after));
    for (ApiRequest write : scene.writes(DATA)) {
      JsonNode body = HealthJson.tree(write.body().getBytes(UTF_8));
      boolean minimal = body.isArray() ? isMinimalJsonPatch(body) : isMinimal(body);
      expect(minimal, "a patch holds more than the health: " + write.body());
    }
  }

  private static String withoutHealth(Scene scene) {
    ObjectNode claim = scene.object(CLAIMS, DATA);
    claim.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    claim.withObject("/status").remove("healthStatus");
    return claim.toString();
  }

  private static boolean isMinimal(JsonNode body) {
    return hasOnly(body, OBJECT)
        && hasOnly(body.path("metadata"), METADATA)
        && hasOnly(body.path("status"), Set.of("healthStatus"));
  }

  private static boolean hasOnly(JsonNode object, Set<String> names) {
    for (var name = object.fieldNames(); name.hasNext(); ) {
      if (!names.contains(name.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMinimalJsonPatch(JsonNode operations) {
    for (JsonNode operation : operations) {
      boolean isTest = operation.path("op").asText().equals("test");
      if (!isTest && !operation.path("path").asText().startsWith("/status/healthStatus")) {
        return false;
      }
    }
    return true;
  }
}
