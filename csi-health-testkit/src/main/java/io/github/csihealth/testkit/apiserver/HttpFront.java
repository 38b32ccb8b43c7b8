package io.github.csihealth.testkit.apiserver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Speaks HTTP on a free loopback port: reads requests and writes what becomes of them. */
final class HttpFront {
  private static final int CLOSE_SECONDS = 2;
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  static {
    // Read once by the JDK's server. Without it each answer, sent as head and body, waits some 40
    // ms
    // for the client to acknowledge the head.
    if (System.getProperty(NO_DELAY) == null) {
      System.setProperty(NO_DELAY, "true");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final RequestHandler handler;

  private HttpFront(HttpServer server, ExecutorService threads, RequestHandler handler) {
    this.server = server;
    this.threads = threads;
    this.handler = handler;
  }

  static HttpFront start(RequestHandler handler) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    int port = server.getAddress().getPort();
    AtomicInteger number = new AtomicInteger();
    // A watch holds its thread, so their number must not be bounded.
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              String name = "in-memory-apiserver-" + port + "-" + number.incrementAndGet();
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    HttpFront front = new HttpFront(server, threads, handler);
    server.setExecutor(
        task -> {
          try {
            threads.execute(task);
          } catch (RejectedExecutionException e) {
            // Closing: the connection goes with the others.
          }
        });
    server.createContext("/", front::handle);
    server.start();
    return front;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /**
   * Lets the answers under way end, then closes all connections, within a bounded time. Watches
   * must have been ended before.
   */
  void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      server.stop(0);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if ("websocket".equalsIgnoreCase(header(exchange, "Upgrade"))) {
        // There is no WebSocket here: an empty answer makes a client fall back to plain HTTP.
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      RequestHandler.Reply reply = handler.handle(read(exchange), header(exchange, "Accept"));
      if (reply instanceof RequestHandler.Answer answer) {
        write(exchange, answer.outcome());
      } else if (reply instanceof RequestHandler.Stream stream) {
        write(exchange, stream.watch());
      }
      // Closing the exchange without an answer closes the connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ApiRequest read(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getRawPath();
    String query = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
    byte[] body;
    try (InputStream in = exchange.getRequestBody()) {
      body = in.readNBytes(RequestHandler.MAX_BODY_BYTES + 1);
    }
    return new ApiRequest(
        method,
        path,
        query,
        header(exchange, "Content-Type").split(";", 2)[0].trim(),
        header(exchange, "User-Agent"),
        new String(body, StandardCharsets.UTF_8),
        RequestTarget.of(method, path, QueryParameters.parse(query)),
        0);
  }

  private static String header(HttpExchange exchange, String name) {
    return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
  }

  private static void write(HttpExchange exchange, Outcome outcome) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", outcome.isJson() ? "application/json" : "text/plain");
    outcome.warnings().forEach(warning -> headers.add("Warning", "299 - " + quote(warning)));
    if (outcome.retryAfterSeconds() > 0) {
      headers.set("Retry-After", Integer.toString(outcome.retryAfterSeconds()));
    }
    byte[] body = outcome.print().getBytes(StandardCharsets.UTF_8);
    boolean isEmpty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(outcome.code(), isEmpty ? -1 : body.length);
    if (isEmpty) {
      return;
    }
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static void write(HttpExchange exchange, WatchStream watch)
      throws IOException, InterruptedException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      out.flush();
      watch.run(
          line -> {
            out.write(line.getBytes(StandardCharsets.UTF_8));
            out.flush();
          });
    }
  }
}
