package io.github.csihealth.examples.monitor;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The log of the program: on standard error, one line for each event, whatever library it comes
 * from. Logback finds this class as a service, so that it holds for every command from the first
 * line on.
 *
 * <p>Public only because services have to be.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

  /** The logger of all that the monitor itself says. */
  static final String MONITOR = "health-monitor";

  private static final String KUBERNETES = "io.fabric8.kubernetes.client";
  private static final String GRPC = "io.grpc";

  /** Held, since the JDK forgets the levels of loggers that nobody holds. */
  private static final java.util.logging.Logger GRPC_IN_JAVA =
      java.util.logging.Logger.getLogger(GRPC);

  /** For the service loader. */
  public LogSetup() {}

  @Override
  public ExecutionStatus configure(LoggerContext log) {
    apply(log, Verbosity.DEFAULT, LogFormat.text);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Sets the log of this process anew. */
  static void apply(Verbosity verbosity, LogFormat format) {
    apply((LoggerContext) LoggerFactory.getILoggerFactory(), verbosity, format);
  }

  private static void apply(LoggerContext log, Verbosity verbosity, LogFormat format) {
    log.reset();
    levels(log, verbosity);
    log.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(standardError(log, format));
    bridgeJavaLogging(verbosity);
  }

  /** What libraries say beyond INFO is let through only where it is known to hold no secret. */
  private static void levels(LoggerContext log, Verbosity verbosity) {
    level(log, Logger.ROOT_LOGGER_NAME, Level.INFO);
    level(log, MONITOR, verbosity.ofMonitor());
    level(log, GRPC, verbosity.ofLibrary(Level.INFO));
    // Its debug level dumps frames in hex, secrets included.
    level(log, GRPC + ".netty", Level.INFO);
    // Its finer levels print the headers of each request, and so the token.
    level(log, "io.fabric8", Level.WARN);
    level(log, KUBERNETES + ".dsl.internal.AbstractWatchManager", verbosity.ofLibrary(Level.WARN));
    level(log, KUBERNETES + ".informers.impl", verbosity.ofLibrary(Level.WARN));
    // Both print stack traces; the monitor says the same in a line.
    level(log, KUBERNETES + ".informers.impl.cache.Reflector", Level.OFF);
    level(log, KUBERNETES + ".extended.leaderelection", Level.OFF);
    // Prints what a credential plugin says, tokens included.
    level(log, KUBERNETES + ".internal.KubeConfigUtils", Level.OFF);
  }

  private static void level(LoggerContext log, String name, Level level) {
    log.getLogger(name).setLevel(level);
  }

  private static ConsoleAppender<ILoggingEvent> standardError(LoggerContext log, LogFormat format) {
    Encoder<ILoggingEvent> encoder = new LogEncoder(format);
    encoder.setContext(log);
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(log);
    appender.setName("standard error");
    appender.setTarget(ConsoleTarget.SystemErr.getName());
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  /** gRPC logs by java.util.logging; the JDK's HTTP client does, too, headers and all. */
  private static void bridgeJavaLogging(Verbosity verbosity) {
    if (!SLF4JBridgeHandler.isInstalled()) {
      SLF4JBridgeHandler.removeHandlersForRootLogger();
      SLF4JBridgeHandler.install();
    }
    GRPC_IN_JAVA.setLevel(
        verbosity.ofLibrary(Level.INFO) == Level.INFO
            ? java.util.logging.Level.INFO
            : java.util.logging.Level.ALL);
  }
}
