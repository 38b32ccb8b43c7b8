package io.github.csihealth.model;

import java.util.List;

/**
 * What was read, and what was found on the way.
 *
 * @param value what could be understood
 * @param findings what could not, or was odd; in the order of the input; unmodifiable
 */
public record Read<T>(T value, List<Finding> findings) {

  /** A reading of these. */
  public Read {
    findings = List.copyOf(findings);
  }
}
