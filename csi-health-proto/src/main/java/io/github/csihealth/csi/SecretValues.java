package io.github.csihealth.csi;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Secret values that went with a call, to be blanked wherever a text of the other side repeats them
 * (rule C23). Immutable.
 */
public final class SecretValues {

  private static final String BLANK = "***";

  /** The field of a map's entry that is its key. */
  private static final int KEY = 1;

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

  /**
   * The secrets in a message: the values of every field with the {@code csi_secret} option, at any
   * depth, in classes generated from any csi.proto. Of a map they are the values; its keys are the
   * names of secrets.
   */
  public static SecretValues in(Message message) {
    List<String> values = new ArrayList<>();
    collect(message, false, values);
    return of(values);
  }

  private static void collect(Message message, boolean secret, List<String> values) {
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              boolean isName = isEntry(message) && field.getNumber() == KEY;
              if (!isName) {
                collect(value, secret || SecretFields.isSecret(field), values);
              }
            });
  }

  private static void collect(Object value, boolean secret, List<String> values) {
    if (value instanceof List<?> list) {
      list.forEach(item -> collect(item, secret, values));
    } else if (value instanceof Message message) {
      collect(message, secret, values);
    } else if (secret) {
      values.add(value instanceof ByteString bytes ? bytes.toStringUtf8() : value.toString());
    }
  }

  private static boolean isEntry(Message message) {
    return message.getDescriptorForType().getOptions().getMapEntry();
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
