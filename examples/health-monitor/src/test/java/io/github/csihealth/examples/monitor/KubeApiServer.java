package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A real kube-apiserver with its etcd, on loopback and in a temporary folder, with the feature gate
 * CSIVolumeHealth on.
 *
 * <p>No controller runs beside it: nothing binds claims, removes finalizers or empties namespaces
 * but the test itself.
 */
final class KubeApiServer implements AutoCloseable {

  /**
   * Someone who may log in with a token, beside the administrator. Without RBAC rules they may do
   * next to nothing.
   */
  record User(String name, String token, List<String> groups) {}

  private static final Duration START_DEADLINE = Duration.ofSeconds(60);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);
  private static final int STOP_SECONDS = 10;
  private static final int LOG_LINES = 25;

  private final Path assets;
  private final Path folder;
  private final Socket port;
  private final String adminToken = randomToken();
  private final List<String> flags;
  private final Thread lastResort = new Thread(this::kill, "kube-apiserver-last-resort");

  // Read by the shutdown hook, too.
  private volatile Process etcd;
  private volatile Process apiServer;
  private HttpClient client;
  private boolean closed;

  private KubeApiServer(Path assets, List<String> flags) throws IOException {
    this.assets = assets;
    this.flags = flags;
    this.folder = Files.createTempDirectory("csi-health-kube-");
    this.port = reservePort();
  }

  /**
   * The folder that the environment variable KUBEBUILDER_ASSETS names; empty when it is not set.
   *
   * @throws IllegalStateException when it is set, but kube-apiserver or etcd is missing there
   */
  static Optional<Path> assets() {
    String value = System.getenv("KUBEBUILDER_ASSETS");
    if (value == null || value.isBlank()) {
      return Optional.empty();
    }
    Path assets = Path.of(value).toAbsolutePath();
    for (String name : List.of("kube-apiserver", "etcd")) {
      if (!Files.isExecutable(assets.resolve(name))) {
        throw new IllegalStateException(
            "KUBEBUILDER_ASSETS is set, but " + assets.resolve(name) + " is no executable");
      }
    }
    return Optional.of(assets);
  }

  /** Starts both servers and returns once the API server is ready; about four seconds. */
  static KubeApiServer start(Path assets) throws IOException, InterruptedException {
    return start(assets, List.of());
  }

  /**
   * Starts both servers, with further users, and with flags that come after ours: {@code
   * --feature-gates=CSIVolumeHealth=false} switches the gate off.
   */
  static KubeApiServer start(Path assets, List<User> users, String... flags)
      throws IOException, InterruptedException {
    KubeApiServer server = new KubeApiServer(assets, List.of(flags));
    try {
      Runtime.getRuntime().addShutdownHook(server.lastResort);
      server.writeFiles(users);
      server.startEtcd();
      server.startApiServer();
      return server;
    } catch (Throwable e) {
      server.close();
      throw e;
    }
  }

  /** The address of the API server; the same after a restart. */
  URI uri() {
    return URI.create("https://127.0.0.1:" + port.getLocalPort());
  }

  /** The token of a member of system:masters, who may do everything. */
  String adminToken() {
    return adminToken;
  }

  /** A kubeconfig of the administrator. It goes with this server's folder. */
  Path kubeconfig() throws IOException {
    return kubeconfig(adminToken);
  }

  /** A kubeconfig that logs in with the given token, whether the server knows it or not. */
  Path kubeconfig(String token) throws IOException {
    String ca = Base64.getEncoder().encodeToString(Files.readAllBytes(certificate()));
    return Files.writeString(
        Files.createTempFile(folder, "kubeconfig-", ".yaml"),
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: test
          cluster:
            server: %s
            certificate-authority-data: %s
        users:
        - name: test
          user:
            token: %s
        contexts:
        - name: test
          context:
            cluster: test
            user: test
        current-context: test
        """
            .formatted(uri(), ca, token));
  }

  /**
   * One request as the administrator, with whatever status the answer has.
   *
   * @param path path and query, from the slash on
   * @param contentType of the body; ignored when there is none
   * @param body null for none
   */
  HttpResponse<String> request(String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri().resolve(path))
            .timeout(REQUEST_TIMEOUT)
            .header("Authorization", "Bearer " + adminToken)
            .header("Accept", "application/json")
            .header("User-Agent", "csi-health-test");
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.method(method, BodyPublishers.ofString(body)).header("Content-Type", contentType);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /**
   * How many requests of this kind the server has answered since its first start, whatever the
   * answer was.
   *
   * @param verb as RBAC names it: {@code patch}, not PATCH
   * @param subresource empty for the resource itself
   */
  long auditedCount(String verb, String resource, String subresource)
      throws IOException, InterruptedException {
    return auditedCount(audited(verb, resource, subresource));
  }

  /** How many answered requests have an audit line, one JSON object, that the test accepts. */
  long auditedCount(Predicate<String> line) throws IOException, InterruptedException {
    return auditLines().stream().filter(line).count();
  }

  /** A test of an audit line, to be combined with others, say on the user agent or the name. */
  static Predicate<String> audited(String verb, String resource, String subresource) {
    // Quotes inside JSON strings are escaped, so no text sent by a client can look like one of
    // these members.
    return line ->
        line.contains("\"verb\":\"" + verb + "\"")
            && line.contains("\"resource\":\"" + resource + "\"")
            && (subresource.isEmpty()
                ? !line.contains("\"subresource\":\"")
                : line.contains("\"subresource\":\"" + subresource + "\""));
  }

  /** The audit lines of all requests answered so far, but those of the server to itself. */
  List<String> auditLines() throws IOException, InterruptedException {
    if (!running(apiServer)) {
      return readAudit();
    }
    // A line is written just after its answer: when that of a further request is there, so are
    // those before it.
    String marker = "/version?audit=" + randomToken();
    request("GET", marker, null, null);
    long deadline = System.nanoTime() + SECONDS.toNanos(10);
    while (true) {
      List<String> lines = readAudit();
      if (lines.stream().anyMatch(line -> line.contains(marker))) {
        return lines;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("the audit log does not show the request " + marker);
      }
      MILLISECONDS.sleep(20);
    }
  }

  /** Stops the API server, not etcd: from then on connections to {@link #uri()} are refused. */
  void stopApiServer() {
    stop(apiServer);
  }

  /**
   * Starts the API server, or starts it again: same address, certificate, users and data. Returns
   * once it is ready.
   */
  void startApiServer() throws IOException, InterruptedException {
    if (running(apiServer)) {
      throw new IllegalStateException("the API server is running");
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                assets.resolve("kube-apiserver").toString(),
                "--etcd-servers=unix://" + folder.resolve("etcd.sock"),
                "--bind-address=127.0.0.1",
                "--secure-port=" + port.getLocalPort(),
                // With reservePort: the port stays ours, between two starts as well.
                "--permit-port-sharing=true",
                // Otherwise the address of a network interface is looked for, and there may be
                // none.
                "--advertise-address=127.0.0.1",
                "--endpoint-reconciler-type=none",
                "--cert-dir=" + folder.resolve("certs"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-signing-key-file=" + folder.resolve("sa.key"),
                "--service-account-key-file=" + folder.resolve("sa.pub"),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--token-auth-file=" + folder.resolve("tokens.csv"),
                "--authorization-mode=RBAC",
                // Pods would wait for a service account that no controller creates.
                "--disable-admission-plugins=ServiceAccount",
                "--feature-gates=CSIVolumeHealth=true",
                "--audit-policy-file=" + folder.resolve("audit-policy.yaml"),
                "--audit-log-path=" + auditLog(),
                // In megabytes: never begin a second file.
                "--audit-log-maxsize=100000"));
    command.addAll(flags);
    apiServer = launch(command, apiServerLog());
    awaitReady();
  }

  /** Stops both servers and deletes their folder. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    stop(apiServer);
    stop(etcd);
    release();
    try {
      Runtime.getRuntime().removeShutdownHook(lastResort);
    } catch (IllegalStateException e) {
      // The hook is running already; it finds nothing left to do.
    }
  }

  private void startEtcd() throws IOException {
    etcd =
        launch(
            List.of(
                assets.resolve("etcd").toString(),
                "--data-dir=" + folder.resolve("etcd"),
                "--listen-client-urls=unix://" + folder.resolve("etcd.sock"),
                // Clients get the socket by flag and there are no peers, so neither address is ever
                // used.
                "--advertise-client-urls=http://127.0.0.1:0",
                "--listen-peer-urls=http://127.0.0.1:0",
                "--unsafe-no-fsync",
                "--log-level=warn"),
            etcdLog());
  }

  private void writeFiles(List<User> users) throws IOException {
    KeyPair keys;
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has the curve P-256", e);
    }
    Files.writeString(folder.resolve("sa.key"), pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    Files.writeString(folder.resolve("sa.pub"), pem("PUBLIC KEY", keys.getPublic().getEncoded()));

    StringBuilder tokens = new StringBuilder(adminToken + ",admin,admin,system:masters\n");
    for (User user : users) {
      tokens.append(
          "%s,%s,%s,\"%s\"\n"
              .formatted(user.token(), user.name(), user.name(), String.join(",", user.groups())));
    }
    Files.writeString(folder.resolve("tokens.csv"), tokens);

    Files.writeString(
        folder.resolve("audit-policy.yaml"),
        """
        apiVersion: audit.k8s.io/v1
        kind: Policy
        # One line a request, when it is answered.
        omitStages: [RequestReceived, ResponseStarted]
        rules:
        - level: None
          users: ["system:apiserver"]
        - level: None
          nonResourceURLs: ["/readyz"]
        - level: Metadata
        """);
  }

  private static Process launch(List<String> command, Path log) throws IOException {
    return new ProcessBuilder(command)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private void awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_DEADLINE.toNanos();
    client = null;
    String last = "no answer";
    while (System.nanoTime() - deadline < 0) {
      if (!running(etcd)) {
        throw new IOException("etcd ended with " + etcd.exitValue() + tail(etcdLog()));
      }
      if (!running(apiServer)) {
        throw new IOException(
            "kube-apiserver ended with " + apiServer.exitValue() + tail(apiServerLog()));
      }
      try {
        // The server writes its certificate when it first starts. A new client has no connections
        // to a former process.
        if (client == null && Files.exists(certificate())) {
          client =
              HttpClient.newBuilder()
                  .sslContext(trust(certificate()))
                  .connectTimeout(REQUEST_TIMEOUT)
                  .build();
        }
        if (client != null) {
          HttpResponse<String> answer = request("GET", "/readyz", null, null);
          if (answer.statusCode() == 200) {
            return;
          }
          last = answer.statusCode() + " " + answer.body();
        }
      } catch (IOException e) {
        last = e.toString();
      }
      MILLISECONDS.sleep(50);
    }
    throw new IOException(
        "kube-apiserver not ready after "
            + START_DEADLINE.toSeconds()
            + " s ("
            + last
            + ")"
            + tail(apiServerLog()));
  }

  /**
   * Reserves a free port for as long as the socket stays open. It is bound but does not listen, and
   * shares its port with nobody but a process of the same user that asks for it; so no other
   * process can be given the port meanwhile.
   */
  private static Socket reservePort() throws IOException {
    Socket socket = new Socket();
    socket.setOption(StandardSocketOptions.SO_REUSEPORT, true);
    socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
    return socket;
  }

  private static SSLContext trust(Path certificates) throws IOException {
    try (InputStream in = Files.newInputStream(certificates)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("certificate-" + store.size(), certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      // Also when the file was read while being written; the caller tries again.
      throw new IOException("cannot read " + certificates, e);
    }
  }

  private static boolean running(Process process) {
    return process != null && process.isAlive();
  }

  private static void stop(Process process) {
    if (process == null) {
      return;
    }
    process.destroy();
    try {
      process.waitFor(STOP_SECONDS, SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (process.isAlive()) {
      process.destroyForcibly();
      // Also bounded, but not cut short by an interrupt: the folder is deleted next.
      process.onExit().orTimeout(STOP_SECONDS, SECONDS).handle((ended, late) -> ended).join();
    }
  }

  // For a JVM that ends without close(): no grace, but no orphans either.
  private void kill() {
    for (Process process : new Process[] {apiServer, etcd}) {
      if (process != null) {
        process.destroyForcibly();
        process.onExit().orTimeout(STOP_SECONDS, SECONDS).handle((ended, late) -> ended).join();
      }
    }
    release();
  }

  private void release() {
    try {
      port.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // A left-over in the temporary folder is no reason to fail a test.
    }
  }

  private List<String> readAudit() throws IOException {
    if (!Files.exists(auditLog())) {
      return List.of();
    }
    // The last line may be half written.
    String text = Files.readString(auditLog(), UTF_8);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    return ", its log ends:\n"
        + String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  private static String pem(String type, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }

  private static String randomToken() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private Path certificate() {
    return folder.resolve("certs").resolve("apiserver.crt");
  }

  private Path auditLog() {
    return folder.resolve("audit.log");
  }

  private Path etcdLog() {
    return folder.resolve("etcd.log");
  }

  private Path apiServerLog() {
    return folder.resolve("kube-apiserver.log");
  }
}
