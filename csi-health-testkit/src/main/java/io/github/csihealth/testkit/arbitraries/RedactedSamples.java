package io.github.csihealth.testkit.arbitraries;

import com.google.protobuf.Message;
import io.github.csihealth.csi.RedactedText;
import net.jqwik.api.SampleReportingFormat;

/**
 * How jqwik prints a protobuf message in the samples of a failed property: on one line, without
 * what the CSI specification marks as secret (rule C23). jqwik finds it on the class path by
 * itself, for messages that are parameters, and for those in collections, tuples and optionals. Not
 * for a message within a value of another kind, whose {@code toString} is printed, nor for the
 * error of an assertion on a message, which prints the generated {@code toString}: assert on fields
 * that are no secrets.
 */
public final class RedactedSamples implements SampleReportingFormat {

  /** For jqwik, which makes one for itself. */
  public RedactedSamples() {}

  @Override
  public boolean appliesTo(Object value) {
    return value instanceof Message;
  }

  @Override
  public Object report(Object value) {
    return SampleReportingFormat.plainLabel(RedactedText.of((Message) value));
  }
}
