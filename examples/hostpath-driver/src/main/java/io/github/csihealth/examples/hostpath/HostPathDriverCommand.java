package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.unix.UnixEndpoint;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The program: serves a driver until it is stopped. */
@Command(
    name = "hostpath-driver",
    mixinStandardHelpOptions = true,
    versionProvider = HostPathDriverCommand.Version.class,
    sortOptions = false,
    description =
        "A CSI driver whose volumes are folders of one node. Health comes from what is on disk, and"
            + " from files health.yaml that you write.")
final class HostPathDriverCommand implements Callable<Integer> {

  @Option(
      names = "--endpoint",
      required = true,
      paramLabel = "<socket>",
      description = "Socket to serve: unix:///path, unix:path or a path.")
  private UnixEndpoint endpoint;

  @Option(
      names = "--data-dir",
      required = true,
      paramLabel = "<folder>",
      description = "Where volumes, snapshots and what is known of them lie; made if missing.")
  private Path dataDir;

  @Option(
      names = "--name",
      defaultValue = "hostpath.csihealth.github.io",
      paramLabel = "<name>",
      description = "Name of the driver. Default: ${DEFAULT-VALUE}.")
  private DriverName name;

  @Option(
      names = "--node-id",
      defaultValue = "${env:HOSTNAME:-localhost}",
      paramLabel = "<id>",
      description = "Name of this node. Default: HOSTNAME, or else localhost.")
  private NodeId nodeId;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  HostPathDriverCommand() {}

  /** Runs the program and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new HostPathDriverCommand());
    line.registerConverter(UnixEndpoint.class, converter(UnixEndpoint::parse));
    line.registerConverter(DriverName.class, converter(DriverName::new));
    line.registerConverter(NodeId.class, converter(NodeId::new));
    line.setParameterExceptionHandler(HostPathDriverCommand::badUsage);
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

  /** Serves until {@link #stop}. */
  @Override
  public Integer call() throws ExitException, InterruptedException {
    Thread hook = new Thread(this::stop, "hostpath-driver-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      HostPathDriver driver =
          HostPathDriver.start(endpoint, dataDir, name, nodeId, Version.ofJar());
      try (driver) {
        stopped.await();
      }
    } finally {
      ended.countDown();
      removeHook(hook);
    }
    return ExitCode.OK.code();
  }

  /** Asks {@link #call} to end, and waits for that; any thread may. */
  void stop() {
    stopped.countDown();
    try {
      ended.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is what ends us.
    }
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {

    static String ofJar() {
      String version = HostPathDriverCommand.class.getPackage().getImplementationVersion();
      return version == null ? "(not packaged)" : version;
    }

    @Override
    public String[] getVersion() {
      return new String[] {"hostpath-driver " + ofJar()};
    }
  }
}
