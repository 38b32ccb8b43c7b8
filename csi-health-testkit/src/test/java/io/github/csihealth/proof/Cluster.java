package io.github.csihealth.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.proof.ReferenceBinding.Owner;
import io.github.csihealth.proof.ReferenceBinding.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What exists: claims and volumes as they are, seen or not. */
final class Cluster {

  static final String NAMESPACE = "shop";

  final Server server = new Server("healthStatus");
  final Map<String, Owner> claims = new TreeMap<>();
  final Map<String, Volume> volumes = new TreeMap<>();

  /** A claim under this name, new if there was none, that names this volume. */
  Owner claim(String name, String volumeName, String phase) {
    String uid = claims.containsKey(name) ? claims.get(name).uid() : server.newUid();
    Owner claim = new Owner(NAMESPACE, name, uid, volumeName, phase);
    claims.put(name, claim);
    server.put(
        NAMESPACE,
        name,
        uid,
        object -> {
          object.withObject("/spec").put("volumeName", volumeName);
          object.withObject("/status").put("phase", phase);
        });
    return claim;
  }

  /** The claim as a client reads it. */
  Claim readClaim(String name) {
    return HealthJson.readClaim(server.read(name)).value();
  }

  void delete(String name) {
    claims.remove(name);
    server.delete(name);
  }

  /** The claim that a volume's reports may reach, through any volume of this handle. */
  Map<String, Volume> bound() {
    Map<String, Volume> bound = new TreeMap<>();
    for (Owner claim : claims.values()) {
      boundTo(claim).ifPresent(volume -> bound.put(claim.name(), volume));
    }
    return bound;
  }

  private Optional<Volume> boundTo(Owner claim) {
    return volumes.values().stream()
        .filter(volume -> ReferenceBinding.holds(volume, claim))
        .findFirst();
  }

  /** The volume as a client reads it. */
  PersistentVolume readVolume(String name) {
    Volume volume = volumes.get(name);
    ObjectNode json = Server.object();
    json.withObject("/metadata").put("name", name);
    if (volume.deleting()) {
      json.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
    }
    if (!volume.driver().isEmpty()) {
      json.withObject("/spec/csi")
          .put("driver", volume.driver())
          .put("volumeHandle", volume.handle());
    }
    if (!volume.claimName().isEmpty()) {
      ObjectNode ref = json.withObject("/spec/claimRef");
      ref.put("namespace", volume.claimNamespace()).put("name", volume.claimName());
      if (!volume.claimUid().isEmpty()) {
        ref.put("uid", volume.claimUid());
      }
    }
    json.withObject("/status").put("phase", volume.phase());
    return HealthJson.readPersistentVolume(json).value();
  }
}
