package io.github.csihealth.csi.client;

import static io.github.csihealth.csi.client.ScriptedController.page;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BoolValue;
import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesRequest;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesResponse;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.PluginCapability;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.github.csihealth.csi.v1.ProbeResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules C11, C15, C16 and C23 of asking a driver. */
class HealthClientTest {

  private static final String SECRET = "s3cr3t-canary";

  private final ScriptedController controller = new ScriptedController();
  private final ScriptedIdentity identity = new ScriptedIdentity();
  private final Entries entries = new Entries();
  private Server server;
  private ManagedChannel channel;
  private HealthClient client;

  @BeforeEach
  void start() throws IOException {
    String name = InProcessServerBuilder.generateName();
    server =
        InProcessServerBuilder.forName(name)
            .directExecutor()
            .addService(controller)
            .addService(identity)
            .build()
            .start();
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
    client = HealthClient.on(channel);
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({
    "'', DORMANT",
    "16, GET",
    "16 17, LIST",
    "17 4242 16, LIST",
    "17, LIST_WITHOUT_GET",
    "11 4242 3, DORMANT"
  })
  void c16TheModeFollowsFromTheCapabilities(String numbers, ControllerMode mode) {
    controller.capabilities =
        Arrays.stream(numbers.split(" ")).filter(n -> !n.isEmpty()).map(Integer::valueOf).toList();
    DriverInfo driver = join(client.describe()).answer().orElseThrow();
    assertThat(driver.controllerMode()).isEqualTo(mode);
    assertThat(driver.name()).isEqualTo("disk.example.com");
    assertThat(driver.vendorVersion()).isEqualTo("1.2.3");
  }

  @Test
  void c16ADriverWithoutAControllerServiceIsDormant() {
    identity.controller = false;
    controller.capabilities = List.of(16, 17);
    assertThat(join(client.describe()).answer().orElseThrow().controllerMode())
        .isEqualTo(ControllerMode.DORMANT);
  }

  @Test
  void aDriverWithoutANameIsAFault() {
    identity.name = "";
    assertThat(failure(join(client.describe())).kind()).isEqualTo(FailureKind.DRIVER_FAULT);
  }

  @Test
  void aProbeWithoutReadyMeansReady() throws InterruptedException {
    identity.probes.add(ProbeResponse.newBuilder().setReady(BoolValue.of(false)).build());
    identity.probes.add(Status.UNAVAILABLE);
    identity.probes.add(ProbeResponse.getDefaultInstance());
    assertThat(client.awaitReady(Duration.ofSeconds(30)).answer()).contains(true);
    assertThat(identity.probes).isEmpty();
  }

  @Test
  void aWaitForProbeEndsWithTheLastAnswer() throws InterruptedException {
    identity.probes.add(ProbeResponse.newBuilder().setReady(BoolValue.of(false)).build());
    assertThat(client.awaitReady(Duration.ZERO).answer()).contains(false);
  }

  @Test
  void getAnswersWithTheReportOfTheVolume() {
    controller.onGet = request -> answer(health("vol-1", "DiskSlow"));
    assertThat(join(client.get("vol-1")).answer())
        .contains(
            VolumeHealthReport.of(
                "vol-1", List.of(VolumeHealthCondition.of(DEGRADED, "DiskSlow"))));
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FOUND, NOT_FOUND",
    "ABORTED, PENDING",
    "UNIMPLEMENTED, UNIMPLEMENTED",
    "INVALID_ARGUMENT, REFUSED",
    "PERMISSION_DENIED, REFUSED",
    "UNAUTHENTICATED, REFUSED",
    "UNAVAILABLE, RETRYABLE",
    "DEADLINE_EXCEEDED, RETRYABLE",
    "INTERNAL, RETRYABLE",
    "FAILED_PRECONDITION, RETRYABLE"
  })
  void c11AFailedCallIsDataByItsCode(Status.Code code, FailureKind kind) {
    controller.onGet = request -> code.toStatus().withDescription("why\nnot");
    ProbeFailure failure = failure(join(client.get("vol-1")));
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasToString("ControllerGetVolumeHealth: " + code + ": why not");
  }

  @Test
  void c11AnAnswerWithoutVolumeHealthIsADriverFault() {
    controller.onGet = request -> ControllerGetVolumeHealthResponse.getDefaultInstance();
    assertThat(failure(join(client.get("vol-1"))).kind()).isEqualTo(FailureKind.DRIVER_FAULT);
  }

  @Test
  void c11AnAnswerForAnotherVolumeIsADriverFault() {
    controller.onGet = request -> answer(health("vol-2"));
    assertThat(failure(join(client.get("vol-1"))).kind()).isEqualTo(FailureKind.DRIVER_FAULT);
  }

