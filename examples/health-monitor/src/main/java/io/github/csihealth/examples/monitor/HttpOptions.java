package io.github.csihealth.examples.monitor;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where metrics and health are served over HTTP. */
@Command(optionListHeading = "%nMetrics and health:%n")
final class HttpOptions {

  private static final String LIVE_PATH = "/healthz";
  private static final String READY_PATH = "/readyz";

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  @Option(
      names = "--http-endpoint",
      converter = AddressOrOff.class,
      paramLabel = "<address>",
      description =
          "TCP address to serve metrics, /healthz and /readyz on, such as :8080 or localhost:8080."
              + " Default: none of them is served.")
  private @Nullable HttpAddress endpoint;

  @Option(
      names = "--metrics-path",
      defaultValue = "/metrics",
      converter = PagePath.class,
      paramLabel = "<path>",
      description = "Path of the metrics. Default: ${DEFAULT-VALUE}.")
  private String metricsPath;

  @Option(
      names = "--metrics-address",
      converter = AddressOrOff.class,
      paramLabel = "<address>",
      description = "Deprecated: use --http-endpoint, which excludes it and means the same.")
  private @Nullable HttpAddress metricsAddress;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  HttpOptions() {}

  /**
   * Serves what the flags ask for, and says where; null for nothing.
   *
   * @throws ExitException if two flags say where, or it is not possible there
   */
  @Nullable HttpEndpoint serve(PrometheusMetrics metrics, Readiness readiness, RuntimeThread thread)
      throws ExitException {
    HttpAddress address = address();
    if (address == null) {
      return null;
    }
    HttpEndpoint served =
        HttpEndpoint.listen(
            address,
            Map.of(
                metricsPath,
                metrics.page(),
                LIVE_PATH,
                new HealthPage(() -> HealthPage.Answer.of(thread.fault())),
                READY_PATH,
                new HealthPage(readiness::now)));
    LOG.atInfo()
        .addKeyValue("url", "http://" + served.address() + metricsPath)
        .log("metrics are served");
    return served;
  }

  private @Nullable HttpAddress address() throws ExitException {
    if (metricsAddress == null) {
      return endpoint;
    }
    if (endpoint != null) {
      throw new ExitException(
          ExitCode.USAGE,
          "--http-endpoint and --metrics-address exclude each other: drop --metrics-address,"
              + " which is deprecated");
    }
    LOG.atWarn()
        .addKeyValue("flag", "--metrics-address")
        .log("flag is deprecated: use --http-endpoint, which means the same");
    return metricsAddress;
  }

  /** An address; nothing if the text is empty. */
  static final class AddressOrOff implements ITypeConverter<HttpAddress> {
    @Override
    public @Nullable HttpAddress convert(String text) {
      try {
        return text.isEmpty() ? null : HttpAddress.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** The path of a page beside those that are there anyway. */
  static final class PagePath implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!text.matches("/[A-Za-z0-9._~/-]*")) {
        throw new TypeConversionException("'" + text + "' is no path: write it like /metrics");
      }
      if (text.equals(LIVE_PATH) || text.equals(READY_PATH)) {
        throw new TypeConversionException("'" + text + "' is the path of another page");
      }
      return text;
    }
  }
}
