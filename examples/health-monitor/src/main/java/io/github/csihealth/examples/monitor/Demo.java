package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision.Cause;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.runtime.RuntimeOptions;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A story of two volumes, played with a real driver on a Unix socket and a real API server on
 * loopback, both in this process. Only the clock is not real: five minutes pass between two cycles.
 */
final class Demo {

  private static final String NAMESPACE = "shop";
  private static final String ORDERS = "vol-orders";
  private static final String MEDIA = "vol-media";
  private static final String QUIET = "vol-cache";
  private static final Duration BETWEEN_CYCLES = Duration.ofMinutes(5);

  private static final String LOST =
      "Inaccessible/VolumeNotFound: volume not found on the storage backend";
  private static final String ONE_DOWN = "Degraded/ReplicaDown: 1 of 3 replicas is down";
  private static final String TWO_DOWN = "Degraded/ReplicaDown: 2 of 3 replicas are down";

  /**
   * One cycle of the story.
   *
   * @param event what happened before it
   * @param change makes it happen
   * @param causes the last decision expected for each volume
   * @param stored what each claim should hold afterwards, without the time; "absent" for nothing
   * @param gets calls of ControllerGetVolumeHealth expected
   * @param patches status patches expected
   */
  private record Step(
      String event,
      Consumer<FakeDriver> change,
      Map<String, Cause> causes,
      Map<String, String> stored,
      int gets,
      int patches) {}

  private static final List<Step> STORY =
      List.of(
          new Step(
              "Three claims are bound. The driver knows of nothing adverse.",
              driver -> {},
              Map.of(ORDERS, Cause.UNCHANGED, MEDIA, Cause.UNCHANGED),
              Map.of(ORDERS, "absent", MEDIA, "absent"),
              0,
              0),
          new Step(
              "An admin deletes vol-orders on the storage backend, still in use.",
              driver ->
                  driver.setHealth(
                      ORDERS,
                      FakeDriver.entry(
                          INACCESSIBLE,
                          "VolumeNotFound",
                          "volume not found on the storage backend")),
              Map.of(ORDERS, Cause.CONDITIONS_CHANGED, MEDIA, Cause.UNCHANGED),
              Map.of(ORDERS, LOST, MEDIA, "absent"),
              0,
              1),
          new Step(
              "A replica of vol-media fails.",
              driver ->
                  driver.setHealth(
                      MEDIA, FakeDriver.entry(DEGRADED, "ReplicaDown", "1 of 3 replicas is down")),
              Map.of(ORDERS, Cause.UNCHANGED, MEDIA, Cause.CONDITIONS_CHANGED),
              Map.of(ORDERS, LOST, MEDIA, ONE_DOWN),
              0,
              1),
          new Step(
              "Nothing changes, so nothing is written.",
              driver -> {},
              Map.of(ORDERS, Cause.UNCHANGED, MEDIA, Cause.UNCHANGED),
              Map.of(ORDERS, LOST, MEDIA, ONE_DOWN),
              0,
              0),
          new Step(
              "The driver cannot reach its backend: the list call fails.",
              driver ->
                  driver.failNext(
                      ControllerGrpc.getControllerListVolumeHealthMethod(),
                      Status.UNAVAILABLE.withDescription("backend does not answer")),
              Map.of(ORDERS, Cause.PROBE_FAILED, MEDIA, Cause.PROBE_FAILED),
              Map.of(ORDERS, LOST, MEDIA, ONE_DOWN),
              0,
              0),
          new Step(
              "The pages shift and the list misses vol-media, which is still sick: Get tells.",
              driver ->
                  driver.answerNext(
                      ControllerGrpc.getControllerListVolumeHealthMethod(),
                      FakeDriver.page(
                          "",
                          FakeDriver.health(
                              ORDERS,
                              FakeDriver.entry(
                                  INACCESSIBLE,
                                  "VolumeNotFound",
                                  "volume not found on the storage backend")))),
              Map.of(ORDERS, Cause.UNCHANGED, MEDIA, Cause.UNCHANGED),
              Map.of(ORDERS, LOST, MEDIA, ONE_DOWN),
              1,
              0),
          new Step(
              "A second replica fails: the same condition with another message.",
              driver ->
                  driver.setHealth(
                      MEDIA, FakeDriver.entry(DEGRADED, "ReplicaDown", "2 of 3 replicas are down")),
              Map.of(ORDERS, Cause.UNCHANGED, MEDIA, Cause.MESSAGE_CHANGED),
              Map.of(ORDERS, LOST, MEDIA, TWO_DOWN),
              0,
              1),
          new Step(
              "The replicas are rebuilt: vol-media leaves the list, and Get confirms it.",
              driver -> driver.healthy(MEDIA),
              Map.of(ORDERS, Cause.UNCHANGED, MEDIA, Cause.RECOVERED),
              Map.of(ORDERS, LOST, MEDIA, "absent"),
              1,
              1),
          new Step(
              "The driver forgets vol-orders: that does not repair it.",
              driver -> driver.forget(ORDERS),
              Map.of(ORDERS, Cause.VOLUME_NOT_FOUND, MEDIA, Cause.UNCHANGED),
              Map.of(ORDERS, LOST, MEDIA, "absent"),
              1,
              0),
          new Step(
              "vol-orders is restored from a snapshot: Get says that it is well.",
              driver -> driver.healthy(ORDERS),
              Map.of(ORDERS, Cause.RECOVERED, MEDIA, Cause.UNCHANGED),
              Map.of(ORDERS, "absent", MEDIA, "absent"),
              1,
              1));

