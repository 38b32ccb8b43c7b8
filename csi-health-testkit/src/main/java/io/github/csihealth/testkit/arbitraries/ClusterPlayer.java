package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Plays the steps of a {@link ClusterHistory} on a fake driver and an API server in memory, and
 * keeps what is then so, for the test to compare with.
 *
 * <pre>{@code
 * ClusterPlayer cluster = ClusterPlayer.on(driver, server, "shop");
 * for (ClusterStep step : history) {
 *   cluster.play(step);
 *   controller.cycle();             // the code under test
 * }
 * cluster.volumes().forEach((claim, volume) -> ... cluster.health(volume) ...);
 * }</pre>
 *
 * <p>Driver and server should be new, or at least hold no claim of the history's names. Not
 * thread-safe: one thread plays.
 */
public final class ClusterPlayer {

  private static final String CLAIMS = "persistentvolumeclaims";
  private static final String VOLUMES = "persistentvolumes";

  /** A claim that is bound: to which volume of the driver, through which persistent volume. */
  private record Binding(String volumeId, String persistentVolume) {}

  private final FakeDriver driver;
  private final InMemoryApiServer server;
  private final String namespace;
  private final Map<String, Binding> bindings = new TreeMap<>();
  private final Map<String, List<VolumeHealthEntry>> health = new TreeMap<>();

  private ClusterPlayer(FakeDriver driver, InMemoryApiServer server, String namespace) {
    this.driver = Objects.requireNonNull(driver, "driver");
    this.server = Objects.requireNonNull(server, "server");
    this.namespace = Objects.requireNonNull(namespace, "namespace");
  }

  /** A player whose claims are in this namespace. */
  public static ClusterPlayer on(FakeDriver driver, InMemoryApiServer server, String namespace) {
    return new ClusterPlayer(driver, server, namespace);
  }

  /** Lets one thing happen; it has happened when this returns. */
  public void play(ClusterStep step) {
    step.in(this);
  }

  /** The claims that are bound now, by name, each with the driver's volume id; a copy. */
  public Map<String, String> volumes() {
    Map<String, String> volumes = new TreeMap<>();
    bindings.forEach((claim, binding) -> volumes.put(claim, binding.volumeId));
    return volumes;
  }

  /** What the driver says of a volume now; empty if it does not know the volume. */
  public Optional<List<VolumeHealthEntry>> health(String volumeId) {
    return Optional.ofNullable(health.get(volumeId));
  }

  void bind(String claim, String volumeId) {
    delete(claim);
    if (!health.containsKey(volumeId)) {
      setHealth(volumeId, List.of());
    }
    BoundClaim bound = server.boundClaim(namespace, claim, driver.name(), volumeId);
    bindings.put(claim, new Binding(volumeId, bound.volumeName()));
  }

  void setHealth(String volumeId, List<VolumeHealthEntry> entries) {
    driver.setHealth(volumeId, entries);
    health.put(volumeId, entries);
  }

  void forget(String volumeId) {
    driver.forget(volumeId);
    health.remove(volumeId);
  }

  void delete(String claim) {
    server.delete(CLAIMS, namespace, claim);
    Binding binding = bindings.remove(claim);
    if (binding != null) {
      server.patchStatus(
          VOLUMES, "", binding.persistentVolume, "{\"status\":{\"phase\":\"Released\"}}");
    }
  }

  /** The new claim names the old volume, as its manifest may; the volume names the old claim. */
  void recreate(String claim) {
    Binding binding = bindings.get(claim);
    if (binding == null) {
      return;
    }
    delete(claim);
    server.create(
        """
        {"apiVersion":"v1","kind":"PersistentVolumeClaim",
         "metadata":{"namespace":"%s","name":"%s"},
         "spec":{"accessModes":["ReadWriteOnce"],"volumeName":"%s",
                 "resources":{"requests":{"storage":"1Gi"}}},
         "status":{"phase":"Pending"}}
        """
            .formatted(namespace, claim, binding.persistentVolume));
  }

  void failNext(MethodDescriptor<?, ?> method, Status status) {
    driver.failNext(method, status);
  }

  void gate(boolean on) {
    server.setVolumeHealthEnabled(on);
  }

  void restartDriver() {
    driver.restart();
  }
}
