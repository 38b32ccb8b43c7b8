package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DATA_LOSS;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.examples.monitor.MonitorRig.VOLUMES;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the program serves over HTTP, and tells on claims, while it runs. */
@Timeout(120)
class PagesTest {

  private static final Pattern SERVED =
      Pattern.compile("msg=\"metrics are served\" url=http://([^/\\s]+)(/\\S*)");
  private static final VolumeHealthEntry SLOW = FakeDriver.entry(DEGRADED, "DiskSlow", "slow");
  private static final VolumeHealthEntry LOST = FakeDriver.entry(DATA_LOSS, "BlocksLost", "17");

  @TempDir private Path directory;

  private FakeDriver driver;
  private InMemoryApiServer server;

  @BeforeEach
  void start() {
    driver = FakeDriver.start();
    server = InMemoryApiServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
    driver.close();
  }

  /** Runs the program while the body does, then stops it as a signal would; returns its log. */
  private String whileItRuns(List<String> more, MonitorRun.Body body) throws Exception {
    CommandLine line = HealthMonitorCommand.commandLine();
    RunCommand command = line.getSubcommands().get("run").getCommand();
    Path kubeconfig = Files.writeString(directory.resolve("config"), server.kubeconfig());
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--csi-address=" + driver.endpoint(),
                "--kubeconfig=" + kubeconfig,
                "--list-volumes-interval=50ms"));
    arguments.addAll(more);
    return StandardError.during(
        () -> {
          FutureTask<Integer> exit =
              new FutureTask<>(() -> line.execute(arguments.toArray(String[]::new)));
          Thread thread = new Thread(exit, "run");
          thread.setDaemon(true);
          thread.start();
          try {
            body.run();
          } finally {
            command.stop();
          }
          assertThat(exit.get(60, TimeUnit.SECONDS)).isZero();
        });
  }

  private static Matcher served() {
    eventually("it says where it serves", () -> SERVED.matcher(StandardError.soFar()).find());
    Matcher served = SERVED.matcher(StandardError.soFar());
    assertThat(served.find()).isTrue();
    return served;
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return Http.get(HttpAddress.parse(served().group(1)), path);
  }

  private static List<String> claimSeries() throws Exception {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("csi_controller_volume_health_status{"))
        .toList();
  }

  private static void eventuallySeries(String... labels) throws Exception {
    eventually(
        () ->
            assertThat(claimSeries())
                .containsExactlyInAnyOrder(
                    List.of(labels).stream()
                        .map(l -> "csi_controller_volume_health_status{" + l + "} 1.0")
                        .toArray(String[]::new)));
  }

  private static String series(String claim, String status) {
    return "namespace=\"shop\",persistentvolumeclaim=\"" + claim + "\",status=\"" + status + "\"";
  }

  @Test
  void readyIsSaidOnceTheDriverIsKnownAndTheCachesAreFilledAndAliveAllAlong() throws Exception {
    driver.ready(false);
    server.failNext(
        Integer.MAX_VALUE, ApiRequest.matching("list", VOLUMES, ""), Fault.status(429, "TooMany"));
    whileItRuns(
        List.of("--http-endpoint=127.0.0.1:0", "--timeout=60s"),
        () -> {
          HttpResponse<String> first = get("/readyz");
          assertThat(first.statusCode()).isEqualTo(503);
          assertThat(first.body()).isEqualTo("waiting for the driver to say what it is\n");
          assertThat(get("/healthz").statusCode()).isEqualTo(200);
          assertThat(get("/metrics").body()).contains("csi_health_monitor_build_info{");

          server.clearFaults();
          driver.ready(true);
          eventually(() -> assertThat(get("/readyz").statusCode()).isEqualTo(200));
          assertThat(get("/readyz").body()).isEqualTo("ok\n");
          assertThat(get("/healthz").body()).isEqualTo("ok\n");
        });
  }

  @Test
  void whileTheClaimsAreStillToBeListedItIsNotReady() throws Exception {
    server.failNext(Integer.MAX_VALUE, listOfAll(VOLUMES), Fault.status(503, "ServiceUnavailable"));
    whileItRuns(
        List.of("--http-endpoint=127.0.0.1:0"),
        () -> {
          eventuallyWaitsForTheClaims();
          assertThat(get("/readyz").statusCode()).isEqualTo(503);
          server.clearFaults();
          eventually(() -> assertThat(get("/readyz").statusCode()).isEqualTo(200));
        });
  }

  /** A first list, of one, is to see whether it may; a watch lists them all. */
  private static Predicate<ApiRequest> listOfAll(String resource) {
    return ApiRequest.matching("list", resource, "")
        .and(request -> !request.query().matches("(.*&)?limit=1(&.*)?"));
  }

  private static void eventuallyWaitsForTheClaims() throws Exception {
    eventually(
        () ->
            assertThat(get("/readyz").body())
                .isEqualTo("waiting for the claims and volumes of the cluster\n"));
  }

  /** The client would try for minutes. */
  @ParameterizedTest
  @ValueSource(strings = {VOLUMES, CLAIMS})
  void aStopIsNotKeptWaitingByAListThatHangs(String resource) throws Exception {
    Predicate<ApiRequest> list = listOfAll(resource);
    server.failNext(Integer.MAX_VALUE, list, Fault.hang());
    whileItRuns(
        List.of("--http-endpoint=127.0.0.1:0"),
        () -> {
          eventuallyWaitsForTheClaims();
          eventually("it hangs", () -> server.requests().stream().anyMatch(list));
        });
    assertThat(driver.calls(LIST_VOLUME_HEALTH)).isZero();
  }

  @Test
  void c26TheSeriesOfAClaimGoWithItsHealthItsBindingAndItself() throws Exception {
    BoundClaim data = server.boundClaim("shop", "data", driver.name(), "vol-1");
    BoundClaim logs = server.boundClaim("shop", "logs", driver.name(), "vol-2");
    BoundClaim media = server.boundClaim("shop", "media", driver.name(), "vol-3");
    driver.setHealth("vol-1", SLOW, LOST).setHealth("vol-2", SLOW).setHealth("vol-3", SLOW);
    whileItRuns(
        List.of("--http-endpoint=127.0.0.1:0"),
        () -> {
          eventuallySeries(
              series("data", "DataLoss"),
              series("data", "Degraded"),
              series("logs", "Degraded"),
              series("media", "Degraded"));
          driver.setHealth("vol-1", SLOW);
          eventuallySeries(
              series("data", "Degraded"), series("logs", "Degraded"), series("media", "Degraded"));
          driver.healthy("vol-1");
          server.delete(CLAIMS, "shop", logs.claimName());
          eventuallySeries(series("media", "Degraded"));
          server.patchStatus(
              VOLUMES, "", media.volumeName(), "{\"status\": {\"phase\": \"Released\"}}");
          eventuallySeries();
        });
    assertThat(data.claimName()).isEqualTo("data");
  }

  @Test
  void c26EventsTellOfASickAnUnknownAndARecoveredVolume() throws Exception {
    server.boundClaim("shop", "data", driver.name(), "vol-1");
    driver.setHealth(
        "vol-1", SLOW, SLOW.toBuilder().setStatusValue(99).setReason("NewThing").build());
    whileItRuns(
        List.of(),
        () -> {
          eventually(() -> assertThat(server.list("events")).hasSize(2));
          driver.healthy("vol-1");
          eventually(() -> assertThat(server.list("events")).hasSize(3));
        });
    assertThat(server.list("events").toString())
        .contains("VolumeHealthAbnormal", "UnknownVolumeHealthCondition", "VolumeHealthRecovered");
  }

  @Test
  void aReplicaThatStandsByIsReadyAndOneThatLeadsServesTheSeries() throws Exception {
    server.boundClaim("shop", "data", driver.name(), "vol-1");
    driver.setHealth("vol-1", SLOW);
    server.create(
        """
        {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
         "metadata": {"namespace": "default", "name": "%s"},
         "spec": {"holderIdentity": "another", "leaseDurationSeconds": 3600}}
        """
            .formatted(LeaseLock.name(driver.name())));
    whileItRuns(
        List.of(
            "--http-endpoint=127.0.0.1:0",
            "--leader-election",
            "--leader-election-namespace=default",
            "--leader-election-retry-period=100ms"),
        () -> {
          eventually(() -> assertThat(get("/readyz").statusCode()).isEqualTo(200));
          assertThat(get("/readyz").body()).isEqualTo("standing by\n");
          assertThat(get("/healthz").statusCode()).isEqualTo(200);
          assertThat(claimSeries()).as("it watches nothing").isEmpty();
          server.delete("leases", "default", LeaseLock.name(driver.name()));
          eventuallySeries(series("data", "Degraded"));
          assertThat(get("/readyz").statusCode()).isEqualTo(200);
          assertThat(get("/readyz").body()).isEqualTo("ok\n");
        });
  }

  @Test
  void theDeprecatedFlagMeansTheSameWithAWarningAndThePathCanBeChosen() throws Exception {
    String log =
        whileItRuns(
            List.of("--metrics-address=localhost:0", "--metrics-path=/m"),
            () -> {
              assertThat(served().group(2)).isEqualTo("/m");
              assertThat(get("/m").statusCode()).isEqualTo(200);
              assertThat(get("/healthz").statusCode()).isEqualTo(200);
              assertThat(get("/metrics").statusCode()).isEqualTo(404);
            });
    assertThat(log).contains("WARN", "deprecated", "flag=--metrics-address");
  }

  @Test
  void withoutAnAddressNothingIsServedAlsoIfItIsEmpty() throws Exception {
    for (List<String> flags :
        List.of(List.<String>of(), List.of("--http-endpoint=", "--metrics-address="))) {
      String log =
          whileItRuns(
              flags,
              () -> eventually("it runs", () -> StandardError.soFar().contains("mode=LIST")));
      assertThat(log).doesNotContain("metrics are served", "deprecated");
    }
  }

  @Test
  void theEndpointEndsWithTheProgram() throws Exception {
    HttpAddress[] at = new HttpAddress[1];
    whileItRuns(
        List.of("--http-endpoint=127.0.0.1:0"),
        () -> {
          at[0] = HttpAddress.parse(served().group(1));
          assertThat(Http.get(at[0], "/healthz").statusCode()).isEqualTo(200);
        });
    assertThatThrownBy(() -> Http.get(at[0], "/healthz")).isInstanceOf(IOException.class);
  }

  @Test
  void anAddressThatIsInUseEndsItBeforeTheDriverIsAsked() throws Exception {
    try (HttpEndpoint other = HttpEndpoint.listen(HttpAddress.parse("127.0.0.1:0"), Map.of())) {
      Program.run("run", "--csi-address=" + driver.endpoint(), "--http-endpoint=" + other.address())
          .failed(ExitCode.HTTP_ADDRESS, "cannot listen on " + other.address(), "in use");
    }
  }
}
