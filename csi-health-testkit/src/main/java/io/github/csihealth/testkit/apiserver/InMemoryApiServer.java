package io.github.csihealth.testkit.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A Kubernetes API server in memory, reached over HTTP on loopback.
 *
 * <pre>{@code
 * try (var server = InMemoryApiServer.start()) {
 *   server.boundClaim("shop", "data", "disk.example.com", "vol-1");
 *   // point any client at server.url() and let it write health
 *   String claim = server.get("persistentvolumeclaims", "shop", "data").orElseThrow();
 * }
 * }</pre>
 *
 * <p>It serves {@code v1} persistentvolumeclaims, persistentvolumes, pods and events, {@code
 * storage.k8s.io/v1} csinodes and {@code coordination.k8s.io/v1} leases: get, list (selectors,
 * pages), watch (bookmarks, initial events), create, replace, patch and delete, and the status
 * subresource. Patches are JSON merge patch, JSON patch, strategic merge patch and server-side
 * apply with field ownership. What it answers to a write of volume or storage health, and what it
 * then stores, follows a kube-apiserver v1.37.2, as recorded from one.
 *
 * <p>Where it is simpler than a real server:
 *
 * <ul>
 *   <li>No authentication, no admission, no controllers: nobody binds, provisions or collects.
 *   <li>Specs, those of leases among them, are not validated, and may change after creation.
 *       Quantities are stored as written.
 *   <li>A pod's spec and the statuses of its containers are stored as they come, without defaults.
 *   <li>A pod is deleted at once; there is no grace period. Objects get no finalizers of their own,
 *       but those they have are waited for.
 *   <li>The first write to a claim that a client created counts as a change on a real server even
 *       if it changes nothing, since the phase of such a claim is only stored then. Here it does
 *       not.
 *   <li>Fractions of seconds are dropped before times are compared, and an optional time that is
 *       set to Go's zero time is taken for unset.
 *   <li>Some strategic merge patches that set an order in a contradictory way make a real server
 *       close the connection. Here they are refused or carried out.
 *   <li>A watch through WebSocket is declined with an empty answer, upon which clients use HTTP.
 * </ul>
 *
 * <p>The server is the JDK's own. Its first start sets the system property {@code
 * sun.net.httpserver.nodelay}, unless that is set, since answers are slow without it.
 *
 * <p>All methods may be called from any thread. Resources are named by their plural ({@code
 * persistentvolumeclaims}) or kind ({@code PersistentVolumeClaim}); any other name is an {@link
 * IllegalArgumentException}. The namespace of a resource that has none is ignored.
 */
public final class InMemoryApiServer implements AutoCloseable {
  private final ObjectStore store = new ObjectStore();
  private final FaultPlan faults = new FaultPlan();
  private final RequestLog log = new RequestLog();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Creations creations;
  private final Changes changes;
  private final Deletions deletions;
  private final HttpFront front;
  private volatile boolean healthEnabled = true;

  private InMemoryApiServer(InstantSource clock) throws IOException {
    creations = new Creations(store, clock);
    changes = new Changes(store, creations, clock, this::isVolumeHealthEnabled);
    deletions = new Deletions(store, clock);
    ApiRouter router = new ApiRouter(store, creations, changes, deletions);
    front = HttpFront.start(new RequestHandler(router, faults, log));
  }

  /**
   * Starts an empty server on a free port, with the system's clock.
   *
   * @throws UncheckedIOException if no port can be bound
   */
  public static InMemoryApiServer start() {
    return start(InstantSource.system());
  }

  /**
   * Starts an empty server on a free port.
   *
   * @param clock where creation and deletion times come from; time-outs of watches are real time
   * @throws UncheckedIOException if no port can be bound
   */
  public static InMemoryApiServer start(InstantSource clock) {
    try {
      return new InMemoryApiServer(Objects.requireNonNull(clock));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on loopback", e);
    }
  }

  /** The address, such as {@code http://127.0.0.1:40123}. */
  public String url() {
    return "http://127.0.0.1:" + front.port();
  }

  /** The text of a kubeconfig file whose current context is this server, without credentials. */
  public String kubeconfig() {
    return String.join(
        "\n",
        "apiVersion: v1",
        "kind: Config",
        "clusters:",
        "- name: in-memory",
        "  cluster:",
        "    server: " + url(),
        "contexts:",
        "- name: in-memory",
        "  context:",
        "    cluster: in-memory",
        "    user: in-memory",
        "    namespace: default",
        "users:",
        "- name: in-memory",
        "  user: {}",
        "current-context: in-memory",
        "");
  }

  /**
   * Stores an object, its status included, and answers it as stored.
   *
   * <p>It needs {@code kind} and a name or {@code generateName}. A namespace that is missing is
   * {@code default}; a given uid and creation time are kept. Health in it is not validated, and is
   * stored whether the feature gate is on or not, as if another server had let it in: so a test can
   * start from content that no client could write now. The request log does not see it.
   *
   * @throws IllegalArgumentException if it is no JSON object, does not fit its type, is of a kind
   *     that is not served, or exists
   */
  public String create(String json) {
    return asTest(() -> Json.write(creations.seed(Json.parseObject(json))));
  }

