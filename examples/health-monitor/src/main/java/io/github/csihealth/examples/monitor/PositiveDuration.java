package io.github.csihealth.examples.monitor;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A {@link GoDuration} that is not zero. */
final class PositiveDuration implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    Duration duration;
    try {
      duration = GoDuration.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
    if (duration.isZero()) {
      throw new TypeConversionException("'" + text + "' must be positive");
    }
    return duration;
  }
}
