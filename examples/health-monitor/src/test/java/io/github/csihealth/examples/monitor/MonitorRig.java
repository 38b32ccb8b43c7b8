package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.runtime.RuntimeListener;
import io.github.csihealth.runtime.RuntimeOptions;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * A runtime with the ports and the watch of the program, real gRPC and Kubernetes clients in them,
 * between a fake driver and a fake cluster. Its time is moved by hand.
 */
final class MonitorRig implements AutoCloseable {

  static final String NAMESPACE = "shop";
  static final String CLAIMS = "persistentvolumeclaims";
  static final String VOLUMES = "persistentvolumes";
  static final Predicate<ApiRequest> PATCH = ApiRequest.matching("patch", CLAIMS, "status");

  /** Between two rounds, in either mode. */
  private static final Duration INTERVAL = Duration.ofMinutes(5);

  final ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
  final FakeDriver driver = FakeDriver.start();
  final InMemoryApiServer server = InMemoryApiServer.start(clock);

  /** The uids of claims of which nothing is remembered any more. */
  final ConcurrentLinkedQueue<String> forgotten = new ConcurrentLinkedQueue<>();

  private final KubernetesClient watching =
      // As the program watches, but for a shorter pause after a failure.
      ApiServer.watching(
          config(server)
              .withOauthTokenProvider(this::token)
              .withWatchReconnectInterval(20)
              .build());
  private final KubernetesClient writing = writing(server);
  private final ConcurrentLinkedQueue<String> outcomes = new ConcurrentLinkedQueue<>();
  private final Driver dialled;
  private volatile String token = "good";
  private HealthRuntime runtime;
  private KubernetesWatch watch;

  MonitorRig() throws Exception {
    dialled = Driver.dial(driver.endpoint(), Duration.ofSeconds(30));
  }

  /** As the program writes. */
  static KubernetesClient writing(InMemoryApiServer server) {
    return ApiServer.writing(config(server).build());
  }

  static ConfigBuilder config(InMemoryApiServer server) {
    return new ConfigBuilder(Config.empty()).withMasterUrl(server.url());
  }

  private String token() {
    return token;
  }

  /** The token with which the watch logs in from now on. */
  void watchWith(String newToken) {
    token = newToken;
  }

  /** A claim of this name, bound to a volume of the driver with the handle {@code vol-<name>}. */
  BoundClaim claim(String name) {
    return claim(name, "vol-" + name);
  }

  BoundClaim claim(String name, String handle) {
    return server.boundClaim(NAMESPACE, name, driver.name(), handle);
  }

  /** Runs the round at the start, or else the one five minutes after the last. */
  Cycle cycle() throws Exception {
    return counting(
        () -> {
          if (runtime == null) {
            start();
          } else {
            clock.advance(INTERVAL);
          }
        });
  }

  /** Lets time pass between two rounds. */
  Cycle after(Duration pause) throws Exception {
    return counting(() -> clock.advance(pause));
  }

  private Cycle counting(MonitorRun.Body body) throws Exception {
    Cycle before = counted(List.of());
    outcomes.clear();
    body.run();
    runtime.whenIdle().toCompletableFuture().get(60, SECONDS);
    return counted(outcomes.stream().sorted().toList()).since(before);
  }

  private void start() throws ExitException, InterruptedException {
    runtime =
        HealthRuntime.builder(
                dialled.describe(),
                new CsiDriverPort(dialled.client()),
                new KubernetesClaimPort(writing),
                clock)
            .options(
                RuntimeOptions.builder()
                    .listInterval(INTERVAL)
                    .getInterval(INTERVAL)
                    .writeRate(1000, 1000)
                    // Of real time, which a test that leaves writes to be retried must not cost.
                    .stopLimit(Duration.ofMillis(1))
                    .build())
            .listener(new Outcomes())
            // No jitter.
            .random(() -> 0)
            .build();
    watch = new KubernetesWatch(watching, runtime, Duration.ZERO);
    watch.start(new CompletableFuture<>());
    runtime.start();
  }

  /** The next cycle is the first of a new monitor that remembers nothing. */
  void restartMonitor() {
    if (runtime != null) {
      watch.close();
      runtime.close();
      runtime = null;
    }
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
    return HealthJson.readClaim(json(claim).getBytes(UTF_8)).value().health();
  }

  /** The conditions that the server stores for a claim, as {@code Degraded/Reason: message}. */
  List<String> conditions(String claim) {
    return health(claim).conditions().entries().stream().map(Object::toString).toList();
  }

  String json(String claim) {
    return server.get(CLAIMS, NAMESPACE, claim).orElseThrow();
  }

  /** The names in the patches that reached the server, in order. */
  List<String> patched() {
    return server.requests().stream().filter(PATCH).map(ApiRequest::name).toList();
  }

  /** From here on the watch shows no change of a claim, until {@link #resumeWatches}. */
  void pauseClaimWatch() {
    refuseClaimWatch(Fault.status(503, "ServiceUnavailable"));
  }

  void refuseClaimWatch(Fault fault) {
    Predicate<ApiRequest> seeing =
        ApiRequest.matching("watch", CLAIMS, "").or(ApiRequest.matching("list", CLAIMS, ""));
    server.failNext(Integer.MAX_VALUE, seeing, fault);
    server.closeWatches();
  }

  void resumeWatches() {
    server.clearFaults();
  }

  @Override
  public void close() {
    restartMonitor();
    dialled.close();
    watching.close();
    writing.close();
    server.close();
    driver.close();
    driver.checkCalls();
  }

  private final class Outcomes implements RuntimeListener {
    @Override
    public void wrote(Bound bound, Decision decision, WriteResult result) {
      outcomes.add(bound.claim().name() + " " + result.outcome());
    }

    @Override
    public void forgotten(String claimUid) {
      forgotten.add(claimUid);
    }
  }
}
