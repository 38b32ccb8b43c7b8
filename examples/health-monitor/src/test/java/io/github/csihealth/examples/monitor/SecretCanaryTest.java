package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Canary.SECRET;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.csi.RedactedText;
import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.client.NodeHealthClient;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.CsiProto;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.HealthEvent;
import io.github.csihealth.reconcile.MetricUpdate;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.runtime.RuntimeOptions;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.DriverFault;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.github.csihealth.testkit.driver.RecordedCall;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * C23: with all that is logged at the finest verbosity, no secret that is sent to a driver and no
 * credential of the API server is seen anywhere.
 */
@Timeout(120)
class SecretCanaryTest {

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("calls");
  private static final Map<String, String> SECRETS = Map.of("password", SECRET);
  private static final Verbosity FINEST = new Verbosity(10);

  /** What programs get from this library, as they would print it. */
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  /** All that is logged, even by libraries that no verbosity lets through. */
  private static String logged(LogFormat format, MonitorRun.Body body) throws Exception {
    java.util.logging.Logger root = java.util.logging.Logger.getLogger("");
    LogSetup.apply(FINEST, format);
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.TRACE);
    root.setLevel(java.util.logging.Level.ALL);
    try {
      return StandardError.during(body);
    } finally {
      root.setLevel(java.util.logging.Level.INFO);
      LogSetup.apply(Verbosity.DEFAULT, LogFormat.text);
    }
  }

  /** Nothing that was logged or handed out holds the secret. */
  private void assertClean(String log) {
    Canary.assertNotIn(log);
    seen.forEach(Canary::assertNotIn);
  }

  // ---- That it would be found

  @Test
  void itWouldBeFoundInEachForm() {
    for (String form : Canary.forms()) {
      assertThatThrownBy(() -> Canary.assertNotIn("before " + form + " after"))
          .isInstanceOf(AssertionError.class);
    }
    for (String before : List.of("", "u", "us", "use", "user:")) {
      String encoded = Base64.getEncoder().encodeToString((before + SECRET + "!").getBytes(UTF_8));
      assertThatThrownBy(() -> Canary.assertNotIn(encoded)).isInstanceOf(AssertionError.class);
    }
    Canary.assertNotIn("s3cr3t");
  }

  /** It does go over the wire, and but for the set-up of the log it would be read there. */
  @Test
  void theFramesHoldItAndAreNotLogged() throws Exception {
    String log =
        logged(
            LogFormat.text,
            () -> {
              ((Logger) LoggerFactory.getLogger("io.grpc.netty")).setLevel(Level.DEBUG);
              askFor("vol-1");
            });
    assertThatThrownBy(() -> Canary.assertNotIn(log)).isInstanceOf(AssertionError.class);

    String quiet = logged(LogFormat.text, () -> askFor("vol-1"));
    assertThat(quiet).as("other libraries are heard").contains(" TRACE ");
    Canary.assertNotIn(quiet);
  }

  private static void askFor(String volumeId) throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      driver.healthy(volumeId);
      get(client(channel.channel()).get(volumeId));
      assertThat(secretsReceivedBy(driver)).isEqualTo(1);
    }
  }

  private static int secretsReceivedBy(FakeDriver driver) {
    return driver.recordedCalls().stream().mapToInt(RecordedCall::secrets).sum();
  }

  private static HealthClient client(Channel channel) {
    return HealthClient.builder(channel).secrets(() -> SECRETS).build();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, SECONDS);
  }

  // ---- Requests

  static Stream<MethodDescriptor<?, ?>> methodsWithSecrets() {
    return Stream.of(ControllerGrpc.getServiceDescriptor(), NodeGrpc.getServiceDescriptor())
        .flatMap(service -> service.getMethods().stream())
        .filter(method -> !secretFields(prototype(method)).isEmpty());
  }

  private static Message prototype(MethodDescriptor<?, ?> method) {
    return (Message)
        ((MethodDescriptor.PrototypeMarshaller<?>) method.getRequestMarshaller())
            .getMessagePrototype();
  }

  private static List<FieldDescriptor> secretFields(Message message) {
    return message.getDescriptorForType().getFields().stream()
        .filter(field -> field.getOptions().getExtension(CsiProto.csiSecret))
        .toList();
  }

  private static Message withSecrets(Message prototype) {
    Message.Builder message = prototype.newBuilderForType();
    for (FieldDescriptor field : secretFields(prototype)) {
      Message.Builder entry = message.newBuilderForField(field);
      entry.setField(entry.getDescriptorForType().findFieldByNumber(1), "password");
      entry.setField(entry.getDescriptorForType().findFieldByNumber(2), SECRET);
      message.addRepeatedField(field, entry.build());
    }
    return message.build();
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void noRequestOfAnyRpcIsShown(LogFormat format) throws Exception {
    List<MethodDescriptor<?, ?>> methods = methodsWithSecrets().toList();
    assertThat(methods).hasSizeGreaterThan(12);
    String log =
        logged(
            format,
            () -> {
              try (FakeDriver driver = FakeDriver.start();
                  UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
                Channel traced =
                    ClientInterceptors.intercept(channel.channel(), new TracingInterceptor());
                for (MethodDescriptor<?, ?> method : methods) {
                  send(traced, method);
                }
                // All that the driver knows of.
                assertThat(secretsReceivedBy(driver)).isGreaterThan(12);
                seen.add(driver.toString());
              }
            });
    assertThat(log.lines().filter(line -> line.contains("sent {secrets: ***}")))
        .hasSize(methods.size());
    assertClean(log);
  }

  /** Most requests are refused, since they name no volume; the driver says so in its own words. */
  @SuppressWarnings("unchecked")
  private <Q, A> void send(Channel channel, MethodDescriptor<Q, A> method) {
    Q request = (Q) withSecrets(prototype(method));
    try {
      A answer = ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
      seen.add(RedactedText.of((Message) answer));
    } catch (StatusRuntimeException e) {
      seen.add(stackTrace(e));
    }
  }

  private static String stackTrace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** Logs messages in the one way in which they may be. */
  private static final class TracingInterceptor implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onMessage(A answer) {
                  LOG.trace("answered {}", RedactedText.of((Message) answer));
                  super.onMessage(answer);
                }
              },
              headers);
        }

        @Override
        public void sendMessage(Q request) {
          LOG.trace("sent {}", RedactedText.of((Message) request));
          super.sendMessage(request);
        }
      };
    }
  }

  // ---- Answers and failures

  /** Asks all that the client asks with secrets, and keeps what came of it. */
  private void ask(HealthClient client) throws Exception {
    seen.add(get(client.get("vol-1")).toString());
    seen.add(
        get(client.list(
                new ListListener() {
                  @Override
                  public void entry(VolumeHealthReport entry) {
                    seen.add(entry + " " + entry.findings());
                  }

                  @Override
                  public void restarted() {}
                }))
            .toString());
    NodeHealthClient node = client.onNode();
    seen.add(get(node.storage()).toString());
  }

  private static List<MethodDescriptor<? extends Message, ? extends Message>> healthMethods() {
    return List.of(
        CsiMethods.GET_VOLUME_HEALTH,
        CsiMethods.LIST_VOLUME_HEALTH,
        NodeGrpc.getNodeGetStorageHealthMethod());
  }

  @ParameterizedTest
  @EnumSource(value = Status.Code.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
  void noFailureRepeatsIt(Status.Code code) throws Exception {
    String log =
        logged(
            LogFormat.json,
            () -> {
              try (FakeDriver driver = FakeDriver.start();
                  UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
                Status status =
                    code.toStatus().withDescription("login\nwith " + SECRET + " failed, " + SECRET);
                healthMethods().forEach(method -> driver.fail(method, status));
                ask(client(channel.channel()));
              }
            });
    assertThat(seen).hasSize(3).allMatch(text -> text.contains("with *** failed, ***"));
    assertClean(log);
  }

  @Test
  void noAnswerRepeatsIt() throws Exception {
    String log =
        logged(
            LogFormat.text,
            () -> {
              try (FakeDriver driver = FakeDriver.start();
                  UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
                echo(driver);
                ask(client(channel.channel()));
              }
            });
    assertThat(seen).hasSize(4).filteredOn(text -> text.contains("***")).hasSize(3);
    assertClean(log);
  }

  private static VolumeHealth echoing(String volumeId) {
    return FakeDriver.health(
        volumeId,
        FakeDriver.entry(DEGRADED, "Login_" + SECRET, "login with " + SECRET),
        FakeDriver.entry(DEGRADED, SECRET + " was no good, nor was " + SECRET, ""),
        FakeDriver.entry(99, "Odd" + SECRET, SECRET));
  }

  private static void echo(FakeDriver driver) {
    driver.answer(
        CsiMethods.GET_VOLUME_HEALTH,
        request ->
            ControllerGetVolumeHealthResponse.newBuilder()
                .setVolumeHealth(echoing(request.getVolumeId()))
                .build());
    driver.answer(CsiMethods.LIST_VOLUME_HEALTH, request -> FakeDriver.page("", echoing("vol-1")));
    driver.answer(
        NodeGrpc.getNodeGetStorageHealthMethod(),
        request ->
            NodeGetStorageHealthResponse.newBuilder()
                .addBackendHealth(
                    StorageBackendHealth.newBuilder()
                        .setStatus(StorageHealthErrorType.STORAGE_DEGRADED)
                        .setReason("Login_" + SECRET)
                        .setMessage("with " + SECRET))
                .build());
  }

  @Test
  void neitherADeadlineNorAFaultOfTheDriversShowsIt() throws Exception {
    String log =
        logged(
            LogFormat.json,
            () -> {
              try (FakeDriver driver = FakeDriver.start();
                  UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
                HealthClient client =
                    HealthClient.builder(channel.channel())
                        .secrets(() -> SECRETS)
                        .timeout(Duration.ofMillis(300))
                        .build();
                healthMethods().forEach(method -> driver.fail(method, DriverFault.hang()));
                ask(client);
                healthMethods().forEach(driver::recover);
                driver.answer(
                    CsiMethods.GET_VOLUME_HEALTH,
                    request -> {
                      throw new IllegalStateException("no " + request.getSecretsMap());
                    });
                seen.add(get(client.get("vol-1")).toString());
              }
            });
    assertThat(seen).hasSize(4);
    assertThat(seen.subList(0, 3)).allMatch(text -> text.contains("DEADLINE_EXCEEDED"));
    assertClean(log);
  }

  @Test
  void bytesThatAreNoAnswerAreNotShown(@TempDir Path temp) throws Exception {
    // A string of the answer's that is no UTF-8, and then one that is cut off.
    byte[] tail = SECRET.getBytes(UTF_8);
    byte[] garbage = new byte[tail.length + 4];
    garbage[0] = 0x0a;
    garbage[1] = (byte) (tail.length + 40);
    garbage[2] = (byte) 0xff;
    garbage[3] = (byte) 0xfe;
    System.arraycopy(tail, 0, garbage, 4, tail.length);
    ServerServiceDefinition.Builder controller =
        ServerServiceDefinition.builder(ControllerGrpc.SERVICE_NAME);
    for (String method : List.of("ControllerGetVolumeHealth", "ControllerListVolumeHealth")) {
      controller.addMethod(
          MethodDescriptor.newBuilder(new Bytes(), new Bytes())
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(ControllerGrpc.SERVICE_NAME + "/" + method)
              .build(),
          ServerCalls.asyncUnaryCall(
              (request, observer) -> {
                observer.onNext(garbage);
                observer.onCompleted();
              }));
    }
    Path directory = Files.createTempDirectory(Path.of("/tmp"), "csi");
    String log =
        logged(
            LogFormat.text,
            () -> {
              try (UnixServer server =
                      UnixServer.builder(UnixEndpoint.parse(directory.resolve("s").toString()))
                          .service(controller.build())
                          .start();
                  UnixChannel channel = UnixChannel.dial(server.endpoint())) {
                ask(client(channel.channel()));
              }
            });
    Files.deleteIfExists(directory);
    assertThat(seen.subList(0, 2)).allMatch(text -> text.contains("no valid message"));
    assertClean(log);
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  // ---- The monitor's loop

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void neitherLogNorEventNorMetricNorStatusHoldsIt(LogFormat format) throws Exception {
    ManualClock clock = ManualClock.at("2026-11-30T09:00:00Z");
    String log =
        logged(
            format,
            () -> {
              try (FakeDriver driver = FakeDriver.start();
                  InMemoryApiServer server = InMemoryApiServer.start(clock);
                  UnixChannel channel = UnixChannel.dial(driver.endpoint());
                  KubernetesClient kubernetes =
                      ApiServer.writing(
                          new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build())) {
                server.boundClaim("shop", "data", driver.name(), "vol-1");
                echo(driver);
                HealthClient client = client(channel.channel());
                Duration interval = Duration.ofMinutes(5);
                try (HealthRuntime runtime =
                        HealthRuntime.builder(
                                get(client.describe()).answer().orElseThrow(),
                                new CsiDriverPort(client),
                                new KubernetesClaimPort(kubernetes),
                                clock)
                            .options(RuntimeOptions.builder().listInterval(interval).build())
                            .listener(new Recorder())
                            .build();
                    KubernetesWatch watch =
                        new KubernetesWatch(kubernetes, runtime, Duration.ZERO)) {
                  watch.start(new CompletableFuture<>());
                  runtime.start();
                  get(runtime.whenIdle());
                  driver.fail(
                      CsiMethods.LIST_VOLUME_HEALTH,
                      Status.UNAUTHENTICATED.withDescription("not " + SECRET));
                  clock.advance(interval);
                  get(runtime.whenIdle());
                }
                server.list("persistentvolumeclaims").forEach(seen::add);
                server.requests().forEach(request -> seen.add(request.toString()));
              }
            });
    assertThat(log).contains("health written", "list cycle failed", "***");
    assertThat(seen).anyMatch(text -> text.contains("healthConditions") && text.contains("***"));
    assertThat(seen).anyMatch(text -> text.contains("event "));
    assertClean(log);
  }

  private final class Recorder extends LoggingListener {
    @Override
    public void decided(Bound bound, Observation observation, Decision decision) {
      super.decided(bound, observation, decision);
      seen.add(observation.toString());
      seen.add(decision + " " + decision.findings());
      decision.write().ifPresent(write -> seen.add(write.toString()));
    }

    @Override
    public void event(Claim claim, HealthEvent event) {
      seen.add("event " + event + " " + event.message());
    }

    @Override
    public void metric(MetricUpdate update) {
      seen.add(update.toString());
    }
  }

  // ---- Credentials of the API server

  static Stream<Arguments> credentials() {
    List<String> users =
        List.of(
            "{token: " + SECRET + "}",
            "{username: " + SECRET + ", password: " + SECRET + "}",
            "{exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, args: [-c, 'echo "
                + SECRET
                + "; echo "
                + SECRET
                + " >&2; exit 1']}}");
    // The other form of the log writes the same events: once is enough.
    return Stream.concat(
        users.stream().map(user -> Arguments.of(LogFormat.text, user)),
        Stream.of(Arguments.of(LogFormat.json, users.get(2))));
  }

  private static Path kubeconfig(Path folder, String url, String user) throws IOException {
    return Files.writeString(folder.resolve("config"), Kubeconfig.of(url, user));
  }

  @ParameterizedTest
  @MethodSource("credentials")
  void aRunShowsNoCredentials(LogFormat format, String user, @TempDir Path temp) throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start()) {
      server.boundClaim("shop", "data", driver.name(), "vol-1");
      driver.setHealth("vol-1", FakeDriver.entry(DEGRADED, "DiskSlow", "slow"));
      CompletableFuture<CommandLine> commands = new CompletableFuture<>();
      CompletableFuture<Program> program =
          Program.start(
              commands::complete,
              "run",
              "--csi-address=" + driver.endpoint(),
              "--kubeconfig=" + kubeconfig(temp, server.url(), user),
              "--list-volumes-interval=50ms",
              "-v=10",
              "--logging-format=" + format);
      eventually(
          "the claim is written",
          () ->
              server
                  .get("persistentvolumeclaims", "shop", "data")
                  .orElseThrow()
                  .contains("DiskSlow"));
      // What goes wrong is told at greater length.
      server.failNext(
          4, request -> request.verb().equals("watch"), Fault.status(401, "Unauthorized"));
      server.failNext(2, request -> request.verb().equals("list"), Fault.status(500, "Oops"));
      long watches = server.requestCount("watch", "persistentvolumes", "");
      server.expireWatches();
      eventually(
          "watched again",
          () -> server.requestCount("watch", "persistentvolumes", "") > watches + 2);
      RunCommand run = commands.join().getSubcommands().get("run").getCommand();
      run.stop();

      Program ended = program.get(60, SECONDS);
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.err()).contains("TRACE", "io.fabric8");
      Canary.assertNotIn(ended.err() + ended.out());
    } finally {
      LogSetup.apply(Verbosity.DEFAULT, LogFormat.text);
    }
  }

  @ParameterizedTest
  @MethodSource("credentials")
  void theStatusShowsNoCredentials(LogFormat format, String user, @TempDir Path temp)
      throws Exception {
    try (InMemoryApiServer server = InMemoryApiServer.start()) {
      LogSetup.apply(FINEST, format);
      String config = kubeconfig(temp, server.url(), user).toString();
      Collection<Program> runs = new ArrayList<>();
      runs.add(Program.run("status", "--kubeconfig", config));
      for (int code : List.of(401, 403, 500)) {
        server.failNext(100, request -> true, Fault.status(code, "Because"));
        runs.add(Program.run("status", "--kubeconfig", config));
        server.clearFaults();
      }
      runs.forEach(run -> Canary.assertNotIn(run.out() + run.err()));
      assertThat(runs).extracting(Program::code).containsExactly(0, 9, 9, 8);
    } finally {
      LogSetup.apply(Verbosity.DEFAULT, LogFormat.text);
    }
  }
}
