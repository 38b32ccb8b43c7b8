package io.github.csihealth.examples.hostpath;

import java.util.regex.Pattern;

/** Names a node; also the value of its topology segment, whose form is the narrower one. */
record NodeId(String text) {

  private static final Pattern FORM =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");

  NodeId {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not 1 to 63 letters, digits, '-', '_' and '.', a letter or digit at both ends"
              .formatted(text));
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
