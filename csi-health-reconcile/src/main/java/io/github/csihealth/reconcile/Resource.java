package io.github.csihealth.reconcile;

/** The three resources that carry health, by the names that the API has for them. */
enum Resource {
  CLAIM("v1", "PersistentVolumeClaim", "persistentvolumeclaims", "healthStatus"),
  POD("v1", "Pod", "pods", "volumeHealth"),
  CSI_NODE("storage.k8s.io/v1", "CSINode", "csinodes", "storageHealth");

  private final String apiVersion;
  private final String kind;
  private final String plural;
  private final String field;

  Resource(String apiVersion, String kind, String plural, String field) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.plural = plural;
    this.field = field;
  }

  String apiVersion() {
    return apiVersion;
  }

  String kind() {
    return kind;
  }

  /** The health field within {@code status}. */
  String field() {
    return field;
  }

  /** The path of the status subresource of an object; without namespace if that is empty. */
  String statusPath(String namespace, String name) {
    return (apiVersion.contains("/") ? "/apis/" : "/api/")
        + apiVersion
        + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
        + "/"
        + plural
        + "/"
        + name
        + "/status";
  }
}
