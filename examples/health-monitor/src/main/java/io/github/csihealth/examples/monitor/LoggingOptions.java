package io.github.csihealth.examples.monitor;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the log says, and how. Set once, when the program starts. */
@Command(optionListHeading = "%nLogging:%n")
final class LoggingOptions {

  @Option(
      names = {"-v", "--v"},
      defaultValue = "0",
      converter = Verbosity.Converter.class,
      paramLabel = "<0..10>",
      description =
          "What is logged: up to 3 transitions and faults, 4 decisions, too, and from 5 on what the"
              + " libraries say. Default: ${DEFAULT-VALUE}.")
  private Verbosity verbosity;

  @Option(
      names = "--logging-format",
      defaultValue = "text",
      paramLabel = "<format>",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private LogFormat format;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  LoggingOptions() {}

  /** From here on the log is as they say. */
  void apply() {
    LogSetup.apply(verbosity, format);
  }
}
