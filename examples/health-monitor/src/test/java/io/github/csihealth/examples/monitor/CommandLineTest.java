package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.examples.monitor.MonitorRig.VOLUMES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.sun.net.httpserver.HttpServer;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.github.csihealth.csi.v1.ControllerServiceCapability.RPC;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** How the program ends: its code, and one line that says what is wrong, where, and what to do. */
@Timeout(120)
@SuppressWarnings("try") // A server is of use by being there.
class CommandLineTest {

  /** Stands for a credential; must not be seen anywhere. */
  private static final String CANARY = "canary-7f3a";

  /** Not JUnit's own, whose name may be too long for a socket. */
  private Path directory;

  private Path socket;

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory(Path.of("/tmp"), "csi");
    socket = directory.resolve("csi.sock");
  }

  @AfterEach
  void removeDirectory() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private static Program run(FakeDriver driver, String... more) {
    return run(driver.endpoint().toString(), more);
  }

  private static Program run(String address, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--csi-address", address));
    arguments.addAll(Arrays.asList(more));
    return Program.run(arguments.toArray(String[]::new));
  }

  /** For a socket where no good answer is to be waited for. */
  private Program runBriefly() {
    return run(socket.toString(), "--timeout", "300ms");
  }

  // ---- Help and flags

  @ParameterizedTest
  @ValueSource(strings = {"--help", "run --help", "status --help", "demo --help"})
  void helpGoesToStandardOutput(String arguments) {
    Program program = Program.run(arguments.split(" "));

    assertThat(program.code()).isZero();
    assertThat(program.out()).startsWith("Usage: health-monitor");
    assertThat(program.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "run --version", "status --version", "demo --version"})
  void theVersionGoesToStandardOutput(String arguments) {
    Program program = Program.run(arguments.split(" "));

    assertThat(program.code()).isZero();
    assertThat(program.out()).startsWith("health-monitor ").hasLineCount(1);
    assertThat(program.err()).isEmpty();
  }

  static Stream<Arguments> badUsage() {
    return Stream.of(
        Arguments.of("", "Missing required subcommand"),
        Arguments.of("start", "'start'"),
        Arguments.of("run --csi-address s --leader-elect", "'--leader-elect'"),
        Arguments.of("run --csi-address s other", "'other'"),
        Arguments.of("run --csi-address s --csi-address t", "only once"),
        Arguments.of("run --csi-address tcp://10.0.0.1:80", "only unix: is supported"),
        Arguments.of("run --csi-address unix://host/s", "names a host"),
        Arguments.of("run --csi-address s --timeout 15", "'15' is no duration: write it like"),
        Arguments.of("run --csi-address s --timeout -5s", "'-5s' is no duration"),
        Arguments.of("run --csi-address s --timeout 9999999h", "too long"),
        Arguments.of("run --csi-address s --timeout 0", "'--timeout': '0' must be positive"),
        Arguments.of("run --csi-address s --timeout .1ns", "'--timeout': '.1ns' must be positive"),
        Arguments.of(
            "run --csi-address s --list-volumes-interval 0s",
            "'--list-volumes-interval': '0s' must be positive"),
        Arguments.of(
            "run --csi-address s --monitor-interval 0",
            "'--monitor-interval': '0' must be positive"),
        Arguments.of(
            "run --csi-address s --worker-threads 0", "'--worker-threads': '0' must be positive"),
        Arguments.of("run --csi-address s --worker-threads -1", "--worker-threads"),
        Arguments.of("run --csi-address s -v 11", "'11' is no number from 0 to 10"),
        Arguments.of("run --csi-address s --v=-1", "'-1' is no number from 0 to 10"),
        Arguments.of("run --csi-address s -v debug", "'debug' is no number from 0 to 10"),
        Arguments.of("run --csi-address s --logging-format yaml", "[text, json]"),
        Arguments.of("status -o xml", "[table, wide, json, yaml]"),
        Arguments.of("status -n", "'--namespace'"),
        Arguments.of("status --kubeconfig /nonexistent/config", "does not exist"),
        Arguments.of(
            "run --csi-address s --http-endpoint 8080",
            "'8080' is no address: write it like :8080"),
        Arguments.of("run --csi-address s --metrics-address x:", "'--metrics-address'"),
        Arguments.of("run --csi-address s --metrics-path metrics", "'metrics' is no path"),
        Arguments.of("run --csi-address s --metrics-path /healthz", "the path of another page"),
        Arguments.of(
            "run --csi-address s --http-endpoint :0 --metrics-address :0", "exclude each other"),
        Arguments.of("run --csi-address s --worker-threads many", "'many' is no whole number"),
        Arguments.of("run --csi-address s --kube-api-qps 0", "'0' must be positive"),
        Arguments.of("run --csi-address s --kube-api-qps Infinity", "'Infinity' must be positive"),
        Arguments.of("run --csi-address s --kube-api-qps NaN", "'NaN' must be positive"),
        Arguments.of("run --csi-address s --kube-api-qps fast", "'fast' is no number"),
        Arguments.of("run --csi-address s --kube-api-burst 1.5", "'1.5' is no whole number"),
        Arguments.of("run --csi-address s --resync 10", "'10' is no duration"),
        Arguments.of("run --csi-address s --volume-list-add-interval 0", "must be positive"),
        Arguments.of("run --leader-election=yes", "'yes' is neither true nor false"),
        Arguments.of("run --leader-election-retry-period 0", "must be positive"),
        Arguments.of(
            "run --leader-election --leader-election-lease-duration 10s",
            "--leader-election-renew-deadline (10000 ms) must be less than"
                + " --leader-election-lease-duration (10000 ms)"),
        Arguments.of(
            "run --leader-election --leader-election-lease-duration 15.5s",
            "--leader-election-lease-duration (15500 ms) must be whole seconds"),
        Arguments.of(
            "run --leader-election --leader-election-renew-deadline 14.9999999s", "no millisecond"),
        Arguments.of(
            "run --leader-election --leader-election-renew-deadline 6s",
            "1.2 times --leader-election-retry-period (5000 ms) must be less than"
                + " --leader-election-renew-deadline (6000 ms)"),
        Arguments.of("demo --output xml", "[text, json]"));
  }

  @ParameterizedTest
  @MethodSource
  void badUsage(String arguments, String part) {
    Program.run(arguments.isEmpty() ? new String[0] : arguments.split(" "))
        .failed(ExitCode.USAGE, part);
  }

  @Test
  void aValueWithLineBreaksIsShownInOneLine() {
    Program.run("run", "--csi-address=s", "--timeout=1\n2")
        .failed(ExitCode.USAGE, "'1 2' is no duration");
    Program.run("run", "--csi-address=no\nwhere", "--timeout=1ms")
        .failed(ExitCode.NO_DRIVER, "unix:no where");
  }

  @ParameterizedTest
  @CsvSource({"107, only 106", "108, over the limit of 107", "200, over the limit of 107"})
  void aSocketPathThatIsTooLongIsRefusedWithItsLength(int length, String part) {
    Program.run("run", "--csi-address", "/" + "x".repeat(length - 1))
        .failed(ExitCode.USAGE, "--csi-address", length + " bytes", part);
  }

  // ---- The driver

  @Test
  void noSocketFile() {
    runBriefly().failed(ExitCode.NO_DRIVER, socket.toString(), "--csi-address");
  }

  @Test
  void aSocketFileNobodyListensOn() throws IOException {
    try (SocketImpostor gone = new SocketImpostor(socket, SocketImpostor.Manner.NEVER_ANSWERS)) {
      assertThat(socket).exists();
    }
    runBriefly().failed(ExitCode.NO_DRIVER, socket.toString(), "refused", "--csi-address");
  }

  @Test
  void aPlainFileInsteadOfASocket() throws IOException {
    Files.writeString(socket, "");
    runBriefly().failed(ExitCode.NO_DRIVER, socket.toString(), "refused");
  }

  @ParameterizedTest
  @EnumSource(
      value = SocketImpostor.Manner.class,
      names = "NEVER_ACCEPTS",
      mode = EnumSource.Mode.EXCLUDE)
  void somethingThatSpeaksNoGrpc(SocketImpostor.Manner manner) throws IOException {
    try (SocketImpostor impostor = new SocketImpostor(socket, manner)) {
      runBriefly()
          .failed(
              ExitCode.NOT_CSI,
              socket.toString(),
              "does not answer as a CSI driver does",
              "--csi-address");
    }
  }

  @Test
  void somethingThatAcceptsNobody() throws IOException {
    try (SocketImpostor impostor =
        new SocketImpostor(socket, SocketImpostor.Manner.NEVER_ACCEPTS)) {
      runBriefly().failed(ExitCode.NO_DRIVER, socket.toString(), "--csi-address");
    }
  }

  @Test
  void aGrpcServerThatIsNoCsiDriver() throws IOException {
    try (UnixServer server = UnixServer.builder(UnixEndpoint.parse(socket.toString())).start()) {
      runBriefly().failed(ExitCode.NOT_CSI, socket.toString(), "UNIMPLEMENTED");
    }
  }

  @Test
  void aDriverThatIsNotReady() {
    try (FakeDriver driver = FakeDriver.start().ready(false)) {
      run(driver, "--timeout", "3s")
          .failed(ExitCode.NOT_READY, driver.endpoint().toString(), "3000 ms", "--timeout");
    }
  }

  @Test
  void aDriverThatDoesNotSayWhatItIs() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.fail(
          CsiMethods.GET_PLUGIN_INFO, Status.INTERNAL.withDescription("no\n\tname\nof mine"));
      run(driver).failed(ExitCode.NOT_CSI, driver.endpoint().toString(), "GetPluginInfo: INTERNAL");
    }
  }

  @Test
  void c16ADriverWithNeitherCapability() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.controllerCapabilities(RPC.Type.CREATE_DELETE_VOLUME);
      run(driver)
          .failed(ExitCode.NO_CAPABILITY, driver.name(), "LIST_VOLUME_HEALTH", "GET_VOLUME_HEALTH");
      assertThat(driver.calls(CsiMethods.LIST_VOLUME_HEALTH)).isZero();
      assertThat(driver.calls(CsiMethods.GET_VOLUME_HEALTH)).isZero();
    }
  }

  @Test
  void c16ADriverWithListButWithoutGet() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.controllerCapabilities(RPC.Type.LIST_VOLUME_HEALTH);
      run(driver)
          .failed(
              ExitCode.LIST_WITHOUT_GET,
              driver.name(),
              "LIST_VOLUME_HEALTH without GET_VOLUME_HEALTH");
    }
  }

  // ---- The kubeconfig

  @Test
  void aKubeconfigThatDoesNotExist() {
    Path missing = directory.resolve("missing");
    run(socket.toString(), "--kubeconfig", missing.toString())
        .failed(ExitCode.USAGE, "--kubeconfig " + missing + " does not exist");
  }

  @Test
  void aKubeconfigThatIsADirectory() {
    run(socket.toString(), "--kubeconfig", directory.toString())
        .failed(ExitCode.USAGE, "--kubeconfig " + directory + " cannot be read");
  }

  @Test
  void aKubeconfigThatMayNotBeRead() throws IOException {
    Path file = file("config", CANARY);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-wx------"));
    assumeFalse(Files.isReadable(file), "root may read all files");
    run(socket.toString(), "--kubeconfig", file.toString())
        .failed(ExitCode.USAGE, "--kubeconfig " + file + " may not be read by this user");
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        CANARY,
        "- " + CANARY,
        "users: " + CANARY,
        "clusters: [{name: x, cluster: " + CANARY + "}]",
        "token: '" + CANARY,
        "<html>" + CANARY + "\n\tx: : :\n</html>",
        "{\"apiVersion\": \"v1\", \"kind\": \"Config\", \"users\": [{\"token\": \"" + CANARY
      })
  void aFileThatIsNoKubeconfigIsNotQuoted(String content) throws IOException {
    Path file = file("config", content);
    Program program =
        run(socket.toString(), "--kubeconfig", file.toString())
            .failed(ExitCode.USAGE, "--kubeconfig " + file + " ");
    assertThat(program.err()).doesNotContain(CANARY);
  }

  @Test
  void aKubeconfigThatIsNotTextIsNotQuoted() throws IOException {
    Path file = directory.resolve("config");
    Files.write(file, new byte[] {'t', ':', 0, (byte) 0xff, (byte) 0xfe, '\n'});
    run(socket.toString(), "--kubeconfig", file.toString())
        .failed(ExitCode.USAGE, "--kubeconfig " + file + " is no kubeconfig");
  }

  /** With one, the client would go to the cluster that it happens to be in. */
  @ParameterizedTest
  @CsvSource({
    "current-context: test, ''",
    "current-context: test, current-context: other",
    "cluster: test, cluster: other",
    "server:, proxy-url:"
  })
  void aKubeconfigThatNamesNoServer(String part, String replacement) throws IOException {
    String whole = Kubeconfig.of("http://127.0.0.1:1", "{token: " + CANARY + "}");
    assertThat(whole).contains(part);
    Path file = file("config", whole.replace(part, replacement));
    Program program =
        run(socket.toString(), "--kubeconfig", file.toString())
            .failed(ExitCode.USAGE, "--kubeconfig " + file + " has no current-context");
    assertThat(program.err()).doesNotContain(CANARY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{client-certificate-data: " + CANARY + ", client-key-data: " + CANARY + "}",
        // The same in base64.
        "{client-certificate-data: Y2FuYXJ5LTdmM2E=, client-key-data: Y2FuYXJ5LTdmM2E=}",
        "{client-certificate: /nonexistent/cert, client-key: /nonexistent/key}",
        // No header may hold a line break.
        "{token: \"" + CANARY + "\\nx\"}"
      })
  void credentialsThatCannotBeUsedAreNotQuoted(String user) throws IOException {
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start()) {
      Path file = file("config", Kubeconfig.of(server.url(), user));
      Program program =
          run(driver, "--kubeconfig", file.toString())
              .failed(ExitCode.USAGE, "--kubeconfig", server.url(), "cannot be used");
      assertThat(program.err()).doesNotContain(CANARY);
    }
  }

  @Test
  void theOutputOfACredentialPluginIsNotQuoted() throws IOException {
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start()) {
      Path file =
          file(
              "config",
              Kubeconfig.of(
                  server.url(),
                  "{exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, args: [-c,"
                      + " 'echo %1$s; echo %1$s >&2; exit 1']}}".formatted(CANARY)));
      server.failNext(1, request -> true, Fault.status(401, "Unauthorized"));
      Program program =
          run(driver, "--kubeconfig", file.toString()).failed(ExitCode.NO_PERMISSION, "401");
      assertThat(program.err()).doesNotContain(CANARY);
    }
  }

  // ---- The API server

  @Test
  void noApiServer() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (FakeDriver driver = FakeDriver.start()) {
      Path file =
          file(
              "config",
              Kubeconfig.of("http://user:" + CANARY + "@127.0.0.1:" + port, "{username: u}"));
      Program program =
          run(driver, "--kubeconfig", file.toString())
              .failed(
                  ExitCode.NO_API_SERVER,
                  "http://127.0.0.1:" + port,
                  "cannot connect",
                  "--kubeconfig");
      assertThat(program.err()).doesNotContain(CANARY);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401, NO_PERMISSION, does not accept the credentials (401 the words of the server)",
    "403, NO_PERMISSION, (403 the words of the server): the monitor must get list and watch",
    "404, NO_API_SERVER, does not work (404 the words of the server)",
    "500, NO_API_SERVER, does not work (500 the words of the server)",
    "503, NO_API_SERVER, does not work (503 the words of the server)"
  })
  void anApiServerThatRefuses(int code, ExitCode exit, String part) throws IOException {
    Fault fault = Fault.status(code, "Because").withMessage("the words\nof the server");
    for (String resource : List.of(VOLUMES, CLAIMS)) {
      try (FakeDriver driver = FakeDriver.start();
          InMemoryApiServer server = InMemoryApiServer.start()) {
        server.failNext(1, ApiRequest.matching("list", resource, ""), fault);
        Path file = file("config", server.kubeconfig());
        Program program = run(driver, "--kubeconfig", file.toString()).failed(exit, server.url());
        assertThat(program.err().replace(",", "")).contains(part);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {VOLUMES, CLAIMS})
  void aRightThatIsTakenAwayBetweenTheCheckAndTheWatch(String resource) throws IOException {
    AtomicInteger lists = new AtomicInteger();
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start()) {
      server.failNext(
          Integer.MAX_VALUE,
          ApiRequest.matching("list", resource, "").and(r -> lists.incrementAndGet() > 1),
          Fault.status(403, "Forbidden"));
      Path file = file("config", server.kubeconfig());
      run(driver, "--kubeconfig", file.toString())
          .failed(ExitCode.NO_PERMISSION, server.url(), "403");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "watch, persistentvolumes, ''",
    "watch, persistentvolumeclaims, ''",
    "get, persistentvolumeclaims, ''",
    "patch, persistentvolumeclaims, status",
    "get, leases, ''",
    "create, leases, ''",
    "update, leases, ''"
  })
  void aRightThatTheServerDeniesWhenAsked(String verb, String resource, String subresource)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String asked = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          boolean denied =
              asked.contains("\"verb\":\"" + verb + "\"")
                  && asked.contains("\"resource\":\"" + resource + "\"")
                  && (subresource.isEmpty()
                      || asked.contains("\"subresource\":\"" + subresource + "\""));
          byte[] answer =
              (exchange.getRequestMethod().equals("POST")
                      ? "{\"kind\": \"SelfSubjectAccessReview\","
                          + " \"apiVersion\": \"authorization.k8s.io/v1\","
                          + " \"status\": {\"allowed\": %s}}".formatted(!denied)
                      : "{\"kind\": \"List\", \"apiVersion\": \"v1\", \"items\": []}")
                  .getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    try (FakeDriver driver = FakeDriver.start()) {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      Path file = file("config", Kubeconfig.of(url, "{token: x}"));
      String what = resource + (subresource.isEmpty() ? "" : "/" + subresource);
      run(driver, "--leader-election", "--kubeconfig", file.toString())
          .failed(ExitCode.NO_PERMISSION, url, "it may not " + verb + " " + what + " in ");
    } finally {
      server.stop(0);
    }
  }

  // ---- A run that works

  @Test
  void runWritesUntilItIsStopped() throws Exception {
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
              "--kubeconfig=" + file("config", server.kubeconfig()));
      eventually(
          "the claim is written",
          () -> server.get(CLAIMS, "shop", "data").orElseThrow().contains("DiskSlow"));
      RunCommand run = commands.join().getSubcommands().get("run").getCommand();
      run.stop();

      Program ended = program.get(60, TimeUnit.SECONDS);
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err().lines())
          .satisfiesExactly(
              started -> assertThat(started).contains("driver=" + driver.name(), "mode=LIST"),
              wrote -> assertThat(wrote).contains("claim=shop/data", "cause=CONDITIONS_CHANGED"));
    }
  }

  /** By default a write that fails is tried again; a stop must not cut that off. */
  @Test
  void aStopLetsAWriteEndThatHasBegun() throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start()) {
      server.boundClaim("shop", "data", driver.name(), "vol-1");
      server.failNext(1, MonitorRig.PATCH, Fault.status(503, "ServiceUnavailable"));
      driver.setHealth("vol-1", FakeDriver.entry(DEGRADED, "DiskSlow", "slow"));
      CompletableFuture<CommandLine> commands = new CompletableFuture<>();
      CompletableFuture<Program> program =
          Program.start(
              commands::complete,
              "run",
              "--csi-address=" + driver.endpoint(),
              "--kubeconfig=" + file("config", server.kubeconfig()));
      eventually("a write", () -> server.requests().stream().anyMatch(MonitorRig.PATCH));
      RunCommand run = commands.join().getSubcommands().get("run").getCommand();
      run.stop();

      Program ended = program.get(60, TimeUnit.SECONDS);
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(server.get(CLAIMS, "shop", "data").orElseThrow()).contains("DiskSlow");
    }
  }

  static Stream<Arguments> otherDrivers() {
    return Stream.of(
        Arguments.of(change(FakeDriver::controllerCapabilities), ExitCode.NO_CAPABILITY),
        Arguments.of(
            change(driver -> driver.controllerCapabilities(RPC.Type.LIST_VOLUME_HEALTH)),
            ExitCode.LIST_WITHOUT_GET),
        Arguments.of(
            change(driver -> driver.named("other.csihealth.example")), ExitCode.OTHER_DRIVER));
  }

  private static Consumer<FakeDriver> change(Consumer<FakeDriver> what) {
    return what;
  }

  @ParameterizedTest
  @MethodSource("otherDrivers")
  void c16ADriverThatIsReplacedByOneThatIsOfNoUseEndsTheRun(
      Consumer<FakeDriver> change, ExitCode code) throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        InMemoryApiServer server = InMemoryApiServer.start()) {
      CompletableFuture<Program> program =
          Program.start(
              commands -> {},
              "run",
              "--csi-address=" + driver.endpoint(),
              "--kubeconfig=" + file("config", server.kubeconfig()),
              "--list-volumes-interval=10ms");
      eventually("a list cycle", () -> driver.calls(CsiMethods.LIST_VOLUME_HEALTH) > 0);
      String before = driver.name();
      change.accept(driver);

      Program ended = program.get(60, TimeUnit.SECONDS);
      assertThat(ended.code()).as(ended.err()).isEqualTo(code.code());
      assertThat(ended.err().lines().filter(l -> l.startsWith("error: ")))
          .singleElement()
          .satisfies(line -> assertThat(line).contains("driver " + before));
    }
  }
}
