package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The {@code run} command with the intervals that its flags have by default, on a clock that runs
 * faster, between a real API server (behind a proxy) and a driver on a real socket; and what its
 * claims must come to hold.
 */
final class FaultRig implements AutoCloseable {

  /** The list interval of five minutes takes a second. */
  private static final int USUAL_SPEED = 300;

  /** The default of {@code --list-volumes-interval}: the probe interval of a driver that lists. */
  static final Duration INTERVAL = Duration.ofMinutes(5);

  /** The longest pause of a claim whose write failed. */
  static final Duration RETRY = Duration.ofMinutes(5);

  /** The longest pause of a claim whose write was forbidden. */
  static final Duration FORBIDDEN = Duration.ofMinutes(30);

  /** The longest pause between canary writes. */
  static final Duration CANARY = Duration.ofMinutes(60);

  /** Real time for the machine, the client's own reconnects and the requests themselves. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(20);

  /** No fault made it slower than usual. */
  static final Duration NONE = Duration.ZERO;

  private final int speed;
  private final LeakCheck leaks = LeakCheck.begin();
  private final AtomicReference<ScaledTime> time = new AtomicReference<>();
  private final Map<String, List<String>> reported = new TreeMap<>();

  final KubeApiServer server;
  final TestNamespace namespace;
  final FakeDriver driver = FakeDriver.start();
  final ApiProxy proxy;

  /** Where the monitor finds its driver; another program may serve there. */
  UnixEndpoint endpoint = driver.endpoint();

  FaultRig(RealServer real) throws IOException {
    this(real, USUAL_SPEED);
  }

  /** With a clock that runs that many times faster than the machine's. */
  FaultRig(RealServer real, int speed) throws IOException {
    this.speed = speed;
    server = real.get();
    namespace = real.newNamespace();
    proxy = new ApiProxy(server.uri(), server.trust());
    driver.named(namespace.name() + ".csihealth.example");
  }

  /** Claims {@code claim-0} and so on, bound to healthy volumes {@code vol-0} and so on. */
  void bind(int claims) {
    for (int i = 0; i < claims; i++) {
      namespace.bind("claim-" + i, driver.name(), "vol-" + i);
      report(i);
    }
  }

  /** The driver says this of a volume from now on. */
  void report(int volume, VolumeHealthEntry... entries) {
    driver.setHealth("vol-" + volume, entries);
    expect(volume, entries);
  }

  /** The claim must come to hold this, whatever the driver says. */
  void expect(int claim, VolumeHealthEntry... entries) {
    reported.put(
        "claim-" + claim,
        Arrays.stream(entries)
            .map(
                entry ->
                    switch (entry.getStatus()) {
                          case DEGRADED -> "Degraded/";
                          case INACCESSIBLE -> "Inaccessible/";
                          case DATA_LOSS -> "DataLoss/";
                          default -> throw new IllegalArgumentException(entry.toString());
                        }
                        + entry.getReason()
                        + ": "
                        + entry.getMessage())
            .sorted()
            .toList());
  }

  /** Each claim holds what was reported of its volume, and a healthy one no field at all. */
  void storedIsReported() {
    Map<String, List<String>> stored = new TreeMap<>();
    namespace
        .healthOfAll()
        .forEach((claim, health) -> stored.put(claim, health.map(this::sorted).orElse(List.of())));
    assertThat(stored).isEqualTo(reported);
  }

  private List<String> sorted(JsonNode health) {
    List<String> conditions = new ArrayList<>(TestNamespace.conditionsOf(health));
    assertThat(conditions).as("recovery removes the field").isNotEmpty();
    conditions.sort(null);
    return conditions;
  }

  /**
   * From the end of a fault on: within one probe interval, the longest pause that the fault may
   * have led to, and one more interval, all claims hold what was reported. Returns how long it
   * took, by the monitor's clock.
   */
  Duration settlesWithin(Duration pause) {
    Duration limit = INTERVAL.plus(pause).plus(INTERVAL);
    long from = time.get().nanoTime();
    eventually(this::storedIsReported);
    Duration took = Duration.ofNanos(time.get().nanoTime() - from);
    assertThat(took).isLessThan(limit.plus(ALLOWANCE.multipliedBy(speed)));
    return took;
  }

  /** Lets whole list cycles pass, whether they fail or not. */
  void awaitCycles(int cycles) {
    int before = driver.calls(LIST_VOLUME_HEALTH);
    eventually("list calls", () -> driver.calls(LIST_VOLUME_HEALTH) >= before + cycles);
  }

  /** No write took the conditions of that claim away. */
  void neverCleared(int claim) {
    assertThat(proxy.patches())
        .filteredOn(patch -> patch.uri().getPath().contains("/claim-" + claim + "/"))
        .noneMatch(patch -> patch.body().contains("\"healthStatus\":null"));
  }

  /** The clock of the monitor that runs. */
  ScaledTime time() {
    return Optional.ofNullable(time.get()).orElseThrow();
  }

  /** Runs the monitor while the body runs, then stops it as a signal would. Returns its log. */
  String run(MonitorRun.Body body) throws Exception {
    time.set(null);
    return MonitorRun.during(
        command ->
            command.clock =
                real -> {
                  time.set(new ScaledTime(real, speed));
                  return time.get();
                },
        List.of(
            "--csi-address",
            endpoint.toString(),
            "--kubeconfig",
            server.kubeconfig(proxy.uri(), MONITOR).toString(),
            // Of real time, since gRPC measures it.
            "--timeout",
            "3s"),
        () -> {
          eventually("the monitor runs", () -> time.get() != null);
          eventually(this::storedIsReported);
          body.run();
        });
  }

  /** Stops all, and checks that neither threads nor sockets are left. */
  @Override
  public void close() {
    proxy.close();
    driver.close();
    leaks.check();
  }
}
