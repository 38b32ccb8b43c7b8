package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Store;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.runtime.HealthRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows a runtime the claims and volumes of a cluster, as two informers see them. */
final class KubernetesWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  private final KubernetesClient client;
  private final HealthRuntime runtime;
  private final Duration resync;
  private final List<SharedIndexInformer<?>> informers = new ArrayList<>();
  private volatile boolean closed;

  /**
   * A watch that has not begun, and leaves client and runtime to their owner.
   *
   * @param resync after which all that is known is shown again; zero for never
   */
  KubernetesWatch(KubernetesClient client, HealthRuntime runtime, Duration resync) {
    this.client = client;
    this.runtime = runtime;
    this.resync = resync;
  }

  /**
   * Lists volumes and claims and watches them from there; returns once the runtime was shown all
   * that there is.
   *
   * @throws KubernetesClientException if they cannot be listed
   */
  void start() {
    watch(
        "volumes",
        client.persistentVolumes(),
        volume -> runtime.volumeSeen(HealthJson.readPersistentVolume(json(volume)).value()),
        volume -> runtime.volumeGone(volume.getMetadata().getName()));
    watch(
        "claims",
        client.persistentVolumeClaims().inAnyNamespace(),
        claim -> runtime.claimSeen(HealthJson.readClaim(json(claim)).value()),
        claim ->
            runtime.claimGone(
                claim.getMetadata().getNamespace(),
                claim.getMetadata().getName(),
                claim.getMetadata().getUid()));
  }

  private <T extends HasMetadata> void watch(
      String what, Informable<T> resources, Consumer<T> onSeen, Consumer<T> onGone) {
    SharedIndexInformer<T> informer =
        resources
            .runnableInformer(resync.toMillis())
            .addEventHandler(new Handler<>(onSeen, onGone))
            .exceptionHandler(
                (started, error) -> {
                  boolean again = started && !closed;
                  if (again) {
                    LOG.atWarn()
                        .addKeyValue("what", what)
                        .addKeyValue("detail", OneLine.of(error))
                        .log("watch failed, trying again");
                  }
                  return again;
                });
    informers.add(informer);
    informer.run();
    // Handlers run some time after the list; the first round should not have to wait for them.
    Store<T> store = informer.getStore();
    store.listKeys().forEach(key -> show(store, key, onSeen, onGone));
  }

  /** Until the store has nothing newer, so that an older copy is not what was shown last. */
  private static <T> void show(Store<T> store, String key, Consumer<T> onSeen, Consumer<T> onGone) {
    @Nullable T shown = null;
    for (@Nullable T now = store.getByKey(key); now != shown; now = store.getByKey(key)) {
      if (now == null) {
        onGone.accept(shown);
      } else {
        onSeen.accept(now);
      }
      shown = now;
    }
  }

  private byte[] json(HasMetadata object) {
    return client.getKubernetesSerialization().asJson(object).getBytes(UTF_8);
  }

  /** Stops watching. */
  @Override
  public void close() {
    closed = true;
    informers.forEach(SharedIndexInformer::stop);
  }

  private record Handler<T extends HasMetadata>(Consumer<T> onSeen, Consumer<T> onGone)
      implements ResourceEventHandler<T> {

    @Override
    public void onAdd(T object) {
      onSeen.accept(object);
    }

    @Override
    public void onUpdate(@Nullable T before, T object) {
      // A list after a gap shows an object re-created under its name as an update.
      if (before != null && !before.getMetadata().getUid().equals(object.getMetadata().getUid())) {
        onGone.accept(before);
      }
      onSeen.accept(object);
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
      onGone.accept(object);
    }
  }
}
