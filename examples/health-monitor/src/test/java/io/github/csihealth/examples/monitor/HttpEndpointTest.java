package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class HttpEndpointTest {

  private static final HttpAddress FREE = HttpAddress.parse("127.0.0.1:0");

  private final AtomicReference<Optional<String>> fault = new AtomicReference<>(Optional.empty());
  private HttpEndpoint endpoint;
  private HttpAddress at;

  @BeforeEach
  void listen() throws ExitException {
    endpoint =
        HttpEndpoint.listen(
            FREE,
            Map.of(
                "/readyz",
                new HealthPage(() -> HealthPage.Answer.of(fault.get())),
                "/healthz",
                exchange -> exchange.close()));
    at = endpoint.address();
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void theAddressHasTheRealPort() {
    assertThat(at.host()).isEqualTo("127.0.0.1");
    assertThat(at.port()).isPositive();
  }

  @Test
  void aHealthPageIsOkOrSaysWhatIsWrong() throws Exception {
    HttpResponse<String> well = Http.get(at, "/readyz?verbose");
    assertThat(well.statusCode()).isEqualTo(200);
    assertThat(well.body()).isEqualTo("ok\n");
    assertThat(well.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");

    fault.set(Optional.of("waiting for the claims"));
    HttpResponse<String> ill = Http.get(at, "/readyz");
    assertThat(ill.statusCode()).isEqualTo(503);
    assertThat(ill.body()).isEqualTo("waiting for the claims\n");
  }

  @Test
  void headIsAnsweredAsGetWithoutTheBody() throws Exception {
    fault.set(Optional.of("broken"));
    HttpResponse<String> head = Http.send("HEAD", at, "/readyz");

    assertThat(head.statusCode()).isEqualTo(503);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue("broken\n".length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/readyz/", "/readyz/more", "/Readyz", "/metrics", "/%2e%2e"})
  void everyOtherPathIsNotFoundAndTheAnswerNamesThoseThereAre(String path) throws Exception {
    HttpResponse<String> answer = Http.get(at, path);
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).isEqualTo("not found: there is /healthz, /readyz\n");
    assertThat(Http.send("HEAD", at, path).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
  void noPageTakesAnything(String method) throws Exception {
    HttpResponse<String> answer = Http.send(method, at, "/readyz");

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
  }

  @Test
  void anAddressInUseIsAnErrorWithItsOwnCode() {
    assertThatThrownBy(() -> HttpEndpoint.listen(at, Map.of()))
        .isInstanceOfSatisfying(
            ExitException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.HTTP_ADDRESS))
        .hasMessageContaining("cannot listen on " + at)
        .hasMessageContaining("in use")
        .hasMessageContaining("--http-endpoint");
  }

  @Test
  void aHostThatIsNotKnownIsAnErrorToo() {
    assertThatThrownBy(() -> HttpEndpoint.listen(new HttpAddress("host.invalid", 0), Map.of()))
        .isInstanceOfSatisfying(
            ExitException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.HTTP_ADDRESS))
        .hasMessageContaining("the host is not known");
  }

  @Test
  void itsThreadsKeepNoProgramAliveAndEndWithIt() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Set<Thread> threads = new HashSet<>();
    try (HttpEndpoint another = HttpEndpoint.listen(FREE, Map.of())) {
      assertThat(Http.get(another.address(), "/").statusCode()).isEqualTo(404);
      threads.addAll(Thread.getAllStackTraces().keySet());
      threads.removeAll(before);
      assertThat(threads).extracting(Thread::getName).contains("HTTP-Dispatcher");
      assertThat(threads).allMatch(Thread::isDaemon);
    }
    eventually("they have ended", () -> threads.stream().noneMatch(HttpEndpointTest::serves));
  }

  private static boolean serves(Thread thread) {
    return thread.isAlive() && thread.getName().matches("HTTP-Dispatcher|health-monitor-http");
  }

  @Test
  void theAddressIsFreeAgainAtTheEnd() throws Exception {
    endpoint.close();
    try (ServerSocket again = new ServerSocket(at.port(), 1, InetAddress.getByName(at.host()))) {
      assertThat(again.isBound()).isTrue();
    }
  }

  @Test
  void onceClosedNobodyIsAnswered() {
    endpoint.close();
    assertThatThrownBy(() -> Http.get(at, "/readyz")).isInstanceOf(IOException.class);
  }
}
