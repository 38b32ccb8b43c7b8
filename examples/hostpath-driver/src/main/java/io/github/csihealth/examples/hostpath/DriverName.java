package io.github.csihealth.examples.hostpath;

import java.util.regex.Pattern;

/** The name of a CSI driver, as the CSI spec and Kubernetes want it. */
record DriverName(String text) {

  private static final int MAX_BYTES = 63;
  private static final Pattern LABELS =
      Pattern.compile(
          "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");

  DriverName {
    if (text.length() > MAX_BYTES || !LABELS.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is no domain name of at most %d characters".formatted(text, MAX_BYTES));
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
