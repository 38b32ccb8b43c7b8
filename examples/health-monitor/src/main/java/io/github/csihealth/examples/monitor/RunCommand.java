package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.runtime.RuntimeOptions;
import io.github.csihealth.runtime.SystemTime;
import io.github.csihealth.runtime.TimePort;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The sidecar: asks the driver on its socket and writes claims until it is stopped. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = HealthMonitorCommand.Version.class,
    sortOptions = false,
    description = "Writes the volume health that a CSI driver reports to the claims of a cluster.")
final class RunCommand implements Callable<Integer> {

  @Mixin private DriverOptions driverOptions;

  @Mixin private ClusterOptions clusterOptions;

  @Mixin private ObservingOptions observingOptions;

  /** What no flag sets; a test that is not to wait for minutes does. */
  final RuntimeOptions.Builder options = RuntimeOptions.builder();

  /** The runtime's clock from the machine's; a test that is not to wait for minutes has its own. */
  UnaryOperator<TimePort> clock = UnaryOperator.identity();

  final CompletableFuture<Optional<ExitException>> end = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  RunCommand() {}

  /** Runs until {@link #stop}, or until something that it cannot work without is missing. */
  @Override
  public Integer call() throws ExitException, InterruptedException, ExecutionException {
    Config config = ApiServer.config(Optional.ofNullable(clusterOptions.kubeconfig));
    Thread hook = new Thread(this::stop, "health-monitor-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    Thread.setDefaultUncaughtExceptionHandler(this::onUncaught);
    try (Driver driver = Driver.dial(driverOptions.csiAddress, driverOptions.timeout)) {
      // A driver without health is told apart before a cluster is needed.
      DriverInfo info = driver.describe();
      try (ApiServer api = ApiServer.reach(config);
          SystemTime time = SystemTime.start();
          HealthRuntime runtime = runtime(info, driver, api, clock.apply(time));
          KubernetesWatch watch = new KubernetesWatch(api.watching(), runtime)) {
        start(watch, api);
        runtime.start();
        Optional<ExitException> fault = end.get();
        if (fault.isPresent()) {
          throw fault.get();
        }
      }
    } finally {
      ended.countDown();
      Thread.setDefaultUncaughtExceptionHandler(null);
      removeHook(hook);
    }
    return ExitCode.OK.code();
  }

  private HealthRuntime runtime(DriverInfo info, Driver driver, ApiServer api, TimePort time) {
    observingOptions.applyTo(options);
    return HealthRuntime.builder(
            info, new CsiDriverPort(driver.client()), new KubernetesClaimPort(api.writing()), time)
        .options(options.build())
        .listener(
            new LoggingListener() {
              @Override
              public void described(DriverInfo now) {
                super.described(now);
                endUnlessUsable(info, now);
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
    if (fault.isPresent()) {
      end.complete(fault);
    }
  }

  /**
   * A thread of the Kubernetes client's has died, and perhaps a watch with it: better no monitor
   * than one that sees an old cluster.
   */
  void onUncaught(Thread thread, Throwable error) {
    end.complete(
        Optional.of(
            new ExitException(
                ExitCode.FAILED,
                "the cluster cannot be watched any more ("
                    + OneLine.of(error)
                    + "): if the credentials are good, start the monitor again")));
  }

  private static void start(KubernetesWatch watch, ApiServer api) throws ExitException {
    try {
      watch.start();
    } catch (KubernetesClientException e) {
      throw api.failure(e);
    }
  }

  /** Asks {@link #call} to end after what is under way, and waits for that; any thread may. */
  void stop() {
    end.complete(Optional.empty());
    try {
      ended.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is what ends us.
    }
  }
}
