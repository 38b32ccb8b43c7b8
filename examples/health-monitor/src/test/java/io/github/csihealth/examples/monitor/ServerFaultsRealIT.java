package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DATA_LOSS;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.FaultRig.CANARY;
import static io.github.csihealth.examples.monitor.FaultRig.FORBIDDEN;
import static io.github.csihealth.examples.monitor.FaultRig.RETRY;
import static io.github.csihealth.examples.monitor.RealServer.MONITOR;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.examples.monitor.ApiProxy.Hold;
import io.github.csihealth.examples.monitor.ApiProxy.Passing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What goes wrong at the API server, and that nothing is lost by it. */
class ServerFaultsRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final VolumeHealthEntry OLD = entry(DEGRADED, "ReplicaDown", "1 of 3 replicas");
  private static final VolumeHealthEntry NEW = entry(INACCESSIBLE, "PathLost", "no path");

  @AutoClose private final FaultRig rig = new FaultRig(SERVER);

  ServerFaultsRealIT() throws Exception {}

  @Test
  void theServerIsKilledInTheMiddleOfAWriteAndStartedAgain() throws Exception {
    rig.bind(20);
    rig.report(0, OLD);
    rig.run(
        () -> {
          Hold hold = new Hold();
          rig.proxy.on(Passing::isPatch, hold);
          for (int i = 0; i < 20; i++) {
            rig.report(i, NEW);
          }
          hold.awaitOne();
          SERVER.get().killApiServer();
          hold.goOn();
          rig.proxy.letPass();
          rig.awaitCycles(3);
          SERVER.startAgain();
          rig.settlesWithin(RETRY);
        });
    rig.neverCleared(0);
  }

  @Test
  void writesAreStoredButTheirAnswersAreLost() throws Exception {
    rig.bind(5);
    rig.report(0, OLD);
    rig.run(
        () -> {
          rig.proxy.on(Passing::isPatch, ApiProxy.loseAnswer());
          rig.report(0);
          for (int i = 1; i < 5; i++) {
            rig.report(i, NEW);
          }
          eventually(rig::storedIsReported);
          rig.awaitCycles(2);
          rig.proxy.letPass();
          rig.report(1, OLD);
          rig.settlesWithin(RETRY);
        });
  }

  @Test
  void etcdStandsStillForThirtySeconds() throws Exception {
    rig.bind(5);
    rig.report(0, OLD);
    rig.run(
        () -> {
          SERVER.get().freezeEtcd();
          try {
            for (int i = 1; i < 5; i++) {
              rig.report(i, NEW);
            }
            SECONDS.sleep(30);
          } finally {
            SERVER.get().thawEtcd();
          }
          rig.settlesWithin(RETRY);
        });
    rig.neverCleared(0);
  }

  @Test
  void theWatchIsClosedAndTheServerHasForgottenItsPlace() throws Exception {
    rig.bind(3);
    rig.report(0, OLD);
    rig.report(1, OLD);
    rig.run(
        () -> {
          long lists = claimLists();
          rig.proxy.on(Passing::isWatch, ApiProxy.cut());
          rig.proxy.cutWatches();
          // Unseen: one claim goes, one is made anew under its name, and one is bound.
          rig.namespace.deleteClaim("claim-1");
          rig.namespace.bind("claim-3", rig.driver.name(), "vol-3");
          rig.report(3, NEW);
          rig.namespace.createClaim("claim-1");
          rig.expect(1);
          // A server that has just been started knows no older places.
          SERVER.get().stopApiServer();
          SERVER.startAgain();
          rig.proxy.letPass();
          rig.settlesWithin(RETRY);
          assertThat(claimLists()).as("lists, since no watch could go on").isGreaterThan(lists);
        });
    rig.neverCleared(0);
  }

  private static long claimLists() throws Exception {
    return SERVER.get().audit().stream()
        .filter(event -> event.user().equals(MONITOR.name()))
        .filter(event -> event.verb().equals("list"))
        .filter(event -> event.resource().equals("persistentvolumeclaims"))
        .count();
  }

  @Test
  void theServerIsBusyAndSaysWhenToComeAgain() throws Exception {
    rig.bind(5);
    rig.report(0, OLD);
    rig.run(
        () -> {
          rig.proxy.on(Passing::isPatch, ApiProxy.refuse(429, 600));
          int before = rig.proxy.patches().size();
          rig.report(1, NEW);
          eventually("a refused patch", () -> rig.proxy.patches().size() > before);
          long from = rig.time().nanoTime();
          rig.awaitCycles(2);
          int tries = rig.proxy.patches().size() - before;
          Duration passed = Duration.ofNanos(rig.time().nanoTime() - from);
          assertThat(tries)
              .as("tries in %s, of 600 s each", passed)
              .isLessThanOrEqualTo((int) passed.dividedBy(Duration.ofSeconds(600)) + 1);
          rig.proxy.letPass();
          rig.settlesWithin(Duration.ofSeconds(600));
        });
  }

  @Test
  void theRightToWriteIsTakenAwayAndGivenBack() throws Exception {
    rig.bind(5);
    rig.report(0, OLD);
    List<String> rights = Rbac.MONITOR_RIGHTS;
    rig.run(
        () -> {
          Rbac.set(
              SERVER.get(),
              MONITOR,
              rights.stream().filter(right -> !right.startsWith("patch")).toList());
          int before = rig.proxy.patches().size();
          for (int i = 1; i < 5; i++) {
            rig.report(i, NEW);
          }
          eventually("refused patches", () -> rig.proxy.patches().size() >= before + 4);
          rig.awaitCycles(2);
          Rbac.set(SERVER.get(), MONITOR, rights);
          rig.settlesWithin(FORBIDDEN);
        });
    rig.neverCleared(0);
  }

  @Test
  void theGateIsTurnedOffAndOnAgain() throws Exception {
    rig.bind(5);
    rig.report(0, OLD);
    rig.run(
        () -> {
          SERVER.get().stopApiServer();
          SERVER.startAgain("--feature-gates=CSIVolumeHealth=false");
          int before = rig.proxy.patches().size();
          for (int i = 1; i < 5; i++) {
            rig.report(i, NEW);
          }
          eventually("a dropped write", () -> rig.proxy.patches().size() > before);
          // What was stored before takes updates, with the gate off too.
          rig.report(0, entry(DATA_LOSS, "BlocksLost", "17 blocks"));
          eventually(
              () ->
                  assertThat(rig.namespace.conditions("claim-0"))
                      .containsExactly("DataLoss/BlocksLost: 17 blocks"));
          SERVER.get().stopApiServer();
          SERVER.startAgain();
          rig.settlesWithin(CANARY);
        });
    rig.neverCleared(0);
  }

  @Test
  void theMonitorIsEndedBySigtermWhileItWrites() throws Exception {
    rig.bind(20);
    rig.report(0, OLD);
    for (int i = 1; i < 20; i++) {
      rig.report(i, NEW);
    }
    Hold hold = new Hold();
    rig.proxy.on(Passing::isPatch, hold);
    Process program = startProgram();
    try {
      hold.awaitOne();
      program.toHandle().destroy();
      hold.goOn();
      assertThat(program.waitFor(30, SECONDS)).as("ends within its limit").isTrue();
    } finally {
      program.destroyForcibly();
    }
    // 128 and the number of the signal: what a JVM ends with.
    assertThat(program.exitValue()).isEqualTo(143);
    assertThat(rig.proxy.patches())
        .as("what was under way was let end")
        .isNotEmpty()
        .allSatisfy(
            patch -> {
              String claim = patch.uri().getPath().replaceAll(".*/(claim-[0-9]+)/status", "$1");
              assertThat(rig.namespace.conditions(claim)).as(claim).isNotEmpty();
            });
    rig.proxy.letPass();
    rig.run(() -> rig.awaitCycles(2));
    rig.storedIsReported();
  }

  private Process startProgram() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            "target/health-monitor.jar",
            "run",
            "--csi-address=" + rig.endpoint,
            "--kubeconfig=" + SERVER.get().kubeconfig(rig.proxy.uri(), MONITOR),
            "--list-volumes-interval=1s")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void aSecondWriterChangesTheClaimsAllTheTime() throws Exception {
    rig.bind(5);
    rig.report(0, OLD);
    rig.run(
        () -> {
          Thread writer = new Thread(this::annotateUntilInterrupted, "second-writer");
          writer.start();
          for (int round = 0; round < 3; round++) {
            for (int i = 1; i < 5; i++) {
              rig.report(i, round % 2 == 0 ? NEW : OLD);
            }
            rig.awaitCycles(1);
          }
          writer.interrupt();
          writer.join();
          // Conflicts without end slow down.
          rig.settlesWithin(RETRY);
        });
    assertThat(rig.namespace.claim("claim-1").at("/metadata/annotations/example").asText())
        .as("what the other writer wrote stands")
        .isNotEmpty();
  }

  private void annotateUntilInterrupted() {
    int count = 0;
    try {
      while (!Thread.currentThread().isInterrupted()) {
        for (int i = 0; i < 5; i++) {
          rig.namespace.annotate("claim-" + i, "change " + count++);
        }
      }
    } catch (IllegalStateException e) {
      // The interrupt came during a request.
    }
  }
}
