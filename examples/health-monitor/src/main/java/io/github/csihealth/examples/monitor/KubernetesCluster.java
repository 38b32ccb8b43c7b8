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
import io.github.csihealth.model.HealthObject;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims and volumes of a cluster as two informers see them, and writes to the claims.
 *
 * <p>After a write the answered claim is the stored state until the informer shows that
 * resourceVersion or a later one (rule C21): of two copies the later one is kept, wherever it came
 * from. Which claims there are is for the informer alone to say.
 */
final class KubernetesCluster implements Cluster, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("health-monitor");

  private final KubernetesClient watching;
  private final KubernetesClient writing;
  private final Map<String, Seen<Claim>> claims = new ConcurrentHashMap<>();
  private final Map<String, Seen<PersistentVolume>> volumes = new ConcurrentHashMap<>();
  private final List<SharedIndexInformer<?>> informers = new ArrayList<>();
  private volatile boolean closed;

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
    watch("volumes", watching.persistentVolumes(), volumes, this::read);
    watch("claims", watching.persistentVolumeClaims().inAnyNamespace(), claims, this::read);
  }

  private <T extends HasMetadata, V> void watch(
      String what, Informable<T> resources, Map<String, Seen<V>> known, Function<T, V> read) {
    Consumer<T> onSeen =
        object -> known.merge(key(object), Seen.of(object, read.apply(object)), Seen::laterOf);
    // Another object may have got the name meanwhile.
    Consumer<T> onGone =
        object ->
            known.computeIfPresent(key(object), (key, seen) -> seen.isOf(object) ? null : seen);
    SharedIndexInformer<T> informer =
        resources
            .runnableInformer(0)
            .addEventHandler(new Handler<>(onSeen, onGone))
            .exceptionHandler(
                (started, error) -> {
                  boolean again = started && !closed;
                  if (again) {
                    LOG.warn("watching {} failed, trying again: {}", what, OneLine.of(error));
                  }
                  return again;
                });
    informers.add(informer);
    informer.run();
    // Handlers run some time after the list; the first cycle should not have to wait for them.
    for (T listed : informer.getStore().list()) {
      onSeen.accept(listed);
      if (informer.getStore().getByKey(informer.getStore().getKey(listed)) == null) {
        onGone.accept(listed);
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
        update(claim, read(claim));
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
      Claim stored = read(answered);
      update(answered, stored);
      return intent.isDroppedIn(stored)
          ? new WriteResult(
              Outcome.DROPPED,
              "the server does not keep status.healthStatus: is its feature gate CSIVolumeHealth"
                  + " on?")
          : WriteResult.STORED;
    } catch (KubernetesClientException e) {
      WriteResult result = refused(e);
      if (result.outcome() == Outcome.GONE) {
        forget(intent.target());
      }
      return result;
    }
  }

  /** What the server does not have is not to be tried again, whether or not a watch told. */
  private void forget(HealthObject gone) {
    claims.computeIfPresent(
        key(gone.namespace(), gone.name()),
        (key, seen) -> seen.uid.equals(gone.uid()) ? null : seen);
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

  private Claim read(PersistentVolumeClaim claim) {
    return HealthJson.readClaim(json(claim)).value();
  }

  private PersistentVolume read(io.fabric8.kubernetes.api.model.PersistentVolume volume) {
    return HealthJson.readPersistentVolume(json(volume)).value();
  }

  /** Takes what a request answered, unless the claim is known to be deleted. */
  private void update(PersistentVolumeClaim answered, Claim claim) {
    claims.computeIfPresent(key(answered), (key, known) -> known.laterOf(Seen.of(answered, claim)));
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
    closed = true;
    informers.forEach(SharedIndexInformer::stop);
  }

  /** A copy of an object, of which object and how late it is. */
  private record Seen<V>(String uid, BigInteger version, V value) {

    static <V> Seen<V> of(HasMetadata object, V value) {
      return new Seen<>(object.getMetadata().getUid(), version(object), value);
    }

    /** Kubernetes promises since v1.35 that these compare as whole numbers. */
    private static BigInteger version(HasMetadata object) {
      try {
        return new BigInteger(object.getMetadata().getResourceVersion());
      } catch (NumberFormatException e) {
        return BigInteger.ZERO;
      }
    }

    Seen<V> laterOf(Seen<V> that) {
      return that.version.compareTo(version) >= 0 ? that : this;
    }

    boolean isOf(HasMetadata object) {
      return uid.equals(object.getMetadata().getUid());
    }
  }

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
