package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves a few pages over HTTP, on daemon threads of its own, each at exactly its path; every other
 * path is answered 404. They are for GET and HEAD.
 */
final class HttpEndpoint implements AutoCloseable {

  private static final int THREADS = 8;

  static {
    // Without a limit some clients that send half a request would hold all threads for ever.
    String limit = "sun.net.httpserver.maxReqTime";
    if (System.getProperty(limit) == null) {
      System.setProperty(limit, "5");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;

  private HttpEndpoint(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Listens and serves.
   *
   * @param pages by their paths
   * @throws ExitException if the address cannot be listened on
   */
  static HttpEndpoint listen(HttpAddress address, Map<String, HttpHandler> pages)
      throws ExitException {
    InetSocketAddress socket = address.socket();
    if (socket.isUnresolved()) {
      throw cannotListen(address, "the host is not known");
    }
    HttpServer server;
    try {
      server = HttpServer.create(socket, 0);
    } catch (IOException e) {
      throw cannotListen(address, OneLine.of(e));
    }
    Map<String, HttpHandler> byPath = new TreeMap<>(pages);
    server.createContext("/", exchange -> serve(exchange, byPath));
    ExecutorService threads =
        Executors.newFixedThreadPool(THREADS, new DaemonThreads("health-monitor-http"));
    server.setExecutor(threads);
    // On one of those threads, for its own thread takes after the one that starts it.
    CompletableFuture.runAsync(server::start, threads).join();
    return new HttpEndpoint(server, threads);
  }

  private static ExitException cannotListen(HttpAddress address, String why) {
    return new ExitException(
        ExitCode.HTTP_ADDRESS,
        "cannot listen on "
            + address
            + " ("
            + why
            + "): is that address of --http-endpoint one of this machine, and free?");
  }

  private static void serve(HttpExchange exchange, Map<String, HttpHandler> pages)
      throws IOException {
    String method = exchange.getRequestMethod();
    HttpHandler page = pages.get(exchange.getRequestURI().getPath());
    if (page == null) {
      answer(exchange, 404, "not found: there is " + String.join(", ", pages.keySet()));
    } else if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      answer(exchange, 405, "this page is for GET and HEAD");
    } else {
      page.handle(exchange);
    }
  }

  /** Answers with a line of plain text, of which a HEAD request gets the headers alone. */
  static void answer(HttpExchange exchange, int status, String line) throws IOException {
    byte[] body = (line + "\n").getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    try (exchange) {
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
        exchange.sendResponseHeaders(status, -1);
      } else {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  /** Where it listens, with the real port. */
  HttpAddress address() {
    InetSocketAddress socket = server.getAddress();
    return new HttpAddress(socket.getAddress().getHostAddress(), socket.getPort());
  }

  /** Stops listening, and what is being answered with it. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
