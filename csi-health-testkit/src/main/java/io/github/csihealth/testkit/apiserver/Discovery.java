package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What clients ask about the server before they ask for objects. */
final class Discovery {
  private static final List<String> VERBS =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");
  private static final List<String> STATUS_VERBS = List.of("get", "patch", "update");

  private Discovery() {}

  /** The document at a path; empty where there is none. */
  static Optional<ObjectNode> document(String path) {
    String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return Optional.ofNullable(
        switch (trimmed) {
          case "/version" -> version();
          case "/api" -> coreVersions();
          case "/apis" -> groups();
          case "/api/v1" -> resources("");
          case "/apis/storage.k8s.io" -> group("storage.k8s.io");
          case "/apis/storage.k8s.io/v1" -> resources("storage.k8s.io");
          case "/apis/coordination.k8s.io" -> group("coordination.k8s.io");
          case "/apis/coordination.k8s.io/v1" -> resources("coordination.k8s.io");
          default -> null;
        });
  }

  private static ObjectNode version() {
    return Json.object()
        .put("major", "1")
        .put("minor", "37")
        .put("gitVersion", "v1.37.2")
        .put("gitCommit", "")
        .put("gitTreeState", "clean")
        .put("buildDate", "1970-01-01T00:00:00Z")
        .put("goVersion", "none")
        .put("compiler", "none")
        .put("platform", "in-memory");
  }

  private static ObjectNode coreVersions() {
    ObjectNode out = Json.object().put("kind", "APIVersions");
    out.putArray("versions").add("v1");
    out.putArray("serverAddressByClientCIDRs");
    return out;
  }

  private static ObjectNode groups() {
    ObjectNode out = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
    ArrayNode groups = out.putArray("groups");
    for (String name : List.of("storage.k8s.io", "coordination.k8s.io")) {
      groups.add(group(name).without(List.of("kind", "apiVersion")));
    }
    return out;
  }

  private static ObjectNode group(String name) {
    ObjectNode version = Json.object().put("groupVersion", name + "/v1").put("version", "v1");
    ObjectNode out =
        Json.object().put("kind", "APIGroup").put("apiVersion", "v1").put("name", name);
    out.putArray("versions").add(version);
    out.set("preferredVersion", version.deepCopy());
    return out;
  }

  private static ObjectNode resources(String group) {
    ObjectNode out =
        Json.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", group.isEmpty() ? "v1" : group + "/v1");
    ArrayNode list = out.putArray("resources");
    Arrays.stream(ResourceType.values())
        .filter(type -> type.group().equals(group))
        .forEach(
            type -> {
              list.add(resource(type, "", VERBS));
              if (type.hasStatus()) {
                list.add(resource(type, "/" + UpdateRules.STATUS, STATUS_VERBS));
              }
            });
    return out;
  }

  private static ObjectNode resource(ResourceType type, String subresource, List<String> verbs) {
    ObjectNode out =
        Json.object()
            .put("name", type.plural() + subresource)
            .put("singularName", subresource.isEmpty() ? type.singular() : "")
            .put("namespaced", type.namespaced())
            .put("kind", type.kind());
    verbs.forEach(out.putArray("verbs")::add);
    if (subresource.isEmpty() && !type.shortNames().isEmpty()) {
      type.shortNames().forEach(out.putArray("shortNames")::add);
    }
    return out;
  }
}
