package io.github.csihealth.examples.monitor;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of flags that must be more than zero. */
final class Positive {

  private Positive() {}

  /** A {@link GoDuration}. */
  static final class OfDuration implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        Duration duration = GoDuration.parse(text);
        return positive(text, duration, !duration.isZero());
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** A whole number. */
  static final class OfInt implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int value = Integer.parseInt(text);
        return positive(text, value, value > 0);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is no whole number");
      }
    }
  }

  /** A number. */
  static final class OfDouble implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      try {
        double value = Double.parseDouble(text);
        return positive(text, value, value > 0 && value < Double.POSITIVE_INFINITY);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is no number");
      }
    }
  }

  private static <T> T positive(String text, T value, boolean isPositive) {
    if (!isPositive) {
      throw new TypeConversionException("'" + text + "' must be positive");
    }
    return value;
  }
}
