package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.reconcile.MetricUpdate;
import io.github.csihealth.runtime.ClaimPort;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.runtime.RuntimeOptions;
import io.github.csihealth.runtime.SystemTime;
import io.github.csihealth.runtime.TimePort;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The sidecar: asks the driver on its socket and writes claims until it is stopped. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = HealthMonitorCommand.Version.class,
    sortOptions = false,
    abbreviateSynopsis = true,
    preprocessor = GoFlags.class,
    description = "Writes the volume health that a CSI driver reports to the claims of a cluster.",
    footer = {
      "",
      "A duration is written like 300ms, 15s or 1m30s. A flag may have one dash or two.",
      "Each flag can be set by an environment variable as well: HEALTH_MONITOR_CSI_ADDRESS for"
          + " --csi-address. The flag wins; an empty variable counts as none.",
      "Other flags of the sidecar csi-external-health-monitor-controller are accepted with a"
          + " warning and ignored."
    })
final class RunCommand implements Callable<Integer> {

  @Mixin private DriverOptions driverOptions;

  @Mixin private ClusterOptions clusterOptions;

  @Mixin private LeaderElectionOptions leaderElectionOptions;

  @Mixin private ObservingOptions observingOptions;

  @Mixin private HttpOptions httpOptions;

  @Mixin private LoggingOptions loggingOptions;

  private CommandSpec spec;

  /** What no flag sets; a test that is not to wait for minutes does. */
  final RuntimeOptions.Builder options = RuntimeOptions.builder();

  /** The runtime's clock from the machine's; a test that is not to wait for minutes has its own. */
  UnaryOperator<TimePort> clock = UnaryOperator.identity();

  private final RunEnd end = new RunEnd();
  private final RuntimeThread thread = new RuntimeThread(RuntimeThread.LIMIT);
  private final Readiness readiness = new Readiness();
  private final PrometheusMetrics metrics = new PrometheusMetrics(HealthMonitorCommand.version());

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  RunCommand() {}

  @Spec
  void setSpec(CommandSpec value) {
    spec = value;
    IgnoredFlags.addTo(value);
  }

  /** Runs until {@link #stop}, or until something that it cannot work without is missing. */
  @Override
  @SuppressWarnings("try") // The endpoint is of use by being there.
  public Integer call() throws ExitException, InterruptedException, ExecutionException {
    loggingOptions.apply();
    IgnoredFlags.warn(spec.commandLine().getParseResult());
    Optional<LeaseTimes> lease = leaderElectionOptions.times();
    Config config = ApiServer.config(Optional.ofNullable(clusterOptions.kubeconfig));
    end.listen();
    try (thread;
        HttpEndpoint http = httpOptions.serve(metrics, readiness, thread);
        Driver driver = Driver.dial(driverOptions.csiAddress, driverOptions.timeout)) {
      // A driver without health is told apart before a cluster is needed.
      DriverInfo info = driver.describe();
      readiness.waitFor("the API server");
      try (ApiServer api = ApiServer.reach(config, lease.map(LeaseTimes::writeLimit));
          SystemTime time = SystemTime.start()) {
        ClaimPort claims = new KubernetesClaimPort(api.writing());
        if (lease.isPresent()) {
          String namespace = leaderElectionOptions.namespace(config);
          monitorWhileLeading(info, driver, api, claims, time, namespace, lease.get());
        } else {
          monitor(info, driver, api, claims, time, new CompletableFuture<>());
        }
      }
    } finally {
      end.reached();
    }
    end.throwFault();
    return ExitCode.OK.code();
  }

  /** Waits until this replica leads, while it watches nothing and does not ask the driver. */
  private void monitorWhileLeading(
      DriverInfo first,
      Driver driver,
      ApiServer api,
      ClaimPort claims,
      TimePort time,
      String namespace,
      LeaseTimes times)
      throws ExitException, InterruptedException, ExecutionException {
    api.requireLeases(namespace);
    LeaseLock lock = new LeaseLock(namespace, first.name(), LeaseLock.newIdentity(), time);
    try (Leadership leadership = Leadership.campaign(api.writing(), lock, times, time)) {
      CompletableFuture<?> lost = leadership.lost().toCompletableFuture();
      CompletableFuture<?> unused = lost.thenRun(() -> end.dueTo(leaseLost(lock, times)));
      readiness.standBy();
      CompletableFuture.anyOf(end.due(), leadership.won().toCompletableFuture()).get();
      if (!end.isDue()) {
        // It may have waited for long, and the driver have been replaced.
        DriverInfo info = driver.describe();
        endUnlessUsable(first, info);
        monitor(info, driver, api, leadership.fence(claims), time, lost);
      }
    }
  }

  private static ExitException leaseLost(LeaseLock lock, LeaseTimes times) {
    return new ExitException(
        ExitCode.LEASE_LOST,
        lock.describe()
            + " was taken by another, or not renewed for "
            + times.renewDeadline().toMillis()
            + " ms: this replica leads no more; start it again to let it follow");
  }

  /**
   * Monitors until the end.
   *
   * @param lost completes if nothing may be written any more, as of then
   */
  private void monitor(
      DriverInfo info,
      Driver driver,
      ApiServer api,
      ClaimPort claims,
      TimePort time,
      CompletableFuture<?> lost)
      throws ExitException, InterruptedException, ExecutionException {
    readiness.waitFor("the claims and volumes of the cluster");
    try (ClaimEvents events = new ClaimEvents(api.writing(), time);
        HealthRuntime runtime = runtime(info, driver, claims, time, events);
        KubernetesWatch watch =
            new KubernetesWatch(api.watching(), runtime, clusterOptions.resync)) {
      CompletableFuture<?> unused = lost.thenRun(runtime::halt).thenRun(events::halt);
      start(watch, api);
      if (!end.isDue()) {
        runtime.start();
        readiness.ready();
      }
      end.due().get();
    }
  }

  private HealthRuntime runtime(
      DriverInfo info, Driver driver, ClaimPort claims, TimePort time, ClaimEvents events) {
    observingOptions.applyTo(options);
    clusterOptions.applyTo(options);
    return HealthRuntime.builder(
            info, new CsiDriverPort(driver.client()), claims, clock.apply(time))
        .options(options.build())
        .executor(thread)
        .listener(
            new LoggingListener() {
              @Override
              public void described(DriverInfo now) {
                super.described(now);
                endUnlessUsable(info, now);
              }

              @Override
              public void event(Claim claim, HealthEvent event) {
                events.publish(claim, event);
              }

              @Override
              public void metric(MetricUpdate update) {
                metrics.take(update);
              }
            })
        .build();
  }

  /** The driver may be replaced by another while we run. */
  private void endUnlessUsable(DriverInfo first, DriverInfo now) {
    Optional<ExitException> fault =
        now.name().equals(first.name())
            ? Driver.whyUseless(now)
            : Optional.of(
                new ExitException(
                    ExitCode.OTHER_DRIVER,
                    "driver "
                        + first.name()
                        + " was replaced by driver "
                        + now.name()
                        + " on "
                        + driverOptions.csiAddress
                        + ": start the monitor again to monitor that one"));
    fault.ifPresent(end::dueTo);
  }

  private void start(KubernetesWatch watch, ApiServer api)
      throws ExitException, InterruptedException {
    try {
      watch.start(end.due());
    } catch (KubernetesClientException e) {
      throw api.failure(e);
    }
  }

  /** Asks {@link #call} to end after what is under way, and waits for that; any thread may. */
  void stop() {
    end.stop();
  }
}
