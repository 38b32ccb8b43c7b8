package io.github.csihealth.examples.writerconformance;

import io.github.csihealth.testkit.conformance.ConformanceReport;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Suite;
import io.github.csihealth.testkit.conformance.Verdict;
import io.github.csihealth.testkit.conformance.writer.WriterConformance;
import io.github.csihealth.testkit.conformance.writer.WriterUnderTest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The program: tries the rules on the program that a command starts. */
@Command(
    name = "writer-conformance",
    mixinStandardHelpOptions = true,
    versionProvider = WriterConformanceCommand.Version.class,
    sortOptions = false,
    description =
        "Tries whether a program writes the volume health that a CSI driver reports to the claims"
            + " of a cluster as KEP-1432 asks. Each rule starts the program anew, between a fake"
            + " driver and a fake API server.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Every rule that applies holds.",
      "1:A rule does not hold.",
      "2:A flag or the command cannot be used.",
      "3:No rule failed, but one that applies could not be tried.",
      "4:The report cannot be written.",
      "5:A fault of this program."
    },
    footer = {
      "",
      "Example:",
      "  java -jar writer-conformance.jar --interval 200ms -- java -jar health-monitor.jar run"
          + " --csi-address {socket} --kubeconfig {kubeconfig} --list-volumes-interval 200ms"
          + " --monitor-interval 200ms --volume-list-add-interval 200ms"
    })
final class WriterConformanceCommand implements Callable<Integer> {

  @Option(
      names = "--interval",
      defaultValue = "200ms",
      paramLabel = "<duration>",
      description =
          "How often the program asks the driver, as its own flags say. Default: ${DEFAULT-VALUE}.")
  private Duration interval;

  @Option(
      names = "--gate-pause",
      paramLabel = "<duration>",
      description =
          "How long the program holds back after the API server dropped a write. Without it, or"
              + " with more than 10s, it is not tried whether writes resume.")
  private @Nullable Duration gatePause;

  @Option(
      names = "--rule",
      paramLabel = "<number>",
      description = "Tries this rule, such as W07; may be given again. Default: all.")
  private List<String> rules = new ArrayList<>();

  @Option(
      names = "--junit-xml",
      paramLabel = "<file>",
      description = "Writes the report there too, in the form that build servers read.")
  private @Nullable Path junitXml;

  @Option(names = "--list", description = "Prints the rules as a Markdown table, and ends.")
  private boolean list;

  @Parameters(
      paramLabel = "<command>",
      arity = "0..*",
      description =
          "The program and its arguments, with {kubeconfig} and {socket} where it takes the paths"
              + " of a kubeconfig file and of the driver's socket.")
  private List<String> command = new ArrayList<>();

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  WriterConformanceCommand() {}

  /** Runs the program and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new WriterConformanceCommand());
    line.setStopAtPositional(true);
    line.registerConverter(Duration.class, WriterConformanceCommand::duration);
    line.setParameterExceptionHandler(WriterConformanceCommand::badUsage);
    line.setExecutionExceptionHandler((e, command, parsed) -> broken(e, command));
    return line;
  }

  /** A converter whose errors are the message alone, without the name of a Java class. */
  private static Duration duration(String text) {
    try {
      return ShortDuration.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static int badUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().println("error: " + e.getMessage());
    command.getErr().println("try '" + command.getCommandSpec().qualifiedName() + " --help'");
    return ExitCode.USAGE.code();
  }

  private static int broken(Exception e, CommandLine command) {
    command.getErr().println("error: " + e);
    return ExitCode.BROKEN.code();
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Suite<WriterUnderTest> suite = suite();
    if (list) {
      out.print(suite.toMarkdown());
      out.flush();
      return ExitCode.CONFORMS.code();
    }
    ConformanceReport report =
        suite.run(
            subject(),
            result -> {
              out.println(ConformanceReport.line(result));
              out.flush();
            });
    out.println(report.totals());
    return (isWritten(report) ? verdict(report) : ExitCode.NO_REPORT).code();
  }

  private Suite<WriterUnderTest> suite() {
    Suite<WriterUnderTest> all = WriterConformance.suite();
    List<String> known = all.rules().stream().map(Rule::number).toList();
    for (String rule : rules) {
      if (!known.contains(rule)) {
        throw usage("there is no rule " + rule + ": --list names them");
      }
    }
    return rules.isEmpty()
        ? all
        : Suite.of(
            all.name(),
            all.rules().stream().filter(rule -> rules.contains(rule.number())).toList());
  }

  private WriterUnderTest subject() {
    if (command.isEmpty()) {
      throw usage("the command of the program is missing");
    }
    try {
      WriterUnderTest subject = WriterUnderTest.command(interval, command);
      return gatePause == null ? subject : subject.withGatePause(gatePause);
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private boolean isWritten(ConformanceReport report) {
    if (junitXml != null) {
      try {
        Files.writeString(junitXml, report.toJunitXml());
      } catch (IOException e) {
        spec.commandLine().getErr().println("error: the report cannot be written: " + e);
        return false;
      }
    }
    return true;
  }

  private static ExitCode verdict(ConformanceReport report) {
    if (!report.with(Verdict.FAIL).isEmpty()) {
      return ExitCode.RULE_FAILED;
    }
    return report.conforms() ? ExitCode.CONFORMS : ExitCode.INCONCLUSIVE;
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = WriterConformanceCommand.class.getPackage().getImplementationVersion();
      return new String[] {"writer-conformance " + (version == null ? "(not packaged)" : version)};
    }
  }
}
