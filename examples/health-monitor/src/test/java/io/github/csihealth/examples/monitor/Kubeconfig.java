package io.github.csihealth.examples.monitor;

/** Kubeconfigs for tests, of one cluster and one user. */
final class Kubeconfig {

  private Kubeconfig() {}

  /**
   * The content of the file.
   *
   * @param user its credentials, as YAML in one line
   */
  static String of(String server, String user) {
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: test
          cluster:
            server: %s
        contexts:
        - name: test
          context:
            cluster: test
            user: test
        users:
        - name: test
          user: %s
        current-context: test
        """
        .formatted(server, user);
  }
}
