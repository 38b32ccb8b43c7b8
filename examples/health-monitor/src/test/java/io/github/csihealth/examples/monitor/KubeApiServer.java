package io.github.csihealth.examples.monitor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.File;
import java.io.IOException;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLContext;

/**
 * A real kube-apiserver with its etcd, on loopback and in a temporary folder, with the feature gate
 * CSIVolumeHealth on.
 *
 * <p>No controller runs beside it: nothing binds claims, removes finalizers or empties namespaces
 * but the test itself.
 */
final class KubeApiServer implements AutoCloseable {

  /** Someone who may log in with a token. Without RBAC rules they may do next to nothing. */
  record User(String name, String token) {

    static User named(String name) {
      return new User(name, UUID.randomUUID().toString());
    }
  }

  private static final Duration START_DEADLINE = Duration.ofSeconds(60);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration AUDIT_DEADLINE = Duration.ofSeconds(15);
  private static final int STOP_SECONDS = 10;

  private static final String ETCD_LOG = "etcd.log";
  private static final String API_SERVER_LOG = "kube-apiserver.log";
  private static final String AUDIT_LOG = "audit.log";

  private final Path assets;
  private final List<String> flags;
  private final ServerFolder folder;
  private final Socket port;
  private final User administrator = User.named("admin");
  private final Thread lastResort = new Thread(() -> end(0), "kube-apiserver-last-resort");

  // Read by the shutdown hook, too.
  private volatile Process etcd;
  private volatile Process apiServer;
  private HttpClient client;
  private boolean closed;

  private KubeApiServer(Path assets, List<String> flags) throws IOException {
    this.assets = assets;
    this.flags = flags;
    this.folder = new ServerFolder();
    this.port = reservePort();
  }

  /**
   * Starts both servers and returns once the API server is ready; about four seconds.
   *
   * @param assets the folder that holds {@code kube-apiserver} and {@code etcd}
   * @param users who may log in, beside the administrator
   * @param flags come after ours: {@code --feature-gates=CSIVolumeHealth=false} switches the gate
   *     off
   */
  static KubeApiServer start(Path assets, List<User> users, List<String> flags)
      throws IOException, InterruptedException {
    KubeApiServer server = new KubeApiServer(assets, flags);
    try {
      Runtime.getRuntime().addShutdownHook(server.lastResort);
      server.folder.writeServiceAccountKeys();
      server.folder.writeUsers(server.administrator, users);
      server.folder.writeAuditPolicy();
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

  /** A kubeconfig of this user, whether the server knows them or not. It goes with the server. */
  Path kubeconfig(User user) throws IOException {
    return folder.kubeconfig(uri(), user.token());
  }

  /**
   * One request as the administrator, a member of system:masters, with whatever status the answer
   * has.
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
            .header("Authorization", "Bearer " + administrator.token())
            .header("Accept", "application/json");
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.method(method, BodyPublishers.ofString(body)).header("Content-Type", contentType);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /**
   * All requests that were answered since the first start, but those of the server to itself. The
   * server must be running.
   */
  List<AuditEvent> audit() throws IOException, InterruptedException {
    // A line is written just after its answer: when that of a further request is there, so are
    // those before it.
    String marker = "/version?audit=" + UUID.randomUUID();
    request("GET", marker, null, null);
    long deadline = System.nanoTime() + AUDIT_DEADLINE.toNanos();
    while (System.nanoTime() - deadline < 0) {
      List<String> lines = folder.lines(AUDIT_LOG);
      if (lines.stream().anyMatch(line -> line.contains(marker))) {
        List<AuditEvent> events = new ArrayList<>();
        for (String line : lines) {
          events.add(AuditEvent.parse(line));
        }
        return events;
      }
      MILLISECONDS.sleep(20);
    }
    throw new IOException("the audit log does not show the request " + marker);
  }

  /** Trusts this server, whenever it runs. */
  SSLContext trust() throws IOException {
    return folder.trust();
  }

  /** A kubeconfig of this user that goes to another address, such as a proxy's. */
  Path kubeconfig(URI address, User user) throws IOException {
    return folder.kubeconfig(address, user.token());
  }

  /** Kills the API server, not etcd, as a lack of memory does. */
  void killApiServer() {
    end(apiServer.destroyForcibly(), STOP_SECONDS);
  }

  /** Etcd stands still and answers nothing, while its connections stay open. */
  void freezeEtcd() throws IOException, InterruptedException {
    signalEtcd("STOP");
  }

  /** Etcd goes on. */
  void thawEtcd() throws IOException, InterruptedException {
    signalEtcd("CONT");
  }

  private void signalEtcd(String signal) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + signal, Long.toString(etcd.pid())).start().waitFor();
    if (code != 0) {
      throw new IOException("kill ended with " + code);
    }
  }

