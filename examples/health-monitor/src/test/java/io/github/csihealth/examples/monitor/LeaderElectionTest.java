package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Two replicas of the run command, each beside a driver of its own that tells its own story. */
@Timeout(120)
@SuppressWarnings("try") // A replica is of use by being there.
class LeaderElectionTest {

  /** A replica on a thread of its own. */
  private final class Replica implements AutoCloseable {
    final FakeDriver driver = FakeDriver.start().named("disk.csihealth.example");
    private final StringWriter errors = new StringWriter();
    private final RunCommand command;
    private final FutureTask<Integer> exit;

    Replica(String reason, String... more) {
      driver.setHealth("vol-1", entry(DEGRADED, reason, "told by one replica"));
      CommandLine line = HealthMonitorCommand.commandLine(Map.of());
      line.setErr(new PrintWriter(errors, true));
      command = line.getSubcommands().get("run").getCommand();
      String[] arguments = {
        "run",
        "--csi-address=" + driver.endpoint(),
        "--kubeconfig=" + kubeconfig,
        "--list-volumes-interval=50ms",
        "--leader-election",
        "--leader-election-namespace=shop",
        "--leader-election-lease-duration=" + (more.length > 0 ? more[0] : "600s"),
        "--leader-election-renew-deadline=" + (more.length > 0 ? more[1] : "500s"),
        "--leader-election-retry-period=100ms"
      };
      exit = new FutureTask<>(() -> line.execute(arguments));
      Thread thread = new Thread(exit, "replica-" + reason);
      thread.setDaemon(true);
      thread.start();
    }

    int lists() {
      return driver.calls(LIST_VOLUME_HEALTH);
    }

    int stop() throws Exception {
      command.stop();
      return exit.get(60, SECONDS);
    }

    int awaitExit() throws Exception {
      return exit.get(60, SECONDS);
    }

    @Override
    public void close() {
      if (!exit.isDone()) {
        command.stop();
      }
      driver.close();
    }
  }

  @TempDir private Path folder;
  @AutoClose private final InMemoryApiServer server = InMemoryApiServer.start();
  private Path kubeconfig;

  @BeforeEach
  void begin() throws Exception {
    kubeconfig = Files.writeString(folder.resolve("config"), server.kubeconfig());
    server.boundClaim("shop", "data", "disk.csihealth.example", "vol-1");
  }

  private void awaitHealth(String reason) {
    eventually(() -> assertThat(server.get(CLAIMS, "shop", "data").orElseThrow()).contains(reason));
  }

  private String lease() {
    return server.get("leases", "shop", LeaseLock.name("disk.csihealth.example")).orElseThrow();
  }

  @Test
  void onlyTheLeaderAsksAndWritesAndTheOtherFollowsAStopAtOnce() throws Exception {
    try (Replica first = new Replica("First")) {
      awaitHealth("First");
      try (Replica second = new Replica("Second")) {
        long tries = server.requestCount("get", "leases", "");
        int lists = first.lists();
        eventually(
            () -> {
              assertThat(first.lists()).isGreaterThan(lists + 3);
              // Of both.
              assertThat(server.requestCount("get", "leases", "")).isGreaterThan(tries + 10);
            });
        assertThat(second.lists()).isZero();
        assertThat(server.requestCount("watch", CLAIMS, "")).as("of the leader").isEqualTo(1);
        assertThat(server.requestCount("patch", CLAIMS, "status")).isEqualTo(1);

        assertThat(first.stop()).isZero();
        awaitHealth("Second");
        assertThat(second.stop()).isZero();
        assertThat(lease()).doesNotContain("holderIdentity");
      }
    }
  }

  @Test
  void aFollowerIsStoppedLikeALeader() throws Exception {
    try (Replica leader = new Replica("Leader")) {
      awaitHealth("Leader");
      try (Replica follower = new Replica("Follower")) {
        long tries = server.requestCount("get", "leases", "");
        eventually(
            () -> assertThat(server.requestCount("get", "leases", "")).isGreaterThan(tries + 10));
        String before = lease();
        assertThat(follower.stop()).isZero();
        assertThat(holder(lease())).isEqualTo(holder(before));
      }
    }
  }

  private static String holder(String lease) {
    return lease.replaceFirst(".*\"holderIdentity\":\"([^\"]*)\".*", "$1");
  }

  @Test
  void aLeaderThatCannotRenewEndsWithItsOwnCodeAndWritesNoMore() throws Exception {
    try (Replica leader = new Replica("Leader", "3s", "2s")) {
      awaitHealth("Leader");
      server.failNext(
          Integer.MAX_VALUE,
          ApiRequest.matching("update", "leases", ""),
          Fault.status(403, "Forbidden"));
      assertThat(leader.awaitExit()).isEqualTo(ExitCode.LEASE_LOST.code());
      assertThat(leader.errors.toString().lines())
          .singleElement()
          .satisfies(
              line ->
                  assertThat(line)
                      .startsWith("error: lease shop/external-health-monitor-leader-")
                      .contains("2000 ms"));
    }
  }

  /** The client would try for minutes. */
  @Test
  void aLeaderThatLosesTheLeaseIsNotKeptByAListThatHangs() throws Exception {
    Predicate<ApiRequest> listOfAll =
        ApiRequest.matching("list", CLAIMS, "").and(r -> !r.query().contains("limit=1"));
    server.failNext(Integer.MAX_VALUE, listOfAll, Fault.hang());
    try (Replica leader = new Replica("Leader", "3s", "2s")) {
      eventually("it hangs", () -> server.requests().stream().anyMatch(listOfAll));
      server.failNext(
          Integer.MAX_VALUE,
          ApiRequest.matching("update", "leases", ""),
          Fault.status(403, "Forbidden"));
      assertThat(leader.awaitExit()).isEqualTo(ExitCode.LEASE_LOST.code());
    }
  }

  /** Not by waiting for the writes that are decided, which a stop does. */
  @Test
  void aLeaderThatLosesTheLeaseLeavesWhatIsDecidedUnwritten() throws Exception {
    server.failNext(Integer.MAX_VALUE, MonitorRig.PATCH, Fault.status(503, "Unavailable"));
    try (Replica leader = new Replica("Leader", "3s", "2s")) {
      eventually("a try", () -> server.requestCount("patch", CLAIMS, "status") > 0);
      server.failNext(
          Integer.MAX_VALUE,
          ApiRequest.matching("update", "leases", ""),
          Fault.status(403, "Forbidden"));
      assertThat(leader.awaitExit()).isEqualTo(ExitCode.LEASE_LOST.code());
      long patches = server.requestCount("patch", CLAIMS, "status");
      server.clearFaults();
      // Another replica does it, and needs nothing but what is stored.
      try (Replica next = new Replica("Next", "3s", "2s")) {
        awaitHealth("Next");
      }
      assertThat(server.requestCount("patch", CLAIMS, "status")).isEqualTo(patches + 1);
    }
  }
}
