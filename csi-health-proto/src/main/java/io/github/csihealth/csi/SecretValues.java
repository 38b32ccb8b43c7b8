package io.github.csihealth.csi;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Secret values that went with a call, to be blanked wherever a text of the other side repeats them
 * (rule C23). Immutable.
 */
public final class SecretValues {

  private static final String BLANK = "***";

  private final List<String> values;

  private SecretValues(List<String> values) {
    this.values = values;
  }

  /** These values; empty ones are no secrets. */
  public static SecretValues of(Collection<String> values) {
    return new SecretValues(
        values.stream()
            .filter(value -> !value.isEmpty())
            // Longer ones first, so that one that holds another is blanked whole.
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  /** Whether there is nothing to blank. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The text with {@code ***} in place of each of them. */
  public String blank(String text) {
    String blanked = text;
    for (String value : values) {
      blanked = blanked.replace(value, BLANK);
    }
    return blanked;
  }

  /** Reads {@code 2 secret(s)}. */
  @Override
  public String toString() {
    return values.size() + " secret(s)";
  }
}
