package io.github.csihealth.examples.monitor;

import ch.qos.logback.classic.Level;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How much is logged, by the numbers that the sidecars of Kubernetes take for {@code -v}.
 *
 * @param number 0 to 3: transitions and faults; 4: each decision, too; 5 to 10: also what the
 *     libraries have to say
 */
record Verbosity(int number) {

  /** What is logged unless a flag says otherwise. */
  static final Verbosity DEFAULT = new Verbosity(0);

  private static final int MAX = 10;
  private static final int DECISIONS = 4;
  private static final int LIBRARIES = 5;

  /** The level of the monitor's own loggers. */
  Level ofMonitor() {
    if (number >= LIBRARIES) {
      return Level.TRACE;
    }
    return number >= DECISIONS ? Level.DEBUG : Level.INFO;
  }

  /** The level of a library's loggers, which is this one unless more is asked for. */
  Level ofLibrary(Level atFirst) {
    return number >= LIBRARIES ? Level.TRACE : atFirst;
  }

  /** Reads what stands on the command line. */
  static final class Converter implements ITypeConverter<Verbosity> {
    @Override
    public Verbosity convert(String text) {
      try {
        int number = Integer.parseInt(text);
        if (number >= 0 && number <= MAX) {
          return new Verbosity(number);
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw new TypeConversionException("'" + text + "' is no number from 0 to " + MAX);
    }
  }
}
