package io.github.csihealth.examples.monitor;

import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Flags as the flag package of Go reads them, where that is more than picocli does: one dash is as
 * good as two, {@code -timeout=5s}.
 */
final class GoFlags implements IParameterPreprocessor {

  /** Of two letters or more: one letter is an option of the other kind. */
  private static final Pattern ONE_DASH =
      Pattern.compile("-([a-z][a-z0-9_-]+)(=.*)?", Pattern.DOTALL);

  @Override
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    Set<String> known = command.optionsMap().keySet();
    args.replaceAll(
        arg -> {
          Matcher flag = ONE_DASH.matcher(arg);
          return flag.matches() && known.contains("--" + flag.group(1)) ? "-" + arg : arg;
        });
    return false;
  }

  /** The words of Go for true and false. */
  static final class Bool implements ITypeConverter<Boolean> {
    @Override
    public Boolean convert(String text) {
      return switch (text) {
        case "1", "t", "T", "true", "TRUE", "True" -> true;
        case "0", "f", "F", "false", "FALSE", "False" -> false;
        default -> throw new TypeConversionException("'" + text + "' is neither true nor false");
      };
    }
  }
}