  @Test
  void everyCallHasADeadline() {
    controller.onGet = request -> "hang";
    HealthClient hurried = HealthClient.builder(channel).timeout(Duration.ofMillis(50)).build();
    assertThat(failure(join(hurried.get("vol-1"))).detail()).startsWith("DEADLINE_EXCEEDED");
  }

  @Test
  void c15ACycleIsCompleteOnlyAtAnEmptyToken() {
    pages(
        page("t1", health("v1", "A")),
        page("t2"), // an empty page with a token is not the end
        page("", health("v3", "B")));
    assertThat(join(client.list(entries)).answer()).contains(new ListSummary(3, 2, 0));
    assertThat(entries.volumes).containsExactly("v1", "v3");
    assertThat(controller.listed)
        .extracting(ControllerListVolumeHealthRequest::getStartingToken)
        .containsExactly("", "t1", "t2");
    assertThat(controller.listed)
        .extracting(ControllerListVolumeHealthRequest::getMaxEntries)
        .containsOnly(1000);
  }

  @Test
  void c15MaxEntriesOfZeroStillFollowsTokens() {
    pages(page("t1", health("v1", "A")), page("", health("v1001", "A")));
    HealthClient unlimited = HealthClient.builder(channel).maxEntries(0).build();
    assertThat(join(unlimited.list(entries)).answer()).isPresent();
    assertThat(entries.volumes).containsExactly("v1", "v1001");
    assertThat(controller.listed.get(0).getMaxEntries()).isZero();
  }

  @Test
  void c15ATokenMetBeforeFailsTheCycle() {
    pages(page("a"), page("b"), page("a"));
    ProbeFailure failure = failure(join(client.list(entries)));
    assertThat(failure.kind()).isEqualTo(FailureKind.DRIVER_FAULT);
    assertThat(controller.listed).hasSize(3);
  }

  @Test
  void c15MorePagesThanTheBoundFailTheCycle() {
    controller.onList = request -> page(request.getStartingToken() + "x");
    HealthClient bounded = HealthClient.builder(channel).maxPages(7).build();
    assertThat(failure(join(bounded.list(entries))).detail()).isEqualTo("no end after 7 pages");
    assertThat(controller.listed).hasSize(7);
  }

  @Test
  void c15ACycleOfManyPagesDoesNotExhaustTheStack() {
    controller.onList =
        request -> {
          int number =
              request.getStartingToken().isEmpty()
                  ? 0
                  : Integer.parseInt(request.getStartingToken());
          return page(number == 9_998 ? "" : Integer.toString(number + 1));
        };
    assertThat(join(client.list(entries)).answer()).contains(new ListSummary(9_999, 0, 0));
  }

  @Test
  void c15AbortedForATokenRestartsOnceFromTheFirstPage() {
    pages(
        page("t1", health("v1", "A")),
        Status.ABORTED,
        page("t1", health("v2", "A")),
        page("", health("v3", "A")));
    assertThat(join(client.list(entries)).answer()).contains(new ListSummary(2, 2, 1));
    assertThat(entries.volumes).containsExactly("v2", "v3");

    pages(page("t1"), Status.ABORTED, page("t1"), Status.ABORTED);
    assertThat(failure(join(client.list(entries))).kind()).isEqualTo(FailureKind.RETRYABLE);
  }

  @Test
  void c11AbortedWithoutATokenIsPending() {
    pages(Status.ABORTED);
    assertThat(failure(join(client.list(entries))).kind()).isEqualTo(FailureKind.PENDING);
    assertThat(controller.listed).hasSize(1);
  }

  @Test
  void c15ResourceExhaustedHalvesMaxEntriesAndRestarts() {
    pages(
        page("t1", health("v1", "A")),
        Status.RESOURCE_EXHAUSTED,
        Status.RESOURCE_EXHAUSTED,
        page("", health("v2", "A")),
        page(""));
    assertThat(join(client.list(entries)).answer()).contains(new ListSummary(1, 1, 2));
    assertThat(entries.volumes).containsExactly("v2");
    join(client.list(entries));
    assertThat(controller.listed)
        .extracting(ControllerListVolumeHealthRequest::getMaxEntries)
        .containsExactly(1000, 1000, 500, 250, 250);
  }

  @Test
  void c15ResourceExhaustedForOneEntryFailsTheCycle() {
    controller.onList = request -> Status.RESOURCE_EXHAUSTED;
    HealthClient small = HealthClient.builder(channel).maxEntries(4).build();
    assertThat(failure(join(small.list(entries))).kind()).isEqualTo(FailureKind.RETRYABLE);
    assertThat(controller.listed).hasSize(3);
  }

