package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Store;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.runtime.HealthRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows a runtime the claims and volumes of a cluster, as two informers see them. */
final class KubernetesWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  private final KubernetesClient client;
  private final Watched<PersistentVolume> volumes;
  private final Watched<PersistentVolumeClaim> claims;
  private volatile boolean closed;

  /**
   * A watch that has not begun, and leaves client and runtime to their owner.
   *
   * @param resync after which all that is known is shown again; zero for never
   */
  KubernetesWatch(KubernetesClient client, HealthRuntime runtime, Duration resync) {
    this.client = client;
    this.volumes =
        watched(
            "volumes",
            client.persistentVolumes(),
            resync,
            new Handler<>(
                volume -> runtime.volumeSeen(HealthJson.readPersistentVolume(json(volume)).value()),
                volume -> runtime.volumeGone(volume.getMetadata().getName())));
    this.claims =
        watched(
            "claims",
            client.persistentVolumeClaims().inAnyNamespace(),
            resync,
            new Handler<>(
                claim -> runtime.claimSeen(HealthJson.readClaim(json(claim)).value()),
                claim ->
                    runtime.claimGone(
                        claim.getMetadata().getNamespace(),
                        claim.getMetadata().getName(),
                        claim.getMetadata().getUid())));
  }

  private <T extends HasMetadata> Watched<T> watched(
      String what, Informable<T> resources, Duration resync, Handler<T> handler) {
    return new Watched<>(
        resources
            .runnableInformer(resync.toMillis())
            .addEventHandler(handler)
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
                }),
        handler);
  }

  private byte[] json(HasMetadata object) {
    return client.getKubernetesSerialization().asJson(object).getBytes(UTF_8);
  }

  /**
   * Lists volumes and claims and watches them from there; returns once the runtime was shown all
   * that there is.
   *
   * @param end once it completes, lists are not waited for any more: they may take for ever
   * @throws KubernetesClientException if volumes or claims cannot be listed
   */
  void start(CompletableFuture<?> end) throws InterruptedException {
    CompletableFuture<?> listed = volumes.start().thenCompose(done -> claims.start());
    try {
      CompletableFuture.anyOf(end, listed).get();
    } catch (ExecutionException e) {
      throw KubernetesClientException.launderThrowable(e.getCause());
    }
    if (!end.isDone()) {
      // Handlers run some time after the list; the first round should not have to wait for them.
      volumes.show();
      claims.show();
    }
  }

  /** Stops watching, and listing. */
  @Override
  public void close() {
    closed = true;
    volumes.informer().stop();
    claims.informer().stop();
  }

  /** One kind of objects. */
  private record Watched<T extends HasMetadata>(
      SharedIndexInformer<T> informer, Handler<T> handler) {

    /** Completes once all are listed. */
    CompletableFuture<Void> start() {
      return informer.start().toCompletableFuture();
    }

    void show() {
      informer.getStore().listKeys().forEach(this::show);
    }

    /** Until the store has nothing newer, so that an older copy is not what was shown last. */
    private void show(String key) {
      Store<T> store = informer.getStore();
      @Nullable T shown = null;
      for (@Nullable T now = store.getByKey(key); now != shown; now = store.getByKey(key)) {
        if (now == null) {
          handler.onGone().accept(shown);
        } else {
          handler.onSeen().accept(now);
        }
        shown = now;
      }
    }
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
