package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.StatusObjects.claim;
import static io.github.csihealth.examples.monitor.StatusObjects.condition;
import static io.github.csihealth.examples.monitor.StatusObjects.health;
import static io.github.csihealth.examples.monitor.StatusObjects.node;
import static io.github.csihealth.examples.monitor.StatusObjects.pod;
import static io.github.csihealth.examples.monitor.StatusObjects.storage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.Fault;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The {@code status} command and an API server. */
@Timeout(120)
class StatusCommandTest {

  private static final String SLOW = condition("Degraded", "DiskSlow", "500 ms");
  private static final String SINCE = "2026-01-01T00:00:00Z";
  private static final String CANARY = "canary-7f3a";

  @TempDir Path temp;
  @AutoClose private final InMemoryApiServer server = InMemoryApiServer.start();

  private Path kubeconfig() throws IOException {
    return Files.writeString(temp.resolve("config"), server.kubeconfig());
  }

  private Program status(String... more) throws IOException {
    return statusOf(kubeconfig(), more);
  }

  private static Program statusOf(Path kubeconfig, String... more) {
    List<String> arguments = new ArrayList<>(List.of("status", "--kubeconfig", "" + kubeconfig));
    arguments.addAll(List.of(more));
    return Program.run(arguments.toArray(String[]::new));
  }

  private void sickCluster() {
    server.create(claim("shop", "orders", health(SINCE, SLOW)));
    server.create(claim("bank", "ledger", health(SINCE, SLOW)));
    server.create(claim("shop", "cache", null));
    server.create(pod("shop", "web-0", "Running", health(SINCE, SLOW), health(SINCE)));
    server.create(
        node("node-1", "disk", storage("disk", condition("StorageDegraded", "Slow", ""))));
  }

  @Test
  void whatIsSickInTheClusterIsShown() throws IOException {
    sickCluster();
    Program program = status();

    assertThat(program.code()).as(program.err()).isZero();
    assertThat(program.out())
        .contains("orders", "ledger", "web-0", "node-1", "<unknown>")
        .doesNotContain("cache", "\u001b")
        .endsWith("2 claims, 1 pod volume, 1 node with adverse conditions\n");
    assertThat(program.err()).isEmpty();
  }

  @Test
  void oneNamespaceHasNoNodes() throws IOException {
    sickCluster();
    Program program = status("-n", "shop");

    assertThat(program.code()).isZero();
    assertThat(program.out())
        .contains("orders", "web-0")
        .doesNotContain("ledger", "node-1")
        .endsWith("1 claim, 1 pod volume with adverse conditions\n");
    assertThat(status("-n", "all").out()).isEqualTo(status().out());
    assertThat(server.requestCount("list", "csinodes", "")).isEqualTo(2);
  }

  @Test
  void nothingAdverseIsOneLineAndNoFailure() throws IOException {
    server.create(claim("shop", "cache", null));
    Program program = status();

    assertThat(program.code()).isZero();
    assertThat(program.out())
        .isEqualTo("no adverse conditions recorded in 1 claim, 0 pods, 0 nodes\n");
    assertThat(program.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "yaml"})
  void aDocumentIsAllThereIsOnStandardOutput(String form) throws IOException {
    sickCluster();
    Program program = status("-o", form);

    assertThat(program.code()).isZero();
    assertThat(program.out()).contains("items", "node-1", SINCE).doesNotContain("adverse");
  }

  // ---- What fails

  @ParameterizedTest
  @CsvSource({
    "persistentvolumeclaims, 403, NO_PERMISSION, orders",
    "pods, 403, NO_PERMISSION, web-0",
    "csinodes, 403, NO_PERMISSION, node-1",
    "pods, 500, NO_API_SERVER, web-0"
  })
  void whatMayNotBeReadIsSaidAndTheOthersAreShown(
      String resource, int code, ExitCode exit, String hidden) throws IOException {
    sickCluster();
    server.failNext(
        1,
        ApiRequest.matching("list", resource, ""),
        Fault.status(code, "Because").withMessage("the words\nof the server"));
    Program program = status();

    assertThat(program.code()).isEqualTo(exit.code());
    assertThat(program.err())
        .startsWith("error: ")
        .contains(code + " the words of the server", server.url())
        .hasLineCount(1);
    if (code == 403) {
      assertThat(program.err()).contains("status must list " + resource);
    }
    assertThat(program.out()).contains("with adverse conditions").doesNotContain(hidden);
    for (String shown : List.of("orders", "web-0", "node-1")) {
      if (!shown.equals(hidden)) {
        assertThat(program.out()).contains(shown);
      }
    }
  }

