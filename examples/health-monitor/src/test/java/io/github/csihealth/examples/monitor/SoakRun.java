package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.FaultRig.CANARY;
import static io.github.csihealth.examples.monitor.FaultRig.FORBIDDEN;
import static io.github.csihealth.examples.monitor.FaultRig.NONE;
import static io.github.csihealth.examples.monitor.FaultRig.RETRY;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static io.github.csihealth.testkit.driver.FakeDriver.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.examples.monitor.ApiProxy.Deed;
import io.github.csihealth.examples.monitor.ApiProxy.Passing;
import io.github.csihealth.testkit.driver.DriverFault;
import io.grpc.Status;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random faults of all kinds, one after the other, for a long time and at many claims; after each,
 * all claims must come to hold what was reported. Not part of any build: {@code mvn verify -Psoak
 * -pl examples/health-monitor -am}. It writes {@code target/soak-report.md}.
 */
class SoakRun {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final Duration LENGTH = Duration.ofMinutes(Integer.getInteger("soak.minutes", 30));
  private static final int CLAIMS = Integer.getInteger("soak.claims", 5000);
  private static final long SEED = Long.getLong("soak.seed", System.nanoTime());

  /** The list interval of five minutes takes five seconds: a list of the claims takes one. */
  private static final int SPEED = 60;

  /** Volumes that change with each fault. */
  private static final int CHANGES = 50;

  private static final long MEBIBYTE = 1 << 20;

  /** What goes wrong, and the longest pause that it may lead to. */
  private record Fault(String name, Duration pause, MonitorRun.Body body) {}

  private record Result(String fault, Duration settled) {}

  private record Sample(Duration at, long heap, int threads) {}

  private final Random random = new Random(SEED);
  private final List<Result> results = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private int patches;
  private int lists;

  @AutoClose private final FaultRig rig = new FaultRig(SERVER, SPEED);

  SoakRun() throws Exception {}

  private List<Fault> faults() {
    return List.of(
        new Fault("API server killed and started again", RETRY, this::killServer),
        new Fault("etcd stands still for five seconds", RETRY, this::freezeEtcd),
        new Fault("watches cut, their place forgotten", RETRY, this::forgetWatches),
        new Fault("gate turned off and on", CANARY, this::turnGateOff),
        new Fault("rights taken away and given back", FORBIDDEN, this::takeRightsAway),
        new Fault("429 with Retry-After", RETRY, () -> refuse(ApiProxy.refuse(429, 30))),
        new Fault("503", RETRY, () -> refuse(ApiProxy.refuse(503, 0))),
        new Fault("connections cut", RETRY, () -> refuse(ApiProxy.cut())),
        new Fault("answers lost", RETRY, () -> refuse(ApiProxy.loseAnswer())),
        new Fault("409 storm by a second writer", RETRY, this::writeBeside),
        new Fault("driver gone and started again", NONE, this::stopDriver),
        new Fault("driver cuts connections", NONE, () -> failDriver(DriverFault.cut())),
        new Fault("driver answers no message", NONE, () -> failDriver(DriverFault.garbage(0xff))),
        new Fault(
            "driver answers invalid UTF-8", NONE, () -> failDriver(DriverFault.invalidUtf8())),
        new Fault("driver lists without end", NONE, this::listWithoutEnd),
        new Fault("driver hangs on one volume", NONE, this::hangOne),
        new Fault("driver answers with wrong ids", NONE, () -> answer(health("vol-x", some()))),
        new Fault(
            "driver reports unknown statuses alone",
            NONE,
            () -> answer(health("vol-0", entry(99, "NewThing", "of a later specification")))),
        new Fault("10,000 conditions, a message of a MiB", NONE, this::exaggerate),
        new Fault("clock stepped by an hour", NONE, this::stepClock),
        new Fault("claim made anew, another bound elsewhere", NONE, this::rebind));
  }

