package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import picocli.CommandLine;

/**
 * The program, run to its end in this process.
 *
 * @param code that it exits with
 * @param out its standard output
 * @param err its standard error, the log included
 */
record Program(int code, String out, String err) {

  static Program run(String... arguments) {
    return run(Map.of(), arguments);
  }

  /** With these environment variables, as far as flags are concerned. */
  static Program run(Map<String, String> variables, String... arguments) {
    return run(variables, line -> {}, arguments);
  }

  /** Runs it on a thread of its own, after its commands were handed out. */
  static CompletableFuture<Program> start(Consumer<CommandLine> before, String... arguments) {
    return CompletableFuture.supplyAsync(
        () -> run(Map.of(), before, arguments), task -> new Thread(task, "program").start());
  }

  private static Program run(
      Map<String, String> variables, Consumer<CommandLine> before, String... arguments) {
    PrintStream realOut = System.out;
    PrintStream realErr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    // Not picocli's own writers alone: what a library logs counts, too.
    System.setOut(new PrintStream(out, true, UTF_8));
    System.setErr(new PrintStream(err, true, UTF_8));
    try {
      CommandLine line = HealthMonitorCommand.commandLine(variables);
      before.accept(line);
      int code = line.execute(arguments);
      return new Program(code, out.toString(UTF_8), err.toString(UTF_8));
    } finally {
      System.setOut(realOut);
      System.setErr(realErr);
    }
  }

  /** It failed with this code and one line of explanation, which holds each of the parts. */
  Program failed(ExitCode expected, String... parts) {
    List<String> lines = err.lines().toList();
    assertThat(code).as(err).isEqualTo(expected.code());
    assertThat(out).isEmpty();
    assertThat(lines).hasSizeBetween(1, expected == ExitCode.USAGE ? 2 : 1);
    assertThat(lines.get(0)).startsWith("error: ").contains(parts);
    if (lines.size() == 2) {
      assertThat(lines.get(1)).matches("try 'health-monitor( run| status| demo)? --help'");
    }
    return this;
  }
}
