package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A claim and a volume that are bound to each other, as a binding controller leaves them. */
final class BoundObjects {
  private static final String SIZE = "1Gi";
  private static final String ACCESS_MODE = "ReadWriteOnce";
  private static final String VOLUME_MODE = "Filesystem";

  private BoundObjects() {}

  static ObjectNode claim(BoundClaim bound) {
    ObjectNode claim = named(ResourceType.CLAIM, bound.claimName(), bound.claimUid());
    claim.withObject("/metadata").put("namespace", bound.namespace());
    ObjectNode spec = claim.withObject("/spec");
    spec.putArray("accessModes").add(ACCESS_MODE);
    spec.withObject("/resources/requests").put("storage", SIZE);
    spec.put("volumeName", bound.volumeName()).put("volumeMode", VOLUME_MODE);
    ObjectNode status = claim.withObject("/status").put("phase", "Bound");
    status.putArray("accessModes").add(ACCESS_MODE);
    status.withObject("/capacity").put("storage", SIZE);
    return claim;
  }

  static ObjectNode volume(BoundClaim bound, String driver, String volumeHandle) {
    ObjectNode volume = named(ResourceType.VOLUME, bound.volumeName(), bound.volumeUid());
    ObjectNode spec = volume.withObject("/spec");
    spec.withObject("/capacity").put("storage", SIZE);
    spec.withObject("/csi").put("driver", driver).put("volumeHandle", volumeHandle);
    spec.putArray("accessModes").add(ACCESS_MODE);
    spec.withObject("/claimRef")
        .put("kind", ResourceType.CLAIM.kind())
        .put("apiVersion", ResourceType.CLAIM.apiVersion())
        .put("namespace", bound.namespace())
        .put("name", bound.claimName())
        .put("uid", bound.claimUid());
    spec.put("volumeMode", VOLUME_MODE);
    volume.withObject("/status").put("phase", "Bound");
    return volume;
  }

  private static ObjectNode named(ResourceType type, String name, String uid) {
    ObjectNode object = Json.object().put("kind", type.kind()).put("apiVersion", type.apiVersion());
    object.withObject("/metadata").put("name", name).put("uid", uid);
    return object;
  }
}