  @Test
  void everythingSettlesAgain() throws Exception {
    rig.bind(CLAIMS);
    // As many are sick as will be in the long run, so that what they cost is there from the start.
    for (int volume = 0; volume < CLAIMS; volume++) {
      if (random.nextInt(3) > 0) {
        rig.report(volume, some());
      }
    }
    Instant start = Instant.now();
    List<Fault> faults = new ArrayList<>(faults());
    try {
      while (Duration.between(start, Instant.now()).compareTo(LENGTH) < 0) {
        // Each kind comes once; then the monitor is stopped while it writes, and started again.
        Collections.shuffle(faults, random);
        rig.run(() -> play(faults, start));
      }
      Sample first = samples.get(samples.size() / 4);
      Sample last = samples.get(samples.size() - 1);
      assertThat(last.heap()).as("heap is flat").isLessThan(first.heap() * 3 / 2 + 32 * MEBIBYTE);
      assertThat(last.threads()).as("threads are flat").isLessThan(first.threads() + 20);
    } finally {
      Files.writeString(Path.of("target", "soak-report.md"), report(start));
    }
  }

  private void play(List<Fault> faults, Instant start) throws Exception {
    for (Fault fault : faults) {
      int before = rig.driver.calls(LIST_VOLUME_HEALTH);
      fault.body().run();
      Duration settled = rig.settlesWithin(fault.pause());
      results.add(new Result(fault.name(), settled));
      patches += rig.proxy.patches().size();
      lists += rig.driver.calls(LIST_VOLUME_HEALTH) - before;
      rig.proxy.forgetPatches();
      sample(Duration.between(start, Instant.now()));
      System.out.printf(
          "minute %d: %s, settled in %d s%n",
          samples.get(samples.size() - 1).at().toMinutes(), fault.name(), settled.toSeconds());
    }
    change();
    rig.awaitCycles(1);
  }

  /** Some volumes get sick, others recover. */
  private void change() {
    for (int i = 0; i < CHANGES; i++) {
      int volume = random.nextInt(CLAIMS);
      switch (random.nextInt(3)) {
        case 0 -> rig.report(volume);
        case 1 -> rig.report(volume, some());
        default -> rig.report(volume, some(), entry(DEGRADED, "ReplicaDown", "1 of 3 replicas"));
      }
    }
  }

  private VolumeHealthEntry some() {
    return entry(INACCESSIBLE, "Path" + random.nextInt(5), "no path");
  }

  private void killServer() throws Exception {
    change();
    rig.awaitCycles(1);
    SERVER.get().killApiServer();
    change();
    rig.awaitCycles(1);
    SERVER.startAgain();
  }

  private void freezeEtcd() throws Exception {
    SERVER.get().freezeEtcd();
    try {
      change();
      Thread.sleep(5000);
    } finally {
      SERVER.get().thawEtcd();
    }
  }

  private void forgetWatches() throws Exception {
    rig.proxy.on(Passing::isWatch, ApiProxy.cut());
    rig.proxy.cutWatches();
    change();
    SERVER.get().stopApiServer();
    SERVER.startAgain();
    rig.proxy.letPass();
  }

  private void turnGateOff() throws Exception {
    SERVER.get().stopApiServer();
    SERVER.startAgain("--feature-gates=CSIVolumeHealth=false");
    change();
    rig.awaitCycles(2);
    SERVER.get().stopApiServer();
    SERVER.startAgain();
  }

  private void takeRightsAway() throws Exception {
    Rbac.set(
        SERVER.get(),
        MONITOR,
        Rbac.MONITOR_RIGHTS.stream().filter(right -> !right.contains("/status")).toList());
    change();
    rig.awaitCycles(2);
    Rbac.set(SERVER.get(), MONITOR, Rbac.MONITOR_RIGHTS);
  }

  private void refuse(Deed deed) {
    rig.proxy.on(Passing::isPatch, deed);
    change();
    rig.awaitCycles(2);
    rig.proxy.letPass();
  }

  private void writeBeside() {
    for (int i = 0; i < 3; i++) {
      change();
      for (int j = 0; j < CHANGES; j++) {
        rig.namespace.annotate("claim-" + random.nextInt(CLAIMS), "change " + j);
      }
    }
  }

  private void stopDriver() {
    rig.driver.stop();
    change();
    rig.driver.restart();
  }

  private void failDriver(DriverFault fault) {
    rig.driver.fail(LIST_VOLUME_HEALTH, fault).fail(GET_VOLUME_HEALTH, fault);
    change();
    rig.awaitCycles(2);
    rig.driver.recover(LIST_VOLUME_HEALTH).recover(GET_VOLUME_HEALTH);
  }