  @Test
  void aListenerThatThrowsEndsTheCycle() {
    pages(page("", health("v1")));
    assertThatThrownBy(
            () ->
                join(
                    client.list(
                        new ListListener() {
                          @Override
                          public void entry(VolumeHealthReport entry) {
                            throw new IllegalStateException("mine");
                          }

                          @Override
                          public void restarted() {}
                        })))
        .hasRootCauseMessage("mine");
  }

  @Test
  void c23SecretsAreSentAndTheirEchoesBlanked() {
    HealthClient trusted = HealthClient.builder(channel).secrets(() -> Map.of("k", SECRET)).build();
    controller.onGet =
        request ->
            Status.INTERNAL.withDescription(
                "login with " + request.getSecretsOrThrow("k") + " failed");
    assertThat(join(trusted.get("vol-1")).toString()).contains("login with *** failed");

    controller.onGet =
        request ->
            answer(
                HealthMapping.toMessage(
                    VolumeHealthReport.of(
                        "vol-1", List.of(VolumeHealthCondition.of(DEGRADED, "R", SECRET + "!")))));
    VolumeHealthReport report = join(trusted.get("vol-1")).answer().orElseThrow();
    assertThat(report.conditions())
        .containsExactly(VolumeHealthCondition.of(DEGRADED, "R", "***!"));
    assertThat(report.findings())
        .singleElement()
        .satisfies(found -> assertThat(found.kind()).isEqualTo(FindingKind.SECRET_BLANKED));

    pages(page("", health("v1", SECRET)));
    join(trusted.list(entries));
    assertThat(controller.listed.get(0).getSecretsMap()).containsEntry("k", SECRET);
    assertThat(entries.reports.toString()).doesNotContain(SECRET);
  }

  @Test
  void settingsAreChecked() {
    assertThatThrownBy(() -> HealthClient.builder(channel).maxEntries(-1))
        .hasMessage("max_entries -1 is negative");
    assertThatThrownBy(() -> HealthClient.builder(channel).timeout(Duration.ZERO))
        .hasMessage("timeout PT0S is not positive");
    assertThatThrownBy(() -> HealthClient.builder(channel).maxPages(0))
        .hasMessage("max pages 0 is not positive");
  }

  private void pages(Object... answers) {
    Deque<Object> script = new ArrayDeque<>(List.of(answers));
    controller.listed.clear();
    entries.restarted();
    controller.onList = request -> script.remove();
  }

  private static ControllerGetVolumeHealthResponse answer(VolumeHealth health) {
    return ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build();
  }

  private static VolumeHealth health(String volume, String... reasons) {
    return HealthMapping.toMessage(
        VolumeHealthReport.of(
            volume,
            Arrays.stream(reasons).map(r -> VolumeHealthCondition.of(DEGRADED, r)).toList()));
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static ProbeFailure failure(ProbeResult<?> result) {
    return result.failure().orElseThrow();
  }

  private static final class Entries implements ListListener {
    final List<String> volumes = new ArrayList<>();
    final List<VolumeHealthReport> reports = new ArrayList<>();

    @Override
    public void entry(VolumeHealthReport entry) {
      volumes.add(entry.volumeId());
      reports.add(entry);
    }

    @Override
    public void restarted() {
      volumes.clear();
      reports.clear();
    }
  }

  private static final class ScriptedIdentity extends IdentityGrpc.IdentityImplBase {
    String name = "disk.example.com";
    boolean controller = true;
    final Deque<Object> probes = new ArrayDeque<>();

    @Override
    public void getPluginInfo(
        GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> observer) {
      observer.onNext(
          GetPluginInfoResponse.newBuilder().setName(name).setVendorVersion("1.2.3").build());
      observer.onCompleted();
    }

    @Override
    public void getPluginCapabilities(
        GetPluginCapabilitiesRequest request,
        StreamObserver<GetPluginCapabilitiesResponse> observer) {
      GetPluginCapabilitiesResponse.Builder response = GetPluginCapabilitiesResponse.newBuilder();
      if (controller) {
        response.addCapabilities(
            PluginCapability.newBuilder()
                .setService(
                    PluginCapability.Service.newBuilder()
                        .setType(PluginCapability.Service.Type.CONTROLLER_SERVICE)));
      }
      observer.onNext(response.build());
      observer.onCompleted();
    }

    @Override
    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> observer) {
      Object next = probes.remove();
      if (next instanceof Status status) {
        observer.onError(status.asRuntimeException());
      } else {
        observer.onNext((ProbeResponse) next);
        observer.onCompleted();
      }
    }
  }
}
