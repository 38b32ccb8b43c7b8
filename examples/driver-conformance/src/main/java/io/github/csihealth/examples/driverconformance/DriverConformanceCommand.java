package io.github.csihealth.examples.driverconformance;

import static java.util.Objects.requireNonNull;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.testkit.conformance.ConformanceReport;
import io.github.csihealth.testkit.conformance.Verdict;
import io.github.csihealth.testkit.conformance.driver.DriverConformance;
import io.github.csihealth.testkit.conformance.driver.DriverUnderTest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The program: tries all rules on a driver, and says what came of each. */
@Command(
    name = "driver-conformance",
    mixinStandardHelpOptions = true,
    versionProvider = DriverConformanceCommand.Version.class,
    sortOptions = false,
    description =
        "Tries what the CSI spec asks of volume health on a driver in any language. It makes volumes"
            + " of its own, publishes them below the temporary folder, and removes them again.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the driver conforms",
      "1:a rule failed",
      "2:a flag cannot be used",
      "3:nothing listens on the socket",
      "4:no rule failed, but some could not be tried",
      "5:any other fault"
    },
    footerHeading = "%nThe command of --inject is run by the shell with one of these behind it:%n",
    footer = {
      "  degrade <volume-id>  something is wrong with the volume from now on",
      "  recover <volume-id>  nothing is wrong with it any more",
      "  degrade-storage      something is wrong with the storage backend from now on",
      "  recover-storage      nothing is wrong with it any more",
      "It ends with 0 once the driver can tell, and with anything else if it cannot be done, within"
          + " --timeout. CSI_ENDPOINT in its environment names the driver's socket. What it prints"
          + " goes to standard error."
    })
final class DriverConformanceCommand implements Callable<Integer> {

  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");

  @Option(
      names = "--endpoint",
      required = true,
      paramLabel = "<socket>",
      description = "Socket of the driver: unix:///path, unix:path or a path.")
  private UnixEndpoint endpoint;

  @Option(
      names = "--inject",
      paramLabel = "<command>",
      description =
          "Makes and ends faults, see below. Without it, rules that need a fault are inconclusive.")
  private @Nullable String inject;

  @Option(
      names = "--volume-id",
      paramLabel = "<id>",
      description =
          "An existing healthy volume to use instead of new ones; three of them serve all rules.")
  private List<String> volumeIds = List.of();

  @Option(
      names = "--timeout",
      defaultValue = "15s",
      paramLabel = "<time>",
      description =
          "Limit of each call to the driver and of each run of the inject command."
              + " Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(
      names = "--junit-xml",
      paramLabel = "<file>",
      description = "Where to write the report for build servers.")
  private @Nullable Path junitXml;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  DriverConformanceCommand() {}

  /** Runs the program and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new DriverConformanceCommand());
    line.registerConverter(UnixEndpoint.class, converter(UnixEndpoint::parse));
    line.registerConverter(Duration.class, converter(DriverConformanceCommand::time));
    line.setParameterExceptionHandler(DriverConformanceCommand::badUsage);
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
    return line;
  }

  private static int badUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().println("error: " + e.getMessage());
    command.getErr().println("try '" + command.getCommandSpec().qualifiedName() + " --help'");
    return ExitCode.USAGE.code();
  }

  private static int failed(Exception e, CommandLine command) {
    command.getErr().println("error: " + e.getMessage());
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

  private static Duration time(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches() || matcher.group(1).matches("0+")) {
      throw new IllegalArgumentException("'" + text + "' is no time such as 15s, 500ms or 1m");
    }
    long number = Long.parseLong(requireNonNull(matcher.group(1)));
    return switch (requireNonNull(matcher.group(2))) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  /** Tries all rules. */
  @Override
  public Integer call() throws ExitException {
    PrintWriter out = spec.commandLine().getOut();
    try (UnixChannel channel = dial()) {
      GetPluginInfoResponse driver = driver(channel);
      out.println(DriverConformance.suite() + " on " + driver.getName() + " at " + endpoint);
      out.flush();
      DriverUnderTest.Builder subject =
          DriverUnderTest.builder(channel.channel()).timeout(timeout).volumes(volumeIds);
      if (inject != null) {
        subject.faults(new InjectCommand(inject, endpoint, timeout));
      }
      ConformanceReport report =
          DriverConformance.suite()
              .run(
                  subject.build(),
                  result -> {
                    out.println(ConformanceReport.line(result));
                    out.flush();
                  });
      out.println(report.totals());
      out.flush();
      write(report);
      return code(report).code();
    }
  }

  private UnixChannel dial() throws ExitException {
    try {
      return UnixChannel.dial(endpoint);
    } catch (IllegalArgumentException e) {
      throw new ExitException(ExitCode.USAGE, "--endpoint: " + e.getMessage());
    }
  }

  /** What listens there; rules say what else is wrong with its answer. */
  private GetPluginInfoResponse driver(UnixChannel channel) throws ExitException {
    try {
      return IdentityGrpc.newBlockingStub(channel.channel())
          .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
          .getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.UNAVAILABLE) {
        throw new ExitException(ExitCode.NO_DRIVER, "nothing listens on " + endpoint);
      }
      return GetPluginInfoResponse.newBuilder().setName("a driver without a name").build();
    }
  }

  private void write(ConformanceReport report) throws ExitException {
    if (junitXml == null) {
      return;
    }
    try {
      Files.writeString(junitXml, report.toJunitXml());
    } catch (IOException e) {
      throw new ExitException(ExitCode.FAILED, "--junit-xml cannot be written: " + e);
    }
  }

  private static ExitCode code(ConformanceReport report) {
    if (!report.with(Verdict.FAIL).isEmpty()) {
      return ExitCode.RULE_FAILED;
    }
    return report.conforms() ? ExitCode.CONFORMS : ExitCode.INCONCLUSIVE;
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = DriverConformanceCommand.class.getPackage().getImplementationVersion();
      return new String[] {"driver-conformance " + (version == null ? "(not packaged)" : version)};
    }
  }
}
