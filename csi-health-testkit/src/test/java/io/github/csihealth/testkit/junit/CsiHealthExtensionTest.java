package io.github.csihealth.testkit.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The classes inside are run by JUnit from within the tests. */
@Timeout(120)
class CsiHealthExtensionTest {

  /** What the tests of the classes inside were given. */
  private static final Queue<Given> GIVEN = new ConcurrentLinkedQueue<>();

  private record Given(FakeDriver driver, InMemoryApiServer server, ManualClock clock) {}

  @BeforeEach
  void forget() {
    GIVEN.clear();
  }

  @Test
  void allMethodsOfATestHaveTheSameAndNoOtherTestHas() {
    TestExecutionSummary summary = run(Map.of(), OneForEachTest.class);
    assertThat(summary.getFailures()).isEmpty();
    assertThat(summary.getTestsSucceededCount()).isEqualTo(5);
    assertThat(GIVEN).hasSize(5);
    assertThat(GIVEN).extracting(Given::driver).doesNotHaveDuplicates();
    assertThat(GIVEN).extracting(Given::server).doesNotHaveDuplicates();
    assertThat(GIVEN).extracting(Given::clock).doesNotHaveDuplicates();
    GIVEN.forEach(CsiHealthExtensionTest::expectClosed);
  }

  @ExtendWith(CsiHealthExtension.class)
  static class OneForEachTest {

    private final FakeDriver ofConstructor;
    private FakeDriver ofBeforeEach;

    OneForEachTest(FakeDriver driver) {
      ofConstructor = driver;
    }

    @BeforeEach
    void prepare(FakeDriver driver) {
      ofBeforeEach = driver;
    }

    @Test
    void first(FakeDriver driver, FakeDriver again, InMemoryApiServer server, ManualClock clock) {
      expect(driver, server, clock);
      assertThat(again).isSameAs(driver);
    }

    @Test
    void second(ManualClock clock, InMemoryApiServer server, FakeDriver driver) {
      expect(driver, server, clock);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void third(int number, FakeDriver driver, InMemoryApiServer server, ManualClock clock) {
      expect(driver, server, clock);
    }

    @Nested
    class Inside {
      @Test
      void fourth(FakeDriver driver, InMemoryApiServer server, ManualClock clock) {
        expect(driver, server, clock);
      }
    }

    private void expect(FakeDriver driver, InMemoryApiServer server, ManualClock clock) {
      assertThat(driver).isSameAs(ofBeforeEach).isSameAs(ofConstructor);
      GIVEN.add(new Given(driver, server, clock));
    }

    @AfterEach
    void stillOpen(FakeDriver driver) {
      assertThat(driver).isSameAs(ofBeforeEach);
      assertThat(Path.of(driver.endpoint().path())).exists();
    }
  }

  @Test
  void whatAFailedTestHadIsClosed() {
    TestExecutionSummary summary = run(Map.of(), Failing.class);
    assertThat(summary.getFailures())
        .extracting(failure -> failure.getException().getMessage())
        .containsExactly("on purpose");
    assertThat(GIVEN).hasSize(1).allSatisfy(CsiHealthExtensionTest::expectClosed);
  }

  @ExtendWith(CsiHealthExtension.class)
  static class Failing {
    @Test
    void fails(FakeDriver driver, InMemoryApiServer server, ManualClock clock) {
      GIVEN.add(new Given(driver, server, clock));
      Assertions.fail("on purpose");
    }
  }

