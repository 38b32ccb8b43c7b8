package io.github.csihealth.examples.monitor;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number of at least 1. */
final class PositiveInt implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    int value;
    try {
      value = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not an int");
    }
    if (value < 1) {
      throw new TypeConversionException("'" + text + "' must be positive");
    }
    return value;
  }
}
