package io.github.csihealth.csi.driver;

import static io.github.csihealth.csi.driver.DriverRig.await;
import static io.github.csihealth.csi.driver.DriverRig.awaitDeafly;
import static io.github.csihealth.csi.driver.DriverRig.status;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerGrpc.ControllerBlockingStub;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The controller's health RPCs over ports: answers, and the statuses of the spec's error tables.
 */
class ControllerHealthServiceTest {

  private static final String SECRET = "s3cr3t-canary";
  private static final VolumeHealthCondition SLOW =
      VolumeHealthCondition.of(DEGRADED, "DiskSlow", "500 ms");
  private static final VolumeConditions SICK = VolumeConditions.of(SLOW);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofDays(1);

  private final DriverRig rig = new DriverRig();
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void close() {
    over.countDown();
    rig.close();
  }

  @Test
  void getAnswersWithTheConditionsOfTheVolumeAskedFor() {
    ControllerBlockingStub driver = driver((id, secrets) -> Optional.of(SICK));
    assertThat(get(driver, "vol-1")).isEqualTo(SICK.toControllerAnswer("vol-1").getVolumeHealth());
  }

  @Test
  void aHealthyVolumeIsAnEmptyList() {
    ControllerBlockingStub driver =
        driver((id, secrets) -> Optional.of(VolumeConditions.healthy()));
    assertThat(get(driver, "vol-1"))
        .isEqualTo(VolumeHealth.newBuilder().setVolumeId("vol-1").build());
  }

  @Test
  void aVolumeThatDoesNotExistIsNotFound() {
    ControllerBlockingStub driver = driver((id, secrets) -> Optional.empty());
    Status status = status(() -> get(driver, "vol-1"));
    assertThat(status.getCode()).isEqualTo(Code.NOT_FOUND);
    assertThat(status.getDescription()).isNotBlank();
  }

  @Test
  void aMissingVolumeIdIsAnInvalidArgumentAndThePortIsNotAsked() {
    ControllerBlockingStub driver = driver(ControllerHealthServiceTest::notAsked);
    Status status = status(() -> get(driver, ""));
    assertThat(status.getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).contains("volume_id is empty", "REQUIRED");
  }

  @Test
  void aVolumeIdOverTheSizeLimitIsAnInvalidArgument() {
    ControllerBlockingStub driver = driver(ControllerHealthServiceTest::notAsked);
    Status status = status(() -> get(driver, "v".repeat(129)));
    assertThat(status.getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).contains("volume_id has 129 bytes", "Size Limits");
  }

