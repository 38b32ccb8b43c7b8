package io.github.csihealth.testkit.apiserver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the method and path of a request name.
 *
 * @param verb the verb that Kubernetes gives the request
 * @param group the API group; empty for the core group and for other paths
 * @param namespace empty where the path has none
 * @param resource the plural; empty for a path that names no resource
 * @param name empty for a collection
 * @param subresource empty for the object itself
 */
record RequestTarget(
    String verb, String group, String namespace, String resource, String name, String subresource) {

  static RequestTarget of(String method, String rawPath, QueryParameters query) {
    List<String> segments = segments(rawPath);
    boolean core = segments.size() > 2 && startsWith(segments, "api", "v1");
    boolean grouped =
        segments.size() > 3 && segments.get(0).equals("apis") && segments.get(2).equals("v1");
    if (!core && !grouped) {
      return new RequestTarget(method.toLowerCase(Locale.ROOT), "", "", "", "", "");
    }
    List<String> rest = segments.subList(core ? 2 : 3, segments.size());
    String namespace = "";
    if (rest.size() > 2 && rest.get(0).equals("namespaces")) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    String name = rest.size() > 1 ? rest.get(1) : "";
    String subresource = String.join("/", rest.subList(Math.min(2, rest.size()), rest.size()));
    return new RequestTarget(
        verb(method, name, query),
        core ? "" : segments.get(1),
        namespace,
        rest.get(0),
        name,
        subresource);
  }

  private static String verb(String method, String name, QueryParameters query) {
    return switch (method) {
      case "GET" -> query.flag("watch") ? "watch" : name.isEmpty() ? "list" : "get";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
      default -> method.toLowerCase(Locale.ROOT);
    };
  }

  /** The served resource that is named; empty if there is none of that kind of path. */
  Optional<ResourceType> type() {
    return ResourceType.served(group, resource)
        .filter(type -> type.namespaced() ? isNamespacedPath() : namespace.isEmpty())
        .filter(type -> subresource.isEmpty() || isStatusOf(type));
  }

  // All objects of all namespaces may be listed; one object needs its namespace.
  private boolean isNamespacedPath() {
    return !namespace.isEmpty() || name.isEmpty();
  }

  private boolean isStatusOf(ResourceType type) {
    return type.hasStatus() && subresource.equals(UpdateRules.STATUS);
  }

  private static boolean startsWith(List<String> segments, String... wanted) {
    return segments.subList(0, wanted.length).equals(List.of(wanted));
  }

  private static List<String> segments(String rawPath) {
    return Stream.of(rawPath.split("/", -1))
        .filter(segment -> !segment.isEmpty())
        // A plus sign is itself in a path.
        .map(s -> URLDecoder.decode(s.replace("+", "%2B"), StandardCharsets.UTF_8))
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
