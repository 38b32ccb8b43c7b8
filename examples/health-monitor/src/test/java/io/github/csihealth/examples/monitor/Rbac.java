package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.csihealth.examples.monitor.KubeApiServer.User;
import java.net.http.HttpResponse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a user may do in the whole cluster; a right reads {@code patch pods/status}. */
final class Rbac {

  /** What the monitor needs, and nothing else. */
  static final List<String> MONITOR_RIGHTS = Manifests.rights("ClusterRole");

  /** What it needs besides for a leader election: of those of the upstream sidecar a part. */
  static final List<String> LEASE_RIGHTS =
      List.of(
          "get leases.coordination.k8s.io",
          "create leases.coordination.k8s.io",
          "update leases.coordination.k8s.io");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GROUP = "rbac.authorization.k8s.io";

  private Rbac() {}

  /**
   * The user has these rights of the monitor's, and no others any more; returns once the server
   * goes by that.
   */
  static void set(KubeApiServer server, User user, List<String> rights) throws Exception {
    String rules = rights.stream().map(Rbac::rule).collect(Collectors.joining(", ", "[", "]"));
    apply(
        server,
        "clusterroles",
        """
        {"apiVersion": "%s/v1", "kind": "ClusterRole", "metadata": {"name": "%s"}, "rules": %s}
        """
            .formatted(GROUP, user.name(), rules));
    apply(
        server,
        "clusterrolebindings",
        """
        {"apiVersion": "%1$s/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "%2$s"},
         "roleRef": {"apiGroup": "%1$s", "kind": "ClusterRole", "name": "%2$s"},
         "subjects": [{"apiGroup": "%1$s", "kind": "User", "name": "%2$s"}]}
        """
            .formatted(GROUP, user.name()));
    await(server, user, rights);
  }

  /** Returns once the server goes by these rights: it learns of its RBAC objects by watching. */
  static void await(KubeApiServer server, User user, List<String> rights) throws Exception {
    Set<String> known = new LinkedHashSet<>(MONITOR_RIGHTS);
    known.addAll(rights);
    for (String right : known) {
      eventually(
          () ->
              assertThat(allows(server, user, right)).as(right).isEqualTo(rights.contains(right)));
    }
  }

  private static String rule(String right) {
    String[] verbAndResource = right.split(" ", 2);
    return "{\"apiGroups\": [\"%s\"], \"verbs\": [\"%s\"], \"resources\": [\"%s\"]}"
        .formatted(group(right), verbAndResource[0], resource(verbAndResource[1]));
  }

  /** Of {@code leases.coordination.k8s.io} what follows the first dot; of others nothing. */
  private static String group(String right) {
    return right.contains(".") ? right.substring(right.indexOf('.') + 1) : "";
  }

  private static String resource(String qualified) {
    return qualified.replaceFirst("\\..*", "");
  }

  private static void apply(KubeApiServer server, String resource, String object) throws Exception {
    String name = JSON.readTree(object).at("/metadata/name").asText();
    HttpResponse<String> answer =
        server.request(
            "PATCH",
            "/apis/" + GROUP + "/v1/" + resource + "/" + name + "?fieldManager=test&force=true",
            "application/apply-patch+yaml",
            object);
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
  }

  private static boolean allows(KubeApiServer server, User user, String right) throws Exception {
    String[] verbAndResource = right.split(" ", 2);
    String[] resource = verbAndResource[1].split("/", 2);
    HttpResponse<String> answer =
        server.request(
            "POST",
            "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            "application/json",
            """
            {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview",
             "spec": {"user": "%s", "resourceAttributes":
               {"verb": "%s", "group": "%s", "resource": "%s", "subresource": "%s"}}}
            """
                .formatted(
                    user.name(),
                    verbAndResource[0],
                    group(right),
                    resource(resource[0]),
                    resource.length == 1 ? "" : resource[1]));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return JSON.readTree(answer.body()).at("/status/allowed").asBoolean();
  }
}