  /** Stops the API server, not etcd: from then on connections to {@link #uri()} are refused. */
  void stopApiServer() {
    end(apiServer, STOP_SECONDS);
  }

  /**
   * Starts the API server, or starts it again: same address, certificate, users and data. Returns
   * once it is ready; it may still be about to read its RBAC rules.
   *
   * @param more flags for this time, after those for every time
   */
  void startApiServer(String... more) throws IOException, InterruptedException {
    if (apiServer != null && apiServer.isAlive()) {
      throw new IllegalStateException("the API server is running");
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                assets.resolve("kube-apiserver").toString(),
                "--etcd-servers=unix://" + folder.file("etcd.sock"),
                "--bind-address=127.0.0.1",
                "--secure-port=" + port.getLocalPort(),
                // With reservePort: the port stays ours, between two starts as well.
                "--permit-port-sharing=true",
                // Otherwise the address of a network interface is looked for, and there may be
                // none.
                "--advertise-address=127.0.0.1",
                "--endpoint-reconciler-type=none",
                "--cert-dir=" + folder.file("certs"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-signing-key-file=" + folder.file("sa.key"),
                "--service-account-key-file=" + folder.file("sa.pub"),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--token-auth-file=" + folder.file("tokens.csv"),
                "--authorization-mode=RBAC",
                // Pods would wait for a service account that no controller creates.
                "--disable-admission-plugins=ServiceAccount",
                "--feature-gates=CSIVolumeHealth=true",
                "--audit-policy-file=" + folder.file("audit-policy.yaml"),
                "--audit-log-path=" + folder.file(AUDIT_LOG),
                // In megabytes: never begin a second file.
                "--audit-log-maxsize=100000"));
    command.addAll(flags);
    command.addAll(List.of(more));
    apiServer = launch(command, API_SERVER_LOG);
    awaitReady();
  }

  /** Stops both servers and deletes their folder. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    end(STOP_SECONDS);
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
                "--data-dir=" + folder.file("etcd"),
                "--listen-client-urls=unix://" + folder.file("etcd.sock"),
                // Clients get the socket by flag and there are no peers, so neither address is ever
                // used.
                "--advertise-client-urls=http://127.0.0.1:0",
                "--listen-peer-urls=http://127.0.0.1:0",
                "--unsafe-no-fsync",
                "--log-level=warn"),
            ETCD_LOG);
  }

  private Process launch(List<String> command, String log) throws IOException {
    return new ProcessBuilder(command)
        .redirectInput(new File("/dev/null"))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.file(log).toFile()))
        .start();
  }

  private void awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_DEADLINE.toNanos();
    // A new client has no connections to a former process.
    client = null;
    String last = "no certificate yet";
    while (System.nanoTime() - deadline < 0) {
      requireAlive(etcd, ETCD_LOG);
      requireAlive(apiServer, API_SERVER_LOG);
      try {
        if (client == null && Files.exists(folder.certificate())) {
          client =
              HttpClient.newBuilder()
                  .sslContext(folder.trust())
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
        "kube-apiserver is not ready in time (%s), %s"
            .formatted(last, folder.tail(API_SERVER_LOG)));
  }

  private void requireAlive(Process process, String log) throws IOException {
    if (!process.isAlive()) {
      throw new IOException(
          "a server ended with %d, %s".formatted(process.exitValue(), folder.tail(log)));
    }
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

  private void end(long graceSeconds) {
    end(apiServer, graceSeconds);
    end(etcd, graceSeconds);
    try {
      port.close();
    } catch (IOException e) {
      // Nothing was ever sent on it.
    }
    folder.delete();
  }

  private static void end(Process process, long graceSeconds) {
    if (process == null) {
      return;
    }
    process.destroy();
    if (!endsWithin(process, graceSeconds)) {
      process.destroyForcibly();
      endsWithin(process, STOP_SECONDS);
    }
  }

  /** Unlike {@link Process#waitFor()} not cut short by an interrupt: no orphans. */
  private static boolean endsWithin(Process process, long seconds) {
    return process
        .onExit()
        .thenApply(ended -> true)
        .completeOnTimeout(false, seconds, SECONDS)
        .join();
  }
}
