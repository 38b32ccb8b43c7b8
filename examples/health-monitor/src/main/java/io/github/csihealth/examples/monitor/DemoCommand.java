package io.github.csihealth.examples.monitor;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Plays the demo. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Plays a story of sick and recovering volumes with a fake driver and an API server in memory.",
      "Needs nothing but this program; exits with 0 only if each step came out as it should."
    })
final class DemoCommand implements Callable<Integer> {

  /** How the story is told. */
  enum Output {
    text,
    json
  }

  @Option(
      names = "--output",
      defaultValue = "text",
      paramLabel = "<form>",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Output output;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields.
  DemoCommand() {}

  @Override
  public Integer call() throws ExitException {
    PrintWriter out = spec.commandLine().getOut();
    DemoReport report =
        output == Output.json ? new JsonLinesReport(out) : new TimelineReport(out, Ansi.AUTO);
    return (Demo.play(report) ? ExitCode.OK : ExitCode.FAILED).code();
  }
}
