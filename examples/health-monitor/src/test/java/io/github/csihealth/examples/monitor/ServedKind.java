package io.github.csihealth.examples.monitor;

/** The resources with a status that the in-memory API server serves as a real one does. */
enum ServedKind {
  CLAIM(
      "v1",
      "PersistentVolumeClaim",
      "/api/v1/namespaces/%s/persistentvolumeclaims",
      "{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}},"
          + "\"storageClassName\":\"\",\"volumeName\":\"pv\"}"),
  VOLUME(
      "v1",
      "PersistentVolume",
      "/api/v1/persistentvolumes",
      "{\"capacity\":{\"storage\":\"1Gi\"},\"accessModes\":[\"ReadWriteOnce\"],"
          + "\"csi\":{\"driver\":\"d.example.com\",\"volumeHandle\":\"vol-1\"}}"),
  POD(
      "v1",
      "Pod",
      "/api/v1/namespaces/%s/pods",
      "{\"containers\":[{\"name\":\"app\",\"image\":\"registry.example.com/app\"}],\"volumes\":["
          + "{\"name\":\"data\",\"persistentVolumeClaim\":{\"claimName\":\"data\"}},"
          + "{\"name\":\"logs\",\"persistentVolumeClaim\":{\"claimName\":\"logs\"}}]}"),
  CSI_NODE(
      "storage.k8s.io/v1",
      "CSINode",
      "/apis/storage.k8s.io/v1/csinodes",
      "{\"drivers\":[{\"name\":\"d.example.com\",\"nodeID\":\"n\"}]}");

  /** The namespace of claims and pods. */
  static final String NAMESPACE = "differential";

  private final String apiVersion;
  private final String kind;
  private final String collection;
  private final String spec;

  ServedKind(String apiVersion, String kind, String collection, String spec) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.collection = collection.formatted(NAMESPACE);
    this.spec = spec;
  }

  String apiVersion() {
    return apiVersion;
  }

  String kind() {
    return kind;
  }

  /** The path of all of them. */
  String collection() {
    return collection;
  }

  /** The spec of each of them, as JSON. */
  String spec() {
    return spec;
  }
}
