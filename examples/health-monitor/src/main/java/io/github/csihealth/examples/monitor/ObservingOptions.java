package io.github.csihealth.examples.monitor;

import io.github.csihealth.runtime.RuntimeOptions;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How often the driver is asked, and for how many volumes at a time. */
@Command(optionListHeading = "%nObserving:%n")
final class ObservingOptions {

  @Option(
      names = "--list-volumes-interval",
      defaultValue = "5m",
      converter = Positive.OfDuration.class,
      paramLabel = "<duration>",
      description =
          "Time between list cycles, for a driver with LIST_VOLUME_HEALTH. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration listVolumesInterval;

  @Option(
      names = "--monitor-interval",
      defaultValue = "1m",
      converter = Positive.OfDuration.class,
      paramLabel = "<duration>",
      description =
          "Time between calls for a volume, for a driver with GET_VOLUME_HEALTH alone. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration monitorInterval;

  @Option(
      names = "--volume-list-add-interval",
      defaultValue = "5m",
      converter = Positive.OfDuration.class,
      paramLabel = "<duration>",
      description =
          "Time between readings of the capabilities of a driver with GET_VOLUME_HEALTH alone;"
              + " then all bound volumes are added anew, too. A volume that is bound meanwhile is"
              + " added at once. Default: ${DEFAULT-VALUE}.")
  private Duration volumeListAddInterval;

  @Option(
      names = "--worker-threads",
      defaultValue = "10",
      converter = Positive.OfInt.class,
      paramLabel = "<n>",
      description = "Volumes worked on at the same time. Default: ${DEFAULT-VALUE}.")
  private int workerThreads;

  @SuppressWarnings("NullAway.Init") // picocli sets the options.
  ObservingOptions() {}

  void applyTo(RuntimeOptions.Builder options) {
    options
        .listInterval(listVolumesInterval)
        .getInterval(monitorInterval)
        .describeInterval(volumeListAddInterval)
        .maxProbes(workerThreads)
        .maxWrites(workerThreads);
  }
}
