package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.unix.UnixEndpoint;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The program. */
@Command(
    name = "health-monitor",
    mixinStandardHelpOptions = true,
    versionProvider = HealthMonitorCommand.Version.class,
    subcommands = {
      RunCommand.class,
      StatusCommand.class,
      DemoCommand.class,
      GenerateCompletion.class
    },
    description = "Volume health from a CSI driver to the claims of a cluster.")
final class HealthMonitorCommand {

  private HealthMonitorCommand() {}

  /** Runs the command that the arguments name and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return commandLine(System.getenv());
  }

  /** With the flags that these environment variables set. */
  static CommandLine commandLine(Map<String, String> variables) {
    CommandLine line = new CommandLine(new HealthMonitorCommand());
    Environment environment = new Environment(variables);
    line.setDefaultValueProvider(environment);
    line.registerConverter(Duration.class, converter(GoDuration::parse));
    line.registerConverter(UnixEndpoint.class, converter(UnixEndpoint::parse));
    line.getSubcommands().values().forEach(command -> HelpGroups.showIn(command.getCommandSpec()));
    line.setParameterExceptionHandler((e, args) -> badUsage(e, environment.originOf(e, args)));
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
    return line;
  }

  private static int badUsage(ParameterException e, Optional<String> variable) {
    CommandLine command = e.getCommandLine();
    command
        .getErr()
        .println(
            "error: "
                + variable.map(name -> name + ": ").orElse("")
                + OneLine.of(String.valueOf(e.getMessage())));
    command.getErr().println("try '" + command.getCommandSpec().qualifiedName() + " --help'");
    return ExitCode.USAGE.code();
  }

  private static int failed(Exception e, CommandLine command) {
    command.getErr().println("error: " + OneLine.of(e));
    return (e instanceof ExitException exit ? exit.code() : ExitCode.FAILED).code();
  }

  /** A converter whose errors are the message alone, without the name of a Java class. */
  private static <T> ITypeConverter<T> converter(ITypeConverter<T> parse) {
    return text -> {
      try {
        return parse.convert(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  /** The version in the jar's manifest. */
  static String version() {
    String version = HealthMonitorCommand.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** The name of the program with its version. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"health-monitor " + version()};
    }
  }
}
