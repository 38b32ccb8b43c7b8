package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.github.csihealth.examples.monitor.WriteResult.Outcome;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.reconcile.Binding;
import io.github.csihealth.reconcile.WriteIntent;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims and volumes of a cluster as two informers see them, and writes to the claims.
 *
 * <p>After a write the answered claim is the stored state until the informer shows that
 * resourceVersion or a later one (rule C21): of two copies the later one is kept, wherever it came
 * from.
 */
final class KubernetesCluster implements Cluster, AutoCloseable {

  private final KubernetesClient watching;
  private final KubernetesClient writing;
  private final Map<String, Seen<Claim>> claims = new ConcurrentHashMap<>();
  private final Map<String, Seen<PersistentVolume>> volumes = new ConcurrentHashMap<>();
  private final List<SharedIndexInformer<?>> informers = new ArrayList<>();

  /**
   * A cluster, not yet watched.
   *
   * @param watching for informers, with the client's own retries
   * @param writing for writes, without retries: they would hide faults and repeat old content
   */
  KubernetesCluster(KubernetesClient watching, KubernetesClient writing) {
    this.watching = watching;
    this.writing = writing;
  }

  /** Lists claims and volumes and watches them from there; returns once both are known. */
  void start() {
    watch(watching.persistentVolumes(), volumes, this::observe);
    watch(watching.persistentVolumeClaims().inAnyNamespace(), claims, this::observe);
  }

  private <T extends HasMetadata> void watch(
      Informable<T> resources, Map<String, ?> known, Consumer<T> onSeen) {
    SharedIndexInformer<T> informer =
        resources.inform(new Handler<>(onSeen, gone -> known.remove(key(gone))));
    informers.add(informer);
    // Handlers run some time after the list; the first cycle should not have to wait for them.
    for (T listed : informer.getStore().list()) {
      onSeen.accept(listed);
      if (informer.getStore().getByKey(informer.getStore().getKey(listed)) == null) {
        known.remove(key(listed));
      }
    }
  }

  @Override
  public List<BoundVolume> boundVolumes(String driver) {
    return volumes.values().stream()
        .flatMap(seen -> current(seen.value(), driver).stream())
        .toList();
  }

  @Override
  public Optional<BoundVolume> current(PersistentVolume volume, String driver) {
    return Optional.ofNullable(volumes.get(key("", volume.name())))
        .map(Seen::value)
        .flatMap(
            now ->
                Optional.ofNullable(
                        claims.get(key(now.claimRef().namespace(), now.claimRef().name())))
                    .map(Seen::value)
                    .filter(claim -> Binding.of(now, claim, driver) == Binding.BOUND)
                    .map(claim -> new BoundVolume(now, claim)));
  }

  @Override
  public boolean refresh(BoundVolume volume) {
    try {
      PersistentVolumeClaim claim =
          writing
              .persistentVolumeClaims()
              .inNamespace(volume.claim().namespace())
              .withName(volume.claim().name())
              .get();
      if (claim != null) {
        observe(claim);
      }
      return claim != null;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  @Override
  public WriteResult write(WriteIntent intent) {
    PersistentVolumeClaim target =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withNamespace(intent.target().namespace())
            .withName(intent.target().name())
            .endMetadata()
            .build();
    try {
      // This form sends the bytes as they are, in one request; others send a GET first.
      PersistentVolumeClaim answered =
          writing
              .persistentVolumeClaims()
              .resource(target)
              .subresource("status")
              .patch(PatchContext.of(PatchType.JSON_MERGE), intent.mergePatch().bodyText());
      Claim stored = observe(answered);
      return intent.isDroppedIn(stored)
          ? new WriteResult(
              Outcome.DROPPED,
              "the server does not keep status.healthStatus: is its feature gate CSIVolumeHealth"
                  + " on?")
          : WriteResult.STORED;
    } catch (KubernetesClientException e) {
      return refused(e);
    }
  }

  private static WriteResult refused(KubernetesClientException e) {
    Outcome outcome =
        switch (e.getCode()) {
          case 404 -> Outcome.GONE;
          case 409 -> Outcome.CONFLICT;
          case 401, 403 -> Outcome.FORBIDDEN;
          case 422 -> isAboutUid(e) ? Outcome.GONE : Outcome.REFUSED;
          case 400, 413, 415 -> Outcome.REFUSED;
          default -> Outcome.UNAVAILABLE;
        };
    return new WriteResult(outcome, OneLine.of(e));
  }

  private static boolean isAboutUid(KubernetesClientException e) {
    return e.getStatus() != null
        && e.getStatus().getDetails() != null
        && e.getStatus().getDetails().getCauses().stream()
            .map(StatusCause::getField)
            .anyMatch("metadata.uid"::equals);
  }

  private Claim observe(PersistentVolumeClaim claim) {
    Claim read = HealthJson.readClaim(json(claim)).value();
    return later(claims, claim, read);
  }

  private void observe(io.fabric8.kubernetes.api.model.PersistentVolume volume) {
    later(volumes, volume, HealthJson.readPersistentVolume(json(volume)).value());
  }

  /** Keeps the later of the known and this copy of an object, and returns it. */
  private static <T> T later(Map<String, Seen<T>> known, HasMetadata object, T value) {
    Seen<T> seen = new Seen<>(version(object), value);
    return known
        .merge(key(object), seen, (old, now) -> now.version.compareTo(old.version) >= 0 ? now : old)
        .value();
  }

  /** Kubernetes promises since v1.35 that these compare as whole numbers. */
  private static BigInteger version(HasMetadata object) {
    try {
      return new BigInteger(object.getMetadata().getResourceVersion());
    } catch (NumberFormatException e) {
      return BigInteger.ZERO;
    }
  }

  private static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return key(namespace == null ? "" : namespace, object.getMetadata().getName());
  }

  private byte[] json(HasMetadata object) {
    return watching.getKubernetesSerialization().asJson(object).getBytes(StandardCharsets.UTF_8);
  }

  private static String key(String namespace, String name) {
    return namespace + "/" + name;
  }

  /** Stops watching. The clients stay open: they are their owner's. */
  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::stop);
  }

  /** A copy of an object and how late it is. */
  private record Seen<T>(BigInteger version, T value) {}

  /** Adds and updates are one thing here. */
  private record Handler<T>(Consumer<T> onSeen, Consumer<T> onGone)
      implements ResourceEventHandler<T> {

    @Override
    public void onAdd(T object) {
      onSeen.accept(object);
    }

    @Override
    public void onUpdate(@Nullable T before, T object) {
      onSeen.accept(object);
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
      onGone.accept(object);
    }
  }
}