  @Test
  void c23SecretsReachThePortAndNoText() {
    AtomicReference<Secrets> seen = new AtomicReference<>();
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              seen.set(secrets);
              return Optional.of(SICK);
            });
    driver.controllerGetVolumeHealth(request("vol-1"));
    assertThat(seen.get().get("password")).contains(SECRET);
    assertThat(seen.get().get("user")).isEmpty();
    assertThat(seen.get().asMap()).containsOnlyKeys("password");
    assertThat(seen.get()).hasToString("1 secret(s)");
  }

  @Test
  void c23AnExceptionOfThePortIsInternalWithItsClassAlone() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              throw new IllegalStateException("login with " + SECRET + " failed");
            });
    Status status = status(() -> driver.controllerGetVolumeHealth(request("vol-1")));
    assertThat(status.getCode()).isEqualTo(Code.INTERNAL);
    assertThat(status.getDescription())
        .isEqualTo("the driver failed with java.lang.IllegalStateException");
  }

  @Test
  void anErrorOfThePortIsInternalToo() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              throw new NoClassDefFoundError("x");
            });
    assertThat(status(() -> get(driver, "vol-1")).getCode()).isEqualTo(Code.INTERNAL);
  }

  /** A port's own time-out is not ours, and must not pass for it. */
  @Test
  void aTimeoutExceptionOfThePortIsInternal() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              throw new TimeoutException();
            });
    assertThat(status(() -> get(driver, "vol-1")).getCode()).isEqualTo(Code.INTERNAL);
  }

  /** NOT_FOUND of some service behind the driver must not pass for a volume that is gone. */
  @Test
  void aStatusThatThePortGotFromElsewhereIsInternal() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              throw Status.NOT_FOUND.asRuntimeException();
            });
    assertThat(status(() -> get(driver, "vol-1")).getCode()).isEqualTo(Code.INTERNAL);
  }

  @Test
  void nullFromThePortIsInternal() {
    ControllerBlockingStub driver = driver((id, secrets) -> null);
    assertThat(status(() -> get(driver, "vol-1")).getCode()).isEqualTo(Code.INTERNAL);
  }

  @Test
  void anAnswerThatIsNotAllowedIsInternalAndSaysWhere() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) ->
                Optional.of(VolumeConditions.of(VolumeHealthCondition.of(DEGRADED, "disk slow"))));
    Status status = status(() -> get(driver, "vol-1"));
    assertThat(status.getCode()).isEqualTo(Code.INTERNAL);
    assertThat(status.getDescription())
        .contains("health_statuses[0].reason", "CamelCase")
        .doesNotContain("disk slow");
  }

  @Test
  void theExceptionItselfIsForTheServersInterceptors() throws Exception {
    IllegalStateException thrown = new IllegalStateException("for the log");
    CompletableFuture<Status> closed = new CompletableFuture<>();
    ServerInterceptor interceptor =
        new ServerInterceptor() {
          @Override
          public <Q, A> ServerCall.Listener<Q> interceptCall(
              ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            return next.startCall(
                new SimpleForwardingServerCall<>(call) {
                  @Override
                  public void close(Status status, Metadata trailers) {
                    closed.complete(status);
                    super.close(status, trailers);
                  }
                },
                headers);
          }
        };
    ControllerHealthService service =
        ControllerHealthService.builder(
                (id, secrets) -> {
                  throw thrown;
                },
                rig.execution())
            .build();
    ControllerBlockingStub driver =
        ControllerGrpc.newBlockingStub(
            rig.serve(ServerInterceptors.intercept(service.bindService(), interceptor)));
    Status seen = status(() -> get(driver, "vol-1"));
    assertThat(closed.get(30, TimeUnit.SECONDS).getCause()).isSameAs(thrown);
    assertThat(seen.getCause()).isNull();
  }

  @Test
  void thePortMayFailACallWithAStatusOfTheSpec() {
    assertThat(failing(HealthCallException.unavailable("array is rebooting")))
        .satisfies(s -> assertThat(s.getCode()).isEqualTo(Code.UNAVAILABLE))
        .satisfies(s -> assertThat(s.getDescription()).isEqualTo("array is rebooting"));
    assertThat(failing(HealthCallException.permissionDenied("no")).getCode())
        .isEqualTo(Code.PERMISSION_DENIED);
  }

  @Test
  void c23ASecretInThatTextIsBlanked() {
    Status status =
        failing(HealthCallException.unauthenticated(SECRET + " is no password, " + SECRET + "!"));
    assertThat(status.getCode()).isEqualTo(Code.UNAUTHENTICATED);
    assertThat(status.getDescription()).isEqualTo("*** is no password, ***!");
  }

  private Status failing(HealthCallException failure) {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              throw failure;
            });
    return status(() -> driver.controllerGetVolumeHealth(request("vol-1")));
  }

  @Test
  void aVolumeThatHangsIsDeadlineExceededWhenTheTimeIsUp() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              awaitDeafly(over);
              return Optional.of(SICK);
            },
            rig.execution().withLimit(SHORT));
    Status status = status(() -> get(driver, "vol-1"));
    assertThat(status.getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
    assertThat(status.getDescription()).isEqualTo("the driver had no answer within 50 ms");
  }

  @Test
  void aVolumeThatHangsTouchesNoOther() throws Exception {
    Hanging port = new Hanging("hung");
    Channel channel = serve(port, rig.execution().withLimit(LONG));
    Future<?> hung = hang(channel, "hung");
    port.awaitCall();
    assertThat(get(ControllerGrpc.newBlockingStub(channel), "vol-1").getHealthStatusesCount())
        .isOne();
    assertThat(hung).isNotDone();
    over.countDown();
    assertThat(hung.get(30, TimeUnit.SECONDS)).isEqualTo(SICK.toControllerAnswer("hung"));
  }

  @Test
  void aSecondCallForAVolumeIsAbortedUntilThePortHasReturned() throws Exception {
    Hanging port = new Hanging("hung");
    Channel channel = serve(port, rig.execution().withLimit(LONG));
    ControllerBlockingStub driver = ControllerGrpc.newBlockingStub(channel);
    Future<?> first = hang(channel, "hung");
    port.awaitCall();
    assertThat(status(() -> get(driver, "hung")).getCode()).isEqualTo(Code.ABORTED);
    first.cancel(true);
    Status second = status(() -> get(driver, "hung"));
    assertThat(second.getCode()).isEqualTo(Code.ABORTED);
    assertThat(second.getDescription()).contains("under way");
    over.countDown();
    assertThat(untilNot(Code.ABORTED, driver, "hung")).isEmpty();
  }

  @Test
  void callsBeyondTheBoundAreUnavailableAndOtherRpcsGoOn() throws Exception {
    Hanging port = new Hanging("hung-1", "hung-2");
    ControllerHealthService service =
        ControllerHealthService.builder(port, rig.execution().withLimit(LONG).withMaxCalls(2))
            .list(secrets -> Map.of("vol-1", SICK))
            .build();
    Channel channel = rig.serve(service.bindService());
    ControllerBlockingStub driver = ControllerGrpc.newBlockingStub(channel);
    List<Future<?>> hung = List.of(hang(channel, "hung-1"), hang(channel, "hung-2"));
    port.awaitCall();
    port.awaitCall();
    Status third = status(() -> get(driver, "vol-1"));
    assertThat(third.getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(third.getDescription()).contains("2 calls are under way");
    hung.forEach(call -> call.cancel(true));
    assertThat(status(() -> get(driver, "vol-1")).getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(list(driver, 0, "")).hasSize(1);
    over.countDown();
    assertThat(untilNot(Code.UNAVAILABLE, driver, "vol-1")).isEmpty();
  }

  /** A bound that counts what is over would end the service after some calls. */
  @Test
  void callsThatAreOverDoNotCount() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              if (id.startsWith("bad")) {
                throw new IllegalStateException();
              }
              return id.startsWith("none") ? Optional.empty() : Optional.of(SICK);
            },
            rig.execution().withMaxCalls(1));
    for (int i = 0; i < 20; i++) {
      assertThat(get(driver, "vol-1").getHealthStatusesCount()).isOne();
      assertThat(status(() -> get(driver, "bad")).getCode()).isEqualTo(Code.INTERNAL);
      assertThat(status(() -> get(driver, "none")).getCode()).isEqualTo(Code.NOT_FOUND);
      assertThat(status(() -> get(driver, "")).getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void whenTheTimeIsUpThePortIsInterrupted() {
    CountDownLatch interrupted = new CountDownLatch(1);
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              try {
                over.await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return Optional.of(SICK);
            },
            rig.execution().withLimit(SHORT));
    // More than once, since the time may be up before the port is asked.
    for (int i = 0; interrupted.getCount() > 0; i++) {
      String volumeId = "vol-" + i;
      assertThat(status(() -> get(driver, volumeId)).getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
    }
  }

  @Test
  void whenTheCallerGivesUpThePortIsInterruptedAndItsContextCancelled() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicReference<Context> context = new AtomicReference<>();
    Channel channel =
        serve(
            (id, secrets) -> {
              context.set(Context.current());
              asked.countDown();
              try {
                over.await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return Optional.of(SICK);
            },
            rig.execution().withLimit(LONG));
    Future<?> call = hang(channel, "vol-1");
    await(asked);
    call.cancel(true);
    await(interrupted);
    assertThat(context.get().isCancelled()).as("calls that the port makes are cancelled").isTrue();
  }

  @Test
  void theCallersDeadlineEndsACallBeforeTheLimitDoes() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              awaitDeafly(over);
              return Optional.of(SICK);
            },
            rig.execution().withLimit(LONG));
    assertThat(
            status(
                    () ->
                        get(
                            driver.withDeadlineAfter(SHORT.toMillis(), TimeUnit.MILLISECONDS),
                            "vol-1"))
                .getCode())
        .isEqualTo(Code.DEADLINE_EXCEEDED);
  }

  /** A port on the thread of the call itself cannot hold up the answer either. */
  @Test
  void theTimeRunsOnAnyExecutor() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              awaitDeafly(over);
              return Optional.of(SICK);
            },
            PortExecution.on(Runnable::run).withLimit(SHORT));
    assertThat(status(() -> get(driver, "vol-1")).getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
  }

  @Test
  void anExecutorThatTakesNoMoreIsUnavailable() {
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> Optional.of(SICK),
            PortExecution.on(
                    task -> {
                      throw new RejectedExecutionException();
                    })
                .withMaxCalls(1));
    assertThat(status(() -> get(driver, "vol-1")).getCode()).isEqualTo(Code.UNAVAILABLE);
    Status again = status(() -> get(driver, "vol-1"));
    assertThat(again.getDescription()).isEqualTo("the driver's executor takes no more work");
  }

  @Test
  void aCallWhoseTimeIsUpBeforeItsTurnDoesNotReachThePort() throws Exception {
    BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    List<String> asked = new ArrayList<>();
    ControllerBlockingStub driver =
        driver(
            (id, secrets) -> {
              asked.add(id);
              return Optional.of(SICK);
            },
            PortExecution.on(waiting::add).withLimit(SHORT).withMaxCalls(1));
    assertThat(status(() -> get(driver, "late")).getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
    assertThat(status(() -> get(driver, "early")).getCode()).isEqualTo(Code.UNAVAILABLE);
    waiting.take().run();
    assertThat(asked).isEmpty();
    assertThat(status(() -> get(driver, "next")).getCode())
        .as("has a place, and waits for its turn")
        .isEqualTo(Code.DEADLINE_EXCEEDED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 1000})
  void c15AClientWalksAllPages(int maxEntries) throws Exception {
    Map<String, VolumeConditions> volumes =
        IntStream.range(0, 40)
            .boxed()
            .collect(
                Collectors.toMap(
                    i -> "vol-" + i, i -> i % 2 == 0 ? SICK : VolumeConditions.healthy()));
    ControllerHealthService service =
        ControllerHealthService.builder(ControllerHealthServiceTest::notAsked, rig.execution())
            .list(secrets -> volumes)
            .build();
    Map<String, VolumeHealthReport> listed = new ConcurrentHashMap<>();
    HealthClient client =
        HealthClient.builder(rig.serve(service.bindService())).maxEntries(maxEntries).build();
    ListListener listener =
        new ListListener() {
          @Override
          public void entry(VolumeHealthReport entry) {
            assertThat(listed.put(entry.volumeId(), entry)).isNull();
          }

          @Override
          public void restarted() {
            throw new AssertionError("no token was refused");
          }
        };
    assertThat(
            client
                .list(listener)
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS)
                .answer()
                .orElseThrow()
                .entries())
        .isEqualTo(20);
    assertThat(listed.get("vol-0").conditions()).containsExactly(SLOW);
  }

  @Test
  void c15ATokenThatIsNotOursIsAbortedAndThePortIsNotAsked() {
    ControllerBlockingStub driver =
        listing(
            secrets -> {
              throw new AssertionError("asked");
            });
    Status status = status(() -> list(driver, 0, "garbage"));
    assertThat(status.getCode()).isEqualTo(Code.ABORTED);
    assertThat(status.getDescription()).contains("starting_token");
  }

  @Test
  void aNegativeMaxEntriesIsAnInvalidArgument() {
    Status status = status(() -> list(listing(secrets -> Map.of()), -1, ""));
    assertThat(status.getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(status.getDescription()).contains("max_entries is negative");
  }

  @Test
  void anExceptionOfTheListPortIsInternalAndNoEmptySuccess() {
    ControllerBlockingStub driver =
        listing(
            secrets -> {
              throw new IllegalStateException("with " + secrets.get("password").orElseThrow());
            });
    Status status = status(() -> list(driver, 0, ""));
    assertThat(status.getCode()).isEqualTo(Code.INTERNAL);
    assertThat(status.getDescription()).doesNotContain(SECRET);
  }

  @Test
  void aListThatHangsIsDeadlineExceeded() {
    ControllerHealthService service =
        ControllerHealthService.builder(
                ControllerHealthServiceTest::notAsked, rig.execution().withLimit(SHORT))
            .list(
                secrets -> {
                  awaitDeafly(over);
                  return Map.of();
                })
            .build();
    ControllerBlockingStub driver =
        ControllerGrpc.newBlockingStub(rig.serve(service.bindService()));
    assertThat(status(() -> list(driver, 0, "")).getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
  }

  @Test
  void healthyVolumesAreListedWhereAskedFor() {
    ControllerHealthService service =
        ControllerHealthService.builder(ControllerHealthServiceTest::notAsked, rig.execution())
            .list(secrets -> Map.of("well", VolumeConditions.healthy()))
            .listHealthy()
            .build();
    ControllerBlockingStub driver =
        ControllerGrpc.newBlockingStub(rig.serve(service.bindService()));
    assertThat(list(driver, 0, "")).hasSize(1);
    assertThat(list(listing(secrets -> Map.of("well", VolumeConditions.healthy())), 0, ""))
        .isEmpty();
  }

  @Test
  void c16CapabilitiesFollowFromThePorts() {
    ControllerBlockingStub get = driver(ControllerHealthServiceTest::notAsked);
    ControllerGetCapabilitiesRequest request =
        ControllerGetCapabilitiesRequest.getDefaultInstance();
    assertThat(get.controllerGetCapabilities(request))
        .isEqualTo(HealthCapabilitiesTest.controller("16"));
    assertThat(status(() -> list(get, 0, "")).getCode()).isEqualTo(Code.UNIMPLEMENTED);
    assertThat(listing(secrets -> Map.of()).controllerGetCapabilities(request))
        .isEqualTo(HealthCapabilitiesTest.controller("16 17"));
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> rig.execution().withLimit(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("limit PT0S");
    assertThatThrownBy(() -> rig.execution().withMaxCalls(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("max calls 0");
  }

  private ControllerBlockingStub driver(VolumeHealthPort port) {
    return driver(port, rig.execution());
  }

  private ControllerBlockingStub driver(VolumeHealthPort port, PortExecution execution) {
    return ControllerGrpc.newBlockingStub(serve(port, execution));
  }

  private Channel serve(VolumeHealthPort port, PortExecution execution) {
    return rig.serve(ControllerHealthService.builder(port, execution).build().bindService());
  }

  private static Future<?> hang(Channel channel, String volumeId) {
    return ControllerGrpc.newFutureStub(channel).controllerGetVolumeHealth(request(volumeId));
  }

  /** A port that does not return for some volumes, and heeds no interrupt, until the test ends. */
  private final class Hanging implements VolumeHealthPort {
    private final Set<String> hanging;
    private final Semaphore calls = new Semaphore(0);

    Hanging(String... hanging) {
      this.hanging = Set.of(hanging);
    }

    void awaitCall() throws InterruptedException {
      assertThat(calls.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public Optional<VolumeConditions> get(String volumeId, Secrets secrets) {
      if (hanging.contains(volumeId)) {
        calls.release();
        awaitDeafly(over);
      }
      return Optional.of(SICK);
    }
  }

  private ControllerBlockingStub listing(VolumeHealthListPort port) {
    return ControllerGrpc.newBlockingStub(
        rig.serve(
            ControllerHealthService.builder(ControllerHealthServiceTest::notAsked, rig.execution())
                .list(port)
                .build()
                .bindService()));
  }

  private static Optional<VolumeConditions> notAsked(String volumeId, Secrets secrets) {
    throw new AssertionError("asked");
  }

  /** Asks until the status is another: a place is freed just after what the test can see. */
  private static Optional<Code> untilNot(Code code, ControllerBlockingStub driver, String id) {
    while (true) {
      try {
        get(driver, id);
        return Optional.empty();
      } catch (RuntimeException e) {
        Code got = Status.fromThrowable(e).getCode();
        if (got != code) {
          return Optional.of(got);
        }
        Thread.onSpinWait();
      }
    }
  }

  private static ControllerGetVolumeHealthRequest request(String volumeId) {
    return ControllerGetVolumeHealthRequest.newBuilder()
        .setVolumeId(volumeId)
        .putSecrets("password", SECRET)
        .build();
  }

  private static VolumeHealth get(ControllerBlockingStub driver, String volumeId) {
    return driver
        .controllerGetVolumeHealth(
            ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build())
        .getVolumeHealth();
  }

  private static List<VolumeHealth> list(
      ControllerBlockingStub driver, int maxEntries, String token) {
    return driver
        .controllerListVolumeHealth(
            ControllerListVolumeHealthRequest.newBuilder()
                .setMaxEntries(maxEntries)
                .setStartingToken(token)
                .putSecrets("password", SECRET)
                .build())
        .getEntriesList();
  }
}