  @Test
  void testsInParallelDoNotMeet() {
    TestExecutionSummary summary =
        run(
            Map.of(
                "junit.jupiter.execution.parallel.enabled", "true",
                "junit.jupiter.execution.parallel.mode.default", "concurrent",
                "junit.jupiter.execution.parallel.config.strategy", "fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "2"),
            InParallel.class);
    assertThat(summary.getFailures()).isEmpty();
    assertThat(summary.getTestsSucceededCount()).isEqualTo(6);
    assertThat(GIVEN).extracting(Given::driver).hasSize(6).doesNotHaveDuplicates();
    GIVEN.forEach(CsiHealthExtensionTest::expectClosed);
  }

  @ExtendWith(CsiHealthExtension.class)
  static class InParallel {

    /** Passed by two tests at a time only. */
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @BeforeEach
    void prepare(InMemoryApiServer server) {
      server.boundClaim("shop", "data", "disk.example.com", "vol-1");
    }

    @RepeatedTest(6)
    void hasItsOwn(FakeDriver driver, InMemoryApiServer server, ManualClock clock)
        throws Exception {
      GIVEN.add(new Given(driver, server, clock));
      clock.advance(Duration.ofSeconds(1));
      BOTH.await(60, SECONDS);
      assertThat(clock.instant()).isEqualTo(Instant.parse("2026-01-01T00:00:01Z"));
      assertThat(server.list("persistentvolumeclaims")).hasSize(1);
      assertThat(Path.of(driver.endpoint().path())).exists();
      BOTH.await(60, SECONDS);
    }
  }

  @Test
  void theServerGoesByTheClockOnceThereIsOne() {
    assertThat(run(Map.of(), Clocks.class).getFailures()).isEmpty();
  }

  @ExtendWith(CsiHealthExtension.class)
  static class Clocks {

    @Test
    void ofTheTest(InMemoryApiServer server, ManualClock clock) {
      clock.advance(Duration.ofHours(1));
      server.boundClaim("shop", "data", "disk.example.com", "vol-1");
      assertThat(server.get("persistentvolumeclaims", "shop", "data").orElseThrow())
          .contains("2026-01-01T01:00:00Z");
    }

    @Test
    void ofTheSystem(InMemoryApiServer server) {
      Instant before = Instant.now().minusSeconds(1);
      String claim =
          server.create(
              "{'kind':'PersistentVolumeClaim','metadata':{'name':'a'}}".replace('\'', '"'));
      String created = claim.replaceAll(".*\"creationTimestamp\":\"([^\"]*)\".*", "$1");
      assertThat(Instant.parse(created)).isBetween(before, Instant.now());
    }
  }

  @Test
  void onlyTestsCanHaveThem() {
    TestExecutionSummary summary =
        run(Map.of(), BeforeAllOfThem.class, OneInstance.class, OtherParameter.class);
    assertThat(summary.getTestsSucceededCount()).isZero();
    List<String> messages = new ArrayList<>();
    summary.getFailures().forEach(f -> messages.add(f.getException().getMessage()));
    assertThat(messages)
        .hasSize(3)
        .anyMatch(m -> m.contains("FakeDriver is made for each test, and prepare is not"))
        .anyMatch(m -> m.contains("ManualClock is made for each test, and "))
        .anyMatch(m -> m.contains("No ParameterResolver registered"));
  }

  @ExtendWith(CsiHealthExtension.class)
  static class BeforeAllOfThem {
    @BeforeAll
    static void prepare(FakeDriver driver) {}

    @Test
    void test() {}
  }

  @ExtendWith(CsiHealthExtension.class)
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class OneInstance {
    OneInstance(ManualClock clock) {}

    @Test
    void test() {}
  }

  @ExtendWith(CsiHealthExtension.class)
  static class OtherParameter {
    @Test
    void test(UnixEndpoint endpoint) {}
  }

  private static TestExecutionSummary run(Map<String, String> settings, Class<?>... classes) {
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .filters(EngineFilter.includeEngines("junit-jupiter"))
            .configurationParameters(settings);
    for (Class<?> type : classes) {
      request.selectors(selectClass(type));
    }
    LauncherDiscoveryRequest built = request.build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(built, listener);
    return listener.getSummary();
  }

  private static void expectClosed(Given given) {
    Path socket = Path.of(given.driver().endpoint().path());
    assertThat(socket.toString().getBytes(UTF_8).length).isLessThan(107);
    assertThat(socket.getParent()).doesNotExist();
    assertThatIllegalStateException().isThrownBy(given.driver()::restart);
    URI url = URI.create(given.server().url());
    Assertions.assertThatExceptionOfType(ConnectException.class)
        .isThrownBy(
            () -> {
              try (Socket connection = new Socket()) {
                connection.connect(new InetSocketAddress(url.getHost(), url.getPort()));
              }
            });
  }
}