  /** An object as stored; empty if there is none. */
  public Optional<String> get(String resource, String namespace, String name) {
    return store.get(key(resource, namespace, name)).map(Json::write);
  }

  /** All objects of a resource, by namespace and name. */
  public List<String> list(String resource) {
    return store.list(ResourceType.named(resource)).objects().stream().map(Json::write).toList();
  }

  /**
   * Deletes an object; with finalizers it stays, marked as being deleted.
   *
   * @return whether there was one
   */
  public boolean delete(String resource, String namespace, String name) {
    ObjectKey key = key(resource, namespace, name);
    if (store.get(key).isEmpty()) {
      return false;
    }
    asTest(() -> deletions.delete(key, "", List.of()));
    return true;
  }

  /**
   * Changes an object's status with a JSON merge patch of the whole object, as another writer
   * would, and answers it as stored. It is validated as a client's patch is. The request log does
   * not see it.
   *
   * @throws IllegalArgumentException if the server would refuse the patch; the message says why
   */
  public String patchStatus(String resource, String namespace, String name, String mergePatch) {
    ObjectKey key = key(resource, namespace, name);
    WriteOptions options = WriteOptions.internal("test");
    return asTest(
        () -> changes.patch(key, UpdateRules.STATUS, PatchKind.MERGE, mergePatch, options).print());
  }

  /**
   * Stores a claim and a persistent volume that are bound to each other: the claim names the
   * volume, the volume's claimRef names the claim with its uid, both are Bound, for 1Gi,
   * ReadWriteOnce and Filesystem.
   *
   * @param driver the name of the CSI driver
   * @param volumeHandle the driver's name for the volume
   * @throws IllegalArgumentException if the claim exists
   */
  public BoundClaim boundClaim(
      String namespace, String claimName, String driver, String volumeHandle) {
    String claimUid = UUID.randomUUID().toString();
    BoundClaim bound =
        new BoundClaim(
            namespace, claimName, claimUid, "pvc-" + claimUid, UUID.randomUUID().toString());
    asTest(
        () -> {
          creations.seed(BoundObjects.claim(bound));
          return creations.seed(BoundObjects.volume(bound, driver, volumeHandle));
        });
    return bound;
  }

  /**
   * Turns the feature gate CSIVolumeHealth on or off; it is on at the start. While it is off,
   * health content in a write is dropped in silence, unless the stored object already holds some.
   */
  public void setVolumeHealthEnabled(boolean enabled) {
    healthEnabled = enabled;
  }

  /** Whether the feature gate CSIVolumeHealth is on. */
  public boolean isVolumeHealthEnabled() {
    return healthEnabled;
  }

  /**
   * Lets the next requests of a kind fail. Rules are tried in the order in which they were made;
   * each counts the requests that it failed.
   *
   * @param times how many requests, at least 1
   * @param requests which ones, such as {@link ApiRequest#matching}; it sees them unanswered
   */
  public void failNext(int times, Predicate<ApiRequest> requests, Fault fault) {
    if (times < 1) {
      throw new IllegalArgumentException("times must be at least 1: " + times);
    }
    faults.add(times, Objects.requireNonNull(requests), Objects.requireNonNull(fault));
  }

  /** Forgets what is left of all faults. */
  public void clearFaults() {
    faults.clear();
  }

  /** Ends all open watches, as a restart of a server does. Clients may go on where they were. */
  public void closeWatches() {
    store.closeWatches();
  }

  /**
   * Ends all open watches and forgets all changes: a watch from any resourceVersion handed out
   * before gets an ERROR event with the code 410, and the client must list again.
   */
  public void expireWatches() {
    store.expireWatches();
  }

  /**
   * How many requests came in, faults included; each argument may be {@link ApiRequest#ANY}.
   *
   * @param verb get, list, watch, create, update, patch or delete, in any case
   * @param resource a plural such as {@code persistentvolumeclaims}; empty for other paths
   * @param subresource {@code status}, or empty for the object itself
   */
  public long requestCount(String verb, String resource, String subresource) {
    return log.count(verb, resource, subresource);
  }

  /** The latest 10,000 requests in the order of their answers; a watch is there once it is open. */
  public List<ApiRequest> requests() {
    return log.latest();
  }

  /** Forgets all requests and counts. */
  public void clearRequests() {
    log.clear();
  }

  /** Ends all watches and connections and frees the port, within a few seconds at most. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      store.close();
      front.close();
    }
  }

  private static ObjectKey key(String resource, String namespace, String name) {
    ResourceType type = ResourceType.named(resource);
    return new ObjectKey(type, type.namespaced() ? namespace : "", name);
  }

  /** Runs what a test asks for; a refusal by the server is an illegal argument. */
  private static <T> T asTest(Supplier<T> action) {
    try {
      return action.get();
    } catch (StatusException | DecodeException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
