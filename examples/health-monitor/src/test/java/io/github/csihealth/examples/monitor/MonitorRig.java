package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * A monitor with its real gRPC and Kubernetes clients, between a fake driver and a fake cluster.
 */
final class MonitorRig implements AutoCloseable {

  static final String NAMESPACE = "shop";
  static final String CLAIMS = "persistentvolumeclaims";
  static final String VOLUMES = "persistentvolumes";
  static final Predicate<ApiRequest> PATCH = ApiRequest.matching("patch", CLAIMS, "status");

  /** Between two cycles; not shorter than the interval of messages (rule C9). */
  private static final Duration BETWEEN_CYCLES = Duration.ofMinutes(5);

  private static final int WORKERS = 4;

  final ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
  final FakeDriver driver = FakeDriver.start();
  final InMemoryApiServer server = InMemoryApiServer.start(clock);
  final KubernetesCluster cluster;

  private final KubernetesClient watching = watching(server);
  private final KubernetesClient writing = writing(server);
  private final Driver dialled;
  private final ConcurrentLinkedQueue<String> outcomes = new ConcurrentLinkedQueue<>();
  private HealthMonitor monitor;
  private boolean started;

  MonitorRig() throws Exception {
    cluster = new KubernetesCluster(watching, writing);
    dialled = Driver.dial(driver.endpoint(), Duration.ofSeconds(30));
    restartMonitor();
  }

  /** As the program watches, but for a shorter pause after a failure. */
  static KubernetesClient watching(InMemoryApiServer server) {
    return client(config(server).withWatchReconnectInterval(20).build());
  }

  /** As the program writes. */
  static KubernetesClient writing(InMemoryApiServer server) {
    return client(config(server).withRequestRetryBackoffLimit(0).build());
  }

  private static ConfigBuilder config(InMemoryApiServer server) {
    return new ConfigBuilder(Config.empty()).withMasterUrl(server.url());
  }

  private static KubernetesClient client(Config config) {
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /** A new monitor that remembers nothing. */
  void restartMonitor() {
    if (monitor != null) {
      monitor.close();
    }
    monitor =
        new HealthMonitor(
            dialled.client(), cluster, ClaimReconciler.create(), clock, WORKERS, new Outcomes());
  }

  /** A claim of this name, bound to a volume of the driver with the handle {@code vol-<name>}. */
  BoundClaim claim(String name) {
    return claim(name, "vol-" + name);
  }

  BoundClaim claim(String name, String handle) {
    return server.boundClaim(NAMESPACE, name, driver.name(), handle);
  }

  /** Runs a cycle five minutes after the last one, and tells what it came to. */
  Cycle cycle() throws Exception {
    return cycleAfter(BETWEEN_CYCLES);
  }

  Cycle cycleAfter(Duration pause) throws Exception {
    if (!started) {
      started = true;
      cluster.start();
    }
    clock.advance(pause);
    Cycle before = counted(List.of());
    outcomes.clear();
    monitor.cycle(dialled.describe());
    return counted(outcomes.stream().sorted().toList()).since(before);
  }

  /**
   * What a cycle came to.
   *
   * @param lists calls of ControllerListVolumeHealth
   * @param gets calls of ControllerGetVolumeHealth
   * @param patches patches of claims
   * @param reads reads of single claims
   * @param outcomes each write, as {@code name OUTCOME}, by name
   */
  record Cycle(int lists, int gets, int patches, int reads, List<String> outcomes) {
    Cycle since(Cycle before) {
      return new Cycle(
          lists - before.lists,
          gets - before.gets,
          patches - before.patches,
          reads - before.reads,
          outcomes);
    }
  }

  private Cycle counted(List<String> written) {
    return new Cycle(
        driver.calls(CsiMethods.LIST_VOLUME_HEALTH),
        driver.calls(CsiMethods.GET_VOLUME_HEALTH),
        Math.toIntExact(server.requestCount("patch", CLAIMS, "status")),
        Math.toIntExact(server.requestCount("get", CLAIMS, "")),
        written);
  }

  /** What the server stores as the health of a claim. */
  VolumeHealthStatus health(String claim) {
    return read(json(claim)).health();
  }

  static String resourceVersion(String claimJson) {
    return read(claimJson).resourceVersion();
  }

  private static Claim read(String claimJson) {
    return HealthJson.readClaim(claimJson.getBytes(UTF_8)).value();
  }

  /** The conditions that the server stores for a claim, as {@code Degraded/Reason: message}. */
  List<String> conditions(String claim) {
    return health(claim).conditions().entries().stream().map(Object::toString).toList();
  }

  String json(String claim) {
    return server.get(CLAIMS, NAMESPACE, claim).orElseThrow();
  }

  /** The patches of a claim that reached the server, in order. */
  List<ApiRequest> patchesOf(String claim) {
    return server.requests().stream().filter(PATCH.and(named(claim))).toList();
  }

  static Predicate<ApiRequest> named(String claim) {
    return request -> request.name().equals(claim);
  }

  /** From here on the cluster sees no change of a claim, until {@link #resumeWatches}. */
  void pauseClaimWatch() {
    Predicate<ApiRequest> seeing =
        ApiRequest.matching("watch", CLAIMS, "").or(ApiRequest.matching("list", CLAIMS, ""));
    server.failNext(Integer.MAX_VALUE, seeing, Fault.status(503, "ServiceUnavailable"));
    server.closeWatches();
  }

  void resumeWatches() {
    server.clearFaults();
  }

  /** The names of the claims that are bound to volumes of the driver, as the cluster sees it. */
  List<String> boundClaims() {
    return cluster.boundVolumes(driver.name()).stream()
        .map(v -> v.claim().name())
        .sorted()
        .toList();
  }

  /** What the cluster takes for the stored health of a claim. */
  VolumeHealthStatus seenHealth(String claim) {
    return cluster.boundVolumes(driver.name()).stream()
        .filter(volume -> volume.claim().name().equals(claim))
        .findAny()
        .orElseThrow()
        .claim()
        .health();
  }

  @Override
  public void close() {
    monitor.close();
    cluster.close();
    dialled.close();
    watching.close();
    writing.close();
    server.close();
    driver.close();
  }

  private final class Outcomes implements MonitorListener {
    @Override
    public void wrote(BoundVolume volume, Decision decision, WriteResult result) {
      outcomes.add(volume.claim().name() + " " + result.outcome());
    }
  }
}