  private Demo() {}

  /** Plays the story; true if every step came out as the contract says. */
  static boolean play(DemoReport report) throws ExitException {
    return play(report, ClaimReconciler.create());
  }

  /** Plays the story with another policy, which may not come out as the contract says. */
  static boolean play(DemoReport report, ClaimReconciler reconciler) throws ExitException {
    ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
    try (FakeDriver driver = FakeDriver.start().named("disk.csihealth.example");
        InMemoryApiServer server = InMemoryApiServer.start(clock);
        KubernetesClient client =
            ApiServer.writing(
                new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build());
        Driver dialled = Driver.dial(driver.endpoint(), Duration.ofSeconds(10))) {
      for (String volume : List.of(ORDERS, MEDIA, QUIET)) {
        server.boundClaim(NAMESPACE, claimOf(volume), driver.name(), volume);
        driver.healthy(volume);
      }
      DriverInfo info = dialled.describe();
      report.begin(info, driver.endpoint().toString(), server.url());
      StepRecorder recorder = new StepRecorder();
      try (HealthRuntime runtime =
              HealthRuntime.builder(
                      info,
                      new CsiDriverPort(dialled.client()),
                      new KubernetesClaimPort(client),
                      clock)
                  .reconciler(reconciler)
                  .options(RuntimeOptions.builder().listInterval(BETWEEN_CYCLES).build())
                  .listener(recorder)
                  .build();
          KubernetesWatch watch = new KubernetesWatch(client, runtime, Duration.ZERO)) {
        // Nothing ends it before all are listed.
        watch.start(new CompletableFuture<>());
        boolean allAsExpected = true;
        for (int i = 0; i < STORY.size(); i++) {
          Step step = STORY.get(i);
          Counts before = Counts.of(driver, server);
          step.change.accept(driver);
          recorder.clear();
          if (i == 0) {
            runtime.start();
          } else {
            clock.advance(BETWEEN_CYCLES);
          }
          runtime.whenIdle().toCompletableFuture().join();
          Counts made = Counts.of(driver, server).since(before);
          StepOutcome outcome = outcome(i + 1, step, clock, recorder, server, made);
          report.step(outcome);
          allAsExpected &= outcome.asExpected();
        }
        report.end(Counts.of(driver, server), STORY.size(), allAsExpected);
        return allAsExpected;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExitException(ExitCode.FAILED, "interrupted");
    }
  }

  private static StepOutcome outcome(
      int number,
      Step step,
      ManualClock clock,
      StepRecorder recorder,
      InMemoryApiServer server,
      Counts made) {
    List<StepOutcome.Volume> volumes =
        List.of(ORDERS, MEDIA).stream()
            .map(
                volume -> {
                  VolumeHealthStatus stored = stored(server, claimOf(volume));
                  StepRecorder.Seen seen = recorder.of(volume);
                  boolean asExpected =
                      seen.lastCause() == step.causes.get(volume)
                          && conditions(stored).equals(step.stored.get(volume));
                  return new StepOutcome.Volume(
                      volume, NAMESPACE + "/" + claimOf(volume), seen, stored, asExpected);
                })
            .toList();
    boolean countsAsExpected = made.gets() == step.gets && made.patches() == step.patches;
    return new StepOutcome(number, clock.instant(), step.event, volumes, made, countsAsExpected);
  }

  private static String claimOf(String volume) {
    return volume.substring("vol-".length());
  }

  private static VolumeHealthStatus stored(InMemoryApiServer server, String claim) {
    String json = server.get("persistentvolumeclaims", NAMESPACE, claim).orElseThrow();
    return HealthJson.readClaim(json.getBytes(StandardCharsets.UTF_8)).value().health();
  }

  private static String conditions(VolumeHealthStatus stored) {
    return stored.conditions().isEmpty()
        ? stored.toString()
        : stored.conditions().entries().get(0).toString();
  }

  /** Calls and writes, as driver and server counted them. */
  record Counts(int lists, int gets, int patches) {

    static Counts of(FakeDriver driver, InMemoryApiServer server) {
      return new Counts(
          driver.calls(ControllerGrpc.getControllerListVolumeHealthMethod()),
          driver.calls(ControllerGrpc.getControllerGetVolumeHealthMethod()),
          Math.toIntExact(server.requestCount("PATCH", "persistentvolumeclaims", "status")));
    }

    Counts since(Counts before) {
      return new Counts(lists - before.lists, gets - before.gets, patches - before.patches);
    }
  }
}
