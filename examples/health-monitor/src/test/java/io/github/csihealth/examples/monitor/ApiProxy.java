package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Stands between the monitor and a real API server, lets all pass, and does to some requests what a
 * test asks for. It answers a WebSocket handshake with an empty 200, so that clients watch by HTTP.
 */
final class ApiProxy implements AutoCloseable {

  /** A request that came by. */
  record Passing(String method, URI uri, String body) {
    boolean isPatch() {
      return method.equals("PATCH");
    }

    boolean isWatch() {
      return String.valueOf(uri.getQuery()).contains("watch=true");
    }
  }

  /** What is done to a request instead of letting it pass. */
  interface Deed {
    void to(HttpExchange exchange, Passing request, ApiProxy proxy)
        throws IOException, InterruptedException;
  }

  private record Rule(Predicate<Passing> which, Deed deed) {}

  private static final Set<String> NOT_PASSED_ON =
      Set.of("host", "connection", "content-length", "upgrade", "http2-settings", "expect");

  private final URI target;

  /** Ends with its last holder. */
  private volatile HttpClient client;

  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "api-proxy");
            thread.setDaemon(true);
            return thread;
          });
  private final Collection<Passing> patches = new ConcurrentLinkedQueue<>();
  private final Set<InputStream> watches = ConcurrentHashMap.newKeySet();
  private volatile List<Rule> rules = List.of();

  ApiProxy(URI target, SSLContext trust) throws IOException {
    this.target = target;
    this.client =
        HttpClient.newBuilder().sslContext(trust).version(HttpClient.Version.HTTP_1_1).build();
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** From now on this is done to such requests; the last rule that fits counts. */
  synchronized void on(Predicate<Passing> which, Deed deed) {
    rules = Stream.concat(Stream.of(new Rule(which, deed)), rules.stream()).toList();
  }

  /** From now on all pass. */
  synchronized void letPass() {
    rules = List.of();
  }

  /** Ends all watches. */
  void cutWatches() {
    for (InputStream watch : watches) {
      try {
        watch.close();
      } catch (IOException e) {
        // It has ended already.
      }
    }
  }

  /** The patches that came by, since they were forgotten. */
  List<Passing> patches() {
    return List.copyOf(patches);
  }

  /** Forgets the patches so far. */
  void forgetPatches() {
    patches.clear();
  }

  /** An answer of that code, with a Status and a header Retry-After if that is positive. */
  static Deed refuse(int code, int retryAfterSeconds) {
    return (exchange, request, proxy) -> {
      byte[] body =
          """
          {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": %d,
           "message": "refused by the proxy"}
          """
              .formatted(code)
              .getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      if (retryAfterSeconds > 0) {
        exchange.getResponseHeaders().set("Retry-After", Integer.toString(retryAfterSeconds));
      }
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    };
  }

  /** The connection breaks, and the request reaches nobody. */
  static Deed cut() {
    return (exchange, request, proxy) -> exchange.close();
  }

  /** The request is carried out, but the connection breaks before its answer. */
  static Deed loseAnswer() {
    return (exchange, request, proxy) -> {
      HttpResponse<InputStream> answer = proxy.send(exchange, request);
      answer.body().close();
      exchange.close();
    };
  }

  /** The request has come, and goes on once the test lets it. */
  static final class Hold implements Deed {
    private final CountDownLatch here = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public void to(HttpExchange exchange, Passing request, ApiProxy proxy)
        throws IOException, InterruptedException {
      here.countDown();
      goOn.await(60, TimeUnit.SECONDS);
      proxy.pass(exchange, request);
    }

    void awaitOne() throws InterruptedException {
      if (!here.await(60, TimeUnit.SECONDS)) {
        throw new AssertionError("no such request came");
      }
    }

    void goOn() {
      goOn.countDown();
    }
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      Passing request =
          new Passing(
              exchange.getRequestMethod(),
              exchange.getRequestURI(),
              new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      if ("websocket".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Upgrade"))) {
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      if (request.isPatch()) {
        patches.add(request);
      }
      for (Rule rule : rules) {
        if (rule.which.test(request)) {
          rule.deed.to(exchange, request, this);
          return;
        }
      }
      pass(exchange, request);
    } catch (IOException e) {
      // One of the two sides is gone: the other one learns it by the broken connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpResponse<InputStream> send(HttpExchange exchange, Passing request)
      throws IOException, InterruptedException {
    HttpRequest.Builder forward =
        HttpRequest.newBuilder(URI.create(target + request.uri().toString()))
            .method(
                request.method(),
                request.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(request.body()));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_PASSED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> forward.header(name, value));
              }
            });
    return client.send(forward.build(), BodyHandlers.ofInputStream());
  }

  private void pass(HttpExchange exchange, Passing request)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> answer = send(exchange, request);
    try (InputStream in = answer.body()) {
      if (request.isWatch()) {
        watches.add(in);
      }
      for (String name : List.of("Content-Type", "Retry-After")) {
        answer
            .headers()
            .firstValue(name)
            .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
      }
      exchange.sendResponseHeaders(answer.statusCode(), 0);
      OutputStream out = exchange.getResponseBody();
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        out.write(buffer, 0, count);
        out.flush();
      }
    } finally {
      watches.remove(answer.body());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    // A thread that reads an answer minds no interrupt.
    cutWatches();
    client = null;
  }
}
