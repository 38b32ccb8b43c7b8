package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.AnyNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.github.csihealth.examples.monitor.HealthResource.Health;
import io.github.csihealth.model.HealthJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The objects of one resource on an API server, of which only the health is kept. */
final class HealthCollection {

  private static final int GONE = 410;

  private final KubernetesClient client;
  private final HealthResource resource;
  private final Optional<String> namespace;
  private final int pageSize;

  /**
   * A collection that leaves the client to its owner.
   *
   * @param namespace empty for all
   * @param pageSize objects asked for at a time
   */
  HealthCollection(
      KubernetesClient client, HealthResource resource, Optional<String> namespace, int pageSize) {
    this.client = client;
    this.resource = resource;
    this.namespace = namespace;
    this.pageSize = pageSize;
  }

  /**
   * All objects at one moment.
   *
   * @param version of the collection, from which on it can be watched
   */
  record Listing(List<Health> objects, String version) {}

  /** Is told what happens to the collection. */
  interface Observer {
    void seen(Health health);

    void gone(String object);

    /** Nothing more will be told: the collection must be listed and watched anew. */
    void ended();
  }

  /**
   * Lists page by page.
   *
   * @throws KubernetesClientException if it cannot
   */
  Listing list() {
    try {
      return list((long) pageSize);
    } catch (KubernetesClientException e) {
      if (e.getCode() != GONE) {
        throw e;
      }
      // The pages have outlived what the server remembers; in one piece there is nothing to
      // outlive.
      return list(null);
    }
  }

  private Listing list(@Nullable Long limit) {
    List<Health> objects = new ArrayList<>();
    @Nullable String next = null;
    GenericKubernetesResourceList page;
    do {
      page = objects().list(new ListOptionsBuilder().withLimit(limit).withContinue(next).build());
      page.getItems().forEach(object -> objects.add(read(object)));
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    return new Listing(objects, String.valueOf(page.getMetadata().getResourceVersion()));
  }

  /**
   * Watches from a version on, through reconnections, until that is not possible any more.
   *
   * @throws KubernetesClientException if it cannot
   */
  Watch watch(String version, Observer observer) {
    return objects()
        .watch(
            new ListOptionsBuilder()
                .withResourceVersion(version)
                .withAllowWatchBookmarks(true)
                .build(),
            new Watcher<GenericKubernetesResource>() {
              @Override
              public void eventReceived(Action action, GenericKubernetesResource object) {
                switch (action) {
                  case ADDED, MODIFIED -> observer.seen(read(object));
                  case DELETED -> observer.gone(read(object).object());
                  default -> {
                    // Bookmarks say nothing of an object; errors end the watch.
                  }
                }
              }

              @Override
              public void onClose(WatcherException why) {
                observer.ended();
              }
            });
  }

  private AnyNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      objects() {
    MixedOperation<
            GenericKubernetesResource,
            GenericKubernetesResourceList,
            Resource<GenericKubernetesResource>>
        all = client.genericKubernetesResources(resource.definition());
    if (!resource.isNamespaced()) {
      return all;
    }
    return namespace.isPresent() ? all.inNamespace(namespace.get()) : all.inAnyNamespace();
  }

  private Health read(GenericKubernetesResource object) {
    // By way of JSON: the fields that no bean knows of are read as the server sent them.
    String json = client.getKubernetesSerialization().asJson(object);
    return resource.read(HealthJson.tree(json.getBytes(UTF_8)));
  }
}
