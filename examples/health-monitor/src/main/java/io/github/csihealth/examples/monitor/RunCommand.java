package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.reconcile.ClaimReconciler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The sidecar: asks the driver on its socket and writes claims until it is stopped. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = HealthMonitorCommand.Version.class,
    sortOptions = false,
    description = "Writes the volume health that a CSI driver reports to the claims of a cluster.")
final class RunCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger("health-monitor");

  @Option(
      names = "--csi-address",
      required = true,
      paramLabel = "<socket>",
      description = "Socket of the CSI driver: unix:///path, unix:path or a path.")
  private UnixEndpoint csiAddress;

  @Option(
      names = "--kubeconfig",
      paramLabel = "<file>",
      description =
          "Kubeconfig of the cluster. Default: the one of KUBECONFIG or of the home folder, or else"
              + " the service account of the pod.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--timeout",
      defaultValue = "15s",
      paramLabel = "<duration>",
      description = "Limit of each call to the driver. Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(
      names = "--list-volumes-interval",
      defaultValue = "5m",
      paramLabel = "<duration>",
      description =
          "Time between list cycles, for a driver with LIST_VOLUME_HEALTH. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration listVolumesInterval;

  @Option(
      names = "--monitor-interval",
      defaultValue = "1m",
      paramLabel = "<duration>",
      description =
          "Time between calls for a volume, for a driver with GET_VOLUME_HEALTH alone. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration monitorInterval;

  @Option(
      names = "--worker-threads",
      defaultValue = "10",
      paramLabel = "<n>",
      description = "Volumes worked on at the same time. Default: ${DEFAULT-VALUE}.")
  private int workerThreads;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  RunCommand() {}

  /** Runs until {@link #stop}, or until something that it cannot work without is missing. */
  @Override
  public Integer call() throws ExitException, InterruptedException {
    check();
    Config config = ApiServer.config(Optional.ofNullable(kubeconfig));
    Thread hook = new Thread(this::stop, "health-monitor-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try (Driver driver = Driver.dial(csiAddress, timeout);
        ApiServer api = reach(driver, config);
        KubernetesCluster cluster = new KubernetesCluster(api.watching(), api.writing());
        HealthMonitor monitor =
            new HealthMonitor(
                driver.client(),
                cluster,
                ClaimReconciler.create(),
                Clock.systemUTC(),
                workerThreads,
                new LoggingListener())) {
      start(cluster, api);
      loop(driver, monitor);
    } finally {
      ended.countDown();
      removeHook(hook);
    }
    return ExitCode.OK.code();
  }

  private void check() throws ExitException {
    positive("--timeout", !timeout.isZero());
    positive("--list-volumes-interval", !listVolumesInterval.isZero());
    positive("--monitor-interval", !monitorInterval.isZero());
    positive("--worker-threads", workerThreads > 0);
  }

  private static void positive(String flag, boolean isPositive) throws ExitException {
    if (!isPositive) {
      throw new ExitException(ExitCode.USAGE, flag + " must be positive");
    }
  }

  /** A driver without health is told apart before a cluster is needed. */
  private static ApiServer reach(Driver driver, Config config) throws ExitException {
    driver.describe();
    return ApiServer.reach(config);
  }

  private static void start(KubernetesCluster cluster, ApiServer api) throws ExitException {
    try {
      cluster.start();
    } catch (KubernetesClientException e) {
      throw api.failure(e);
    }
  }

  private void loop(Driver driver, HealthMonitor monitor)
      throws ExitException, InterruptedException {
    DriverInfo info = driver.describe();
    LOG.info(
        "driver={} version={} mode={}", info.name(), info.vendorVersion(), info.controllerMode());
    do {
      // Asked again before each cycle: the driver may have been replaced by a newer one (C16).
      info = driver.client().describe().toCompletableFuture().join().answer().orElse(info);
      monitor.cycle(Driver.usable(info));
    } while (!stopped.await(interval(info).toNanos(), TimeUnit.NANOSECONDS));
  }

  private Duration interval(DriverInfo info) {
    return info.controllerMode() == ControllerMode.LIST ? listVolumesInterval : monitorInterval;
  }

  /** Asks {@link #call} to end after what is under way, and waits for that; any thread may. */
  void stop() {
    stopped.countDown();
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
