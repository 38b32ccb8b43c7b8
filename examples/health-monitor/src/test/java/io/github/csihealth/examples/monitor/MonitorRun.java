package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import picocli.CommandLine;

/** The {@code run} command in a thread of its own, with cycles in quick succession. */
final class MonitorRun {

  /** What a test does while the monitor runs. */
  interface Body {
    void run() throws Exception;
  }

  /** How a run ended by itself, and all that it printed on standard error, its log included. */
  record Ended(int code, String printed) {}

  private static final long DEADLINE_SECONDS = 60;

  /** For pauses that take minutes where it is not a test that waits. */
  private static final Duration SOON = Duration.ofMillis(300);

  private final RunCommand command;
  private final FutureTask<Integer> exit;

  private MonitorRun(Consumer<RunCommand> settings, List<String> flags) {
    CommandLine line = HealthMonitorCommand.commandLine(Map.of());
    command = line.getSubcommands().get("run").getCommand();
    settings.accept(command);
    List<String> arguments = new ArrayList<>(flags);
    arguments.add(0, "run");
    exit = new FutureTask<>(() -> line.execute(arguments.toArray(String[]::new)));
    Thread thread = new Thread(exit, "run");
    thread.setDaemon(true);
    thread.start();
  }

  private static List<String> quick(FakeDriver driver, Path kubeconfig, List<String> more) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--csi-address",
                driver.endpoint().toString(),
                "--kubeconfig",
                kubeconfig.toString(),
                "--list-volumes-interval",
                "200ms",
                "--monitor-interval",
                "200ms"));
    flags.addAll(more);
    return flags;
  }

  private static Consumer<RunCommand> pauses(Duration canaryPause) {
    return command -> command.options.canaryPause(canaryPause).forbiddenPause(SOON);
  }

  /**
   * Runs while the body does, then stops it as a signal would, and checks that it ended well.
   *
   * @return all that it printed on standard error: its log
   */
  static String during(FakeDriver driver, Path kubeconfig, Body body) throws Exception {
    return during(driver, kubeconfig, SOON, body);
  }

  /** The same with this first pause between canaries while the gate is off. */
  static String during(FakeDriver driver, Path kubeconfig, Duration canaryPause, Body body)
      throws Exception {
    return during(pauses(canaryPause), quick(driver, kubeconfig, List.of()), body);
  }

  /** The same with further flags. */
  static String during(FakeDriver driver, Path kubeconfig, List<String> more, Body body)
      throws Exception {
    return during(pauses(SOON), quick(driver, kubeconfig, more), body);
  }

  /** The same with these flags, after the settings were made that no flag makes. */
  static String during(Consumer<RunCommand> settings, List<String> flags, Body body)
      throws Exception {
    Ended ended = capturing(settings, flags, body);
    assertThat(ended.code()).as("of a run that was stopped: %s", ended).isEqualTo(0);
    return ended.printed();
  }

  /** Runs what is expected to end by itself, and waits for that. */
  static Ended untilItEnds(FakeDriver driver, Path kubeconfig) throws Exception {
    return capturing(pauses(SOON), quick(driver, kubeconfig, List.of()), null);
  }

  /** What is printed is shown only where it helps to understand a failure. */
  private static Ended capturing(Consumer<RunCommand> settings, List<String> flags, Body body)
      throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream standardError = System.err;
    System.setErr(new PrintStream(printed, true, UTF_8));
    boolean ended = false;
    MonitorRun run = new MonitorRun(settings, flags);
    try {
      if (body != null) {
        body.run();
        run.stop();
      }
      int code = run.exit.get(DEADLINE_SECONDS, SECONDS);
      ended = true;
      return new Ended(code, printed.toString(UTF_8));
    } finally {
      run.stop();
      System.setErr(standardError);
      if (!ended) {
        standardError.println("The monitor printed:\n" + printed.toString(UTF_8));
      }
    }
  }

  private void stop() {
    if (!exit.isDone()) {
      command.stop();
    }
  }
}