  @Test
  void whereNothingMayBeReadNothingIsSaidOfHealth() throws IOException {
    server.failNext(3, request -> true, Fault.status(403, "Forbidden"));
    Program program = status();

    assertThat(program.code()).isEqualTo(ExitCode.NO_PERMISSION.code());
    assertThat(program.out()).isEmpty();
    assertThat(program.err().lines()).hasSize(3).allMatch(line -> line.startsWith("error: "));
  }

  @Test
  void credentialsThatAreRefusedAreSaidOnce() throws IOException {
    server.failNext(3, request -> true, Fault.status(401, "Unauthorized"));
    status().failed(ExitCode.NO_PERMISSION, "does not accept the credentials", "--kubeconfig");
  }

  @Test
  void noApiServer() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    statusOf(kubeconfig("http://127.0.0.1:" + port, "{token: x}"))
        .failed(ExitCode.NO_API_SERVER, "no API server at http://127.0.0.1:" + port);
  }

  /** C23: not even where they cannot be sent, or the server repeats them. */
  @ParameterizedTest
  @CsvSource({
    "'{token: \"canary-7f3a\\nx\"}', USAGE",
    "'{token: canary-7f3a}', NO_PERMISSION",
    "'{username: u, password: canary-7f3a}', NO_PERMISSION",
    "'{client-certificate-data: canary-7f3a, client-key-data: canary-7f3a}', USAGE"
  })
  void c23CredentialsAreNotQuoted(String user, ExitCode exit) throws IOException {
    server.failNext(3, request -> true, Fault.status(401, "Unauthorized"));
    Program program =
        statusOf(kubeconfig(server.url(), user), "-o", "json").failed(exit, server.url());
    assertThat(program.err()).doesNotContain(CANARY);
  }

  private Path kubeconfig(String url, String user) throws IOException {
    return Files.writeString(temp.resolve("other"), Kubeconfig.of(url, user));
  }

  // ---- Pages

  /** A server that gives one claim a page and, if so told, forgets its pages once. */
  private static HttpServer pages(int claims, boolean forgetsOnce, List<String> queries)
      throws IOException {
    HttpServer pages =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pages.createContext(
        "/",
        exchange -> {
          String query = String.valueOf(exchange.getRequestURI().getQuery());
          queries.add(exchange.getRequestURI().getPath() + "?" + query);
          boolean limited = query.contains("limit=");
          int first =
              query.contains("continue=c")
                  ? Integer.parseInt(query.replaceAll(".*continue=c(\\d+).*", "$1"))
                  : 0;
          boolean gone = forgetsOnce && limited && first == 1;
          List<String> items = new ArrayList<>();
          for (int i = first; i < (limited ? first + 1 : claims); i++) {
            items.add(claim("shop", "claim-" + i, health(SINCE, SLOW)));
          }
          String more =
              limited && first + 1 < claims ? ", \"continue\": \"c" + (first + 1) + "\"" : "";
          byte[] answer =
              (gone
                      ? "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"status\": \"Failure\","
                          + " \"reason\": \"Expired\", \"code\": 410, \"message\": \"too old\"}"
                      : "{\"kind\": \"PersistentVolumeClaimList\", \"apiVersion\": \"v1\","
                          + " \"metadata\": {\"resourceVersion\": \"7\"%s}, \"items\": %s}"
                              .formatted(more, items))
                  .getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(gone ? 410 : 200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    pages.start();
    return pages;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allPagesAreRead(boolean forgetsOnce) throws IOException {
    List<String> queries = new CopyOnWriteArrayList<>();
    HttpServer pages = pages(3, forgetsOnce, queries);
    try {
      String url = "http://127.0.0.1:" + pages.getAddress().getPort();
      Program program = statusOf(kubeconfig(url, "{token: x}"), "-n", "shop");

      assertThat(program.code()).as(program.err()).isZero();
      assertThat(program.out()).contains("claim-0", "claim-1", "claim-2").contains("3 claims");
      assertThat(queries.get(0))
          .startsWith("/api/v1/namespaces/shop/persistentvolumeclaims?")
          .contains("limit=500");
    } finally {
      pages.stop(0);
    }
  }

  // ---- Watching

  /** What the command prints while the body runs, in a thread that is interrupted then. */
  private final class Watching implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final FutureTask<Integer> exit;
    private final Thread thread;

    Watching(String... more) throws IOException {
      List<String> arguments =
          new ArrayList<>(List.of("status", "-w", "--kubeconfig", "" + kubeconfig()));
      arguments.addAll(List.of(more));
      CommandLine line = HealthMonitorCommand.commandLine();
      line.setOut(new PrintWriter(out, true));
      line.setErr(new PrintWriter(err, true));
      exit = new FutureTask<>(() -> line.execute(arguments.toArray(String[]::new)));
      thread = new Thread(exit, "status");
      thread.start();
    }

    void eventuallyShows(String... parts) {
      eventually(() -> assertThat(out.toString()).contains(parts));
    }

    int end() throws Exception {
      thread.interrupt();
      return exit.get(60, SECONDS);
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }

  @Test
  void aWatchShowsWhatChangesUntilItIsInterrupted() throws Exception {
    sickCluster();
    try (Watching watching = new Watching()) {
      watching.eventuallyShows("ADDED ", "node-1");
      server.patchStatus(
          "persistentvolumeclaims",
          "shop",
          "cache",
          "{\"status\": {\"healthStatus\": " + health(SINCE, SLOW) + "}}");
      watching.eventuallyShows("cache");
      server.patchStatus(
          "persistentvolumeclaims", "shop", "orders", "{\"status\": {\"healthStatus\": null}}");
      server.delete("pods", "shop", "web-0");
      eventually(
          () ->
              assertThat(watching.out.toString().lines().filter(l -> l.startsWith("DELETED")))
                  .hasSize(2)
                  .anyMatch(line -> line.contains("orders"))
                  .anyMatch(line -> line.contains("web-0")));

      assertThat(watching.end()).isZero();
      assertThat(watching.err.toString()).isEmpty();
      assertThat(watching.out.toString()).doesNotContain("with adverse conditions");
    }
  }

  @Test
  void aWatchGoesOnAfterTheServerHasForgottenWhereItWas() throws Exception {
    server.create(claim("shop", "orders", health(SINCE, SLOW)));
    server.create(claim("shop", "media", health(SINCE, SLOW)));
    try (Watching watching = new Watching("-o", "json")) {
      watching.eventuallyShows("orders", "media");
      eventually(
          "three watches",
          () ->
              server.requestCount("watch", "persistentvolumeclaims", "") > 0
                  && server.requestCount("watch", "pods", "") > 0
                  && server.requestCount("watch", "csinodes", "") > 0);
      server.delete("persistentvolumeclaims", "shop", "orders");
      server.expireWatches();
      server.create(claim("shop", "late", health(SINCE, SLOW)));
      watching.eventuallyShows("late");

      assertThat(watching.end()).isZero();
      List<String> changes = new ArrayList<>();
      for (String line : watching.out.toString().lines().toList()) {
        JsonNode change = new ObjectMapper().readTree(line);
        changes.add(change.path("type").asText() + " " + change.at("/object/name").asText());
      }
      assertThat(changes)
          .containsExactlyInAnyOrder("ADDED orders", "ADDED media", "DELETED orders", "ADDED late");
    }
  }

  @Test
  void aWatchOfWhatMayBeReadSaysWhatMayNot() throws Exception {
    sickCluster();
    server.failNext(1, ApiRequest.matching("list", "csinodes", ""), Fault.status(403, "Forbidden"));
    try (Watching watching = new Watching()) {
      watching.eventuallyShows("orders");
      server.patchStatus(
          "persistentvolumeclaims", "shop", "orders", "{\"status\": {\"healthStatus\": null}}");
      watching.eventuallyShows("DELETED");

      assertThat(watching.end()).isEqualTo(ExitCode.NO_PERMISSION.code());
      assertThat(watching.err.toString())
          .contains("status must list and watch csinodes")
          .hasLineCount(1);
    }
  }
}
