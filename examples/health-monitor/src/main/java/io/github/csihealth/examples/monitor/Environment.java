package io.github.csihealth.examples.monitor;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Flags by environment variables: {@code HEALTH_MONITOR_CSI_ADDRESS} is {@code --csi-address},
 * where that is not given. An empty variable counts as none.
 */
record Environment(Map<String, String> variables) implements IDefaultValueProvider {

  private static final String PREFIX = "HEALTH_MONITOR_";

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    String value = variables.get(variable(option));
    return value == null || value.isEmpty() ? null : value;
  }

  /** The variable that a bad value came from; empty if it came from the command line. */
  Optional<String> originOf(ParameterException error, String[] arguments) {
    if (error.getArgSpec() instanceof OptionSpec option
        && defaultValue(option) != null
        && Arrays.stream(arguments).noneMatch(argument -> names(argument, option))) {
      return Optional.of(variable(option));
    }
    return Optional.empty();
  }

  private static boolean names(String argument, OptionSpec option) {
    String flag = argument.split("=", 2)[0];
    return Arrays.stream(option.names())
        .anyMatch(name -> name.equals(flag) || name.equals("-" + flag));
  }

  private static String variable(OptionSpec option) {
    return PREFIX
        + option.longestName().replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
