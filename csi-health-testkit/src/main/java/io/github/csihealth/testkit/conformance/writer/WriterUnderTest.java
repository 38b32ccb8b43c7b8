package io.github.csihealth.testkit.conformance.writer;

import static java.util.Objects.requireNonNull;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of {@link WriterConformance} are tried on: a writer of claim health, in one of
 * three forms.
 *
 * <ul>
 *   <li>A {@linkplain #function function} from the stored claim and the driver's answer to a patch.
 *       The loop around it is the kit's, so rules about calls, bindings and errors of the API
 *       server are skipped.
 *   <li>A {@linkplain #controller controller} in this process.
 *   <li>A {@linkplain #command program}.
 * </ul>
 *
 * <p>Immutable. It may be used for many rules at once if what it starts may.
 */
public final class WriterUnderTest {

  /** Starts a controller. */
  @FunctionalInterface
  public interface Start {

    /**
     * Starts it for one rule; it runs until it is closed. It is to see all claims and volumes of
     * the cluster, and may be started again after it was closed.
     *
     * @param kubeconfig the text of a kubeconfig file for the cluster; the address needs no
     *     credentials
     * @param endpoint the socket of the CSI driver
     * @throws Exception if it cannot start: the rule is inconclusive
     */
    AutoCloseable start(String kubeconfig, UnixEndpoint endpoint) throws Exception;
  }

  /** Starts any form. */
  interface Launch {
    Running start(InMemoryApiServer api, FakeDriver driver) throws Exception;
  }

  private final Launch launch;
  private final Duration interval;
  private final boolean function;
  private final @Nullable Duration gatePause;

  private WriterUnderTest(
      Launch launch, Duration interval, boolean function, @Nullable Duration gatePause) {
    this.launch = launch;
    this.interval = interval;
    this.function = function;
    this.gatePause = gatePause;
  }

  /** A function; the kit asks the driver by Get, calls the function, and sends the patch. */
  public static WriterUnderTest function(ClaimFunction function) {
    requireNonNull(function, "function");
    return new WriterUnderTest(
        (api, driver) -> FunctionLoop.start(function, api, driver),
        FunctionLoop.INTERVAL,
        true,
        null);
  }

  /**
   * A controller in this process.
   *
   * @param interval how often it asks the driver; the shorter, the sooner the rules are done: 100
   *     to 200 milliseconds are good
   * @throws IllegalArgumentException if the interval is not positive
   */
  public static WriterUnderTest controller(Duration interval, Start start) {
    requireNonNull(start, "start");
    return new WriterUnderTest(
        (api, driver) -> running(start.start(api.kubeconfig(), driver.endpoint())),
        positive(interval),
        false,
        null);
  }

  private static Running running(AutoCloseable controller) {
    return controller::close;
  }

  /**
   * A program. It is ended by SIGTERM, and killed if it has not ended ten seconds later. What it
   * printed last is told where a rule fails.
   *
   * @param interval how often it asks the driver, as for {@link #controller}
   * @param command the program and its arguments, in which <code>{kubeconfig}</code> stands for the
   *     path of a kubeconfig file and <code>{socket}</code> for the path of the driver's socket
   * @throws IllegalArgumentException if the interval is not positive, or the command does not name
   *     both
   */
  public static WriterUnderTest command(Duration interval, List<String> command) {
    for (String placeholder : List.of(Program.KUBECONFIG, Program.SOCKET)) {
      if (command.stream().noneMatch(part -> part.contains(placeholder))) {
        throw new IllegalArgumentException(
            "the command has no " + placeholder + ": the writer could not be told where it is");
      }
    }
    List<String> parts = List.copyOf(command);
    return new WriterUnderTest(
        (api, driver) -> Program.start(parts, api.kubeconfig(), driver.endpoint()),
        positive(interval),
        false,
        null);
  }

  private static Duration positive(Duration interval) {
    if (interval.isZero() || interval.isNegative()) {
      throw new IllegalArgumentException("the interval is not positive: " + interval);
    }
    return interval;
  }

  /**
   * The same, of which is known how long it holds back after the API server dropped a write because
   * its feature gate is off. Without this, or with a pause of more than ten seconds, it is not
   * tried whether writes resume.
   */
  public WriterUnderTest withGatePause(Duration pause) {
    return new WriterUnderTest(launch, interval, function, positive(pause));
  }

  Running start(InMemoryApiServer api, FakeDriver driver) throws Exception {
    return launch.start(api, driver);
  }

  Duration interval() {
    return interval;
  }

  boolean isFunction() {
    return function;
  }

  Optional<Duration> gatePause() {
    return Optional.ofNullable(gatePause);
  }
}