  private void listWithoutEnd() {
    AtomicInteger next = new AtomicInteger();
    rig.driver
        .answer(LIST_VOLUME_HEALTH, request -> page("t" + next.incrementAndGet()))
        .fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE);
    change();
    rig.awaitCycles(2);
    rig.driver.recover(LIST_VOLUME_HEALTH).recover(GET_VOLUME_HEALTH);
  }

  private void answer(VolumeHealth health) {
    rig.driver
        .answer(LIST_VOLUME_HEALTH, request -> page("", health))
        .answer(
            GET_VOLUME_HEALTH,
            request ->
                ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build());
    change();
    rig.awaitCycles(1);
    rig.driver.recover(LIST_VOLUME_HEALTH).recover(GET_VOLUME_HEALTH);
  }

  private void exaggerate() {
    change();
    rig.driver.setHealth(
        "vol-0",
        IntStream.range(0, 10_000).mapToObj(i -> entry(DEGRADED, "Reason" + i, "much")).toList());
    rig.driver.setHealth("vol-1", entry(DEGRADED, "Talkative", "x".repeat((int) MEBIBYTE)));
    rig.awaitCycles(2);
    rig.report(0, some());
    rig.report(1);
  }

  private void hangOne() {
    int volume = random.nextInt(CLAIMS);
    rig.driver.fail(
        GET_VOLUME_HEALTH,
        DriverFault.hang(),
        request -> request.getVolumeId().equals("vol-" + volume));
    change();
    rig.awaitCycles(2);
    rig.driver.recover(GET_VOLUME_HEALTH);
  }

  private void stepClock() {
    rig.time().step(Duration.ofHours(random.nextBoolean() ? 1 : -1));
    change();
    rig.awaitCycles(1);
    rig.time().step(Duration.ZERO);
  }

  private void rebind() {
    int anew = random.nextInt(CLAIMS);
    rig.namespace.deleteClaim("claim-" + anew);
    rig.namespace.deleteVolume("claim-" + anew);
    rig.namespace.bind("claim-" + anew, rig.driver.name(), "vol-" + anew);
    change();
  }

  private void sample(Duration at) {
    System.gc();
    samples.add(
        new Sample(
            at,
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
            ManagementFactory.getThreadMXBean().getThreadCount()));
  }

  private String report(Instant start) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Soak

        %d claims, %d faults in %d minutes, seed %d, clock at %d times its speed. The driver was asked for
        %d pages, the API server for %d patches.

        | fault | times | settled in, at most | on average |
        |---|---|---|---|
        """
            .formatted(
                CLAIMS,
                results.size(),
                Duration.between(start, Instant.now()).toMinutes(),
                SEED,
                SPEED,
                lists,
                patches));
    Map<String, List<Duration>> byFault = new LinkedHashMap<>();
    for (Fault fault : faults()) {
      byFault.put(fault.name(), new ArrayList<>());
    }
    for (Result result : results) {
      byFault.get(result.fault()).add(result.settled());
    }
    byFault.forEach(
        (fault, settled) ->
            text.append("| %s | %d | ".formatted(fault, settled.size()))
                .append(
                    settled.isEmpty()
                        ? "| |"
                        : "%d s | %d s |"
                            .formatted(
                                settled.stream().mapToLong(Duration::toSeconds).max().getAsLong(),
                                (long)
                                    settled.stream()
                                        .mapToLong(Duration::toSeconds)
                                        .average()
                                        .getAsDouble()))
                .append('\n'));
    text.append("\nSeconds are those of the monitor's clock.\n\n| minute | heap, MiB | threads |\n")
        .append("|---|---|---|\n");
    long minute = -1;
    for (Sample sample : samples) {
      if (sample.at().toMinutes() != minute) {
        minute = sample.at().toMinutes();
        text.append(
            "| %d | %d | %d |\n".formatted(minute, sample.heap() / MEBIBYTE, sample.threads()));
      }
    }
    return text.append(
            """

            Heap is what is used after a collection, of the one JVM that holds the monitor, the driver, the proxy and
            the test.
            """)
        .toString();
  }
}
