package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.unix.UnixEndpoint;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Where the driver is, and how long to wait for it. */
@Command(optionListHeading = "%nDriver:%n")
final class DriverOptions {

  @Option(
      names = "--csi-address",
      defaultValue = "/run/csi/socket",
      paramLabel = "<socket>",
      description =
          "Socket of the CSI driver: unix:///path, unix:path or a path. Default: ${DEFAULT-VALUE}.")
  UnixEndpoint csiAddress;

  @Option(
      names = "--timeout",
      defaultValue = "15s",
      converter = Positive.OfDuration.class,
      paramLabel = "<duration>",
      description =
          "Limit of each call to the driver, and of the wait for it at the start. Default:"
              + " ${DEFAULT-VALUE}.")
  Duration timeout;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  DriverOptions() {}
}
