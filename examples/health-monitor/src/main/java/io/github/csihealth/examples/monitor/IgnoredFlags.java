package io.github.csihealth.examples.monitor;

import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Flags of the upstream sidecar, in any of its versions, that mean nothing here. They are accepted
 * with a warning, so that a deployment whose image was swapped starts.
 */
final class IgnoredFlags {

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  private static final List<String> BOOLEAN =
      List.of(
          "--enable-node-watcher",
          "--automaxprocs",
          "--logtostderr",
          "--alsologtostderr",
          "--add_dir_header",
          "--one_output",
          "--skip_headers",
          "--skip_log_headers",
          "--log-text-split-stream",
          "--log-json-split-stream");

  private static final List<String> VALUED =
      List.of(
          "--node-list-add-interval",
          "--leader-election-labels",
          "--retry-interval-start",
          "--retry-interval-max",
          "--vmodule",
          "--stderrthreshold",
          "--log-flush-frequency",
          "--log-text-info-buffer-size",
          "--log-json-info-buffer-size",
          "--log_backtrace_at",
          "--log_dir",
          "--log_file",
          "--log_file_max_size");

  private IgnoredFlags() {}

  /** The command accepts them from now on, and help does not show them. */
  static void addTo(CommandSpec command) {
    BOOLEAN.forEach(flag -> add(command, OptionSpec.builder(flag).arity("0..1").fallbackValue("")));
    VALUED.forEach(flag -> add(command, OptionSpec.builder(flag).arity("1")));
  }

  private static void add(CommandSpec command, OptionSpec.Builder flag) {
    command.addOption(flag.type(String.class).hidden(true).build());
  }

  /** Says which of them were given. */
  static void warn(ParseResult parsed) {
    Stream.concat(BOOLEAN.stream(), VALUED.stream())
        .filter(parsed::hasMatchedOption)
        .forEach(
            flag ->
                LOG.atWarn()
                    .addKeyValue("flag", flag)
                    .log("flag is ignored: it is one of the upstream sidecar"));
  }
}
